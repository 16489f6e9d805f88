#!/usr/bin/env python3
"""Plays a sweep, or makes the reports on a folder, on many machines: settings and shares of the reports are
tasks of a Dask cluster. The result has the bytes of `evenodds sweep` or `evenodds report` on one machine.

    python evenodds_many.py sweep lock.toml --vary difficulty=5..20 -n 1M --parts kept -o grid.json -- -f json
    python evenodds_many.py report scenarios --shards 64 --out balance -- -n 100000

Cluster, scheduler and retries are as for evenodds_dask.py: what a worker returns is checked before it is kept, and
played again elsewhere if it is torn, of another setting or seed, or made by another build of the program. The scenarios are sent along with the .toml
files that they name, so workers need the program and no shared disk. What is finished is kept, in --parts or
--out, and the same command plays only what is missing. What is behind `--` goes to `evenodds sweep` (how the
result is shown) or to `evenodds report` (how reports are made).

Exit codes: those of `evenodds`; 2 for wrong input; 3 if a task could not be done.
"""

import argparse
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import evenodds_dask as one


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="sweep|report")
    sweep = kinds.add_parser("sweep", help="the grid over any keys of a scenario")
    sweep.add_argument("scenario", metavar="FILE", help="a scenario file, or @NAME")
    sweep.add_argument("--vary", action="append", required=True, metavar="PATH=VALUES",
                       help="as for evenodds sweep (repeatable)")
    sweep.add_argument("-n", "--trials", required=True, help="trials of each setting")
    sweep.add_argument("-s", "--seed", help="random seed [default: the scenario's, else 1]")
    sweep.add_argument("--shards", type=int, default=1, metavar="N", help="tasks of a setting (1)")
    sweep.add_argument("--cells-per-task", type=int, default=1, metavar="K",
                       help="settings, or shards of them, that a task plays in turn (1)")
    sweep.add_argument("--parts", required=True, metavar="DIR", help="where finished settings are kept")
    sweep.add_argument("-o", "--out", metavar="FILE", help="where the results go")
    report = kinds.add_parser("report", help="the reports on all scenarios below a folder")
    report.add_argument("scenario", metavar="DIR", help="a folder of scenarios, below this one")
    report.add_argument("--shards", type=int, default=16, metavar="N", help="how many tasks (16)")
    report.add_argument("--out", required=True, metavar="DIR", help="the folder for the reports")
    for each in (sweep, report):
        one.cluster_options(each)
    own, rest = one.parted(sys.argv[1:])
    options = parser.parse_args(own)
    if options.shards < 1:
        parser.error("--shards is at least 1")
    if options.kind == "sweep" and options.cells_per_task < 1:
        parser.error("--cells-per-task is at least 1")
    return parser, options, rest


def sent(parser, start):
    """The file, or all below the folder, with the .toml files that they name, by their names from here."""
    if start.startswith("@"):
        return {}
    path = pathlib.Path(start)
    waiting = sorted(path.rglob("*")) if path.is_dir() else [path]
    files = {}
    while waiting:
        name = os.path.normpath(waiting.pop())
        if name in files or os.path.isdir(name):
            continue
        if os.path.isabs(name) or name.startswith(".."):
            parser.error(f"{name}: a file that is sent along is named from here, and stands below "
                         "this folder")
        try:
            files[name] = pathlib.Path(name).read_bytes()
        except OSError as error:
            parser.error(f"cannot read {name}: {error.strerror}")
        for named in re.findall(rb"""["']([^"'\n]+\.toml)["']""", files[name]):
            used = pathlib.Path(name).parent / named.decode(errors="replace")
            # What is not there is for the program to say.
            waiting += [used] if used.is_file() else []
    return files


