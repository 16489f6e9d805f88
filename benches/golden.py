"""Hashes the output of every command on every built-in scenario, in every format, with few trials.

    python benches/golden.py target/release/evenodds > before.txt
    python benches/golden.py target/release/evenodds > after.txt
    diff before.txt after.txt

Each line has a hash of standard output, a hash of standard error, the exit code and the command. Two builds with the
same output print the same lines, on every machine.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).resolve())
FORMATS = ["table", "json", "csv", "markdown", "html"]
# Files that name the build.
BUILD = ["report.json", "index.json"]
FEW = ["-n", "200", "-s", "3", "-q"]


def output(arguments):
    environment = {**os.environ, "EVENODDS_CACHE": "off"}
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False, timeout=600, env=environment)
    return done.stdout, done.stderr, bytes([done.returncode])


def digest(parts):
    # Durations differ in each call.
    parts = [re.sub(rb", [0-9.]+ (ms|s|min)\b", b"", part) for part in parts]
    return [hashlib.sha256(part).hexdigest()[:12] for part in parts]


def reports(arguments):
    """Returns a line with the hash of each file in the folder of a report."""
    with tempfile.TemporaryDirectory() as home:
        folder = os.path.join(home, "reports")
        output(["report", *arguments, *FEW, "--out", folder])
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file() and path.name not in BUILD)
        return [f"{digest([file.read_bytes()])[0]} report {' '.join(arguments)} {file.relative_to(folder)}" for file in files]


def line(arguments):
    out, error, code = output(arguments)
    return [f"{' '.join(digest([out, error]))} {code[0]} {' '.join(arguments)}"]


def formats(*arguments):
    return [[*arguments, "-f", name] for name in FORMATS]


def commands():
    names = [f"@{path.stem}" for path in sorted(Path(__file__).parent.parent.glob("scenarios/*/*.toml"))]
    kinds = sorted(path.name.replace("_", "-") for path in Path(__file__).parent.parent.glob("scenarios/*"))
    for name in names:
        yield from formats("run", name, *FEW)
        for frame in ["metrics", "histograms"]:
            yield ["run", name, *FEW, "-f", "csv", "--frame", frame]
        for more in [[], ["--trial", "7", "-f", "json"], ["--advice"]]:
            yield ["trace", name, *more]
        yield ["ladder", name, "-n", "10", "-s", "3", "-q", "-f", "json"]
        yield ["drama", name, "-n", "20", "-s", "3", "-q", "-f", "json"]
        yield ["hint", name, "--quick"]
        for rest in [["link", name], ["new", name]]:
            yield rest
    for name in ["@duel", "@lockpick", "@prospect", "@foreign-goods"]:
        for question in ["check", "drama", "ladder", "sweep"]:
            yield from formats(question, name, *FEW)
        yield from formats("exact", name)
        yield from formats("hint", name)
    few = ["--max-trials", "2000", "-s", "3", "-q"]
    yield from formats("compare", "@canyon", "--vary", "rules.half=down", *few)
    yield from formats("compare", "@combat/*", "--vary", "rules.half=down", *few)
    yield from formats("compare", "@duel", "@canyon", *few)
    yield from formats("tune", "@lockpick", "--vary", "difficulty=5..20", "--target", "Thief=0.5", *few)
    yield from formats("tune", "@canyon", "--vary", "side.heroes.Dirk.classes[0].dice=1..6", "--target", "heroes=0.5", *few)
    yield from formats("sweep", "@canyon", "--vary", "rules.half=up,down", "--vary", "side.heroes.Dirk.classes[0].dice=3..5", *FEW)
    yield from formats("advise", "@lockpick", "--target", "Thief=0.5", "-q", "-s", "3")
    yield from formats("run", "@quick/*", "@trade/*", *FEW)
    yield from formats("check", "@quick/*", "@missing", *FEW)
    for kind in kinds:
        for rest in [["list", kind], ["schema", kind], ["schema", kind, "--position"], ["new", kind], ["new", kind, "--position"]]:
            yield rest
    yield ["list"]


def main():
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines in pool.map(line, commands()):
            print("\n".join(lines), flush=True)
        folders = [["@canyon", "--handout", "--ladder", "--drama"], ["@quick/*", "@climber"], ["@heist"]]
        for lines in pool.map(reports, folders):
            print("\n".join(lines), flush=True)


main()
