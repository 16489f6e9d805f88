"""The questions, a function each."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from . import _evenodds
from ._answers import Answer, Answers, Story, answered
from ._call import Changes, Files, Scenario, Scenarios, arguments, assignments, call, varied

#: Keys with values: ``{"difficulty": range(5, 21)}``, or as they are typed: ``["difficulty=5..20"]``.
Varied: TypeAlias = "Mapping[str, Any] | Iterable[str] | str | None"
#: A number of trials, also as people type it: ``"10M"``.
Count: TypeAlias = "int | str | None"


def _asked(command: str, scenarios: Any, quiet: bool, **options: Any) -> Answer | Answers:
    files = Files(scenarios)
    words = arguments(command, *files.names, **options)
    return answered(call(words, files.texts, quiet))


def _answer(command: str, scenarios: Any, quiet: bool, **options: Any) -> Answer:
    """The same of a question with a single answer."""
    answer = _asked(command, scenarios, quiet, **options)
    return answer if isinstance(answer, Answer) else answer[0]


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


def exact(scenarios: Scenarios, *, set: Changes = None) -> Answer | Answers:
    """How they end, exactly, where a solver exists; else :class:`InputError` says why not."""
    return _asked("exact", scenarios, True, set=assignments(set))


def ladder(
    scenarios: Scenarios,
    *,
    players: str | Sequence[str] | None = None,
    trials: Count = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Every pairing of players as a matrix: how much does play decide?

    :param players: which ones, by name; all that are quick, unless said otherwise
    """
    names = players if players is None or isinstance(players, str) else ",".join(players)
    return _asked("ladder", scenarios, quiet, players=names, trials=trials, seed=seed, threads=threads,
                  set=assignments(set))


def drama(
    scenarios: Scenarios,
    *,
    trials: Count = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer | Answers:
    """How does it go? Lead changes, choices, who sits out, what the opening throws settle, luck against decisions."""
    return _asked("drama", scenarios, quiet, trials=trials, seed=seed, threads=threads, set=assignments(set))


def sweep(
    scenarios: Scenarios,
    *,
    vary: Varied = None,
    figures: str | Sequence[str] = (),
    trials: Count = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer | Answers:
    """What do other values of some keys do? The whole grid; a row for each setting in :attr:`Answer.outcomes`.

    :param vary: keys with the values that they take in turn: ``{"difficulty": range(5, 21)}`` or
        ``"difficulty=5..20"``; what [sweep] of the scenario says, unless said otherwise
    :param figures: what to look at: outcomes (their shares), ``"mean.turns"``, ``"p50.turns"``
    """
    return _asked("sweep", scenarios, quiet, vary=varied(vary), figure=_many(figures), trials=trials, seed=seed,
                  threads=threads, set=assignments(set))


def tune(
    scenarios: Scenarios,
    *,
    vary: Varied = None,
    target: str | None = None,
    tolerance: float | None = None,
    alpha: float | None = None,
    max_trials: Count = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Which value of a key meets a target? With its guarantee; :attr:`Answer.ok` is False where none is proven to.

    :param vary: the key that may change, with its values, as in :func:`sweep`
    :param target: what is meant: ``"heroes=0.5"``, ``"heroes=50%"``, ``"p50.turns=6"``, ``"mean.turns=5.5"``
    :param tolerance: how near is near enough: 0.01 for a share, 0.1 for a mean, 0 for a quantile
    :param alpha: the chance that the answer may be wrong, 0.05
    :param max_trials: the most trials of the search, all settings together
    """
    return _asked("tune", scenarios, quiet, vary=varied(vary), target=target, tolerance=tolerance, alpha=alpha,
                  max_trials=max_trials, seed=seed, threads=threads, set=assignments(set))


def advise(
    scenarios: Scenarios,
    *,
    target: str | None = None,
    tolerance: float | None = None,
    alpha: float | None = None,
    only: str | Sequence[str] = (),
    keep: str | Sequence[str] = (),
    all: bool = False,
    slow: bool = False,
    budget: str | None = None,
    max_trials: Count = None,
    trials: Count = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Which single change brings this contest nearest to a target, or what does one step of each parameter do?

    :param target: as in :func:`tune`; without one, changes are ranked by their effects
    :param only: keys that may change; all, unless said otherwise
    :param keep: keys that stay as they are
    :param all: every change that was tried, not the nearest alone
    :param slow: players who think long are tried as well
    :param budget: so much time, as in ``"30s"``
    """
    return _asked("advise", scenarios, quiet, target=target, tolerance=tolerance, alpha=alpha, only=_many(only),
                  keep=_many(keep), all=all, slow=slow, budget=budget, max_trials=max_trials, trials=trials, seed=seed,
                  threads=threads, set=assignments(set))


def compare(
    scenarios: Scenarios,
    *,
    vary: Varied = None,
    figures: str | Sequence[str] = (),
    margin: float | None = None,
    precision: float | None = None,
    alpha: float | None = None,
    max_trials: Count = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Is B really different from A? Paired, on the same luck.

    Two scenarios, or one with `vary`; of several or a folder with `vary` each is compared with itself changed, and
    the verdicts are corrected for their number.

    :param vary: what is other in B: ``{"rules.half": "down"}``; several values are compared with A one by one
    :param figures: what to decide on: outcomes, ``"mean.turns"``; ``"heroes=0.01"`` names the difference that does
        not matter
    :param margin: the difference of shares that does not matter, 0.005
    :param alpha: the chance that any of the verdicts may be wrong, 0.05
    """
    return _asked("compare", scenarios, quiet, vary=varied(vary), figure=_many(figures), margin=margin,
                  precision=precision, alpha=alpha, max_trials=max_trials, seed=seed, threads=threads,
                  set=assignments(set))


def check(
    scenarios: Scenarios,
    *,
    trials: Count = None,
    alpha: float | None = None,
    max_trials: Count = None,
    allow_undecided: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer:
    """Do scenarios meet their expectations ([expect])? :attr:`Answer.ok` is False where one fails or is undecided."""
    return _answer("check", scenarios, quiet, trials=trials, alpha=alpha, max_trials=max_trials,
                  allow_undecided=allow_undecided, seed=seed, threads=threads, set=assignments(set))


def diff(old: str | os.PathLike[str], new: str | os.PathLike[str], *, alpha: float | None = None) -> Answer:
    """What changed between two files of results, or two folders of reports, beyond doubt and not by luck?"""
    return _answer("diff", [old, new], True, alpha=alpha)


def hint(
    scenario: Scenario,
    *,
    table: str | None = None,
    playouts: Count = None,
    declared: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    set: Changes = None,
    quiet: bool = False,
) -> Answer:
    """What should the one who has the turn do now? Every action ranked with its chance to win.

    :param table: the position, as ``--table`` of the command line has it; the beginning, unless said otherwise
    :param playouts: play so many trials of each action where nothing is solved
    :param declared: the attacks have been declared
    """
    return _answer("hint", scenario, quiet, table=table, playouts=playouts, declared=declared, seed=seed,
                  threads=threads, set=assignments(set))


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
    words = arguments("trace", *files.names, trial=trial, find=_many(find), typical=typical, extreme=extreme,
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


def _many(given: str | Iterable[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)
