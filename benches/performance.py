"""Measures the time of trials on this machine, their growth with size, and other tools on the same questions, and
writes docs/reference/performance.md and benches/times.md.

    python -m venv .venv && .venv/bin/pip install -r benches/beside/requirements.txt
    .venv/bin/python benches/performance.py

It builds the programs that it measures. Use an idle machine; the script takes some minutes."""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from importlib.metadata import version

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
TOOL = os.path.join(TARGET, "release", "evenodds")
ORDINARY = os.path.join(TARGET, "release", "ordinary_canyon")
PAGE = os.path.join(ROOT, "docs", "reference", "performance.md")
TIMES = os.path.join(ROOT, "benches", "times.md")
# Only the row about stored answers uses a cache.
os.environ["EVENODDS_CACHE"] = "off"


def cargo(*arguments):
    command = ["cargo", arguments[0], "--locked", "--no-default-features", *arguments[1:]]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def called(command):
    """Returns the elapsed seconds and the CPU seconds of a call."""
    begun = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{command} ended with {child.returncode}")
    passed = time.perf_counter() - begun
    return passed, usage.ru_utime + usage.ru_stime


def most_memory(command):
    """Returns the peak memory of a call in megabytes. It polls, since the peak that the system reports at the end can
    be that of this program, from before the exec."""
    child, most = subprocess.Popen(command, stdout=subprocess.DEVNULL), 0
    while child.poll() is None:
        try:
            with open(f"/proc/{child.pid}/status", encoding="ascii") as status:
                lines = (line.split() for line in status if line.startswith("VmHWM"))
                most = max(most, *(int(line[1]) for line in lines), 0)
        except OSError:
            pass
        time.sleep(0.002)
    return most / 1024


def run(scenario, trials, *options):
    return [TOOL, "run", scenario, "-n", str(trials), "-q", "--no-stronger", *options]


def per_trial(scenario, trials, *options):
    """Returns the nanoseconds of a trial on one thread: the median of three differences between a call with all trials
    and a call with one."""
    command = [run(scenario, count, "-j", "1", *options) for count in (trials, 1)]
    pairs = [called(command[0])[1] - called(command[1])[1] for _ in range(3)]
    return sorted(pairs)[1] / trials * 1e9


def sets(**changes):
    return [word for path, value in changes.items() for word in ("--set", f"{path}={value}")]


# Assignments of a simple player, so that the time is that of the engine.
FINISHERS = sets(**{"side.heroes.player": "finisher", "side.ambushers.player": "finisher"})


