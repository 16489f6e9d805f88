"""Questions, a function each. Written by python/generate.py: changes here are lost."""

from __future__ import annotations

from collections.abc import Sequence

from ._answers import Answer, Answers
from ._ask import answer, asked
from ._call import Changes, Count, Scenario, Scenarios, Varied, assignments, many, varied


def exact(
    scenarios: Scenarios,
    *,
    set: Changes = None,
) -> Answer | Answers:
    """The same, exactly, where a solver exists.

    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    """
    return asked(
        "exact", scenarios, True, set=assignments(set),
    )


def given(
    scenarios: Scenarios,
    *,
    when: str | Sequence[str] = (),
    trials: Count = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """How does it end where conditions are met?

    :param when: A condition that trials must meet (repeatable, all must hold): turns>=10, outcome!=draw
    :param trials: How many trials to play: 1000000, 2e6, 10M [default: as for `run`]
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return asked(
        "given", scenarios, quiet, when=many(when), trials=trials, set=assignments(set), seed=seed,
        threads=threads,
    )


def ladder(
    scenarios: Scenarios,
    *,
    players: str | Sequence[str] = (),
    trials: Count = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Every pairing of players: how much does play decide?

    :param players: Which players [default: all that can play the file; `evenodds list KIND` names them]
    :param trials: How many trials in each cell: 10000, 2e6, 10M [default: as many as about a second on two cores
        pays for, at most 100,000]
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return asked(
        "ladder", scenarios, quiet, players=",".join(many(players)) or None, trials=trials,
        set=assignments(set), seed=seed, threads=threads,
    )


def compare(
    scenarios: Scenarios,
    *,
    vary: Varied = None,
    figures: str | Sequence[str] = (),
    margin: float | None = None,
    precision: float | None = None,
    alpha: float | None = None,
    max_trials: Count = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Is B really different from A? On the same random numbers.

    :param vary: B is A with this change. With several values (2,4 or 1..6) each is compared with A; several keys
        (repeatable) have a value each and make one B
    :param figures: What to decide on (repeatable): an outcome, or mean.METRIC; behind it the difference that does
        not matter, as in heroes=0.01 or mean.turns=0.1 [default: all outcomes that both have]
    :param margin: The difference of shares that does not matter [default: 0.005]
    :param precision: Go on until the difference of every share that is decided on is known to within +-H
    :param alpha: The chance at which any of the verdicts may be wrong [default: 0.05]
    :param max_trials: The most trials of each [default: as many as about 30 s pay for on two cores, at most
        10,000,000]
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return asked(
        "compare", scenarios, quiet, vary=varied(vary), figure=many(figures), margin=margin,
        precision=precision, alpha=alpha, max_trials=max_trials, set=assignments(set), seed=seed,
        threads=threads,
    )


def check(
    scenarios: Scenarios,
    *,
    allow_undecided: bool = False,
    max_trials: Count = None,
    trials: Count = None,
    alpha: float | None = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer:
    """Do scenarios meet their expectations (`[expect]`)? For CI.

    :param allow_undecided: What no number of trials decided is no failure
    :param max_trials: The most trials of each file [default: as many as about 30 s pay for on two cores, at most
        10,000,000]
    :param trials: Trials at the first look [default: what the scenario says, else 10,000; 1,000 with players who
        think long]
    :param alpha: The chance at which the verdict on an expectation may be wrong [default: 0.05]
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return answer(
        "check", scenarios, quiet, allow_undecided=allow_undecided, max_trials=max_trials, trials=trials,
        alpha=alpha, set=assignments(set), seed=seed, threads=threads,
    )


def drama(
    scenarios: Scenarios,
    *,
    trials: Count = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """How does it go? Lead changes, choices, luck against decisions.

    :param trials: How many trials: 10000, 2e6, 10M [default: 10,000; 1,000 where a player is a slow one]
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return asked(
        "drama", scenarios, quiet, trials=trials, set=assignments(set), seed=seed, threads=threads,
    )


def sweep(
    scenarios: Scenarios,
    *,
    vary: Varied = None,
    figures: str | Sequence[str] = (),
    trials: Count = None,
    parts: str | None = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """What do other values of some keys do? The whole grid.

    :param vary: A key, and the values that it takes in turn (repeatable) [default: what the scenario's [sweep]
        says]
    :param figures: What to look at (repeatable) [default: what [sweep] says, else the first outcome]
    :param trials: How many trials of each setting: 10000, 2e6, 10M [default: what [sweep] says, else as many as
        about a second on two cores pays for, at most 100,000]
    :param parts: Take settings from the parts in a folder instead of playing them: what `evenodds run` with the
        same seed and trials, --set for the values, and --shard wrote there
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return asked(
        "sweep", scenarios, quiet, vary=varied(vary), figure=many(figures), trials=trials, parts=parts,
        set=assignments(set), seed=seed, threads=threads,
    )


def tune(
    scenarios: Scenarios,
    *,
    vary: Varied = None,
    target: str | None = None,
    tolerance: float | int | None = None,
    alpha: float | None = None,
    max_trials: Count = None,
    trials: Count = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Which value of a key meets a target?

    :param vary: A key that may be turned, with its values (repeatable): difficulty=8..16,
        side.heroes.Dirk.classes[0].dice=1..6 [default: those of the scenario's [tune] table]
    :param target: What is meant: an outcome and its share, as in heroes=0.5, heroes=50% or heroes=50%..60%, or a
        figure of a metric, as in p50.turns=6 or mean.turns=5.5 [default: that of the scenario's [tune] table]
    :param tolerance: How near is near enough [default: what the scenario says, else 0.01 for a share, 0.1 for a
        mean, 0 for a quantile]
    :param alpha: The chance that the answer may be wrong [default: what the scenario says, else 0.05]
    :param max_trials: The most trials of the search, all settings together [default: what the scenario says, else
        as many as about 30 s pay for on two cores, at most 20M]
    :param trials: The same as --max-trials
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return asked(
        "tune", scenarios, quiet, vary=varied(vary), target=target, tolerance=tolerance, alpha=alpha,
        max_trials=max_trials, trials=trials, set=assignments(set), seed=seed, threads=threads,
    )


def hint(
    scenario: Scenario,
    *,
    table: str | None = None,
    playouts: Count = None,
    quick: bool = False,
    declared: bool = False,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer:
    """What to do now? Every action ranked by its chance to win.

    :param table: What lies on the table now: 'NAME: DICE (CLASS, ...); ...'
    :param playouts: Play out the rest N times after each action, on common random numbers [default: exact where
        there is a solver, else as many as about a second pays for]
    :param quick: Answer at once: in fights of more than two by the judgment of `expert`, without play-outs
    :param declared: The side that asks plays on as the file says, as its opponents do, and not as `expert`
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return answer(
        "hint", scenario, quiet, table=table, playouts=playouts, quick=quick, declared=declared,
        set=assignments(set), seed=seed, threads=threads,
    )


def advise(
    scenarios: Scenarios,
    *,
    target: str | None = None,
    tolerance: float | int | None = None,
    alpha: float | None = None,
    max_trials: Count = None,
    only: str | Sequence[str] = (),
    keep: str | Sequence[str] = (),
    all: bool = False,
    slow: bool = False,
    budget: str | None = None,
    first: int | None = None,
    looks: int | None = None,
    trials: Count = None,
    set: Changes = None,
    seed: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
) -> Answer | Answers:
    """Which single change comes nearest to a target?

    :param target: What is meant: an outcome and its share, as in heroes=0.5, heroes=50% or heroes=50%..60%, or a
        figure of a metric, as in p50.turns=6 or mean.turns=5.5 [default: that of the scenario's [tune] table]
    :param tolerance: How near is near enough [default: what the scenario says, else 0.01 for a share, 0.1 for a
        mean, 0 for a quantile]
    :param alpha: The chance that the answer may be wrong [default: what the scenario says, else 0.05]
    :param max_trials: The most trials of the search, all settings together [default: what the scenario says, else
        as many as about 30 s pay for on two cores, at most 20M]
    :param only: Only changes of keys below this path (repeatable): side.ambushers, rules
    :param keep: No changes of keys below this path (repeatable): side.heroes
    :param all: Try other readings of the rules, too
    :param slow: Try players who think long, too, where none plays
    :param budget: How long it may take: 30s, 2m, off. Changes that cost little are tried first, and those for which
        there is no time are named
    :param first: Only so many changes, the first in the order in which they are tried, whatever the time: what an
        answer that ran out of it says, again
    :param looks: Compare those that may be the nearest at most L times, whatever the time, as an answer that ran
        out of it did
    :param trials: So many trials of every change: 10000, 2e6, 10M [default: they stop by themselves]
    :param set: Change a key before anything is played (repeatable): rules.half=down,
        side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names
        with blanks in quotes; `evenodds list KIND` names the keys
    :param seed: Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    :param threads: Worker threads [default: one a core]; results do not depend on it
    :param quiet: No progress bar
    """
    return asked(
        "advise", scenarios, quiet, target=target, tolerance=tolerance, alpha=alpha, max_trials=max_trials,
        only=many(only), keep=many(keep), all=all, slow=slow, budget=budget, first=first, looks=looks,
        trials=trials, set=assignments(set), seed=seed, threads=threads,
    )
