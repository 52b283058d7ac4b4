#!/usr/bin/env python3
"""`partir run`: python3 run_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os

from cli import Case, example, main, partir


class Run(Case):
    FILE = example("matmul_chain.mlir")

    def test_run_agrees_between_semantics_and_from_files(self):
        core = partir("run", example("chain.core.mlir"), "--domain", "field", "--json")
        spmd = partir("run", example("chain.core.mlir"), "--domain", "field", "--json",
                      "--semantics", "spmd")
        self.assertEqual((core.returncode, spmd.returncode), (0, 0), core.stderr + spmd.stderr)
        self.assertEqual(json.loads(core.stdout)["results"][0]["hash"],
                         json.loads(spmd.stdout)["results"][0]["hash"])
        out = os.path.join(self.tmp.name, "r")
        run = partir("run", self.FILE, "--save", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue(os.path.exists(out + "0.npy"))
        self.assertEqual(partir("run", self.FILE, "--input", "arg0=" + out + "0.npy").returncode, 0)
        bad = partir("run", self.FILE, "--input", "arg1=" + out + "0.npy")
        self.assertError(bad, 2, "expected tensor<8x16xf32>")

    def test_trace_shows_values_of_both_semantics(self):
        for semantics, word in (("core", "yield"), ("spmd", "all_reduce|all_gather|argument")):
            run = partir("run", example("chain.core.mlir"), "--semantics", semantics, "--trace")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertRegex(run.stdout, word)

    def test_semantics_follow_from_the_text(self):
        for file, expected in (("chain.hlo.mlir", "spmd"), ("chain.core.mlir", "core"),
                               ("matmul_chain.mlir", "core")):
            run = partir("run", example(file), "--json")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(json.loads(run.stdout)["semantics"], expected)
        bad = partir("run", example("chain.hlo.mlir"), "--semantics", "core")
        self.assertError(bad, 2, "has SPMD semantics only")

    def test_inputs_that_are_wrong_name_the_option(self):
        for text, why in (("x", "expected name=file.npy"), ("x=", "no file name after ="),
                          ("=x.npy", "no argument's name before ="), ("", "expected name=file.npy"),
                          ("nobody=x.npy", 'no argument is named "nobody"')):
            run = partir("run", self.FILE, "--input", text)
            self.assertError(run, 2, f"--input {text}: {why}")
        self.assertError(partir("run", self.FILE, "--input", "arg0=/nonexistent.npy"), 2,
                         "/nonexistent.npy: error")
        out = os.path.join(self.tmp.name, "r")
        self.assertEqual(partir("run", self.FILE, "--save", out).returncode, 0)
        one = "arg0=" + out + "0.npy"
        self.assertError(partir("run", self.FILE, "--input", one, "--input", one), 2, "given twice")

    def test_equal_seeds_give_equal_results(self):
        def results(seed):
            return json.loads(partir("run", self.FILE, "--json", "--seed", seed).stdout)["results"]
        self.assertEqual(results("3"), results("3"))
        self.assertNotEqual(results("3"), results("4"))


if __name__ == "__main__":
    main()