def table(headings, rows):
    """Returns a Markdown table with aligned columns, the first to the left."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]

    def line(cells):
        padded = [cell.ljust(width) if column == 0 else cell.rjust(width)
                  for column, (cell, width) in enumerate(zip(cells, widths))]
        return "| " + " | ".join(padded) + " |"

    rule = ["-" * (width + 2) if column == 0 else "-" * (width + 1) + ":"
            for column, width in enumerate(widths)]
    return "\n".join([line(headings), "|" + "|".join(rule) + "|", *map(line, rows)])


def span(seconds):
    for limit, factor, unit in ((1e-6, 1e9, "ns"), (1e-3, 1e6, "µs"), (1, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def machine():
    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            name = next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.split()[1]
    return f"{name}, {os.cpu_count()} threads, {platform.system()}, Rust {compiler}, Python {platform.python_version()}"


# Line of the benchmarks: name, nanoseconds, name of its floor, nanoseconds, ratio.
RATIO = re.compile(r"(.*?/\S+) +([\d.]+) +.*?/floor +([\d.]+) +([\d.]+)$")


def called_so(name):
    """Removes the common suffix: `survey of 10/packed` becomes `survey of 10`."""
    return name.removesuffix("/packed")


def kinds():
    """Returns the table of the benchmarks."""
    text = cargo("bench", "--bench", "contests", "--", "--quick")
    rows, wanted = [], False
    for line in text.splitlines():
        if line.startswith("ratios:"):
            wanted = True
        elif line.startswith("the plain programs"):
            break
        elif wanted:
            found = RATIO.match(line)
            if found:
                name, first, second, ratio = found.groups()
                rows.append([called_so(name), span(float(first) / 1e9), span(float(second) / 1e9), f"{float(ratio):.1f}"])
    if not rows:
        sys.exit(f"the benchmarks printed no ratios:\n{text}")
    return table(["contest", "per trial", "dice only", "ratio"], rows)


def growth():
    drones = "side.ambushers.'Assassin Drone'.count"
    rows = []
    for count in (4, 16, 64, 256):
        # With many combatants, re-rolls hardly ever end.
        lot = {"rules.deadlock": "lot"} if count > 4 else {}
        changes = (*FINISHERS, *sets(**{drones: count}, **lot))
        rows.append(["Combat, `finisher`", f"{count + 4} combatants", span(per_trial("@canyon", 4_000_000 // count**2 + 2_000, *changes) / 1e9)])
    for size in (6, 10, 15, 21):
        rows.append(["Survey, `optimal`", f"Field of {size}", span(per_trial("@prospect", 200_000, *sets(**{"field.size": size})) / 1e9)])
    for piles in (3, 4):
        # Both calls of the difference solve the Crafts, so solving is not in the result.
        rows.append(["Workshop, `optimal`", f"{piles} piles", span(per_trial("@bomb", 1_000_000, *sets(**{"craft.piles": piles})) / 1e9)])
    return table(["contest", "size", "per trial"], rows)


def threads():
    rows, first = [], None
    for scenario, trials, changes in (("@canyon", 10_000_000, FINISHERS), ("@prospect", 1_000_000, ())):
        first = None
        for count in range(1, (os.cpu_count() or 1) + 1):
            passed = sorted(called(run(scenario, trials, "-j", str(count), *changes))[0] for _ in range(3))[1]
            first = first or passed
            name = f"`{scenario}`, `finisher`" if changes else f"`{scenario}`"
            rows.append([name, f"{trials:,}", str(count), span(passed), f"{first / passed:.2f}"])
    return table(["scenario", "trials", "threads", "time", "speedup"], rows)


def memory():
    rows = []
    for trials in (100_000, 1_000_000, 10_000_000):
        passed = called(run("@canyon", trials, *FINISHERS))[0]
        most = most_memory(run("@canyon", trials, *FINISHERS))
        rows.append([f"{trials:,}", span(passed), f"{most:.0f} MB"])
    return table(["trials of `@canyon`, `finisher`", "time", "memory"], rows)


def waiting():
    """Returns a table of the times until the answers of short and of large questions."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(ROOT, "scenarios", "combat", "canyon.toml"), encoding="utf-8") as file:
            canyon = file.read()
        for number in range(300):
            with open(os.path.join(folder, f"fight-{number}.toml"), "w", encoding="utf-8") as file:
                file.write(canyon.replace("Ambush in the canyon", f"Fight {number}"))
        bomb = ["env", f"EVENODDS_CACHE={os.path.join(folder, 'cache')}", *run("@bomb", 1_000)]
        questions = [
            ("1,000 fights of `@canyon`", run("@canyon", 1_000)),
            ("the same with `finisher`", run("@canyon", 1_000, *FINISHERS)),
            ("`sweep @lockpick`, 2,484 settings of 1,000 trials",
             [TOOL, "sweep", "@lockpick", "-q", "-n", "1000", "--vary", "difficulty=1..69", "--vary", "actor.dice=1..6",
              "--vary", "helper[0].dice=1..6"]),
            ("a folder of 300 fights, 1,000 trials each", run(folder, 1_000)),
            ("`advise @canyon`", [TOOL, "advise", "@canyon", "-q"]),
            ("1,000 trials of `@bomb` with its exact answer", bomb),
            ("the same with the stored exact answer", bomb),
        ]
        return table(["question", "time"], [[name, span(called(command)[0])] for name, command in questions])


def answered(*command):
    """Returns the JSON answer of a call, and its seconds."""
    begun = time.perf_counter()
    called = subprocess.run([TOOL, *command, "-q", "-f", "json"], capture_output=True, text=True, check=True)
    return json.loads(called.stdout), time.perf_counter() - begun


def precise():
    """Returns a table of the fights that a precision of half a percentage point takes, by estimator."""
    rows, trials = [], 20_000
    for name, options in (("a fixed number of fights", ["plain"]), ("the same, with a control variate", ["control"])):
        answer, seconds = answered("run", "@canyon", "-n", str(trials), "--no-stronger", "--estimator", *options)
        heroes = answer["outcomes"][0]
        part = ((heroes["high"] - heroes["low"]) / 2 / 0.005) ** 2
        rows.append([name, f"{round(trials * part, -2):,.0f}", span(seconds * part)])
    for name, options in (("a confidence sequence of shares", ["--estimator", "plain"]), ("by betting, with a control variate", [])):
        answer, seconds = answered("run", "@canyon", "--precision", "0.005", *options)
        rows.append([name, f"{answer['trials']:,}", span(seconds)])
    return table(["interval", "fights", "time"], rows)


