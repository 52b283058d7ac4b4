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

# as root, on any number of cores
MPIRUN = [os.environ.get("PARTIR_MPIRUN", ""), "--oversubscribe", "--bind-to", "none"]
# a rank that dies takes no other with it; then mpirun's exit code is 0 whatever the ranks' are
RECOVER = ["--enable-recovery"]
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
           OMPI_MCA_btl_vader_single_copy_mechanism="none")


def start(ranks, *args, options=()):
    return subprocess.Popen([*MPIRUN, *options, "-n", str(ranks), PARTIR, "fuzz", *args], env=ENV, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def ranks_of(mpirun):
    """The ranks' processes, by rank."""
    found = {}
    with open(f"/proc/{mpirun.pid}/task/{mpirun.pid}/children", encoding="ascii") as f:
        for pid in f.read().split():
            with open(f"/proc/{pid}/environ", encoding="utf-8", errors="replace") as e:
                for variable in e.read().split("\0"):
                    if variable.startswith("OMPI_COMM_WORLD_RANK="):
                        found[int(variable.split("=")[1])] = int(pid)
    return found


def wait_for_ranks(mpirun, count):
    deadline = time.time() + 60
    while len(ranks_of(mpirun)) < count and time.time() < deadline:
        time.sleep(0.05)
    time.sleep(3)
    return ranks_of(mpirun)


def ranges(report, statement):
    return report["batches"].get(statement, [])


def done(report, statement):
    return sum(to - first for first, to in ranges(report, statement))


class Mpi(Case):
    def campaign(self, ranks, *args):
        run = start(ranks, "--json", "--statement", "typing", "--statement", "theorem1", "--jobs", "1", *args)
        out, err = run.communicate(timeout=240)
        self.assertEqual(run.returncode, 0, out + err)
        return json.loads(out)

    def assertCounts(self, report):
        """Each batch by one rank: what rank 0 learned of is what all ranks did."""
        for statement, programs in report["programs"].items():
            self.assertEqual(programs, 500 * done(report, statement))

    def test_ranks_share_the_seeds(self):
        report = self.campaign(3, "--minutes", "0.05")
        self.assertEqual(report["ranks"], 3)
        self.assertEqual(report["lost"], [])
        self.assertCounts(report)
        for statement in ("typing", "theorem1"):
            self.assertGreaterEqual(done(report, statement), 3)
        self.assertGreater(report["rules"]["T-Slice"], 100)

    def test_the_state_of_one_number_of_ranks_goes_on_with_another(self):
        state = os.path.join(self.tmp.name, "campaign.json")
        first = self.campaign(3, "--minutes", "0.02", "--state", state)
        second = self.campaign(2, "--minutes", "0.02", "--state", state)
        self.assertCounts(second)
        for statement, n in first["programs"].items():
            self.assertGreater(second["programs"][statement], n)

    def lost(self, run, timeout):
        out, err = run.communicate(timeout=timeout)
        report = json.loads(out[out.index("{"):out.rindex("}") + 1])
        self.assertEqual(report["verdict"], "tested", out + err)
        self.assertCounts(report)
        return report

    def test_a_killed_rank_loses_only_what_it_was_at(self):
        run = start(3, "--minutes", "0.12", "--json", "--statement", "typing", "--jobs", "1", options=RECOVER)
        os.kill(wait_for_ranks(run, 3)[2], signal.SIGKILL)
        report = self.lost(run, 120)
        self.assertEqual(report["lost"], [2])
        # what it had done counts; from the first that it had not, only the others' batches are done
        (first, begun), *others = ranges(report, "typing")
        self.assertEqual((first, begun % 3), (0, 2))
        self.assertGreaterEqual(begun, 3)
        self.assertTrue(others)
        self.assertNotIn(2, {batch % 3 for first, to in others for batch in range(first, to)})

    def test_a_rank_that_dies_after_its_work_is_not_waited_for(self):
        run = start(3, "--minutes", "0.08", "--json", "--statement", "typing", "--jobs", "1", options=RECOVER)
        ranks = wait_for_ranks(run, 3)
        os.kill(ranks[2], signal.SIGSTOP)
        time.sleep(5)  # rank 1 has said that it ends, rank 2 has not
        os.kill(ranks[1], signal.SIGKILL)
        os.kill(ranks[2], signal.SIGCONT)
        self.lost(run, 60)

    def test_a_stopped_rank_goes_on(self):
        run = start(2, "--minutes", "0.4", "--json", "--statement", "typing", "--jobs", "1", options=RECOVER)
        rank = wait_for_ranks(run, 2)[1]
        os.kill(rank, signal.SIGSTOP)
        time.sleep(6)
        os.kill(rank, signal.SIGCONT)
        self.assertEqual(self.lost(run, 120)["lost"], [])

    def test_an_error_at_rank_0_ends_all(self):
        run = start(2, "--state", self.file("campaign.json", "{"))
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 2, out + err)
        self.assertEqual(err.count("is not the state of a campaign"), 1, err)

    def test_a_state_that_cannot_be_written_ends_all(self):
        run = start(2, "--state", "/proc/campaign.json", "--minutes", "1", "--statement", "typing", "--jobs", "1")
        out, err = run.communicate(timeout=50)
        self.assertEqual(run.returncode, 2, out + err)
        self.assertIn("/proc/campaign.json", err)

    def test_another_launcher_is_refused(self):
        run = subprocess.run([PARTIR, "fuzz", "--minutes", "0.01"], env=dict(ENV, PMI_SIZE="4"), text=True, timeout=60,
                             capture_output=True, check=False)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertIn("another launcher", run.stderr)


if __name__ == "__main__":
    if not os.environ.get("PARTIR_MPIRUN"):
        print("skipped: no mpirun")
        sys.exit(77)
    main()
