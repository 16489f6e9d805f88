#!/usr/bin/env python3
"""Plays one run of `evenodds` on many machines: its shards are tasks of a Dask cluster.

    python evenodds_dask.py @canyon -n 1000000000 --shards 64 -o result.json -- -f json

Without --scheduler the cluster is this machine (--workers processes of one core each, which makes
sense for trying it out); with --scheduler tcp://host:8786, or --scheduler-file, it is whatever Dask
runs on: SSH, Slurm, PBS, Kubernetes, a cloud. `evenodds` has to be there on every worker (--evenodds
PATH), and the scenario is sent along, with the files that --send names.

A shard whose worker is lost, that takes longer than --task-seconds, or whose part is torn or belongs to another
run or build of the program, is played again (--retries times), and named if that does not help. Finished shards are kept in --parts DIR, if it is given, beside a manifest
that says which run they are of; the same command does only what is missing there, and a folder of another
run is refused. What is behind `--` goes to `evenodds merge`, which puts the parts together: the same bytes
as one run on one machine.

A cluster that asks for certificates gets those of --tls-ca, --tls-cert and --tls-key.

Exit codes: those of `evenodds merge`; 2 for wrong input; 3 if a shard could not be played.
"""

import argparse
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

MARK = b"evenodds part "
MANIFEST = "manifest.json"
# A run of so many shares has none with a trial in it: the part of the first one only says which run it is.
EMPTY_SHARE = "1/9999999999999999"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario", metavar="FILE", help="a scenario file, or @NAME")
    parser.add_argument("-n", "--trials", required=True, help="trials of the whole run")
    parser.add_argument("-s", "--seed", help="random seed [default: the scenario's, else 1]")
    parser.add_argument("--set", action="append", default=[], metavar="PATH=VALUE", dest="sets")
    parser.add_argument("--shards", type=int, default=16, metavar="N", help="how many tasks (16)")
    parser.add_argument("--send", action="append", default=[], metavar="FILE",
                        help="a file that the scenario uses (repeatable)")
    parser.add_argument("--parts", metavar="DIR", help="keep the parts, and go on from those there")
    parser.add_argument("-o", "--out", metavar="FILE", help="where the results go")
    cluster_options(parser)
    parser.add_argument("--task-seconds", type=float, metavar="S",
                        help="how long a shard may take before it is tried again [default: for ever]")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    own, merge = parted(sys.argv[1:])
    return parser, parser.parse_args(own), merge


def cluster_options(parser):
    """Where tasks are done: what `cluster` heeds, the program there, and how often it is tried."""
    parser.add_argument("--evenodds", default="evenodds", metavar="PATH", help="the program")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler")
    parser.add_argument("--scheduler-file", metavar="FILE", help="where a Dask scheduler says it is")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="without a scheduler: processes on this machine")
    parser.add_argument("--retries", type=int, default=3, metavar="N",
                        help="how often a task is tried again (3)")
    parser.add_argument("--tls-ca", metavar="FILE", help="certificates of whom the cluster trusts")
    parser.add_argument("--tls-cert", metavar="FILE", help="our certificate for the cluster")
    parser.add_argument("--tls-key", metavar="FILE", help="the key of our certificate")


def parted(words):
    """Our own words, and those behind `--`."""
    place = words.index("--") if "--" in words else len(words)
    return words[:place], words[place + 1:]


