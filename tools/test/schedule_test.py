#!/usr/bin/env python3
"""Schedules that are wrong, and odd ones that are right: python3 schedule_test.py PARTIR SOURCE_DIR
DATA_DIR"""
import json

from cli import Case, example, main, partir

MESH = '{"mesh": [["B", 4], ["M", 2]], "tactics": '


def tactic(body):
    return MESH + '[{"axis": "B", ' + body + "}]}"


class Schedules(Case):
    FILE = example("matmul_chain.mlir")

    def run_with(self, text):
        if isinstance(text, str):
            text = text.encode()
        return partir("partition", self.FILE, "--schedule", self.file("s.json", text, "wb"))

    def bad(self, text, code, pattern, at=r"\d+:\d+"):
        run = self.run_with(text)
        self.assertError(run, code, r"s\.json:" + at + ": error: .*" + pattern)
        self.assertLess(len(run.stderr), 1000)
        self.assertNotIn("json.exception", run.stderr)
        self.assertNotIn("syntax error", run.stderr)  # the library's words

    def good(self, text):
        run = self.run_with(text)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_not_json(self):
        self.bad("{", 2, "not JSON: the text ends too early, in the object that starts at", "1:2")
        self.bad("", 2, "empty", "1:1")
        self.bad(" \n", 2, "empty")
        self.bad('{"mesh": [["B", 2],]}', 2, "did not expect `]`, in the list that starts at", "1:20")
        self.bad('{"mesh": [["B", 2 2]]}', 2, "did not expect `2`", "1:19")
        self.bad("nul", 2, "not JSON: the text ends too early")
        self.bad("{mesh: 1}", 2, "did not expect `m`", "1:2")
        self.bad('{"mesh": "B\n"}', 2, "a control character inside a string", "1:12")
        self.bad(r'{"mesh": "\q"}', 2, "an escape that JSON lacks", "1:12")
        self.bad('{"mesh": "B', 2, "the text ends inside a string")
        self.bad(MESH + "[]} x", 2, "did not expect `x`")
        self.bad("[" * 100000, 2, "nested too deeply")

    def test_numbers(self):
        self.bad('{"mesh": [["B", 1e999]], "tactics": []}', 2, "number `1e999` is too large", "1:17")
        self.bad('{"mesh": [["B", ' + "1" * 1000000 + "]]}", 2,
                 r"number `1{40}\.\.` \(1000000 characters\) is too large", "1:17")
        self.bad('{"mesh": [["B", ' + "1" * 1000000 + "z]]}", 2, "1000000 characters", "1:17")
        # the same bound as for a mesh in MLIR text; a byte order mark is no column
        for size in ("1048577", "18446744073709551615", "9" * 30):
            for mark in ("", "\ufeff"):
                self.bad(mark + '{"mesh": [["B", %s]], "tactics": []}' % size, 2,
                         r"a mesh of more than 2\^20 devices", "1:17")
        self.bad('{"mesh": [["B", -%s]], "tactics": []}' % ("9" * 30), 2, "size -", "1:17")
        self.bad('{"mesh": [["B", 0]], "tactics": []}', 2, "size 0")
        self.bad('{"mesh": [["B", -4]], "tactics": []}', 2, "size -4")
        self.bad('{"mesh": [["B", 2.5]], "tactics": []}', 2, "an integer axis size", "1:17")
        self.bad(tactic('"inputs": {"x": 0.0}'), 2, 'a dimension or "replicated" for "x"')

    def test_long_names_are_shortened(self):
        self.bad(tactic('"inputs": {"' + "é" * 100000 + '": 0}'), 2,
                 r'no argument is named "é{40}\.\." \(100000 char')
        self.bad(tactic('"' + "é" * 100000 + '": {}'), 2, r'unknown key "é{40}\.\." \(100000 char')

    def test_encoding(self):
        good = tactic('"inputs": {"x": 0}').encode()
        self.good(b"\xef\xbb\xbf" + good)  # a byte order mark
        for bad in (b"\xe9", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x82"):
            self.bad(b'{"mesh": [["B' + bad + b'", 2]]}', 2, r"not UTF-8: byte 0x", "1:14")
        self.bad("{}".encode("utf-16"), 2, "not UTF-8", "1:1")
        self.good('{"mesh": [["Größe€😀", 2]], "tactics": [{"axis": "Größe€😀", "inputs": {"x": 0}}]}')

    def test_structure(self):
        self.bad("[1, 2]", 2, "expected an object")
        self.bad('{"tactics": []}', 2, "names no mesh")
        self.bad('{"mesh": []}', 2, "no tactics")
        self.bad('{"mesh": [], "mesh": []}', 2, '"mesh" twice', "1:14")
        self.bad('{"mesh": [["B", 2], ["B", 2]], "tactics": []}', 2, '"B" is declared twice', "1:22")
        self.bad(tactic('"inptus": {"x": 0}'), 2, 'unknown key "inptus"')
        self.bad(r'{"mesh": [["B\n", 2]], "tactics": []}', 2, r'axis "B\?" has a control char', "1:12")
        self.bad('{"mesh": [["", 2]], "tactics": []}', 2, "an axis needs a name", "1:12")
        self.bad(tactic('"name": ""'), 2, "a tactic needs a name")
        self.bad(MESH + '[{"name": "x", "inputs": {}}]}', 2, '"x" names no axis')
        self.bad(MESH + '[{"name": "x", "axis": "B"}, {"name": "x", "axis": "M"}]}', 2,
                 'two tactics are named "x"')

    def test_names_twice(self):
        self.bad('{"mesh": [["B", 4]], "tactics": [{"axis": "B",\n "inputs": {"x": 0, "w\\"1": 1, "x": 1}}]}',
                 2, r'"x" twice in "inputs" of tactic "#1", first at .*s\.json:2:13', "2:32")
        # one argument by two names: the same wish is one action, another is the rule's own error
        self.good(tactic('"inputs": {"x": 0, "%arg0": 0}'))
        self.bad(tactic('\n"inputs": {"x": 0, "%arg0": 1}'), 1,
                 r"already tiled .*\(tactic #1\) at .*s\.json:2:12, expected", "2:20")

    def test_unknown_names_and_axes_are_all_bad_input(self):
        self.bad(MESH + '[{"axis": "Q", "inputs": {"x": 0}}]}', 2, '"Q" is not in the mesh')
        self.bad(tactic('"inputs": {"%arg9": 0}'), 2, 'no argument is named "%arg9"')
        self.bad(tactic('"outputs": {"9": 0}'), 2, 'no result is named "9"')
        self.bad(tactic('"outputs": {"%res1": 0}'), 2, 'no result is named "%res1"')
        self.bad(tactic('"values": {"nothing": 0}'), 2, 'no value is named "nothing"')

    def test_premises_that_fail_are_refusals(self):
        self.bad(tactic('"inputs": {"x": 7}'), 1, r"\[tile premise 2\].*dimension 7")
        self.bad(tactic('"inputs": {"x": -1}'), 1, r"\[tile premise 2\].*dimension -1")
        self.bad('{"mesh": [["B", 3]], "tactics": [{"axis": "B", "inputs": {"x": 0}}]}', 1,
                 r"\[tile premise 3\].*extent 256")

    def test_globs_over_results_that_have_no_name(self):
        file = self.file("two.mlir", """
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = stablehlo.tanh %b : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
""")
        for pattern, tiled in (("*", 2), ("%res*", 2), ("%res1", 1), ("1", 1)):
            schedule = self.schedule([["B", 4]], {"name": "t", "axis": "B", "outputs": {pattern: 0}})
            text = self.emit(file, schedule, "hlo")
            self.assertEqual(text.split("return")[0].count('#partir_hlo.dist<[{"B"}]>'), 2 * tiled, text)


if __name__ == "__main__":
    main()
