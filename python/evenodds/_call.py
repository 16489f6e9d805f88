"""Calls with the arguments of the command line: faults as exceptions, progress in terminals and notebooks."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from . import _evenodds

#: A path, a folder, a pattern, ``"@name"``, a link, TOML as a text of more than one line, or a dictionary.
Scenario: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"
#: A scenario, or a list of scenarios.
Scenarios: TypeAlias = "Scenario | Iterable[Scenario]"
#: Keys with values: ``{"difficulty": range(5, 21)}``, or as on the command line: ``["difficulty=5..20"]``.
Varied: TypeAlias = "Mapping[str, Any] | Iterable[str] | str | None"
#: A number of trials, also as on the command line: ``"10M"``.
Count: TypeAlias = "int | str | None"
#: Changes as ``{"rules.half": "down"}`` or ``["rules.half=down"]``; None as a value removes the key.
Changes: TypeAlias = "Mapping[str, Any] | Iterable[str] | None"


class Fault(NamedTuple):
    """Fault of a scenario."""

    #: File, line and column: ``fight.toml:14:29``.
    place: str
    #: The key; may be empty.
    key: str
    #: The whole message: place, key, value and what is accepted.
    message: str
    #: Hint; may be None.
    help: str | None


class EvenoddsError(Exception):
    """Error of a call. Its text names every fault with its place and what is accepted there."""

    def __init__(self, message: str, faults: list[Fault], code: int) -> None:
        super().__init__(message)
        #: The faults of scenarios; empty for other errors.
        self.faults = faults
        #: The exit code of the command line.
        self.code = code


class InputError(EvenoddsError, ValueError):
    """A scenario or an option is wrong, or there is no exact answer."""


class StorageError(EvenoddsError, OSError):
    """Reading or writing failed."""

    def __str__(self) -> str:
        return str(self.args[0])


class EvenoddsWarning(UserWarning):
    """Some scenarios of a list have no answer."""


def arguments(*parts: str | None, **options: Any) -> list[str]:
    """Returns the words of a command line: ``max_trials=5`` is ``--max-trials=5``, True is a flag, a list repeats it."""
    words = [part for part in parts if part is not None]
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif isinstance(value, (list, tuple)):
            words += [f"{flag}={one}" for one in value]
        else:
            words.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return words


def value(given: Any) -> str:
    """Returns a value in the syntax of assignments, which is that of TOML."""
    if given is None:
        return ""
    return str(given) if isinstance(given, str) else _inline(given)


def _inline(given: Any) -> str:
    if isinstance(given, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(one)}" for key, one in given.items()) + "}"
    if isinstance(given, (list, tuple)):
        return "[" + ", ".join(_inline(one) for one in given) + "]"
    return str(json.dumps(given))


def listed(given: Any, join: Callable[[str, Any], str]) -> list[str]:
    """Returns keys with values as on the command line."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        return [join(key, one) for key, one in given.items()]
    return [given] if isinstance(given, str) else list(given)


def assignments(changes: Changes) -> list[str]:
    """Returns the values of ``--set``."""
    return listed(changes, lambda key, one: f"{key}={value(one)}")


def varied(keys: Any) -> list[str]:
    """Returns the values of ``--vary``: ``{"difficulty": range(5, 21, 5)}`` is ``difficulty=5,10,15,20``."""

    def join(key: str, values: Any) -> str:
        many = [values] if isinstance(values, (str, int, float)) else values
        return f"{key}={','.join(value(one) for one in many)}"

    return listed(keys, join)


def many(given: str | Iterable[str]) -> list[str]:
    """Returns a text or an iterable of texts as a list."""
    return [given] if isinstance(given, str) else list(given)


#: End of messages about scenarios of other types.
ACCEPTED = "expected a path, a folder, @name, TOML as a text of more than one line, or a dictionary"


def _without_none(given: Any, path: str) -> Any:
    """Returns a value without change, or raises an error if it contains None, which TOML does not have."""
    if given is None:
        raise ValueError(f"{path} is None, which TOML does not have; leave the key out")
    if isinstance(given, Mapping):
        return {key: _without_none(one, f"{path}.{key}".lstrip(".")) for key, one in given.items()}
    if isinstance(given, (list, tuple)):
        return [_without_none(one, f"{path}[{index}]") for index, one in enumerate(given)]
    return given


class Files:
    """Names of scenarios for the command line, and the texts of those that are not files."""

    def __init__(self, given: Any) -> None:
        self.texts: list[tuple[str, str]] = []
        if isinstance(given, (str, os.PathLike, Mapping)) or not isinstance(given, Iterable):
            given = [given]
        given = list(given)
        if not given:
            raise ValueError(f"no scenario given; {ACCEPTED}")
        written = [one for one in given if self._is_text(one)]
        self.names = [self._name(one, len(written) > 1) for one in given]

    @staticmethod
    def _is_text(one: Any) -> bool:
        return isinstance(one, Mapping) or isinstance(one, str) and "\n" in one

    def _name(self, one: Any, is_numbered: bool) -> str:
        if not self._is_text(one):
            if not isinstance(one, (str, os.PathLike)):
                raise TypeError(f"a scenario is of type {type(one).__name__}; {ACCEPTED}")
            name = str(os.fspath(one))
            if name.startswith("-"):
                raise ValueError(f"{name} looks like an option; pass options as keyword arguments")
            return name
        name = f"<scenario {len(self.texts) + 1}>" if is_numbered else "<scenario>"
        text = one if isinstance(one, str) else _evenodds.toml_of(json.dumps(_without_none(one, "")))
        self.texts.append((name, text))
        return name


def call(words: list[str], texts: list[tuple[str, str]], quiet: bool = False) -> _evenodds.Call:
    """Runs a command. Raises its error, or warns if there are answers too."""
    show = None if quiet else shower()
    called = _evenodds.call(words, texts, show)
    messages = called.messages_text.strip()
    if called.code > 1 and len(called) == 0 and not called.printed:
        faults = [Fault(*fault) for fault in called.faults]
        kind = StorageError if called.code == 3 else InputError
        raise kind(messages.removeprefix("error: "), faults, called.code)
    if messages and called.code > 1:
        warnings.warn(messages, EvenoddsWarning, stacklevel=4)
    return called


def shower() -> Callable[[str], None] | None:
    """Returns a function that shows progress in a notebook or a terminal; None without one."""
    display = notebook()
    if display is not None:
        handle: Any = None

        def in_notebook(lines: str) -> None:
            nonlocal handle
            bundle = {"text/plain": lines}
            if handle is not None:
                handle.update(bundle, raw=True)
            elif lines:
                handle = display(bundle, raw=True, display_id=True)

        return in_notebook
    if not (hasattr(sys.stderr, "isatty") and sys.stderr.isatty()):
        return None

    def in_terminal(lines: str) -> None:
        sys.stderr.write("\r\x1b[2K" + lines.split("\n")[0][:79])
        sys.stderr.flush()

    return in_terminal


def notebook() -> Callable[..., Any] | None:
    """Returns the display function of the notebook; None outside of notebooks."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is None or type(shell).__name__ != "ZMQInteractiveShell":
        return None
    from IPython.display import display

    return display
