"""Tells whether a tabletop dice contest is what its author wants it to be.

    >>> import evenodds
    >>> answer = evenodds.run("@canyon", trials=100_000)
    >>> answer.outcomes.polars()

Every question of the command line is a function here, with the same defaults, the same seeds and the same
figures, to the last digit; ``help(evenodds.run)`` tells of its options. A scenario is a path, ``"@name"`` for one
that comes along (``print(evenodds.describe())`` names them), its TOML as a text of several lines, or a
dictionary; several of them, a folder or a pattern give several answers. What is wrong with a scenario is an
exception that names all places.
"""

from ._answers import Answer, Answers, Chart, Frame, Story
from ._call import EvenoddsError, EvenoddsWarning, Fault, InputError, StorageError
from ._evenodds import __version__
from ._generated import advise, check, compare, drama, exact, hint, ladder, sweep, tune
from ._questions import ask, describe, diff, link, report, run, schema, template, trace

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
    "diff",
    "drama",
    "exact",
    "hint",
    "ladder",
    "link",
    "report",
    "run",
    "schema",
    "sweep",
    "template",
    "trace",
    "tune",
]