def work(commands, program, files):
    """Runs the program among the files, once for each command, a list of words and what it writes; returns the
    archives of that, with which program wrote them; or as text why the program refused the input: doing that again
    would change nothing."""
    archives = []
    with tempfile.TemporaryDirectory(prefix="evenodds-") as home:
        for name, content in files.items():
            path = pathlib.Path(home, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for command, result in commands:
            done = subprocess.run([program, *command], cwd=home, capture_output=True, check=False,
                                  stdin=subprocess.DEVNULL)
            text = done.stderr.decode(errors="replace").strip()
            made = pathlib.Path(home, result)
            # Broken scenarios have pages, and the call at the end says what is wrong with them.
            if done.returncode == 2 and not made.is_dir():
                return text
            if done.returncode not in (0, 2):
                raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {text}")
            archive = io.BytesIO()
            with tarfile.open(fileobj=archive, mode="w:gz", compresslevel=1) as tar:
                if made.exists():
                    tar.add(made, arcname=".")
            archives.append(archive.getvalue())
            if made.is_file():
                made.unlink()
    return one.program_of(program), archives


def part_of(archive):
    """The only file of an archive."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return tar.extractfile(tar.getmembers()[0]).read()


def spread(options, work_of, files, fault, keep, together=1):
    """Has work, by its name a command and what it writes, done on a cluster, so many commands a task; hands what
    came of each to `keep`, unless `fault` says what is wrong with it: that is tried again. Returns an exit code."""
    import cloudpickle
    from dask.distributed import as_completed

    cloudpickle.register_pickle_by_value(one)
    client = one.cluster(options)
    # A task of its own, so that it is made again where the workers that had it are lost.
    common = client.submit(dict, files, pure=False)
    names = list(work_of)
    ours = one.program_of(options.evenodds)
    elsewhere = one.Elsewhere(client, options.retries)

    def submit(task):
        commands = [work_of[name] for name in task]
        return elsewhere.submit(one.on_worker, work, commands, options.evenodds, common)

    tasks = [names[start:start + together] for start in range(0, len(names), together)]
    futures = {submit(task): task for task in tasks}
    ready = as_completed(futures)
    for done in ready:
        try:
            # Where a worker is lost once it is done, the task is done again, and this waits for it.
            (worker, found), why = done.result(), None
        except Exception as error:  # whatever the cluster raises
            found, why = None, error
        if not isinstance(found, tuple):
            client.cancel(list(futures))
            which = " to ".join(sorted({futures[done][0], futures[done][-1]}))
            print(found or f"evenodds: {which} could not be done: {why}", file=sys.stderr)
            return 3 if found is None else 2
        theirs, archives = found
        again = []
        for name, archive in zip(futures[done], archives):
            wrong = fault(name, archive) if theirs == ours else f"it was made by {theirs}, and this is {ours}"
            if wrong is None:
                keep(name, archive)
            elif elsewhere.again(name, worker, wrong):
                again.append(name)
            else:
                client.cancel(list(futures))
                print(f"evenodds: {name} could not be done", file=sys.stderr)
                return 3
        done.release()
        if again:
            another = submit(again)
            futures[another] = again
            ready.add(another)
    client.close()
    if client.cluster is not None:
        client.cluster.close()
    return 0


def sweep(parser, options, rest):
    varied = [word for text in options.vary for word in ("--vary", text)]
    typed = ["-s", options.seed] if options.seed is not None else []
    ask = [options.evenodds, "sweep", options.scenario, *varied, *typed, "-q"]
    # One trial of each setting names all settings, and all that is wrong with them; parts are those of one scenario.
    with tempfile.TemporaryDirectory(prefix="evenodds-") as none:
        listed = subprocess.run([*ask, "-n", "1", "-f", "json", "--parts", none], capture_output=True, check=False)
    if listed.returncode:
        sys.stderr.buffer.write(listed.stderr)
        return listed.returncode
    folder = pathlib.Path(options.parts)
    folder.mkdir(parents=True, exist_ok=True)
    files = sent(parser, options.scenario)
    listed = json.loads(listed.stdout)
    wanted = {"program": one.program_of(options.evenodds),
              "command": [*ask[1:], "-n", options.trials], "shards": options.shards,
              "files": {name: one.hashlib.sha256(files[name]).hexdigest() for name in sorted(files)}}
    manifest = folder / one.MANIFEST
    text = json.dumps(wanted, indent=2).encode() + b"\n"
    if manifest.exists() and manifest.read_bytes() != text or \
            not manifest.exists() and any(folder.glob("part-*")):
        print(f"{folder} holds parts of another sweep: {one.ADVICE}", file=sys.stderr)
        return 2
    one.keep(folder, one.MANIFEST, text)
    tasks, hashes = {}, {}
    for index, contest, sets in settings(listed):
        for share in range(1, options.shards + 1):
            name = f"part-{index:06}-{share:06}"
            command = ["run", options.scenario, *sets, "-n", options.trials, "-s", str(listed["seed"]), "-q",
                       "-j", "1", "--shard", f"{share}/{options.shards}", "-o", "part"]
            hashes[name] = contest
            if not (folder / name).exists():
                tasks[name] = (command, "part")

    def fault(name, archive):
        try:
            found = one.described(part_of(archive))
        except (tarfile.TarError, IndexError, EOFError, OSError):
            found = None
        if found is None:
            return "it is torn"
        share = {"index": int(name.rpartition("-")[2]), "of": options.shards}
        for what, this, that in [("contest", found["scenario"]["hash"], hashes[name]),
                                 ("seed", found["seed"], listed["seed"]), ("share", found["share"], share)]:
            if this != that:
                return f"{what} is {this}, and not {that}"
        return None

    def keep(name, archive):
        one.keep(folder, name, part_of(archive))

    code = spread(options, tasks, files, fault, keep, options.cells_per_task) if tasks else 0
    if code:
        return code
    out = ["-o", options.out] if options.out else []
    return subprocess.run([*ask, "-n", options.trials, "--parts", str(folder), *rest, *out],
                          check=False).returncode


def settings(listed):
    """The settings by number, with hash and --set words of each. Of those that are the same contest, as where two values
    mean the same, only the first: its parts are those of the others."""
    seen = set()
    for index, setting in enumerate(listed["settings"]):
        if setting["hash"] not in seen:
            seen.add(setting["hash"])
            yield index, setting["hash"], [
                word for key, value in zip(listed["vary"], setting["values"])
                for word in ("--set", f"{key['path']}={json.dumps(value)}")]


def report(parser, options, rest):
    files = sent(parser, options.scenario)
    folder = pathlib.Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / ".shares"
    kept.mkdir(exist_ok=True)
    ask = ["report", options.scenario, *rest]
    wanted = json.dumps([one.program_of(options.evenodds), ask, options.shards, *(one.hashlib.sha256(files[name]).hexdigest()
                                                for name in sorted(files))])
    tag = one.hashlib.sha256(wanted.encode()).hexdigest()[:12]
    tasks = {}
    for share in range(1, options.shards + 1):
        name = f"{tag}-{share}"
        if not (kept / name).exists():
            tasks[name] = ([*ask, "-q", "-j", "1", "--shard", f"{share}/{options.shards}",
                            "--out", ".evenodds-out"], ".evenodds-out")

    def fault(_, archive):
        try:
            with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
                tar.getmembers()
        except (tarfile.TarError, EOFError, OSError):
            return "it is torn"
        return None

    def keep(name, archive):
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        one.keep(kept, name, b"")

    code = spread(options, tasks, files, fault, keep) if tasks else 0
    if code:
        return code
    done = subprocess.run([options.evenodds, *ask, "--out", str(folder)], check=False)
    for mark in kept.iterdir():
        mark.unlink()
    kept.rmdir()
    return done.returncode


def main():
    parser, options, rest = arguments()
    try:
        return {"sweep": sweep, "report": report}[options.kind](parser, options, rest)
    except OSError as error:
        print(f"evenodds: {error}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
