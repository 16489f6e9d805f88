#!/usr/bin/env python3
"""Tests of evenodds_dask.py. A run on two workers, one of which is killed, has the bytes of a run on one machine. Parts
of another run are refused. Shards and workers that hang are replaced or reported, and so are parts that are truncated
or belong to another seed or build.

    python deploy/dask/test.py target/release/evenodds
"""

import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

DRIVER = pathlib.Path(__file__).with_name("evenodds_dask.py")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    trials = sys.argv[2] if len(sys.argv) > 2 else "750000"
    from dask.distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as name:
        home = pathlib.Path(name)
        local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        client = Client(local)
        a_worker_is_lost(home, program, trials, local.scheduler_address, client)
        other_runs_are_refused(home, program, local.scheduler_address)
        shards_that_hang(home, program, local.scheduler_address)
        wrong_parts(home, program, local.scheduler_address)
        a_worker_that_hangs(home, program, local.scheduler_address, client)
        client.close()
        local.close()
        if shutil.which("openssl"):
            certificates(home, program)
        else:
            print("skipped: certificates, as there is no openssl")
    print("many machines, one of them lost: the same bytes")


def driver(home, program, address, *more):
    """Runs the driver with further arguments."""
    command = [sys.executable, str(DRIVER), "--evenodds", program, "--scheduler", address, "-q", *more]
    # A short timeout for clusters that refuse the connection.
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}
    return subprocess.run(command, cwd=home, check=False, capture_output=True, text=True, timeout=300,
                          env=environment)


def a_worker_is_lost(home, program, trials, address, client):
    workers = client.run(os.getpid)
    parts = home / "parts"
    command = [sys.executable, str(DRIVER), "@canyon", "-n", trials, "--shards", "16",
               "--evenodds", program, "--scheduler", address,
               "--parts", str(parts), "-o", "many.json", "--", "-f", "json"]
    run = subprocess.Popen(command, cwd=home)
    # After some shards, both workers are playing others.
    while run.poll() is None and len(list(parts.glob("part-*"))) < 3:
        time.sleep(0.02)
    assert run.poll() is None, "the run ended before a worker could be killed"
    victim = next(iter(workers.values()))
    os.kill(victim, signal.SIGKILL)
    print(f"killed a worker after {len(list(parts.glob('part-*')))} of 16 shards", flush=True)
    assert run.wait(timeout=600) == 0, "the run failed"
    one = subprocess.run([program, "run", "@canyon", "-n", trials, "-f", "json", "-q"],
                         capture_output=True, check=True).stdout
    assert (home / "many.json").read_bytes() == one, "the results differ from those of one run"
    # The second call needs no cluster, since all parts exist.
    again = command[:]
    again[again.index(address)] = "tcp://127.0.0.1:1"
    assert subprocess.run(again, cwd=home, check=False).returncode == 0
    # Input that the program refuses is not tried again.
    refused = driver(home, program, address, "@canyon", "-n", trials, "--shards", "2",
                     "--set", "rules.half=sideways")
    assert refused.returncode == 2 and "sideways" in refused.stderr, refused.stderr


def other_runs_are_refused(home, program, address):
    scenario = home / "lock.toml"
    text = 'kind = "quick"\ndifficulty = 10\nactor = { name = "Ann", dice = 2 }\n'
    scenario.write_text(text)
    first = ["lock.toml", "-n", "1000", "--shards", "2", "--parts", "kept", "-o", "out.json"]
    merge = ["--", "-f", "json"]
    whole = driver(home, program, address, *first, *merge)
    assert whole.returncode == 0, whole.stderr
    kept = home / "kept"
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    assert sorted(before) == ["manifest.json", "part-1", "part-2"], before

    def refused(why, *arguments):
        (home / "out.json").unlink(missing_ok=True)
        done = driver(home, program, address, *arguments, *merge)
        assert done.returncode == 2 and why in done.stderr, (done.returncode, done.stderr)
        assert not (home / "out.json").exists(), "results of the earlier run were written"
        assert {path.name for path in kept.iterdir()} >= set(before), "a part was removed"

    refused("seed: 1 there, 7 now", *first, "-s", "7")
    refused("trials: 1000 there, 2000 now", *first[:2], "2000", *first[3:])
    refused("shards: 2 there, 3 now", *first[:4], "3", *first[5:])
    refused("contest hash: ", *first, "--set", "difficulty=11")
    refused("scenario: 'lock.toml' there, '@lockpick' now", "@lockpick", *first[1:])
    scenario.write_text(text.replace("Ann", "Bob") + 'title = "Another"\n')
    refused("text of the scenario: ", *first)
    scenario.write_text(text)
    manifest = json.loads(before["manifest.json"])
    (kept / "manifest.json").write_text(json.dumps({**manifest, "version of evenodds": "0.0.9"}))
    refused("version of evenodds: '0.0.9' there", *first)
    (kept / "manifest.json").write_text(json.dumps({**manifest, "build of evenodds": "0123456789abcdef"}))
    refused("build of evenodds: '0123456789abcdef' there", *first)
    (kept / "manifest.json").write_text("[]")
    refused("is not a manifest", *first)
    (kept / "manifest.json").unlink()
    before.pop("manifest.json")
    refused("contains parts, such as part-1, but no manifest.json", *first)
    (kept / "manifest.json").write_text(json.dumps(manifest))
    # A part of another shard, a truncated one, and two that are unknown.
    for name, content in [("part-2", before["part-1"]), ("part-2", before["part-2"][:-9]),
                          ("part-3", before["part-2"]), ("part-x", b"mine")]:
        (kept / name).write_bytes(content)
        refused(f"{name} is not a part of this run", *first)
        (kept / name).unlink()
        (kept / "part-2").write_bytes(before["part-2"])
    assert driver(home, program, address, *first, *merge).returncode == 0
    print("parts of other runs are refused", flush=True)


