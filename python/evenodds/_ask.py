"""Questions with the options of the command line."""

from __future__ import annotations

from typing import Any

from ._answers import Answer, Answers, answered
from ._call import Files, arguments, call


def asked(command: str, scenarios: Any, quiet: bool, **options: Any) -> Answer | Answers:
    """Asks a question; returns an answer, or a list of answers for a list of scenarios."""
    files = Files(scenarios)
    words = arguments(command, *files.names, **options)
    return answered(call(words, files.texts, quiet))


def answer(command: str, scenarios: Any, quiet: bool, **options: Any) -> Answer:
    """Asks a question that has a single answer."""
    found = asked(command, scenarios, quiet, **options)
    return found if isinstance(found, Answer) else found[0]
