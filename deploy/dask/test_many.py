#!/usr/bin/env python3
"""Tests of evenodds_many.py. A sweep of 200 settings and the reports on 40 scenarios, on two workers of which one is
killed, have the bytes of one machine and are not played again. Results that are truncated or of another build are tried
again.

    python deploy/dask/test_many.py target/release/evenodds
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from test import instead

DRIVER = pathlib.Path(__file__).with_name("evenodds_many.py")
LOCK = 'kind = "quick"\ntitle = "Lock {0}"\ndifficulty = {0}\nactor = {{ name = "Ann", dice = 3 }}\n'


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    from dask.distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as name:
        home = pathlib.Path(name)
        local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        client = Client(local)
        a_sweep(home, program, local, client)
        a_sweep_of_shares(home, program, local)
        a_seed_of_the_scenario(home, program, local)
        wrong_results(home, program, local)
        a_folder(home, program, local, client)
        client.close()
        local.close()
    print("sweeps and reports on many machines, one of them lost: the same bytes")


def killing(home, command, client, finished, least):
    """Runs the driver, and kills a worker after `least` finished tasks."""
    workers = client.run(os.getpid)
    start = time.monotonic()
    run = subprocess.Popen(command, cwd=home)
    while run.poll() is None and finished() < least:
        time.sleep(0.02)
    assert run.poll() is None, f"the driver ended with {run.poll()} before a worker could be killed"
    os.kill(next(iter(workers.values())), signal.SIGKILL)
    print(f"killed a worker after {finished()} tasks", flush=True)
    code = run.wait(timeout=300)
    assert code == 0, f"the driver ended with {code}"
    print(f"done after {time.monotonic() - start:.1f} s", flush=True)


def alone(home, *command):
    return subprocess.run(command, cwd=home, check=True, capture_output=True).stdout


def a_sweep_of_shares(home, program, local):
    """A setting can have more than one task, a task more than one setting, and equal contests are played once."""
    def sweep(kept, vary, *more):
        words = ["lock.toml", "--vary", vary, "-n", "5000", "-s", "5"]
        driver = [sys.executable, str(DRIVER), "sweep", *words, "--parts", kept, "--evenodds", program,
                  "--scheduler", local.scheduler_address, *more, "-o", f"{kept}.json", "--", "-f", "json"]
        done = subprocess.run(driver, cwd=home, check=False, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        one = alone(home, program, "sweep", *words, "-q", "-f", "json")
        assert (home / f"{kept}.json").read_bytes() == one, f"{kept}: the grid differs"
        return driver, len(list((home / kept).glob("part-*")))

    broken, parts = sweep("shares", "difficulty=9..10", "--shards", "3")
    assert parts == 6, parts
    torn = home / "shares" / "part-000001-000002"
    torn.write_bytes(torn.read_bytes()[:-9])
    refused = subprocess.run(broken, cwd=home, check=False, capture_output=True, text=True)
    assert refused.returncode == 2 and torn.name in refused.stderr, refused.stderr
    _, parts = sweep("together", "difficulty=1..40", "--shards", "2", "--cells-per-task", "7")
    assert parts == 80, parts
    _, parts = sweep("same", "difficulty=10,1_0,9")
    assert parts == 2, f"{parts} parts of two contests"
    folder = [word if word != "lock.toml" else "." for word in broken]
    refused = subprocess.run(folder, cwd=home, check=False, capture_output=True, text=True)
    assert refused.returncode == 2 and "name one FILE" in refused.stderr, refused.stderr
    print("shards of settings, settings per task, and equal contests once", flush=True)


def a_sweep(home, program, local, client):
    (home / "lock.toml").write_text(LOCK.format(10))
    asked = ["lock.toml", "--vary", "difficulty=1..40", "--vary", "actor.dice=2..6", "-n", "3000",
             "-s", "5"]
    command = [sys.executable, str(DRIVER), "sweep", *asked, "--evenodds", program, "--scheduler",
               local.scheduler_address, "--parts", "kept", "-o", "many.json", "--", "-f", "json"]
    kept = home / "kept"
    killing(home, command, client, lambda: len(list(kept.glob("part-*"))), 20)
    assert len(list(kept.glob("part-*"))) == 200
    one = alone(home, program, "sweep", *asked, "-q", "-f", "json")
    assert (home / "many.json").read_bytes() == one, "the grid differs"
    # Nothing is played again, so the driver needs no cluster.
    again = [word if word != local.scheduler_address else "tcp://127.0.0.1:1" for word in command]
    again[-1] = "csv"
    again[again.index("many.json")] = "many.csv"
    subprocess.run(again, cwd=home, check=True, timeout=60)
    assert (home / "many.csv").read_bytes() == alone(home, program, "sweep", *asked, "-q", "-f", "csv")
    other = subprocess.run([word if word != "5" else "6" for word in command], cwd=home, check=False,
                           capture_output=True, text=True)
    assert other.returncode == 2 and "another sweep" in other.stderr, other.stderr


def driven(home, program, local, *words):
    command = [sys.executable, str(DRIVER), *words[:1], "--evenodds", program, "--scheduler", local.scheduler_address,
               *words[1:]]
    return subprocess.run(command, cwd=home, check=False, capture_output=True, text=True, timeout=300)


def a_seed_of_the_scenario(home, program, local):
    """Without -s, the seed is that of the scenario, else 1."""
    for name, seed in [("own", "run.seed = 7\n"), ("none", "")]:
        (home / f"{name}.toml").write_text(seed + LOCK.format(10))
        asked = [f"{name}.toml", "--vary", "difficulty=9..10", "-n", "3000"]
        done = driven(home, program, local, "sweep", *asked, "--parts", f"{name}-kept", "-o", f"{name}.json",
                      "--", "-f", "json")
        assert done.returncode == 0, done.stderr
        expected = alone(home, program, "sweep", *asked, "-q", "-f", "json")
        assert (home / f"{name}.json").read_bytes() == expected, f"{name}: the grid differs"
    print("the default seed is that of the scenario", flush=True)


def wrong_results(home, program, local):
    """Results of workers are checked before they are kept, and tried again."""
    once = home / "damaged-once"
    first = f'mkdir "{once}" 2>/dev/null'
    torn = f'"{program}" "$@" && head -c 300 part >cut && mv cut part'
    seed = f'"{program}" run lock.toml --set difficulty=9 -n 3000 -s 9 -q --shard 1/1 -o part'
    # Workers run in other folders than the driver.
    other = f'[ "$PWD" != "{home.resolve()}" ] && {first} && {{ echo evenodds 0.1.0; echo build: 0; exit; }}'
    sweep = ["sweep", "lock.toml", "--vary", "difficulty=9..10", "-n", "3000", "-s", "5", "--parts", "checked"]
    report = ["report", "small", "--shards", "2", "--out", "checked"]
    (home / "small").mkdir()
    for number in (1, 2):
        (home / "small" / f"{number}.toml").write_text(LOCK.format(number))
    for why, pattern, damage, words in [
        ("the result is truncated", '*"--shard 1/1"*', f"{first} && {{ {torn}; exit; }}", sweep),
        ("seed is 9; expected 5", '*"difficulty=9 "*"--shard 1/1"*', f"{first} && {{ {seed}; exit; }}", sweep),
        ("made by evenodds 0.1.0, build: 0; expected evenodds ", "*--verbose*", other, sweep),
        ("made by evenodds 0.1.0, build: 0; expected evenodds ", "*--verbose*", other, report),
    ]:
        done = driven(home, instead(home, program, pattern, damage), local, *words, "--",
                      *(["-n", "100"] if words == report else ["-f", "json"]))
        assert done.returncode == 0 and why in done.stderr, (why, done.returncode, done.stderr)
        once.rmdir()
        shutil.rmtree(home / "checked")
    always = driven(home, instead(home, program, '*"--shard 1/1"*', f"{torn}; exit"), local, *sweep, "--retries", "1")
    assert always.returncode == 3 and "failed" in always.stderr, always.stderr
    assert list((home / "checked").iterdir()) == [home / "checked" / "manifest.json"]
    print("wrong results are not kept and are tried again", flush=True)


def a_folder(home, program, local, client):
    folder = home / "all"
    (folder / "deep").mkdir(parents=True)
    for number in range(1, 41):
        place = folder / "deep" if number % 4 == 0 else folder
        (place / f"lock-{number}.toml").write_text(LOCK.format(number % 20 + 1))
    options = ["-n", "2000", "--no-changes"]
    command = [sys.executable, str(DRIVER), "report", "all", "--out", "many", "--shards", "20", "--evenodds",
               program, "--scheduler", local.scheduler_address, "--", *options]
    kept = home / "many" / ".shares"
    killing(home, command, client, lambda: len(list(kept.glob("*"))), 4)
    alone(home, program, "report", "all", "--out", "one", "-q", *options)

    def content(name):
        files = (path for path in (home / name).rglob("*") if path.is_file())
        return {str(path.relative_to(home / name)): path.read_bytes() for path in files}

    assert len(list((home / "many").iterdir())) == 44, "40 reports, an index and tables"
    assert content("many") == content("one"), "the reports differ"


if __name__ == "__main__":
    main()
