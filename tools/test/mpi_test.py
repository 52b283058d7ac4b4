#!/usr/bin/env python3
"""`mpirun partir fuzz`: python3 mpi_test.py PARTIR SOURCE_DIR DATA_DIR. PARTIR_MPIRUN is the launcher; Skipped (77)
without it."""
import json
import os
import signal
import subprocess
import sys
import time

from cli import Case, PARTIR, main

# as root, on any number of cores; a rank that dies takes no other with it
MPIRUN = [os.environ.get("PARTIR_MPIRUN", ""), "--oversubscribe", "--bind-to", "none", "--enable-recovery", "-n"]
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
           OMPI_MCA_btl_vader_single_copy_mechanism="none")


def start(ranks, *args):
    return subprocess.Popen([*MPIRUN, str(ranks), PARTIR, "fuzz", *args], env=ENV, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def ranks_of(mpirun):
    """The ranks' processes: children of mpirun."""
    with open(f"/proc/{mpirun.pid}/task/{mpirun.pid}/children", encoding="ascii") as f:
        return [int(p) for p in f.read().split()]


class Mpi(Case):
    def campaign(self, ranks, *args):
        run = start(ranks, "--json", "--statement", "typing", "--statement", "theorem1", "--jobs", "1", *args)
        out, err = run.communicate(timeout=240)
        self.assertEqual(run.returncode, 0, out + err)
        return json.loads(out)

    def test_ranks_share_the_seeds(self):
        report = self.campaign(3, "--minutes", "0.05")
        self.assertEqual(report["ranks"], 3)
        self.assertEqual(report["lost"], [])
        for statement in ("typing", "theorem1"):
            # each batch by one rank: what rank 0 learned of is what all ranks did
            done = report["next"][statement] + len(report.get("beyond", {}).get(statement, []))
            self.assertEqual(report["programs"][statement], 500 * done)
            self.assertGreaterEqual(done, 3)
        self.assertGreater(report["rules"]["T-Slice"], 100)

    def test_the_state_of_one_number_of_ranks_goes_on_with_another(self):
        state = os.path.join(self.tmp.name, "campaign.json")
        first = self.campaign(3, "--minutes", "0.02", "--state", state)
        second = self.campaign(2, "--minutes", "0.02", "--state", state)
        for statement, n in first["programs"].items():
            self.assertGreater(second["programs"][statement], n)
            done = second["next"][statement] + len(second.get("beyond", {}).get(statement, []))
            self.assertEqual(second["programs"][statement], 500 * done)

    def test_a_killed_rank_loses_only_what_it_was_at(self):
        run = start(3, "--minutes", "0.12", "--json", "--statement", "typing", "--jobs", "1")
        deadline = time.time() + 60
        while len(ranks_of(run)) < 3 and time.time() < deadline:
            time.sleep(0.05)
        time.sleep(3)
        os.kill(max(ranks_of(run)), signal.SIGKILL)
        out, err = run.communicate(timeout=240)
        self.assertEqual(run.returncode, 0, out + err)
        report = json.loads(out[out.index("{"):])
        self.assertEqual(len(report["lost"]), 1, report["lost"])
        lost, beyond = report["lost"][0], report["beyond"]["typing"]
        # what it had done counts, the first that it had not is where the next campaign begins
        self.assertGreaterEqual(report["next"]["typing"], 3)
        self.assertEqual(report["next"]["typing"] % 3, lost)
        self.assertTrue(all(b % 3 != lost for b in beyond), beyond)
        self.assertEqual(report["programs"]["typing"], 500 * (report["next"]["typing"] + len(beyond)))

    def test_an_error_at_rank_0_ends_all(self):
        bad = self.file("campaign.json", "{")
        run = start(2, "--state", bad)
        out, err = run.communicate(timeout=60)
        self.assertIn("is not the state of a campaign", err)
        self.assertEqual(err.count("is not the state of a campaign"), 1, err)


if __name__ == "__main__":
    if not os.environ.get("PARTIR_MPIRUN"):
        sys.exit(77)
    main()
