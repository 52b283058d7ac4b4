#!/usr/bin/env python3
"""`partir tmr`: python3 tmr_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os

from cli import SOURCE, Case, main, partir


class Tmr(Case):
    def test_list_judges_every_entry(self):
        r = partir("tmr", "list", "--json")
        self.assertEqual(r.returncode, 0, r.stdout[-500:] + r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual(report["refuted"], 0)
        self.assertEqual(report["undecided"], 0)
        self.assertGreater(report["proved"], 2000)
        by_op = {op["op"]: op for op in report["ops"]}
        self.assertEqual(by_op["dot_general"]["tested"], 0)
        self.assertGreater(by_op["dot_general"]["proved"], 10)
        self.assertGreater(by_op["cholesky"]["verified"], 0)
        self.assertLess(report["tested"], 20)

    def test_list_has_a_table_for_people(self):
        r = partir("tmr", "list", "add")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertRegex(r.stdout, r"add +\d+ +0 +0 +0 +0\n")
        self.assertNotIn("dot_general", r.stdout)

    def test_explain_has_definition_entries_and_steps(self):
        r = partir("tmr", "explain", "dot_general")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertIn("out[i0,i1] = add(k0<4) multiply(x0[i0,k0], x1[k0,i1])", r.stdout)
        self.assertIn("(tile<1>, tile<0>) -> partial<add>: proved_all_shapes", r.stdout)
        self.assertIn("      3. the index of x0 along 1, k0, moves by i*(l1): the place in chunk i", r.stdout)

    def test_explain_says_why_there_is_no_proof(self):
        r = partir("tmr", "explain", "cholesky", "--json")
        self.assertEqual(r.returncode, 0, r.stderr)
        instance = json.loads(r.stdout)["instances"][0]
        self.assertIsNone(instance["comprehension"])
        entry = instance["entries"][0]
        self.assertEqual(entry["verdict"], "verified")
        self.assertIn("by the op's definition", entry["detail"])

    def test_derive_finds_no_incorrect_entry_and_none_missing(self):
        r = partir("tmr", "derive", "--json")
        self.assertEqual(r.returncode, 0, r.stdout[-500:] + r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual(report["incorrect"], 0)
        self.assertEqual(report["missing"], 0)
        self.assertGreater(report["derived"], 2000)
        by_op = {op["op"]: op for op in report["ops"]}
        self.assertEqual(by_op["dot_general"]["derived"], by_op["dot_general"]["listed"])
        self.assertEqual(by_op["dot_general"]["declined"] + by_op["dot_general"]["beyond"], [])
        self.assertEqual(by_op["cholesky"]["derived"], 0)
        self.assertIn("by the op's definition", by_op["cholesky"]["beyond"][0]["why"])
        for op in report["ops"]:
            self.assertEqual(op["derived"] - len(op["declined"]), op["listed"] - len(op["beyond"]), op["op"])

    def test_derive_names_the_reasons_of_what_is_declined(self):
        r = partir("tmr", "derive", "abs")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertIn("declined: (partial<mul>) -> partial<mul> of (tensor<12xf32>): the absolute value of a product is a law of the real numbers",
                      r.stdout)
        r = partir("tmr", "derive", "negate")
        self.assertIn("0 incorrect, 0 missing, 0 declined", r.stdout)
        self.assertRegex(partir("tmr", "derive").stdout, r"declined: 28, as \(partial<max>, any\) -> partial<max> of .*it follows from a listed entry")

    MATMUL = "op matmul: out[b,m,n] = sum(k) l[b,m,k] * r[b,k,n]\n"

    def check(self, text, code, *options):
        self.rules = self.file("rules.tmr", text)
        r = partir("tmr", "check", self.rules, *options)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r

    def test_check_proves_what_is_right(self):
        r = self.check("# batched\n" + self.MATMUL + "  (tile<1>, any) -> tile<1>\n  (tile<2>, tile<1>) -> partial<add>\n"
                       "  b m k, b k n -> b m n  # all of them\n"
                       "  #sdy.op_sharding_rule<([b, m, k],[b, k, n])->([b, m, n]) {b=2, m=4, k=8, n=4} reduction={k}>\n", 0, "--steps")
        self.assertEqual(r.stdout.count("proved_all_shapes"), 10, r.stdout)
        self.assertIn(f"{self.rules}:3:3: matmul (tile<1>, any) -> tile<1>: proved_all_shapes", r.stdout)
        self.assertIn("k0 goes over K*n values in the whole, K in a part", r.stdout)

    def test_check_judges_factors_of_ops_by_name(self):
        r = self.check("op reshape(f32[2,4]) {result_shape = [8]}\n"
                       "  #sdy.op_sharding_rule<([i, j])->([ij]) {i=2, j=4}>\n"
                       "op dot_general(f32[6,4], f32[4,8]) {lhs_batching_dimensions = [], rhs_batching_dimensions = [], "
                       "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], result_element = f32}\n"
                       "  row inner, inner col -> row col\n", 0)
        self.assertIn("  j (pass-through): proved: (tile<1>) -> tile<0>\n", r.stdout)
        self.assertIn("  inner (reduction): proved: (tile<1>, tile<0>) -> partial<add>\n", r.stdout)
        r = self.check("op reverse(f32[6,4]) {dimensions = [0]}\n  i j -> i j\n", 1, "--json")
        rule = json.loads(r.stdout)["ops"][0]["rules"][0]
        self.assertEqual([f["outcome"] for f in rule["factors"]], ["refuted", "proved"])

    def test_check_refutes_what_is_wrong_at_the_smallest_extents(self):
        for op, entry, says in (
                (self.MATMUL, "(tile<2>, tile<1>) -> partial<max>", r"refuted: at b=1, m=1, n=1, k=2 and axis size 2: at \[0, 0, 0\]: "),
                (self.MATMUL, "(tile<2>, any) -> tile<2>", "refuted: "),
                ("op mean: out[i] = sum(k) x[i,k] / 2\n", "(tile<0>) -> partial<add>", "refuted: "),
                ("op peak: out[i] = max(k) x[i,k]\n", "(tile<1>) -> partial<add>", "refuted: at i=1, k=2 and axis size 2"),
                ("op outer: out[i] = sum(a,b) x[i,a] * y[i,b]\n", "(tile<1>, tile<1>) -> partial<add>", "refuted: .*k0 and k1 are both divided"),
                ("op square: out[i] = x[i] * x[i]\n", "(partial<add>) -> partial<add>", "refuted: at i=1 and axis size 2"),
                ("op conv: out[i] = sum(k) x[i+k] * w[k]\n", "(tile<0>, any) -> tile<0>",
                 "refuted: at i=2, k=3 and axis size 2: a part of x is 2 long along 0, and its op reads 3"),
                ("op gelu: out[i] = x[i] * logistic(x[i])\n", "(partial<add>) -> partial<add>", "refuted: ")):
            self.assertRegex(self.check(op + "  " + entry + "\n", 1).stdout, says)

    def test_check_of_other_reducers_and_functions(self):
        r = self.check("op softmax_scale: out[i,j] = exp(x[i,j] - m[i])\n  (tile<0>, tile<0>) -> tile<0>\n  (tile<1>, any) -> tile<1>\n"
                       "op peak: out[i] = max(k) max(x[i,k], y[k])\n  (tile<1>, tile<0>) -> partial<max>\n"
                       "op scaled: out[i] = 3 * x[i] - y[i] / 2\n  (partial<add>, partial<add>) -> partial<add>\n"
                       "op conv: out[n,i,o] = sum(c,k) x[n,2*i+k,c] * w[k,c,o]\n  (tile<0>, any) -> tile<0>\n"
                       "  (any, tile<2>) -> tile<2>\n  (tile<2>, tile<1>) -> partial<add>\n", 0, "--json")
        verdicts = [e["verdict"] for op in json.loads(r.stdout)["ops"] for e in op["entries"]]
        self.assertEqual(verdicts, ["proved_all_shapes"] * 7)

    def test_check_ends_with_counts(self):
        text = ("op ex: out[i] = exp(x[i])\n  (tile<0>) -> tile<0>\n  (partial<add>) -> partial<add>\n"
                "  (partial<add>) -> partial<mul>\n"
                "op tanh(f32[6,4])\n  (tile<0>) -> tile<0>\n  #sdy.op_sharding_rule<([i, j])->([i, j]) {i=6, j=4} need_replication={j}>\n")
        r = self.check(text, 1)
        self.assertTrue(r.stdout.endswith("\n6 entries: 3 proved, 1 refuted, 1 without a claim, 1 undecided\n"), r.stdout)
        self.assertEqual(json.loads(self.check(text, 1, "--json").stdout)["counts"],
                         {"entries": 6, "proved": 3, "verified": 0, "tested": 0, "refuted": 1, "no_claim": 1, "undecided": 1})
        self.assertTrue(self.check(self.MATMUL + "(tile<0>, tile<0>) -> tile<0>", 0).stdout.endswith(
            "\n1 entry: 1 proved, 0 refuted, 0 undecided\n"))

    def test_check_reports_in_the_order_of_the_file_and_names_factors(self):
        r = self.check("op tanh(f32[6,4])\n  i j -> i j\n  (tile<1>) -> tile<1>\n" + self.MATMUL +
                       "  b m k, b k n -> b m n\n  #sdy.op_sharding_rule<([b, m, k],[b, k, n])->([b, m, n]) need_replication={b} reduction={k}>\n", 0)
        lines = [int(line.split(":")[1]) for line in r.stdout.splitlines() if line.startswith(self.rules)]
        self.assertEqual(lines, sorted(lines))
        self.assertEqual(lines[:2], [2, 3])
        self.assertIn(f"{self.rules}:5:3: matmul factor k (reduction): (tile<2>, tile<1>) -> partial<add>: proved", r.stdout)
        self.assertRegex(r.stdout, r":6:\d+: matmul factor b \(need_replication\): no_claim: the rule claims nothing of parts\n")

    def test_check_reads_standard_input(self):
        r = partir("tmr", "check", "-", input=self.MATMUL + "(tile<0>, tile<0>) -> tile<0>\n")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertIn("<stdin>:2:1: matmul", r.stdout)
        r = partir("tmr", "check", "-", input="op f\n")
        self.assertEqual(r.returncode, 2)
        self.assertIn("<stdin>:1:5: error: operand types are missing", r.stderr)

    def test_check_notes_sizes_that_are_not_those_of_the_op(self):
        text = "op tanh(f32[6,4])\n  #sdy.op_sharding_rule<([i, j])->([i, j]) {i=3, j=4}>\n"
        note = "dimension 0 of operand 0 has 6 elements, its factors make 3 (i=3)"
        self.assertIn("  note: " + note + "\n", self.check(text, 0).stdout)
        self.assertIn(note, json.loads(self.check(text, 0, "--json").stdout)["ops"][0]["rules"][0]["notes"])

    def test_check_of_a_batch_beside_what_attributes_fix(self):
        r = self.check("op fft(complex<f32>[8,32,64]) {fft_type = FFT, fft_length = [32,64]}\n  (tile<0>) -> tile<0>\n", 0)
        self.assertIn("verified: by the op's definition", r.stdout)

    def test_check_does_not_run_what_is_too_large(self):
        r = self.check("op far: out[i] = x[999999999*i]\n  (tile<0>) -> tile<0>\n", 3)
        self.assertIn("are small enough", r.stdout)

    def test_check_says_where_a_file_is_wrong(self):
        for text, where, says in (
                ("", "", "has no op"),
                ("(any) -> tile<0>\n", ":1:1", "expected `op NAME: ..` before"),
                ("op f: out[i] = x[j]\n", ":1:18", "j is neither an index of the result nor reduced over"),
                ("op f: out[i,i] = x[i]\n", ":1:13", "index i stands twice"),
                ("op f: out[i] = sum(k) x[i]\n", ":1:1", "index k is reduced over and not read"),
                ("op f: out[i] = x[i] + x[i+1]\n", ":1:23", "read over other extents"),
                ("op f: out[i] = foo(x[i])\n", ":1:16", "no function is called"),
                ("op f: out[i] = max(x[i])\n", ":1:16", "has 2 arguments"),
                ("op f: out[i] = x[i] y\n", ":1:21", "end of the line"),
                ("op f: out[i] = x[\n", ":1:18", "expected an index"),
                (self.MATMUL + "(any) -> tile<0>\n", ":2:1", "has 1 operand, matmul has 2"),
                (self.MATMUL + "(tile<7>, any) -> tile<0>\n", ":2:1", "tile<7> of rank 3"),
                (self.MATMUL + "(any, partial<xor>) -> tile<0>\n", ":2:7", "no partial<xor>"),
                (self.MATMUL + "(any, tile<x>) -> tile<0>\n", ":2:12", "expected a number"),
                (self.MATMUL + "b m, b k n -> b m n\n", ":2:1", "gives l rank 2"),
                (self.MATMUL + "#sdy.op_sharding_rule<([b, m, k],[b, k, n])->([b, m, n]) {b=2\n", ":2:62", "expected `}`"),
                (self.MATMUL + "\x00\xff", ":2:1", "not a text file"),
                (self.MATMUL, ":1:1", "op matmul has no entries"),
                (self.MATMUL + "# sdy.op_sharding_rule<([b])->([b])>\n", ":1:1", "op matmul has no entries")):
            r = self.check(text, 2)
            self.assertIn(f"rules.tmr{where}", r.stderr, text)
            self.assertIn(says, r.stderr, text)
        deep = "op f: out[i] = " + "(" * 5000 + "x[i]" + ")" * 5000 + "\n"
        self.assertIn("nested more than", self.check(deep, 2).stderr)
        self.assertEqual(partir("tmr", "check", "/nowhere.tmr").returncode, 2)

    def test_wrong_entries_are_refuted_by_programs_that_run(self):
        wrong = os.path.join(SOURCE, "property_tests", "wrong_entries.tmr")
        to = os.path.join(self.tmp.name, "deep", "er")
        r = partir("tmr", "check", wrong, "--counterexamples", to, "--json")
        self.assertEqual(r.returncode, 1, r.stderr)
        entries = [(op["op"], e) for op in json.loads(r.stdout)["ops"] for e in op["entries"]]
        self.assertGreaterEqual(len(entries), 60)
        self.assertGreaterEqual(len({op for op, _ in entries}), 35)
        shown = 0
        for op, e in entries:
            self.assertEqual(e["verdict"], "refuted", (op, e))
            self.assertNotIn("no_program", e)
            if "program" not in e:
                self.assertIn("by its types", e["detail"])
                continue
            shown += 1
            c = e["counterexample"]
            with open(e["program"]) as file:
                self.assertIn(f"// run: partir run {os.path.basename(e['program'])}\n", file.read())
            run = partir("run", e["program"], "--json")
            self.assertEqual(run.returncode, 0, e["program"] + run.stderr)
            results = [(x["type"], x["value"]) for x in json.loads(run.stdout)["results"]]
            whole, parts = results[:len(results) // 2], results[len(results) // 2:]
            self.assertEqual(len(whole), len(parts))
            self.assertNotEqual(whole, parts, e["program"])
            self.assertNotEqual(c["expected"], c["found"])
        self.assertEqual(sorted(os.listdir(to)), sorted(
            os.path.basename(e["program"]) for _, e in entries if "program" in e))
        self.assertGreaterEqual(shown, len(entries) - 6)

    def test_counterexamples_are_named_in_the_text(self):
        to = os.path.join(self.tmp.name, "wrong")
        r = self.check("op reverse(f32[30]) {dimensions = [0]}\n  (tile<0>) -> tile<0>\n", 1,
                       "--counterexamples", to)
        path = os.path.join(to, "reverse_1.mlir")
        self.assertIn("reverse of (tensor<2xf32>) at axis size 2: at [0]: 1, not 0 (", r.stdout)
        self.assertRegex(r.stdout, r"\n  input +x0 = tensor<2xf32> \[1, 0\]\n")
        self.assertIn(f"\n  program             {path}\n", r.stdout)
        run = partir("run", path)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("result 0 : tensor<2xf32> = tensor<2xf32> [0, 1]", run.stdout)
        self.assertIn("result 1 : tensor<2xf32> = tensor<2xf32> [1, 0]", run.stdout)
        taken = self.file("taken", "")
        r = partir("tmr", "check", self.rules, "--counterexamples", taken)
        self.assertEqual(r.returncode, 2)
        self.assertIn("cannot be made a directory", r.stderr)

    def test_check_of_ops_by_name(self):
        r = self.check("op dot_general(f32[6,4], f32[4,8]) {lhs_batching_dimensions = [],\n"
                       "    rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],\n"
                       "    rhs_contracting_dimensions = [0], result_element = f32}\n"
                       "  (tile<1>, tile<0>) -> partial<add>\n"
                       "op reduce(f32[6,4], f32[] = 0) {dimensions = [0], reducer = add}\n"
                       "  (tile<0>, any) -> partial<add>\n  (tile<1>, any) -> tile<0>\n", 0)
        self.assertEqual(r.stdout.count("proved_all_shapes"), 3, r.stdout)
        self.assertIn(f"{self.rules}:4:3: dot_general (tile<1>, tile<0>)", r.stdout)

    def test_check_says_where_an_op_by_name_is_wrong(self):
        for text, where, says in (
                ("op dot_genral(f32[6,4])\n", ":1:4", 'is "dot_general" meant?'),
                ("op reverse(f32[6])\n", ":1:19", "needs attribute dimensions"),
                ("op reverse(f32[6]) {dimensions = [7]}\n", ":1:11", "ill-typed: C2"),
                ("op reverse(f32[6]) {dims = [0]}\n", ":1:21", 'has no attribute "dims"'),
                ("op reverse(f32[6]) {dimensions = x}\n", ":1:34", "expected `[`"),
                ("op tanh(f32[6])\n  i j -> i j\n", ":2:3", "the rule gives operand 0 rank 2")):
            r = self.check(text, 2)
            self.assertIn(f"rules.tmr{where}", r.stderr, text)
            self.assertIn(says, r.stderr, text)

    def test_refuses_what_it_does_not_know(self):
        for command in ("list", "explain", "derive"):
            r = partir("tmr", command, "dot_genral")
            self.assertEqual(r.returncode, 2)
            self.assertIn('is "dot_general" meant?', r.stderr)
        self.assertEqual(partir("tmr").returncode, 2)
        self.assertEqual(partir("tmr", "explain").returncode, 2)


if __name__ == "__main__":
    main()
