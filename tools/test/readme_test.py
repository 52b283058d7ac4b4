#!/usr/bin/env python3
"""README.md shows what the command really prints: python3 readme_test.py PARTIR SOURCE_DIR DATA_DIR"""
import os
import re
import shlex

from cli import SOURCE, Case, main, partir


def blocks(text):
    """The indented commands `$ partir ..`, each with the lines that stand below it."""
    found = []
    for line in text.splitlines():
        if line.startswith("    $ partir "):
            found.append((shlex.split(line.strip()[2:])[1:], []))
        elif found and found[-1] and line.startswith("    "):
            found[-1][1].append(line[4:])
        elif line.strip() and found and found[-1]:
            found.append(None)  # text ends a block
    return [b for b in found if b]


def rows(lines):
    """Without what differs from run to run: times, and blanks at the end of a row."""
    return [re.sub(r" +\d+\.\d\d s$", " TIME", line.rstrip()) for line in lines if line.strip()]


class Readme(Case):
    def setUp(self):
        super().setUp()
        with open(os.path.join(SOURCE, "README.md")) as f:
            self.text = f.read()

    def test_every_command_prints_what_is_shown(self):
        shown = blocks(self.text)
        self.assertGreaterEqual(len(shown), 2)
        for args, lines in shown:
            run = partir(*args, cwd=SOURCE)
            self.assertEqual(rows(run.stdout.splitlines()), rows(lines), args)

    def test_no_verdict_that_is_never_given(self):
        for word, op in (("verified", "cholesky"), ("proved_all_shapes", "tanh")):
            self.assertIn("`" + word + "`", self.text)
            self.assertIn(": " + word + ":", partir("tmr", "explain", op).stdout)
        self.assertLess(self.text.index("./x demo"), self.text.index("Reading order"))

    def test_links_lead_somewhere(self):
        links = re.findall(r"\]\(([^)#]+)\)", self.text)
        self.assertTrue(links)
        for link in links:
            self.assertTrue(os.path.exists(os.path.join(SOURCE, link)), link)


if __name__ == "__main__":
    main()
