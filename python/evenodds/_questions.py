"""Functions for questions with arguments or results of their own."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._answers import Answer, Answers, Story, answered
from ._ask import answer
from ._call import Changes, Count, Files, Scenario, Scenarios, arguments, assignments, call, many

def run(
    scenarios: Scenarios,
    *,
    trials: Count = None,
    seed: int | None = None,
    precision: float | str | None = None,
    threads: int | None = None,
    set: Changes = None,
    stronger: bool = True,
    samples: str | os.PathLike[str] | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Plays scenarios: shares of outcomes with their intervals, and distributions of metrics.

    :param trials: number of trials: 1_000_000, ``"2e6"``, ``"10M"``; default: that of the scenario, else as many as
        take about a second on two cores, at most 1,000,000
    :param seed: random seed, 0 to 2**63 - 1; default: that of the scenario, else 1
    :param precision: stop when every share's interval is narrower than plus or minus this, such as 0.005 or ``"0.5%"``
    :param threads: worker threads; default: one per core. No figure depends on it
    :param set: changes to keys before the trials: ``{"rules.half": "down"}``
    :param stronger: also play other players for the headline, which takes up to half a second; False is faster
    :param samples: Parquet file for a row per trial
    :param quiet: show no progress

    >>> answer = evenodds.run("@canyon", trials=100_000)
    >>> answer.outcomes.rows()[0]["share"]  # from 0 to 1
    """
    files = Files(scenarios)
    options = {"trials": trials, "seed": seed, "precision": precision, "threads": threads,
               "set": assignments(set), "no_stronger": not stronger}
    words = arguments("run", *files.names, **options)
    called = call([*words, *arguments(samples=samples)], files.texts, quiet)
    return answered(called, None if called.several else (words, files.texts))


def dice(*expressions: str, at_least: int | Sequence[int] = ()) -> Answer:
    """Computes the exact distributions of expressions of dice, side by side.

    :param expressions: such as ``"4d6kh3"``, ``"1d20 + 5"`` or ``"6d6c>=5 > 5d6c>=5"``
    :param at_least: also state the probability of at least this value

    >>> print(evenodds.dice("4d6kh3", "3d6", at_least=15))
    """
    marks = [at_least] if isinstance(at_least, int) else list(at_least)
    words = [*arguments("dice", at_least=marks), "--", *expressions]
    found = answered(call(words, [], True))
    return found if isinstance(found, Answer) else found[0]


def diff(old: str | os.PathLike[str], new: str | os.PathLike[str], *, alpha: float | None = None) -> Answer:
    """Finds the significant changes between two files of results, or two folders of reports."""
    return answer("diff", [old, new], True, alpha=alpha)


def trace(
    scenario: Scenario,
    *,
    trial: int | None = None,
    find: str | Sequence[str] = (),
    typical: bool = False,
    closest: bool = False,
    extreme: str | None = None,
    within: Count = None,
    advice: bool = False,
    turning: bool = False,
    seed: int | None = None,
    set: Changes = None,
) -> Story:
    """Narrates one trial, die by die: the first, or that of `trial`, `find`, `typical`, `closest` or `extreme`.

    :param trial: number of the trial, from 0
    :param find: the first trial that meets all conditions: ``["outcome=heroes", "turns>=10"]``
    :param typical: a typical trial
    :param closest: the trial with the most lead changes
    :param extreme: the trial with the highest value of this metric
    :param within: number of trials to search; default: 100,000, fewer for `typical` and `closest`
    :param advice: add the action of the best player at each decision
    :param turning: add the chance of winning before each turn
    """
    files = Files(scenario)
    words = arguments("trace", *files.names, trial=trial, find=many(find), typical=typical, closest=closest,
                      extreme=extreme, within=within, advice=advice, turning=turning, seed=seed, set=assignments(set))
    story = Story(call(words, files.texts).printed)
    story._again = words, files.texts
    return story


def report(
    scenarios: Scenarios,
    out: str | os.PathLike[str] = "report",
    *,
    trials: Count = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    ladder: bool = False,
    drama: bool = False,
    handout: bool = False,
    since: str | os.PathLike[str] | None = None,
    again: bool = False,
    quiet: bool = False,
) -> Path:
    """Writes a page with charts, and all figures as CSV, Parquet and JSON; for folders with an index. Returns `out`.

    :param out: folder for the reports
    :param ladder: add all pairings of players
    :param drama: add the course of the trials
    :param handout: add a page to print
    :param since: earlier folder of reports; the index lists the changes since then
    :param again: make all reports again, including existing ones
    """
    files = Files(scenarios)
    call(arguments("report", *files.names, out=out, trials=trials, seed=seed, threads=threads,
                   set=assignments(set), ladder=ladder, drama=drama, handout=handout, since=since,
                   again=again), files.texts, quiet)
    return Path(out)


def ask(command: str, scenarios: Scenarios, *words: str, quiet: bool = False) -> Answer | Answers | Story:
    """Runs any command with options as on the command line. Returns text, such as a narration, as it would be printed.

    >>> evenodds.ask("ladder", "@canyon", "--players", "random,brawler")
    """
    files = Files(scenarios)
    called = call([command, *files.names, *words], files.texts, quiet)
    return answered(called) if len(called) > 0 or called.several else Story(called.printed)


def describe(kind: str | None = None) -> str:
    """Lists the kinds and the built-in scenarios; for a kind: its keys, options, players and metrics."""
    return call(arguments("list", kind), []).printed


def template(kind: str, *, all: bool = False) -> str:
    """Returns a commented scenario of a kind, as TOML.

    :param all: show all keys of the kind; optional keys are comments with their defaults
    """
    return call(arguments("new", kind, all=all), []).printed


def schema(kind: str) -> dict[str, Any]:
    """Returns the JSON Schema of a kind's files."""
    found: dict[str, Any] = json.loads(call(arguments("schema", kind), []).printed)
    return found


def link(scenario: Scenario, *, page: str | None = None, set: Changes = None) -> str:
    """Returns a link to a scenario, which the page and all functions here open.

    :param page: address of the page
    """
    files = Files(scenario)
    return call(arguments("link", *files.names, page=page, set=assignments(set)), files.texts).printed.strip()
