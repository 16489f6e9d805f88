#!/usr/bin/env python3
"""Runs a sweep, or the reports on a folder, on many machines: settings and shards of the reports are tasks of a
Dask cluster. The result has the same bytes as `evenodds sweep` or `evenodds report` on one machine.

    python evenodds_many.py sweep lock.toml --vary difficulty=5..20 -n 1M --parts kept -o grid.json -- -f json
    python evenodds_many.py report scenarios --shards 64 --out balance -- -n 100000

Cluster, scheduler and retries are as in evenodds_dask.py. The driver checks every result, and runs its task again on
another worker if the result is truncated, belongs to another setting or seed, or comes from another build of the
program. It sends the scenarios with the .toml files that they name, so workers need the program but no shared disk.
Finished tasks are kept in --parts or --out, and the same command runs only the missing ones. The arguments after `--`
go to `evenodds sweep` (output options) or to `evenodds report` (options of reports).

Exit codes: those of `evenodds`; 2 for invalid input; 3 if a task fails.
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
    sweep = kinds.add_parser("sweep", help="a grid over keys of a scenario")
    sweep.add_argument("scenario", metavar="FILE", help="a scenario file, or @NAME")
    sweep.add_argument("--vary", action="append", required=True, metavar="PATH=VALUES",
                       help="as for evenodds sweep (repeatable)")
    sweep.add_argument("-n", "--trials", required=True, help="trials of each setting")
    sweep.add_argument("-s", "--seed", help="random seed [default: the scenario's, else 1]")
    sweep.add_argument("--shards", type=int, default=1, metavar="N", help="shards of each setting [default: 1]")
    sweep.add_argument("--cells-per-task", type=int, default=1, metavar="K",
                       help="settings, or shards of them, per task [default: 1]")
    sweep.add_argument("--parts", required=True, metavar="DIR", help="folder for finished settings")
    sweep.add_argument("-o", "--out", metavar="FILE", help="file for the results [default: standard output]")
    report = kinds.add_parser("report", help="reports on all scenarios in a folder")
    report.add_argument("scenario", metavar="DIR", help="a folder of scenarios, below the current folder")
    report.add_argument("--shards", type=int, default=16, metavar="N", help="number of tasks [default: 16]")
    report.add_argument("--out", required=True, metavar="DIR", help="folder for the reports")
    for each in (sweep, report):
        one.cluster_options(each)
    own, rest = one.parted(sys.argv[1:])
    options = parser.parse_args(own)
    if options.shards < 1:
        parser.error("--shards must be at least 1")
    if options.kind == "sweep" and options.cells_per_task < 1:
        parser.error("--cells-per-task must be at least 1")
    return parser, options, rest


def sent(parser, start):
    """Returns the file, or all files in the folder, and the .toml files that they name: content by relative path."""
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
            parser.error(f"{name}: expected a relative path to a file below the current folder")
        try:
            files[name] = pathlib.Path(name).read_bytes()
        except OSError as error:
            parser.error(f"cannot read {name}: {error.strerror}")
        for named in re.findall(rb"""["']([^"'\n]+\.toml)["']""", files[name]):
            used = pathlib.Path(name).parent / named.decode(errors="replace")
            # The program reports missing files.
            waiting += [used] if used.is_file() else []
    return files


def work(commands, program, files):
    """Runs commands in a folder with the files; each is a list of words and the path of its output. Returns the version
    of the program and the archives of the outputs, or the error text if the program refused the input, so that the task
    is not tried again."""
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
            # Reports include pages of broken scenarios; the final call reports their faults.
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
    """Returns the content of the only file of an archive."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return tar.extractfile(tar.getmembers()[0]).read()


def spread(options, work_of, files, fault, keep, together=1):
    """Runs commands on a cluster, `together` per task. `work_of` has a command and the path of its output by name. Passes
    each result to `keep`, or tries it again if `fault` returns an error for it. Returns an exit code."""
    import cloudpickle
    from dask.distributed import as_completed

    cloudpickle.register_pickle_by_value(one)
    client = one.cluster(options)
    # The files are a task, so that Dask restores them if the workers that have them are lost.
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
            # If the worker was lost after the task, Dask runs the task again, and this call waits for it.
            (worker, found), why = done.result(), None
        except Exception as error:  # any error of the cluster
            found, why = None, error
        if not isinstance(found, tuple):
            client.cancel(list(futures))
            which = " to ".join(sorted({futures[done][0], futures[done][-1]}))
            print(found or f"evenodds: {which} failed: {why}", file=sys.stderr)
            return 3 if found is None else 2
        theirs, archives = found
        again = []
        for name, archive in zip(futures[done], archives):
            wrong = fault(name, archive) if theirs == ours else f"made by {theirs}; expected {ours}"
            if wrong is None:
                keep(name, archive)
            elif elsewhere.again(name, worker, wrong):
                again.append(name)
            else:
                client.cancel(list(futures))
                print(f"evenodds: {name} failed", file=sys.stderr)
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
    # A sweep with one trial lists all settings and reports their faults. --parts restricts it to one scenario.
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
        print(f"{folder} contains parts of another sweep; {one.ADVICE}", file=sys.stderr)
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
            return "the result is truncated"
        share = {"index": int(name.rpartition("-")[2]), "of": options.shards}
        for what, this, that in [("contest", found["scenario"]["hash"], hashes[name]),
                                 ("seed", found["seed"], listed["seed"]), ("share", found["share"], share)]:
            if this != that:
                return f"{what} is {this}; expected {that}"
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
    """Yields the settings: number, hash and --set arguments. Of equal contests, as with two spellings of a value, only
    the first; its parts serve the others."""
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
            return "the result is truncated"
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
