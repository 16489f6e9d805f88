"""The questions that take or give more than the others, a function each."""

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
    precision: float | None = None,
    threads: int | None = None,
    set: Changes = None,
    stronger: bool = False,
    samples: str | os.PathLike[str] | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """How do these contests end? Shares of outcomes with their intervals, distributions of metrics.

    :param trials: how many trials: 1_000_000, ``"2e6"``, ``"10M"``; what the scenario says, else as many as about
        a second on two cores pays for, at most 1,000,000
    :param seed: which luck, 0 to 2**63 - 1; what the scenario says, else 1
    :param precision: stop once every share is known to within plus or minus so much, such as 0.005
    :param threads: worker threads, one a core unless said otherwise; no figure depends on it
    :param set: changes to keys before anything is played: ``{"rules.half": "down"}``
    :param stronger: also state good and simple play in the headline, which takes longer
    :param samples: a Parquet file that gets a row for every trial while they are played
    :param quiet: no progress

    >>> answer = evenodds.run("@canyon", trials=100_000)
    >>> answer.outcomes.rows()[0]["share"]  # of 1
    """
    files = Files(scenarios)
    options = {"trials": trials, "seed": seed, "precision": precision, "threads": threads,
               "set": assignments(set), "no_stronger": not stronger}
    words = arguments("run", *files.names, **options)
    called = call([*words, *arguments(samples=samples)], files.texts, quiet)
    return answered(called, None if called.several else (words, files.texts))


def diff(old: str | os.PathLike[str], new: str | os.PathLike[str], *, alpha: float | None = None) -> Answer:
    """What changed between two files of results, or two folders of reports, beyond doubt and not by luck?"""
    return answer("diff", [old, new], True, alpha=alpha)


def trace(
    scenario: Scenario,
    *,
    trial: int | None = None,
    find: str | Sequence[str] = (),
    typical: bool = False,
    extreme: str | None = None,
    within: Count = None,
    advice: bool = False,
    seed: int | None = None,
    set: Changes = None,
) -> Story:
    """The story of one trial, die by die; the first, unless one of `trial`, `find`, `typical` and `extreme` is given.

    :param trial: its number, from 0
    :param find: the first trial that fulfils all conditions: ``["outcome=heroes", "turns>=10"]``
    :param typical: a trial as they mostly go
    :param extreme: the trial with the highest value of this metric
    :param within: how many trials a search looks at, 100,000
    :param advice: says at each decision what the best player would have done
    """
    files = Files(scenario)
    words = arguments("trace", *files.names, trial=trial, find=many(find), typical=typical, extreme=extreme,
                      within=within, advice=advice, seed=seed, set=assignments(set))
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
    """Writes a page with charts, and every figure as CSV, Parquet and JSON; of folders with an index. Returns `out`.

    :param out: the folder for the reports
    :param ladder: all pairings of players as well
    :param drama: how it goes as well
    :param handout: a page to print for the table as well
    :param since: an earlier folder of reports: the index says what changed since
    :param again: make all reports again, also those that are there
    """
    files = Files(scenarios)
    call(arguments("report", *files.names, out=out, trials=trials, seed=seed, threads=threads,
                   set=assignments(set), ladder=ladder, drama=drama, handout=handout, since=since,
                   again=again), files.texts, quiet)
    return Path(out)


def ask(command: str, scenarios: Scenarios, *words: str, quiet: bool = False) -> Answer | Answers | Story:
    """Asks any question with the options of the command line as they are typed. What is no answer but text, such as
    a story, comes as it would be printed.

    >>> evenodds.ask("ladder", "@canyon", "--players", "random,brawler")
    """
    files = Files(scenarios)
    called = call([command, *files.names, *words], files.texts, quiet)
    return answered(called) if len(called) > 0 or called.several else Story(called.printed)


def describe(kind: str | None = None) -> str:
    """The kinds and the scenarios inside the program; of one kind: its keys, options, players and metrics."""
    return call(arguments("list", kind), []).printed


def template(kind: str) -> str:
    """A commented scenario to start from, as TOML."""
    return call(arguments("new", kind), []).printed


def schema(kind: str) -> dict[str, Any]:
    """JSON Schema of a kind's files."""
    found: dict[str, Any] = json.loads(call(arguments("schema", kind), []).printed)
    return found


def link(scenario: Scenario, *, page: str | None = None, set: Changes = None) -> str:
    """A scenario as a link that opens it in a browser, and in every function here.

    :param page: where the page is that opens it
    """
    files = Files(scenario)
    return call(arguments("link", *files.names, page=page, set=assignments(set)), files.texts).printed.strip()
