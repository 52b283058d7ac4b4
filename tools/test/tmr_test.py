#!/usr/bin/env python3
"""`partir tmr`: python3 tmr_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json

from cli import Case, main, partir


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
        self.assertGreater(by_op["cholesky"]["tested"], 0)

    def test_list_has_a_table_for_people(self):
        r = partir("tmr", "list", "add")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertRegex(r.stdout, r"add +\d+ +0 +0 +0\n")
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
        self.assertEqual(entry["verdict"], "tested")
        self.assertIn("has no comprehension", entry["detail"])

    def test_refuses_what_it_does_not_know(self):
        for command in ("list", "explain"):
            r = partir("tmr", command, "dot_genral")
            self.assertEqual(r.returncode, 2)
            self.assertIn("is dot_general meant?", r.stderr)
        self.assertEqual(partir("tmr").returncode, 2)
        self.assertEqual(partir("tmr", "explain").returncode, 2)


if __name__ == "__main__":
    main()
