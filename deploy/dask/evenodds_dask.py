#!/usr/bin/env python3
"""Plays one run of `evenodds` on many machines: its shards are tasks of a Dask cluster.

    python evenodds_dask.py @canyon -n 1000000000 --shards 64 -o result.json -- -f json

Without --scheduler the cluster is this machine (--workers processes of one core each, which makes
sense for trying it out); with --scheduler tcp://host:8786, or --scheduler-file, it is whatever Dask
runs on: SSH, Slurm, PBS, Kubernetes, a cloud. `evenodds` has to be there on every worker (--evenodds
PATH), and the scenario is sent along, with the files that --send names.

A shard whose worker is lost is done again by another one (--retries times). Finished shards are kept in
--parts DIR, if it is given, and the same command does only what is missing there. What is behind `--`
goes to `evenodds merge`, which puts the parts together: the same bytes as one run on one machine.

Exit codes: those of `evenodds merge`; 2 for wrong input; 3 if a shard could not be played.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

MARK = b"evenodds part "


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario", metavar="FILE", help="a scenario file, or @NAME")
    parser.add_argument("-n", "--trials", required=True, help="trials of the whole run")
    parser.add_argument("-s", "--seed", help="which luck")
    parser.add_argument("--set", action="append", default=[], metavar="PATH=VALUE", dest="sets")
    parser.add_argument("--shards", type=int, default=16, metavar="N", help="how many tasks (16)")
    parser.add_argument("--send", action="append", default=[], metavar="FILE",
                        help="a file that the scenario uses (repeatable)")
    parser.add_argument("--parts", metavar="DIR", help="keep the parts, and go on from those there")
    parser.add_argument("-o", "--out", metavar="FILE", help="where the results go")
    parser.add_argument("--evenodds", default="evenodds", metavar="PATH", help="the program")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler")
    parser.add_argument("--scheduler-file", metavar="FILE", help="where a Dask scheduler says it is")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="without a scheduler: processes on this machine")
    parser.add_argument("--retries", type=int, default=3, metavar="N",
                        help="how often a shard is tried again (3)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    own, merge = sys.argv[1:], []
    if "--" in own:
        place = own.index("--")
        own, merge = own[:place], own[place + 1:]
    return parser, parser.parse_args(own), merge


def play(index, shards, program, options, scenario, files):
    """Plays one shard, on a worker; returns the bytes of its part, or as text why the program refused
    the input: doing that again would change nothing."""
    with tempfile.TemporaryDirectory(prefix="evenodds-") as home:
        for name, content in files.items():
            path = pathlib.Path(home, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        command = [program, "run", scenario, *options, "-q", "-j", "1",
                   "--shard", f"{index}/{shards}", "-o", "part"]
        done = subprocess.run(command, cwd=home, capture_output=True, check=False)
        if done.returncode == 2:
            return done.stderr.decode(errors="replace").strip()
        if done.returncode != 0:
            text = done.stderr.decode(errors="replace").strip()
            raise RuntimeError(f"shard {index}/{shards} ended with {done.returncode}: {text}")
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


def keep(folder, index, part):
    """Writes a part so that it is there whole or not at all."""
    path = folder / f"part-{index}"
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".part-", delete=False) as file:
        file.write(part)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)


def cluster(options):
    from dask.distributed import Client, LocalCluster

    if options.scheduler_file:
        return Client(scheduler_file=options.scheduler_file)
    if options.scheduler:
        return Client(options.scheduler)
    return Client(LocalCluster(n_workers=options.workers, threads_per_worker=1,
                               dashboard_address=None))


def main():
    parser, options, merge = arguments()
    if options.shards < 1:
        parser.error("--shards is at least 1")
    files = sent(parser, options)
    run = ["-n", options.trials]
    if options.seed is not None:
        run += ["-s", options.seed]
    for assignment in options.sets:
        run += ["--set", assignment]

    with tempfile.TemporaryDirectory(prefix="evenodds-parts-") as temporary:
        folder = pathlib.Path(options.parts or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        everything = range(1, options.shards + 1)
        missing = [index for index in everything
                   if not is_part(folder / f"part-{index}")]
        if missing:
            from dask.distributed import as_completed

            client = cluster(options)
            tasks = client.map(play, missing, shards=options.shards, program=options.evenodds,
                               options=run, scenario=options.scenario, files=files,
                               retries=options.retries, pure=False)
            shard_of = dict(zip((task.key for task in tasks), missing))
            done = options.shards - len(missing)
            for task in as_completed(tasks):
                part = task.result() if task.status == "finished" else None
                if not isinstance(part, bytes):
                    client.cancel(tasks)
                    print(part or f"evenodds: {task.exception()}", file=sys.stderr)
                    return 3 if part is None else 2
                keep(folder, shard_of[task.key], part)
                task.release()
                done += 1
                if not options.quiet:
                    print(f"shard {done} of {options.shards}", file=sys.stderr)
            client.close()
            if client.cluster is not None:
                client.cluster.close()
        command = [options.evenodds, "merge", *merge]
        if options.out:
            command += ["-o", options.out]
        command += [str(folder / f"part-{index}") for index in everything]
        return subprocess.run(command, check=False).returncode


def is_part(path):
    """Whether a part is there; `evenodds merge` looks whether it is whole, and of this run."""
    try:
        with open(path, "rb") as file:
            return file.read(len(MARK)) == MARK
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
