#!/usr/bin/env python3
"""A run on a cluster of two workers, one of which is killed on the way, ends with the bytes of one run
on this machine.

    python deploy/dask/test.py target/release/evenodds
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

DRIVER = pathlib.Path(__file__).with_name("evenodds_dask.py")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    trials = sys.argv[2] if len(sys.argv) > 2 else "20000000"
    from dask.distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as home:
        local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        client = Client(local)
        workers = client.run(os.getpid)
        parts = pathlib.Path(home, "parts")
        command = [sys.executable, str(DRIVER), "@canyon", "-n", trials, "--shards", "16",
                   "--evenodds", program, "--scheduler", local.scheduler_address,
                   "--parts", str(parts), "-o", "many.json", "--", "-f", "json"]
        run = subprocess.Popen(command, cwd=home)
        # Once some shards are done, others are being played on both workers.
        while run.poll() is None and len(list(parts.glob("part-*"))) < 3:
            time.sleep(0.02)
        assert run.poll() is None, "the run ended before a worker could be killed"
        victim = next(iter(workers.values()))
        os.kill(victim, signal.SIGKILL)
        print(f"killed a worker after {len(list(parts.glob('part-*')))} of 16 shards", flush=True)
        assert run.wait(timeout=600) == 0, "the run failed"
        one = subprocess.run([program, "run", "@canyon", "-n", trials, "-f", "json", "-q"],
                             capture_output=True, check=True).stdout
        many = pathlib.Path(home, "many.json").read_bytes()
        assert many == one, "the results differ from those of one run"
        # The same again needs no cluster: all parts are there.
        again = command[:]
        again[again.index(local.scheduler_address)] = "tcp://127.0.0.1:1"
        assert subprocess.run(again, cwd=home, check=False).returncode == 0
        # What the program refuses is not tried again.
        wrong = [sys.executable, str(DRIVER), "@canyon", "-n", trials, "--shards", "2",
                 "--evenodds", program, "--scheduler", local.scheduler_address,
                 "--set", "rules.half=sideways"]
        refused = subprocess.run(wrong, cwd=home, check=False, capture_output=True, text=True)
        assert refused.returncode == 2 and "sideways" in refused.stderr, refused.stderr
        client.close()
        local.close()
    print("many machines, one of them lost: the same bytes")


if __name__ == "__main__":
    main()
