#!/usr/bin/env python3
"""Measures what a cell of a sweep costs over Dask besides its trials, for docs/guides/many-machines.md.

    python deploy/dask/costs.py target/release/evenodds

Times are CPU times, which depend less on other programs than wall times.
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import evenodds_dask as one
import evenodds_many as many

LOCK = 'kind = "quick"\ndifficulty = 10\nactor = { name = "Ann", dice = 3 }\n'
# A small and a large contest: title, scenario, keys to vary, and fewer values of the first key.
SWEPT = [("a check", "lock.toml", ["difficulty=1..200", "actor.dice=2..6"], "difficulty=1..10"),
         ("a fight", "@canyon", ["side.ambushers.'Assassin Drone'.count=1..20", "side.heroes.Dirk.classes[0].dice=2..6",
                                 "side.heroes.Emily.classes[0].dice=2..6"],
          "side.ambushers.'Assassin Drone'.count=1..1")]


def nothing(number):
    return number


def scheduler(count):
    """Returns CPU time, wall time and memory of the scheduler and its client per empty task."""
    from dask.distributed import Client, LocalCluster, as_completed

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, Client(local) as client:
        list(as_completed(client.map(nothing, range(500), pure=False), with_results=True))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        processor, clock = time.process_time(), time.monotonic()
        futures = client.map(nothing, range(count), pure=False)
        for future, _ in as_completed(futures, with_results=True):
            future.release()
        processor, clock = time.process_time() - processor, time.monotonic() - clock
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
        return processor / count, clock / count, memory * 1024 / count


def child(home, *command):
    """Runs a program and returns its CPU time."""
    process = subprocess.Popen(command, cwd=home, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, command
    return used.ru_utime + used.ru_stime


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    for count in (2_000, 20_000):
        processor, clock, memory = scheduler(count)
        print(f"scheduler and driver: {processor * 1e3:.2f} ms per task of {count} ({clock * 1e3:.2f} ms wall "
              f"time), {memory / 1e3:.1f} kB", flush=True)
    for swept in SWEPT:
        with tempfile.TemporaryDirectory() as name:
            home = pathlib.Path(name)
            (home / "lock.toml").write_text(LOCK)
            cells(home, program, *swept)


def cells(home, program, title, scenario, keys, fewer):
    def sweep(keys):
        words = [word for key in keys for word in ("--vary", key)]
        return [program, "sweep", scenario, *words, "-s", "1", "-n", "1", "-q", "-f", "json", "-j", "1"]

    def sets(keys):
        return [words for _, _, words in many.settings(json.loads(subprocess.check_output(sweep(keys), cwd=home)))]

    kept, few = home / "kept", home / "few"
    kept.mkdir()
    few.mkdir()
    all_of_them, some = sets(keys), sets([fewer, *keys[1:]])
    start = writing = 0
    for index, words in enumerate(all_of_them):
        start += child(home, program, "run", scenario, *words, "-n", "1", "-s", "1", "-q", "-j", "1",
                       "--shard", "1/1", "-o", "part")
        clock = time.monotonic()
        one.keep(kept, f"part-{index:06}", (home / "part").read_bytes())
        writing += time.monotonic() - clock
        if words in some:
            (few / f"part-{index:06}").write_bytes((home / "part").read_bytes())
        (home / "part").unlink()
    size = sum(path.stat().st_size for path in kept.iterdir())
    count, more = len(all_of_them), len(all_of_them) - len(some)
    whole = child(home, *sweep(keys), "--parts", "kept")
    part = child(home, *sweep([fewer, *keys[1:]]), "--parts", "few")
    joining = joined(home, program, scenario, 400) - joined(home, program, scenario, 40)
    print(f"{title}, {count} cells: {start / count * 1e3:.1f} ms per start of the program; {size / count / 1e3:.1f} kB per "
          f"part, {writing / count * 1e3:.1f} ms wall time to write it, {joining / 360 * 1e3:.2f} ms to read and join "
          f"it; {(whole - part) / more * 1e3:.2f} ms per cell in the final sweep", flush=True)


def joined(home, program, scenario, shares):
    """Returns the CPU time of merging a run of `shares` parts."""
    names = [f"share-{share}" for share in range(1, shares + 1)]
    for share, name in enumerate(names, 1):
        child(home, program, "run", scenario, "-n", str(shares), "-q", "-j", "1", "--shard", f"{share}/{shares}",
              "-o", name)
    return min(child(home, program, "merge", *names, "--no-stronger", "-f", "json") for _ in range(5))


if __name__ == "__main__":
    main()
