"""Writes what others have of the options of questions, from what the program says of them: functions of the Python
module, and fields of the page for browsers.

    python python/generate.py target/release/evenodds > python/evenodds/_generated.py
    python python/generate.py target/release/evenodds --page > web/page/questions.js

`python/tests/wheel.py` fails where a file is not what this program writes.
"""

import json
import re
import subprocess
import sys
import textwrap

#: Commands with an answer whose functions are written by hand, or that have none.
BY_HAND = ["run", "trace", "diff", "merge", "report"]
#: Options about how answers look and where they go, which are methods of the answer.
ELSEWHERE = ["format", "out", "color", "safe-csv", "frame", "chart", "junit", "force"]
#: Questions that have one answer, however many scenarios there are.
ONE_ANSWER = ["check", "hint"]
TYPES = {"N": "Count", "K": "int | None", "L": "int | None", "S": "int | None", "T": "float | int | None",
         "H": "float | None", "A": "float | None", "P": "float | None", "D": "float | None"}

#: Questions that the page answers by itself.
SHOWN = ["exact", "check"]
#: Options that have fields of their own on the page, or mean nothing there.
PAGE = {"hint": ["table", "playouts"], "advise": ["target", "alpha", "max-trials", "budget", "first", "looks"],
        "sweep": ["vary", "parts"], "tune": ["vary", "target", "alpha", "trials"],
        "compare": ["alpha", "margin", "precision"]}

HEAD = '''"""Questions, a function each. Written by python/generate.py: changes here are lost."""

from __future__ import annotations

from collections.abc import Sequence

from ._answers import Answer, Answers
from ._ask import answer, asked
from ._call import Changes, Count, Scenario, Scenarios, Varied, assignments, many, varied
'''


def parameter(option):
    """Its name, type and default in Python, and the value that is passed on."""
    name = option["name"].replace("-", "_")
    if option["name"] == "set":
        return name, "Changes", "None", f"assignments({name})"
    if option["name"] == "vary":
        return name, "Varied", "None", f"varied({name})"
    if option["value"] is None:
        return name, "bool", "False", name
    if "," in option["value"]:
        return name, "str | Sequence[str]", "()", f'",".join(many({name})) or None'
    if option["repeats"]:
        plural = {"figure": "figures"}.get(name, name)
        return plural, "str | Sequence[str]", "()", f"many({plural})"
    if name == "threads":
        return name, "int | None", "None", name
    return name, TYPES.get(option["value"], "str | None"), "None", name


def function(command):
    """A function as text."""
    name = command["name"]
    options = [option for option in command["options"] if option["name"] not in ELSEWHERE]
    # What a question is about comes first, what all have comes last.
    options.sort(key=lambda option: option["common"])
    parameters = [(option, *parameter(option)) for option in options]
    scenario = "scenario: Scenario" if name == "hint" else "scenarios: Scenarios"
    returns = "Answer" if name in ONE_ANSWER else "Answer | Answers"
    star = ["    *,"] if parameters else []
    lines = [f"def {name}(", f"    {scenario},", *star]
    lines += [f"    {python}: {kind} = {default}," for _, python, kind, default, _ in parameters]
    about = command["about"]
    lines += [f") -> {returns}:", f'    """{about}{"" if about.endswith("?") else "."}', ""]
    for option, python, *_ in parameters:
        words = f":param {python}: {option['help']}"
        lines += textwrap.wrap(words, 116, initial_indent="    ", subsequent_indent="        ", break_on_hyphens=False)
    is_quiet = any(python == "quiet" for _, python, *_ in parameters)
    passed = [f"{option['name'].replace('-', '_')}={value}" for option, python, _, _, value in parameters
              if python != "quiet"]
    call = "answer" if name in ONE_ANSWER else "asked"
    words = [f'"{name}"', scenario.split(":")[0], "quiet" if is_quiet else "True", *passed]
    lines += ['    """', f"    return {call}("]
    lines += textwrap.wrap(", ".join(words), 112, initial_indent=" " * 8, subsequent_indent=" " * 8)
    lines[-1] += ","
    return "\n".join([*lines, "    )"])


def questions(program):
    """The questions of the program by name."""
    said = subprocess.run([program, "schema", "--questions"], capture_output=True, check=True).stdout
    asked = [command for command in json.loads(said)["commands"] if command["name"] not in BY_HAND]
    return {command["name"]: command for command in asked
            if any(option["name"] == "format" for option in command["options"])}


def text(program):
    """The Python module."""
    known = questions(program)
    return HEAD + "".join(f"\n\n{function(known[name])}\n" for name in known)


def field(option):
    """Name, type and label of an option on the page, and its help."""
    if option["value"] is None:
        kind = "flag"
    elif option["repeats"]:
        kind = "list"
    else:
        known = TYPES.get(option["value"], "")
        kind = "count" if "Count" in known else "number" if "float" in known else "text"
    label = re.split(r" \(repeatable[^)]*\)| \[default|[:.,] ", option["help"])[0]
    return [option["name"].replace("-", "_"), kind, label, option["help"]]


def page(program):
    """The script of the page."""
    known = questions(program)
    fields = {name: [field(option) for option in known[name]["options"]
                     if not option["common"] and option["name"] not in [*ELSEWHERE, *PAGE.get(name, [])]]
              for name in known if name not in SHOWN}
    lines = [f"  {name}: {{\n    about: {json.dumps(known[name]['about'], ensure_ascii=False)},\n    options: [\n"
             + "".join(f"      {json.dumps(one, ensure_ascii=False)},\n" for one in own) + "    ],\n  },"
             for name, own in fields.items()]
    head = "// Options of questions. Written by python/generate.py: changes here are lost."
    return "\n".join([head, "const QUESTIONS = {", *lines, "};", ""])


if __name__ == "__main__":
    sys.stdout.write((page if "--page" in sys.argv else text)(sys.argv[1]))