def adjusted():
    """Returns a table of questions that use a control variate by default, with the number of plain trials that one of
    theirs is worth."""
    rows = []
    dirk = "side.heroes.Dirk.classes[0].dice=1..6"
    answer, seconds = answered("tune", "@canyon", "--vary", dirk, "--target", "heroes=0.5")
    best = max(answer["settings"], key=lambda setting: setting["trials"])
    rows.append([f"`tune --vary {dirk} --target heroes=0.5`", f"{best['trials']:,} of the answer", best, seconds])
    emily = "side.heroes.Emily.classes[0].dice=4"
    answer, seconds = answered("compare", "@canyon", "--vary", emily, "--precision", "0.005")
    rows.append([f"`compare --vary {emily} --precision 0.005`", f"{answer['trials']:,} of each", answer["figures"][0], seconds])
    answer, seconds = answered("ladder", "@canyon", "--players", "rollout,expert")
    for cell in answer["cells"][1:]:
        rows.append([f"`ladder`, {' against '.join(cell['players'])}", f"{cell['trials']:,}", cell, seconds / 4])
    rows = [[name, trials, f"{worth.get('factor') or 1:.1f}", span(seconds)] for name, trials, worth, seconds in rows]
    return table(["question about `@canyon`", "fights", "as precise as", "time"], rows)


def best(function):
    """Returns the result of a function and the seconds of its fastest call, as the first calls fill caches."""
    times, end = [], time.perf_counter() + 1
    while len(times) < 3 or time.perf_counter() < end and len(times) < 1_000:
        begun = time.perf_counter()
        answer = function()
        times.append(time.perf_counter() - begun)
    return answer, min(times)


def importing(library):
    """Returns the seconds that the import of a library takes."""
    calls = [called([sys.executable, "-c", program])[0] for program in (f"import {library}", "pass") for _ in range(3)]
    return min(calls[:3]) - min(calls[3:])


def exact():
    """Returns a table of exact shares by three programs. Fails if they differ."""
    import dyce
    import icepool

    six, d6, d5 = icepool.d6, dyce.H(6), dyce.H(5)
    questions = [
        ("Quick Formula", "@lockpick",
         lambda: (2 @ six + 6 * (6 @ (six == 6)) >= 10).probability(True),
         lambda: chance((2 @ d6 + 6 * (6 @ d6.eq(6))).ge(10))),
        ("Action Dice check", "@lockpicking",
         lambda: (6 @ six >= 20).probability(True),
         lambda: chance((6 @ d6).ge(20))),
        ("Abstract RPG", "@climber",
         lambda: 1 - (8 @ (icepool.d(5) > 1) == 8).probability(True) / 2,
         lambda: 1 - chance((8 @ d5.gt(1)).eq(8)) / 2),
    ]
    rows = []
    for name, scenario, by_icepool, by_dyce in questions:
        one, first = best(by_icepool)
        other, second = best(by_dyce)
        if Fraction(one) != Fraction(other):
            sys.exit(f"{name}: {one} and {other} are not the same")
        text = subprocess.run([TOOL, "exact", scenario, "-f", "json"], capture_output=True, text=True, check=True).stdout
        own = next(outcome["share"] for outcome in json.loads(text)["outcomes"] if outcome["name"] == "success")
        if abs(own - float(one)) > 1e-12:
            sys.exit(f"{name}: {own} and {float(one)} are not the same")
        whole = sorted(called([TOOL, "exact", scenario])[0] for _ in range(5))[2]
        rows.append([name, f"{float(one):.6f}", span(first), span(second), span(whole)])
    return table(["question", "answer", "icepool", "dyce", "evenodds, process"], rows)


#: Questions of benches/beside/dice with an answer of icepool, and its code.
ICEPOOL = {
    "4d6kh3": "d(6).highest(4, 3)",
    "10d10!!kh5": "d(10).explode(depth=8).highest(10, 5)",
    "20d10kh10": "d(10).highest(20, 10)",
    "wins(10d6, 10d6)": "d(6).pool(10).sort_pair('>', d(6).pool(10)).size()",
}


def expressions():
    """Returns a table of the times of exact distributions, each from nothing."""
    manifest = os.path.join(ROOT, "benches", "beside", "dice", "Cargo.toml")
    command = ["cargo", "run", "--release", "--locked", "--manifest-path", manifest]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = []
    for question, own, eurydice in (line.split("\t") for line in lines):
        code = ICEPOOL.get(question)
        # A process for each call, since icepool remembers answers.
        program = ("import time; from icepool import d; begun = time.perf_counter(); "
                   f"len({code}.items()); print(time.perf_counter() - begun)")
        calls = [float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
                 for _ in range(3)] if code else []
        cell = lambda milliseconds: "" if milliseconds == "-" else span(float(milliseconds) / 1e3)
        rows.append([f"`{question}`", cell(own), cell(eurydice), span(min(calls)) if calls else ""])
    return table(["question", "evenodds", "Eurydice", "icepool"], rows)