def instead(home, program, pattern, commands):
    """Returns a program that runs other commands if its arguments match a shell pattern."""
    path = home / f"instead-{len(list(home.glob('instead-*')))}"
    path.write_text(f'#!/bin/sh\ncase "$*" in {pattern}) {commands};; esac\nexec "{program}" "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return str(path)


def slow(home, program, condition):
    """Returns a program that hangs at shard 2 of 3 if a shell condition holds."""
    return instead(home, program, '*"--shard 2/3"*', f"{condition} exec sleep 1000")


def wrong_parts(home, program, address):
    """Results of workers are checked before they are kept, and tried again."""
    run = ["@duel", "-n", "3000", "--shards", "3", "--parts", "checked", "-o", "checked.json"]
    merge = ["--", "-f", "json"]
    one = subprocess.run([program, "run", "@duel", "-n", "3000", "-f", "json", "-q"],
                         capture_output=True, check=True).stdout
    build = 's/"build":"[0-9a-f]*"/"build":"0123456789abcdef"/'
    for why, damage in [
        ("the part is truncated", f'"{program}" "$@" && head -c 300 part >cut && mv cut part'),
        ("seed is 9; expected ", f'"{program}" run @duel -n 3000 -s 9 -q --shard 2/3 -o part'),
        ("the part is shard ", f'"{program}" run @duel -n 3000 -q --shard 1/3 -o part'),
        ("contest hash is ", f'"{program}" run @lockpick -n 3000 -q --shard 2/3 -o part'),
        ("build of evenodds is '0123456789abcdef'; expected ", f'"{program}" "$@" && sed -i \'{build}\' part'),
    ]:
        once = home / "damaged-once"
        first = f'mkdir "{once}" 2>/dev/null'
        damaged = instead(home, program, '*"--shard 2/3"*', f"{first} && {{ {damage}; exit; }}")
        done = driver(home, damaged, address, *run, *merge)
        assert done.returncode == 0, done.stderr
        assert "evenodds: shard 2/3 from tcp://" in done.stderr and why in done.stderr, (why, done.stderr)
        assert (home / "checked.json").read_bytes() == one, why
        once.rmdir()
        shutil.rmtree(home / "checked")
        (home / "checked.json").unlink()
        damaged = instead(home, program, '*"--shard 2/3"*', f"{damage}; exit")
        always = driver(home, damaged, address, *run, "--retries", "1", *merge)
        assert always.returncode == 3 and always.stderr.count(why) == 2, (why, always.stderr)
        assert not (home / "checked" / "part-2").exists() and not (home / "checked.json").exists()
        shutil.rmtree(home / "checked")
    print("wrong parts are not kept and are tried again", flush=True)


def shards_that_hang(home, program, address):
    run = ["@duel", "-n", "3000", "--shards", "3", "--task-seconds", "3", "-o", "slow.json"]
    merge = ["--", "-f", "json"]
    once = slow(home, program, f'mkdir "{home}/once" 2>/dev/null &&')
    done = driver(home, once, address, *run, *merge)
    assert done.returncode == 0, done.stderr
    one = subprocess.run([program, "run", "@duel", "-n", "3000", "-f", "json", "-q"],
                         capture_output=True, check=True).stdout
    assert (home / "slow.json").read_bytes() == one
    always = driver(home, slow(home, program, ""), address, *run, "--retries", "1", *merge)
    assert always.returncode == 3, always.stderr
    assert "shard 2/3 was not done after 3 s" in always.stderr, always.stderr
    print("a shard that hangs is tried again, then reported", flush=True)


def a_worker_that_hangs(home, program, address, client):
    client.wait_for_workers(2, timeout=60)
    victim = next(iter(client.run(os.getpid).values()))
    os.kill(victim, signal.SIGSTOP)
    run = ["@duel", "-n", "3000", "--shards", "6", "--task-seconds", "2", "-o", "still.json"]
    done = driver(home, program, address, *run, "--", "-f", "json")
    os.kill(victim, signal.SIGCONT)
    assert done.returncode == 0, done.stderr
    assert "does not answer; its shards go to others" in done.stderr, done.stderr
    print("a worker that hangs is removed", flush=True)


def certificates(home, program):
    from dask.distributed import LocalCluster, Security

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=home, check=True, capture_output=True)

    for name in ["own", "other"]:
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                "-keyout", f"{name}-key.pem", "-out", f"{name}.pem")
    own, key = str(home / "own.pem"), str(home / "own-key.pem")
    security = Security(tls_ca_file=own, tls_scheduler_cert=own, tls_scheduler_key=key,
                        tls_worker_cert=own, tls_worker_key=key, tls_client_cert=own,
                        tls_client_key=key, require_encryption=True)
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None,
                      protocol="tls://", security=security) as local:
        run = ["@duel", "-n", "1000", "--shards", "2", "-o", "tls.json"]

        def with_certificate(name):
            return driver(home, program, local.scheduler_address, *run, "--tls-ca", f"{name}.pem",
                          "--tls-cert", f"{name}.pem", "--tls-key", f"{name}-key.pem",
                          "--", "-f", "json")

        done = with_certificate("own")
        assert done.returncode == 0, done.stderr
        (home / "tls.json").unlink()
        foreign = with_certificate("other")
        assert foreign.returncode != 0 and not (home / "tls.json").exists(), foreign.stderr
    print("TLS certificates are used", flush=True)


if __name__ == "__main__":
    main()
