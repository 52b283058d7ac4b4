#!/usr/bin/env python3
"""`partir search`: python3 search_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import signal
import subprocess
import time
import unittest
import xml.dom.minidom

from cli import Case, PARTIR, example, main, partir

DEVICE = {
    "name": "toy",
    "peak_flops_per_s": {"f32": 1e9},
    "memory_bytes": 100000000,
    "memory_bytes_per_s": 1e9,
    "link": {"topology": "ring", "bytes_per_s": 1e8, "latency_s": 1e-7},
}


class Search(Case):
    FILE = example("train_step.mlir")

    def setUp(self):
        super().setUp()
        self.device = self.file("device.json", json.dumps(DEVICE))

    def path(self, name):
        return os.path.join(self.tmp.name, name)

    def search(self, *args, code=0):
        run = partir("search", self.FILE, "--device", self.device, *args)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def test_the_answer_is_a_schedule_that_holds_and_costs_what_it_says(self):
        run = self.search("--mesh", "B=4,M=2", "--evaluations", "200", "--json", "-o", self.path("s.json"),
                          "--plot", self.path("curve.svg"))
        found = json.loads(run.stdout)
        self.assertLess(found["best"]["seconds"], found["start"]["seconds"])
        self.assertGreaterEqual(found["evaluations"], 100)
        report = self.report(self.FILE, "--schedule", self.path("s.json"), "--device", self.device)
        self.assertIn(report["tactics"][-1]["verdict"], ("tested", "verified", "proved"))
        self.assertAlmostEqual(report["tactics"][-1]["simulated"]["total_s"], found["best"]["seconds"])
        with open(self.path("s.json")) as f:
            self.assertEqual(json.load(f), found["schedule"])
        svg = xml.dom.minidom.parse(self.path("curve.svg"))
        self.assertEqual(len(svg.getElementsByTagName("polyline")), 1)

    def test_a_state_is_gone_on_from(self):
        args = ("--mesh", "B=4,M=2", "--evaluations", "150", "--json")
        once = json.loads(self.search(*args, "--state", self.path("state.json")).stdout)
        again = json.loads(self.search(*args, "--state", self.path("state.json")).stdout)
        self.assertEqual(again["schedule"], once["schedule"])
        self.assertLessEqual(again["evaluations"], 1)
        run = self.search("--mesh", "B=2", "--state", self.path("state.json"), code=2)
        self.assertIn("state.json: error: this state is of another program, mesh or device", run.stderr)
        broken = self.file("broken.json", "{")
        self.assertRegex(self.search("--mesh", "B=2", "--state", broken, code=2).stderr,
                         r"broken.json: error: this is no state of a search, as --state writes it; remove the file to begin anew\n$")

    def test_an_interrupted_search_gives_the_best_so_far(self):
        state = self.path("state.json")
        run = subprocess.Popen([PARTIR, "search", self.FILE, "--device", self.device, "--mesh", "B=4,M=2", "--evaluations", "100000000",
                                "--json", "--state", state, "-o", self.path("s.json")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(600):
            if os.path.exists(state):  # written after some seconds, so that much is found
                break
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, err)
        self.assertIn("interrupted: what follows is the best so far", err)
        found = json.loads(out)
        self.assertLess(found["best"]["seconds"], found["start"]["seconds"])
        with open(self.path("s.json")) as f:
            self.assertEqual(json.load(f), found["schedule"])

    def test_a_search_is_a_tactic(self):
        schedule = self.schedule([["B", 4], ["M", 2]],
                                 {"name": "BP", "axis": "B", "inputs": {"%arg6": 0, "%arg7": 0}},
                                 {"name": "auto", "automatic": {"axes": ["M"], "evaluations": 60}})
        names = [t["name"] for t in self.report(self.FILE, "--schedule", schedule, "--device", self.device)["tactics"]]
        self.assertEqual(names[0], "BP")
        self.assertTrue(all(n.startswith("auto: ") and n.endswith("over M") for n in names[1:]), names)
        run = partir("partition", self.FILE, "--schedule", schedule)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"schedule.json:\d+:\d+: error: .*there is no device to price programs on")
        shown = self.on_terminal("partition", self.FILE, "--schedule", schedule, "--device", self.device)
        self.assertRegex(shown, rb"\r\x1b\[Kauto: \d+ programs, best \d")
        self.assertLess(shown.rindex(b" programs, best "), shown.index(b"BP: "))  # searched first, then checked

    def test_a_tactic_that_misses_its_memory_is_said(self):
        schedule = self.schedule([["B", 2]], {"name": "auto", "automatic": {"evaluations": 20, "memory_bytes": 10, "seconds": 9.5}})
        run = partir("partition", self.FILE, "--schedule", schedule, "--device", self.device)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertRegex(run.stdout, "tactic \"auto\": nothing that was found fits into 10 B a device; the smallest takes ")
        report = self.report(self.FILE, "--schedule", schedule, "--device", self.device, code=3)
        self.assertEqual([m["tactic"] for m in report["missed_memory"]], ["auto"])

    def test_a_tactic_that_finds_nothing_keeps_its_row(self):
        schedule = self.schedule([["B", 1]], {"name": "auto", "automatic": {"evaluations": 5}})
        report = self.report(self.FILE, "--schedule", schedule, "--device", self.device)
        self.assertEqual([t["name"] for t in report["tactics"]], ["auto"])
        found = self.search("--schedule", schedule, "--evaluations", "5")
        self.assertEqual(json.loads(found.stdout)["tactics"], [])

    def test_a_long_name_has_a_line_of_its_own(self):
        schedule = self.schedule([["B", 2]], {"name": "a name that is long", "axis": "B", "inputs": {"%arg6": 0, "%arg7": 0}},
                                 {"name": "short", "axis": "B", "inputs": {"%arg0": "replicated"}})
        lines = partir("partition", self.FILE, "--schedule", schedule).stdout.splitlines()
        at = lines.index("a name that is long")
        self.assertEqual(lines[at + 1][:10], " " * 10)
        self.assertRegex(lines[at + 1], r"^ {10} +\d+ +\d+ +\d+ +\d+ +\d+  B: ")

    def test_mistakes_are_located(self):
        for search, message in (
            ({"axes": ["Q"]}, "axis \"Q\" is not in the mesh"),
            ({"objective": "beauty"}, "unknown objective \"beauty\"; known are time, memory, communication"),
            ({"axes": []}, "expected axes, or no \"axes\" at all for all of the mesh"),
            ({"evaluations": 0}, "expected a number of programs, from 1"),
            ({"evaluations": 2**63}, "expected a number of programs, less than 2^63 - 1"),
            ({"memory_bytes": 2**70}, "expected a number of bytes, less than 2^63 - 1"),
            ({"seed": 2**63}, "expected a seed, less than 2^63 - 1"),
            ({"seconds": 0}, "expected a number of seconds above 0"),
            ({"seconds": "1"}, "expected a number of seconds above 0"),
            ({"budget": 3}, "unknown key \"budget\""),
            ([], "how to search"),
        ):
            with self.subTest(search=search):
                schedule = self.schedule([["B", 4]], {"name": "auto", "automatic": search})
                run = partir("partition", self.FILE, "--schedule", schedule, "--device", self.device)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertRegex(run.stderr, r"schedule.json:1:\d+: error: ")
                self.assertIn(message, run.stderr)

    def test_usage(self):
        for args, message in (((), "one of --mesh and --schedule"), (("--mesh", "B"), "expected axes as NAME=SIZE"),
                              (("--mesh", "B=2,B=2"), "axis B is there twice"), (("--mesh", "B=0"), "expected axes"),
                              (("--mesh", "B=2,"), "expected axes as NAME=SIZE"), (("--mesh", "B=2", "--axes", "B,"), "has no axis \"\""),
                              (("--mesh", "B=2", "--axes", "B,B"), "axis B is there twice"),
                              (("--mesh", "B=2", "--seconds", "nan"), "expected a number of seconds above 0"),
                              (("--mesh", "B=2", "--seconds", "0"), "expected a number of seconds above 0"),
                              (("--mesh", "B=2", "--axes", "Q"), "has no axis \"Q\"")):
            with self.subTest(args=args):
                self.assertIn(message, self.search(*args, code=2).stderr)

    def test_what_fits_nowhere_is_said(self):
        run = self.search("--mesh", "B=2", "--memory", "10", "--evaluations", "20", code=3)
        self.assertIn("nothing that was found fits into 10 B a device", run.stdout + run.stderr)


if __name__ == "__main__":
    main()