def play(share, program, options, scenario, files, seconds=None):
    """Plays one share, on a worker or here; returns the bytes of its part, or as text why the program
    refused the input: doing that again would change nothing."""
    with tempfile.TemporaryDirectory(prefix="evenodds-") as home:
        for name, content in files.items():
            path = pathlib.Path(home, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        command = [program, "run", scenario, *options, "-q", "-j", "1",
                   "--shard", share, "-o", "part"]
        try:
            done = subprocess.run(command, cwd=home, capture_output=True, check=False,
                                  stdin=subprocess.DEVNULL, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"shard {share} was not done after {seconds:g} s") from None
        if done.returncode == 2:
            return done.stderr.decode(errors="replace").strip()
        if done.returncode != 0:
            text = done.stderr.decode(errors="replace").strip()
            raise RuntimeError(f"shard {share} ended with {done.returncode}: {text}")
        return pathlib.Path(home, "part").read_bytes()


def sent(parser, options):
    """The files that go along, by the names that the scenario knows them by."""
    names = [] if options.scenario.startswith("@") else [options.scenario]
    files = {}
    for name in names + options.send:
        path = pathlib.PurePath(name)
        if path.is_absolute() or ".." in path.parts:
            parser.error(f"{name}: a file that is sent along is named from here, and stands below "
                         "this folder")
        try:
            files[name] = pathlib.Path(name).read_bytes()
        except OSError as error:
            parser.error(f"cannot read {name}: {error.strerror}")
    return files


def program_of(program):
    """Version and build of the program: parts of two builds are not put together."""
    done = subprocess.run([program, "--version", "--verbose"], capture_output=True, check=False, text=True)
    lines = done.stdout.splitlines()
    return ", ".join(line for line in lines if line.startswith(("evenodds ", "build: ")))


def described(part):
    """What a part says of itself; None if it is none, or not all of it is there."""
    first, _, body = part.partition(b"\n")
    words = first.split(b" ")
    if not first.startswith(MARK) or len(words) != 5 or words[3] != str(len(body) - 1).encode():
        return None
    try:
        return json.loads(body)
    except ValueError:
        return None


def run_of(part, shards):
    """What decides the bytes of a result: all that has to be the same of all of its parts."""
    scenario = part["scenario"]
    text = json.dumps([part["text"], part["assignments"]]).encode()
    return {
        "contest hash": scenario["hash"],
        "seed": part["seed"],
        "trials": part["run"],
        "shards": shards,
        "version of evenodds": part["tool"],
        "build of evenodds": part["build"],
        # Title and path stand in the results, too, and promises under their table.
        "scenario": scenario["path"],
        "text of the scenario": hashlib.sha256(text).hexdigest()[:16],
    }


def fault(part, wanted, index):
    """Says why a part is not all of shard `index` of the run `wanted`; None if it is."""
    found = described(part)
    if found is None:
        return "it is torn"
    shards = wanted["shards"]
    try:
        run, share = run_of(found, shards), found["share"]
        played = [found["first_trial"], found["end"]]
    except (KeyError, TypeError):
        return "it has another format"
    if share != {"index": index, "of": shards}:
        return f"it is shard {share}"
    other = [f"{key} is {run[key]!r}, and not {value!r}" for key, value in wanted.items() if run[key] != value]
    if other:
        return "; ".join(other)
    trials = [wanted["trials"] * (index - 1) // shards, wanted["trials"] * index // shards]
    return None if played == trials else f"it has trials {played[0]} to {played[1]}, and not {trials[0]} to {trials[1]}"


class Foreign(Exception):
    """A folder that holds parts of another run."""


ADVICE = "name another folder by --parts, or take what is in this one away"


def settle(folder, wanted):
    """Makes a folder the one of this run, and refuses one that is of another."""
    manifest = folder / MANIFEST
    parts = sorted(path.name for path in folder.iterdir() if re.fullmatch(r"part-.*", path.name))
    if manifest.exists():
        try:
            found = json.loads(manifest.read_text(encoding="utf-8"))
        except ValueError:
            raise Foreign(f"{manifest} is no manifest of this driver: {ADVICE}") from None
        if not isinstance(found, dict):
            raise Foreign(f"{manifest} is no manifest of this driver: {ADVICE}")
        other = [f"  {key}: {found.get(key)!r} there, {value!r} now"
                 for key, value in wanted.items() if found.get(key) != value]
        if other:
            raise Foreign(f"{folder} holds parts of another run:\n" + "\n".join(other)
                          + f"\n{ADVICE}")
    elif parts:
        raise Foreign(f"{folder} holds parts, such as {parts[0]}, and no {MANIFEST} that says of "
                      f"which run: {ADVICE}")
    else:
        keep(folder, MANIFEST, json.dumps(wanted, indent=2).encode() + b"\n")
    for name in parts:
        number = re.fullmatch(r"part-([1-9][0-9]*)", name)
        if number is None or fault((folder / name).read_bytes(), wanted, int(number.group(1))):
            raise Foreign(f"{folder / name} is no part of this run: take it away, and the same "
                          "command goes on")


def keep(folder, name, content):
    """Writes a file so that it is there whole or not at all, also after a power failure."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".part-", delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, folder / name)
    if os.name == "posix":
        place = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)


def cluster(options):
    from dask.distributed import Client, LocalCluster, Security

    security = None
    if options.tls_ca or options.tls_cert or options.tls_key:
        security = Security(tls_ca_file=options.tls_ca, tls_client_cert=options.tls_cert,
                            tls_client_key=options.tls_key, require_encryption=True)
    if options.scheduler_file:
        return Client(scheduler_file=options.scheduler_file, security=security)
    if options.scheduler:
        return Client(options.scheduler, security=security)
    return Client(LocalCluster(n_workers=options.workers, threads_per_worker=1,
                               dashboard_address=None))


def on_worker(function, *arguments, **named):
    """Calls a function on a worker; returns the address of the worker and what the function returns."""
    from dask.distributed import get_worker

    return get_worker().address, function(*arguments, **named)


class Elsewhere:
    """Submits tasks again whose results were wrong: to other workers, as long as there are any."""

    def __init__(self, client, retries):
        self.client = client
        self.retries = retries
        self.tries = {}
        self.shunned = set()

    def again(self, what, address, why):
        """Reports a wrong result of `what`; returns whether it may be tried again."""
        self.shunned.add(address)
        self.tries[what] = self.tries.get(what, 0) + 1
        may = self.tries[what] <= self.retries
        print(f"evenodds: {what} from {address}: {why}" + ("; it is tried again" if may else ""), file=sys.stderr)
        return may

    def submit(self, *task, **named):
        """Submits a task to a worker whose results were not wrong so far."""
        others = self.shunned and [worker for worker in self.client.nthreads() if worker not in self.shunned]
        where = {"workers": others, "allow_other_workers": True} if others else {}
        return self.client.submit(*task, **named, **where, retries=self.retries, pure=False)


class Overseer:
    """Finds workers that hold tasks and finish none. The program on a worker is stopped there once its
    time is over; this is for a worker that does not even do that."""

    def __init__(self, client, seconds):
        self.client = client
        # Starting a program and sending a part take their time, too.
        self.longest = seconds and 2 * seconds + 5
        self.since = {}
        self.last = time.monotonic()

    def finished(self):
        self.last = time.monotonic()

    def look(self):
        """Takes workers that hang away from the scheduler, which gives their tasks to others. Says why
        nothing can go on, if nothing can."""
        if not self.longest:
            return None
        now = time.monotonic()
        holds = {worker: frozenset(keys) for worker, keys in self.client.processing().items() if keys}
        # A worker whose tasks change is at work.
        self.since = {worker: self.since[worker] if self.since.get(worker, (None,))[0] == keys
                      else (keys, now) for worker, keys in holds.items()}
        for worker, (_, begun) in self.since.items():
            if now - begun > self.longest:
                print(f"evenodds: worker {worker} does not answer; its shards go to others",
                      file=sys.stderr)
                self.client.run_on_scheduler(forget, worker=worker)
                self.last = now
        if not holds and now - self.last > self.longest:
            return "no worker is left"
        return None


async def forget(dask_scheduler, worker):
    """Takes a worker away, on the scheduler."""
    await dask_scheduler.remove_worker(address=worker, stimulus_id="evenodds-hangs", close=False)


def spread(options, missing, command, folder, wanted):
    """Has the shards that are missing of the run `wanted` played on a cluster; returns an exit code, 0 if all are
    there."""
    from dask.distributed import wait

    client = cluster(options)
    shares = [f"{index}/{options.shards}" for index in missing]
    work = functools.partial(on_worker, play)
    tasks = client.map(work, shares, **command, seconds=options.task_seconds,
                       retries=options.retries, pure=False)
    shard_of = dict(zip(tasks, missing))
    elsewhere = Elsewhere(client, options.retries)
    overseer = Overseer(client, options.task_seconds)
    done = options.shards - len(missing)
    waiting = set(tasks)
    while waiting:
        try:
            ready = wait(waiting, timeout=1, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            ready = set()
        for task in ready:
            if task.status in ("pending", "lost"):
                # Its worker was lost once it was done: it is done again.
                continue
            waiting.discard(task)
            overseer.finished()
            worker, part = task.result() if task.status == "finished" else (None, None)
            index = shard_of[task]
            share = f"{index}/{options.shards}"
            if not isinstance(part, bytes):
                client.cancel(list(waiting))
                print(part or f"evenodds: shard {share} could not be played: {task.exception()}",
                      file=sys.stderr)
                return 3 if part is None else 2
            wrong = fault(part, wanted, index)
            if wrong:
                task.release()
                if not elsewhere.again(f"shard {share}", worker, wrong):
                    client.cancel(list(waiting))
                    print(f"evenodds: shard {share} could not be played", file=sys.stderr)
                    return 3
                another = elsewhere.submit(work, share, **command, seconds=options.task_seconds)
                shard_of[another] = index
                waiting.add(another)
                continue
            keep(folder, f"part-{index}", part)
            task.release()
            done += 1
            if not options.quiet:
                print(f"shard {done} of {options.shards}", file=sys.stderr)
        stuck = overseer.look()
        if stuck:
            names = ", ".join(str(shard_of[task]) for task in waiting)
            print(f"evenodds: {stuck}; these shards of {options.shards} were not played: {names}",
                  file=sys.stderr)
            return 3
    client.close()
    if client.cluster is not None:
        client.cluster.close()
    return 0


def main():
    parser, options, merge = arguments()
    if options.shards < 1:
        parser.error("--shards is at least 1")
    if options.task_seconds is not None and not options.task_seconds > 0:
        parser.error("--task-seconds is above 0")
    run = ["-n", options.trials]
    if options.seed is not None:
        run += ["-s", options.seed]
    for assignment in options.sets:
        run += ["--set", assignment]
    command = {"program": options.evenodds, "options": run, "scenario": options.scenario,
               "files": sent(parser, options)}
    try:
        about = play(EMPTY_SHARE, **command)
    except (OSError, RuntimeError) as error:
        print(f"evenodds: {error}", file=sys.stderr)
        return 3
    if not isinstance(about, bytes):
        print(about, file=sys.stderr)
        return 2

    with tempfile.TemporaryDirectory(prefix="evenodds-parts-") as temporary:
        folder = pathlib.Path(options.parts or temporary)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            wanted = run_of(described(about), options.shards)
            settle(folder, wanted)
        except Foreign as error:
            print(error, file=sys.stderr)
            return 2
        everything = range(1, options.shards + 1)
        missing = [index for index in everything if not (folder / f"part-{index}").exists()]
        if missing:
            code = spread(options, missing, command, folder, wanted)
            if code:
                return code
        merging = [options.evenodds, "merge", *merge]
        if options.out:
            merging += ["-o", options.out]
        merging += [str(folder / f"part-{index}") for index in everything]
        return subprocess.run(merging, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