def chance(histogram):
    counts = dict(histogram.items())
    return Fraction(counts.get(True, counts.get(1, 0)), sum(counts.values()))


def sampled():
    """Returns a table of the times of sampled shares, on one thread."""
    import numpy

    trials = 1_000_000
    generator = numpy.random.default_rng(1)

    def quick():
        actor = generator.integers(1, 7, (trials, 2), dtype=numpy.int8).sum(1)
        sixes = (generator.integers(1, 7, (trials, 6), dtype=numpy.int8) == 6).sum(1)
        return (actor + 6 * sixes >= 10).mean()

    def abstract():
        climber = 8 + generator.geometric(0.2, trials)
        cliff = generator.geometric(0.2, trials)
        coin = generator.random(trials) < 0.5
        return ((climber > cliff) | (climber == cliff) & coin).mean()

    rows = []
    for name, scenario, by_numpy in (("Quick Formula", "@lockpick", quick), ("Abstract RPG", "@climber", abstract)):
        _, seconds = best(by_numpy)
        rows.append([name, "NumPy", span(seconds / trials), span(per_trial(scenario, 10_000_000) / 1e9)])
    own = span(per_trial("@canyon", 4_000_000, *FINISHERS) / 1e9)
    script = os.path.join(ROOT, "benches", "beside", "canyon.py")
    for what, command, count in (
        ("an ordinary Python program", [sys.executable, script], 20_000),
        ("an ordinary Rust program", [ORDINARY], 1_000_000),
    ):
        seconds = called([*command, str(count)])[1] - called([*command, "1"])[1]
        rows.append(["`@canyon`, `finisher`", what, span(seconds / count), own])
    return table(["contest", "program", "per trial", "evenodds"], rows)


def main():
    print("building", file=sys.stderr)
    cargo("build", "--release", "--bins")
    cargo("build", "--release", "-p", "evenodds-benches", "--bin", "ordinary_canyon")
    print("measuring", file=sys.stderr)
    versions = ", ".join(f"{name} {version(name)}" for name in ("icepool", "dyce", "numpy"))
    page = f"""# Performance

`python benches/performance.py` wrote this page on {machine()}. [Times of trials](../../benches/times.md)
compares other tools on the same questions. Times differ on other machines, but ratios stay about the same.

## Waiting for an answer

Times are on all threads, with the start of the program. Memory does not grow with trials.

{waiting()}

The next table has the fights and the time until an interval of ±0.5 percentage points in `@canyon`, with `expert` on both
sides. The last two rows are `run @canyon --precision 0.005`:

{precise()}
"""
    times = f"""# Times of trials

`python benches/performance.py` wrote this page on {machine()}, with {versions}.
[Performance](../docs/reference/performance.md) has the times of answers.

## Time per trial

On one thread (`cargo bench -p evenodds-benches`). *Dice only* seeds the same streams and draws the same dice, and does nothing
else: it is the lower limit of any program that rolls these dice. `canyon` is `@canyon` with `finisher` on both sides.

{kinds()}

## Trials and memory

On all threads. Trials are counted and not stored.

{memory()}

## Scaling

On one thread, without the solution before the first trial.

{growth()}

## Threads

{threads()}

## Control variates

Questions that use a [control variate](../docs/reference/method.md#control-variates) by default, and the number of fights without it that
give the precision of one fight with it:

{adjusted()}

## Other tools

**Exact answers**: a call in a running Python after the import (icepool {span(importing("icepool"))}, dyce {span(importing("dyce"))}), and a whole process of
`evenodds`. For a single sum of dice these libraries are as good and shorter to write.

{exact()}

**Exact distributions of expressions** in a running program, with Eurydice's engine 0.1.0
([source](beside/dice/src/main.rs)). An empty cell has no such answer.

{expressions()}

**Sampled answers**, CPU time per trial on one thread. NumPy and the ordinary programs
([Python](beside/canyon.py), [Rust](beside/canyon.rs)) compute one share; `evenodds` counts all
metrics.

{sampled()}

## Builds

CPU time of Cargo from nothing, with two jobs.

| step                                             | CPU time |
|--------------------------------------------------|---------:|
| `cargo run`, until the program runs              |  4.0 min |
| `cargo test` after it, until the first test runs |  4.0 min |
| `cargo build --release`                          |  6.6 min |
"""
    for path, text in ((PAGE, page), (TIMES, times)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
