#!/usr/bin/env python3
"""Plays one run of `evenodds` on many machines: each shard is a task of a Dask cluster.

    python evenodds_dask.py @canyon -n 1000000000 --shards 64 -o result.json -- -f json

Without --scheduler, the cluster is this machine, for a trial: --workers processes of one core each. With
--scheduler tcp://host:8786 or --scheduler-file, it is any Dask cluster: SSH, Slurm, PBS, Kubernetes, a
cloud. Every worker needs `evenodds` (--evenodds PATH). The driver sends the scenario and the files in --send.

The driver plays a shard again, up to --retries times, if its worker is lost, if it takes longer than
--task-seconds, or if its part is truncated or belongs to another run or build. It then reports shards that
still fail. With --parts DIR it keeps finished shards and a manifest of the run: the same command plays only
the missing shards, and a folder of another run is refused. The arguments after `--` go to `evenodds merge`,
which joins the parts to the same bytes as one run on one machine.

For a cluster with TLS, pass --tls-ca, --tls-cert and --tls-key.

Exit codes: those of `evenodds merge`; 2 for invalid input; 3 if a shard fails.
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
# With this many shards the first one has no trials, so its part only identifies the run.
EMPTY_SHARE = "1/9999999999999999"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario", metavar="FILE", help="a scenario file, or @NAME")
    parser.add_argument("-n", "--trials", required=True, help="trials of the whole run")
    parser.add_argument("-s", "--seed", help="random seed [default: the scenario's, else 1]")
    parser.add_argument("--set", action="append", default=[], metavar="PATH=VALUE", dest="sets")
    parser.add_argument("--shards", type=int, default=16, metavar="N", help="number of shards [default: 16]")
    parser.add_argument("--send", action="append", default=[], metavar="FILE",
                        help="file that the scenario uses (repeatable)")
    parser.add_argument("--parts", metavar="DIR", help="keep the parts, and resume from existing ones")
    parser.add_argument("-o", "--out", metavar="FILE", help="file for the results [default: standard output]")
    cluster_options(parser)
    parser.add_argument("--task-seconds", type=float, metavar="S",
                        help="time limit of a shard, after which it is tried again [default: none]")
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    own, merge = parted(sys.argv[1:])
    return parser, parser.parse_args(own), merge


def cluster_options(parser):
    """Adds the options of the cluster, of the program on it, and of retries."""
    parser.add_argument("--evenodds", default="evenodds", metavar="PATH", help="the program [default: evenodds]")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="address of a Dask scheduler")
    parser.add_argument("--scheduler-file", metavar="FILE", help="file with the address of a Dask scheduler")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="processes on this machine, without a scheduler [default: one per core]")
    parser.add_argument("--retries", type=int, default=3, metavar="N",
                        help="number of times that a task is tried again [default: 3]")
    parser.add_argument("--tls-ca", metavar="FILE", help="certificate authorities of the cluster")
    parser.add_argument("--tls-cert", metavar="FILE", help="certificate of this client")
    parser.add_argument("--tls-key", metavar="FILE", help="key of the certificate")


def parted(words):
    """Returns the arguments before and after `--`."""
    place = words.index("--") if "--" in words else len(words)
    return words[:place], words[place + 1:]


def play(share, program, options, scenario, files, seconds=None):
    """Plays a shard. Returns the bytes of its part, or the error text if the program refused the input, so that the
    task is not tried again."""
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
    """Returns the files to send, by their names in the scenario."""
    names = [] if options.scenario.startswith("@") else [options.scenario]
    files = {}
    for name in names + options.send:
        path = pathlib.PurePath(name)
        if path.is_absolute() or ".." in path.parts:
            parser.error(f"{name}: expected a relative path to a file below the current folder")
        try:
            files[name] = pathlib.Path(name).read_bytes()
        except OSError as error:
            parser.error(f"cannot read {name}: {error.strerror}")
    return files


def program_of(program):
    """Returns the version and build of the program. Parts of different builds are not joined."""
    done = subprocess.run([program, "--version", "--verbose"], capture_output=True, check=False, text=True)
    lines = done.stdout.splitlines()
    return ", ".join(line for line in lines if line.startswith(("evenodds ", "build: ")))


def described(part):
    """Returns the header of a part; None if the part is invalid or truncated."""
    first, _, body = part.partition(b"\n")
    words = first.split(b" ")
    if not first.startswith(MARK) or len(words) != 5 or words[3] != str(len(body) - 1).encode():
        return None
    try:
        return json.loads(body)
    except ValueError:
        return None


def run_of(part, shards):
    """Returns everything that determines the bytes of a result, which is equal in all of its parts."""
    scenario = part["scenario"]
    text = json.dumps([part["text"], part["assignments"]]).encode()
    return {
        "contest hash": scenario["hash"],
        "seed": part["seed"],
        "trials": part["run"],
        "shards": shards,
        "version of evenodds": part["tool"],
        "build of evenodds": part["build"],
        # Results contain the title and the path, and the verdicts on expectations.
        "scenario": scenario["path"],
        "text of the scenario": hashlib.sha256(text).hexdigest()[:16],
    }


def fault(part, wanted, index):
    """Returns why a part is not the whole shard `index` of the run `wanted`; None if it is."""
    found = described(part)
    if found is None:
        return "the part is truncated"
    shards = wanted["shards"]
    try:
        run, share = run_of(found, shards), found["share"]
        played = [found["first_trial"], found["end"]]
    except (KeyError, TypeError):
        return "the part has another format"
    if share != {"index": index, "of": shards}:
        return f"the part is shard {share}"
    other = [f"{key} is {run[key]!r}; expected {value!r}" for key, value in wanted.items() if run[key] != value]
    if other:
        return "; ".join(other)
    trials = [wanted["trials"] * (index - 1) // shards, wanted["trials"] * index // shards]
    return None if played == trials else f"the part has trials {played[0]} to {played[1]}; expected {trials[0]} to {trials[1]}"


class Foreign(Exception):
    """Error: a folder contains parts of another run."""


ADVICE = "choose another folder with --parts, or empty this one"


def settle(folder, wanted):
    """Writes the manifest of this run to a folder, or raises Foreign if the folder belongs to another run."""
    manifest = folder / MANIFEST
    parts = sorted(path.name for path in folder.iterdir() if re.fullmatch(r"part-.*", path.name))
    if manifest.exists():
        try:
            found = json.loads(manifest.read_text(encoding="utf-8"))
        except ValueError:
            raise Foreign(f"{manifest} is not a manifest of this driver; {ADVICE}") from None
        if not isinstance(found, dict):
            raise Foreign(f"{manifest} is not a manifest of this driver; {ADVICE}")
        other = [f"  {key}: {found.get(key)!r} there, {value!r} now"
                 for key, value in wanted.items() if found.get(key) != value]
        if other:
            raise Foreign(f"{folder} contains parts of another run:\n" + "\n".join(other)
                          + f"\n{ADVICE}")
    elif parts:
        raise Foreign(f"{folder} contains parts, such as {parts[0]}, but no {MANIFEST}; {ADVICE}")
    else:
        keep(folder, MANIFEST, json.dumps(wanted, indent=2).encode() + b"\n")
    for name in parts:
        number = re.fullmatch(r"part-([1-9][0-9]*)", name)
        if number is None or fault((folder / name).read_bytes(), wanted, int(number.group(1))):
            raise Foreign(f"{folder / name} is not a part of this run; remove it and run the command again")


def keep(folder, name, content):
    """Writes a file atomically and durably."""
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
    """Calls a function on a worker. Returns the address of the worker and the result."""
    from dask.distributed import get_worker

    return get_worker().address, function(*arguments, **named)


class Elsewhere:
    """Resubmits tasks with wrong results, to other workers if there are any."""

    def __init__(self, client, retries):
        self.client = client
        self.retries = retries
        self.tries = {}
        self.shunned = set()

    def again(self, what, address, why):
        """Reports a wrong result of `what`. Returns whether it is tried again."""
        self.shunned.add(address)
        self.tries[what] = self.tries.get(what, 0) + 1
        may = self.tries[what] <= self.retries
        print(f"evenodds: {what} from {address}: {why}" + ("; trying again" if may else ""), file=sys.stderr)
        return may

    def submit(self, *task, **named):
        """Submits a task, preferably to a worker without wrong results."""
        others = self.shunned and [worker for worker in self.client.nthreads() if worker not in self.shunned]
        where = {"workers": others, "allow_other_workers": True} if others else {}
        return self.client.submit(*task, **named, **where, retries=self.retries, pure=False)


class Overseer:
    """Detects workers that hang: they have tasks and finish none. A worker stops its program at the time limit by itself;
    this class handles workers that do not."""

    def __init__(self, client, seconds):
        self.client = client
        # Includes the time to start the program and to send the part.
        self.longest = seconds and 2 * seconds + 5
        self.since = {}
        self.last = time.monotonic()

    def finished(self):
        self.last = time.monotonic()

    def look(self):
        """Removes workers that hang from the scheduler, which gives their tasks to others. Returns a text if no worker
        is left, else None."""
        if not self.longest:
            return None
        now = time.monotonic()
        holds = {worker: frozenset(keys) for worker, keys in self.client.processing().items() if keys}
        # A worker whose tasks change does not hang.
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
    """Removes a worker; runs on the scheduler."""
    await dask_scheduler.remove_worker(address=worker, stimulus_id="evenodds-hangs", close=False)


def spread(options, missing, command, folder, wanted):
    """Plays the missing shards of the run `wanted` on a cluster. Returns an exit code; 0 if all shards are finished."""
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
                # The worker was lost after it finished the task, so Dask runs the task again.
                continue
            waiting.discard(task)
            overseer.finished()
            worker, part = task.result() if task.status == "finished" else (None, None)
            index = shard_of[task]
            share = f"{index}/{options.shards}"
            if not isinstance(part, bytes):
                client.cancel(list(waiting))
                print(part or f"evenodds: shard {share} failed: {task.exception()}",
                      file=sys.stderr)
                return 3 if part is None else 2
            wrong = fault(part, wanted, index)
            if wrong:
                task.release()
                if not elsewhere.again(f"shard {share}", worker, wrong):
                    client.cancel(list(waiting))
                    print(f"evenodds: shard {share} failed", file=sys.stderr)
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
            print(f"evenodds: {stuck}; shards not played, of {options.shards}: {names}",
                  file=sys.stderr)
            return 3
    client.close()
    if client.cluster is not None:
        client.cluster.close()
    return 0


def main():
    parser, options, merge = arguments()
    if options.shards < 1:
        parser.error("--shards must be at least 1")
    if options.task_seconds is not None and not options.task_seconds > 0:
        parser.error("--task-seconds must be above 0")
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
