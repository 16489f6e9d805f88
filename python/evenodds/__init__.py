"""Simulates dice contests from tabletop games.

    >>> import evenodds
    >>> answer = evenodds.run("@canyon", trials=100_000)
    >>> answer.outcomes.polars()

Every question of the command line has a function, with the same defaults, the same seeds and the same figures, to the
last digit; ``help(evenodds.run)`` lists its options. A scenario is a path, ``"@name"`` for a built-in one
(``print(evenodds.describe())`` lists them), its TOML as a text of more than one line, or a dictionary. A list of
scenarios, a folder or a pattern gives a list of answers. Faults of a scenario raise an exception that names them all.
"""

from ._answers import Answer, Answers, Chart, Frame, Story
from ._call import EvenoddsError, EvenoddsWarning, Fault, InputError, StorageError
from ._evenodds import __version__
from ._generated import advise, check, compare, drama, exact, given, hint, ladder, matchups, restrict, sweep, tune, why
from ._questions import ask, describe, dice, diff, link, report, run, schema, template, trace

__all__ = [
    "Answer",
    "Answers",
    "Chart",
    "EvenoddsError",
    "EvenoddsWarning",
    "Fault",
    "Frame",
    "InputError",
    "StorageError",
    "Story",
    "__version__",
    "advise",
    "ask",
    "check",
    "compare",
    "describe",
    "dice",
    "diff",
    "drama",
    "exact",
    "given",
    "hint",
    "ladder",
    "link",
    "matchups",
    "report",
    "restrict",
    "run",
    "schema",
    "sweep",
    "template",
    "trace",
    "tune",
    "why",
]
