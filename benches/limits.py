"""Prints time and memory of the worst accepted file of each kind, and of large rejected files, as rows of the table in
benches/README.md; docs/reference/limits.md has the largest.

    python benches/limits.py BINARY [--search SECONDS] [KIND ...]

The worst file is looked for: from each of the large files below, every key of the kind's JSON Schema is set to its ends,
what makes the run longer or larger is kept and combined, and pairs of keys are tried at random for as long as --search
says (300 s for each kind). `playouts` and `depth` are left out, since they say how long a player thinks.

BINARY is a release build. Use an idle machine. Memory is measured on systems with /proc."""

import argparse
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import tomllib

CLASS = '{ name = "C", dice = 6 }'


def combat(players, sides=4, combatants=1_000, classes=1):
    text = ['kind = "combat"']
    for side in range(sides):
        text += ["[[side]]", f'name = "s{side}"', f'player = "{players}"']
        for number in range(combatants):
            own = ", ".join(f'{{ name = "C{one}", dice = 6 }}' for one in range(classes))
            text += ["[[side.combatant]]", f'name = "n{number}"', f"classes = [{own}]"]
    return "\n".join(text) + "\n"


def quick():
    helpers = ", ".join(f'{{ name = "h{number}", dice = 1 }}' for number in range(43))
    return f'kind = "quick"\ndifficulty = 60\nactor = {{ name = "a", dice = 6 }}\nhelper = [{helpers}]\n'


def survey():
    helpers = ", ".join(f'{{ name = "h{number}", dice = 1 }}' for number in range(94))
    return (
        'kind = "survey"\nplayer = "optimal"\nleader = { name = "l", dice = 6 }\n'
        f"helper = [{helpers}]\nfield = {{ size = 28 }}\n"
    )


def workshop(piles=5):
    return (
        'kind = "workshop"\nplayer = "optimal"\ncrafter = { name = "g", dice = 6 }\nassistance = true\n'
        f"time = true\nfacility = true\ncraft = {{ piles = {piles} }}\n"
    )


def trade():
    step = '[[step]]\ntype = "bill"\ndifficulty = 10\n'
    return f'kind = "trade"\nprosperity = 6\nrepeat = 7\n{step * 64}'


def adventure(scenes=100):
    text = ['kind = "adventure"']
    for number in range(32):
        classes = ", ".join(f'{{ name = "C{one}", dice = 6 }}' for one in range(12))
        text += ["[[character]]", f'name = "n{number}"', f"classes = [{classes}]"]
    for scene in range(scenes):
        text += [
            "[[scene]]", f'name = "s{scene}"', "[scene.contest]", 'kind = "quick"', f"difficulty = {scene + 5}",
            'actor = { character = ["n0", "n1"] }',
        ]
    return "\n".join(text) + "\n"


def workshops(scenes=24):
    text = ['kind = "adventure"']
    for scene in range(scenes):
        contest = workshop().replace('name = "g"', f'name = "g{scene}"')
        text += ["[[scene]]", f'name = "s{scene}"', "[scene.contest]", contest]
    return "\n".join(text) + "\n"


def brawl(player):
    text = ['kind = "action_dice"', 'contest = "exchange"']
    for side in range(2):
        text += ["[[side]]", f'name = "s{side}"', f'player = "{player}"']
        text += ["[[side.combatant]]", 'name = "n"', "count = 50", "action = 6", "hand_to_hand = 6"]
    return "\n".join(text) + "\n"


RACE = """
kind = "dice"
number.goal = { value = 40, least = 1, most = 200 }
roll.pips = "1d6"
state.a = { value = 0, most = 200 }
state.b = { value = 0, most = 200 }
state.turn = { value = 0, most = 200 }
step = [{ choose = { dice = { by = "us", among = [1, 2] } }, roll = "pips", then = [
  { if = "pips = 1", turn = "0", a = "b", b = "a" }, { if = "pips > 1 and dice = 1", turn = "turn + pips" },
  { if = "pips > 1 and dice = 2", turn = "0", a = "b", b = "a + turn" } ] }]
side = [{ name = "us", wants = "won", player = "optimal" }]
outcome = [{ name = "won", when = "a + turn >= goal" }, { name = "lost", when = "b >= goal" }]
limit = { rounds = 1000 }
"""
THROWS = """
kind = "dice"
roll.attack = "100d12kh3"
roll.defence = "12d12!!"
outcome = [{ name = "hit", when = "attack > defence" }, { name = "miss" }]
limit = { rounds = 1000, explode = 8 }
"""

ACCEPTED = {
    "combat": {
        "4 x 1,000 combatants, `finisher`": combat("finisher"),
        "100 x 40 combatants, `finisher`": combat("finisher", 100, 40),
        "4 x 500 combatants of 12 Classes, `finisher`": combat("finisher", 4, 500, 12),
        "2 x 3 combatants, `expert`": combat("expert", 2, 3),
    },
    "survey": {"94 helpers, a Field of 28, `optimal`": survey()},
    "workshop": {"5 piles, 9 dice, `optimal`": workshop()},
    "quick": {"49 dice": quick()},
    "trade": {"64 steps, 7 times": trade()},
    "action_dice": {
        "2 x 50 in an exchange": brawl("all_out"),
        "a duel": 'kind = "action_dice"\na = { name = "a", action = 3 }\nb = { name = "b", action = 3 }\n',
    },
    "dice_adventures": {
        "`optimal`": 'kind = "dice_adventures"\nplayer = "optimal"\nheroes = ["warrior", "cleric", "wizard"]\n',
    },
    "abstract": {"1,000 against -1,000": 'kind = "abstract"\nskill = 1000\ntask = -1000\n'},
    "dice": {"a race": RACE, "two throws": THROWS},
    "adventure": {"100 scenes, 32 characters": adventure(), "24 Workshops of 5 piles": workshops()},
}
START = 'kind = "quick"\ndifficulty = 10\nactor = { name = "a", dice = 2 }\n'
REFUSED = {
    "15.8 MB of `=`": "=\n" * 7_900_000,
    "15.8 MB of keys without values": "a\n" * 7_900_000,
    "5,000,000 empty tables": f"{START}helper = [{'{},' * 5_000_000}]\n",
    "160,000 empty tables": f"{START}helper = [{'{},' * 160_000}]\n",
    "100,000 unknown keys": START + "".join(f"k{number} = 1\n" for number in range(100_000)),
    "a text of 15 MB": f'{START}notes = "{"x" * 15_000_000}"\n',
}


def measured(binary, text, trials, longest):
    """Returns the seconds, the peak memory in megabytes and the exit code of a run, which is None after `longest` s."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "x.toml"), "w", encoding="utf-8") as file:
            file.write(text)
        command = [binary, "run", "x.toml", "-n", str(trials), "-q"]
        begun = time.perf_counter()
        child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        most = 0
        while child.poll() is None:
            try:
                with open(f"/proc/{child.pid}/status", encoding="ascii") as status:
                    lines = (line.split() for line in status if line.startswith("VmHWM"))
                    most = max([most, *(int(line[1]) for line in lines)])
            except OSError:
                pass
            if time.perf_counter() - begun > longest:
                child.kill()
                child.wait()
                return longest, most / 1024, None
            time.sleep(0.005)
        return time.perf_counter() - begun, most / 1024, child.returncode


def ends(schema, path=()):
    """Yields the path of every key below a schema, with the values at its ends; of a list, its lengths."""
    for option in schema.get("anyOf", ()):
        yield from ends(option, path)
    values = [one["const"] for one in schema.get("oneOf", ()) if "const" in one]
    kind = schema.get("type")
    if kind == "boolean":
        values = [False, True]
    elif kind in ("integer", "number"):
        values = [schema[end] for end in ("minimum", "maximum") if end in schema]
    elif kind == "array":
        # Half a list is tried as well, as some lists at their end are too many for another limit.
        most = schema.get("maxItems", 0)
        values = [("length", length) for length in {max(schema.get("minItems", 0), 1), most // 2, most} if length]
        yield from ends(schema["items"], (*path, "[]"))
    elif isinstance(schema.get("additionalProperties"), dict):
        yield from ends(schema["additionalProperties"], (*path, "*"))
    for key, value in schema.get("properties", {}).items():
        if key not in ("format", "run", "expect", "sweep", "tune", "playouts", "depth", "kind", "use"):
            yield from ends(value, (*path, key))
    yield from ((path, value) for value in values)


def smallest(schema):
    """Returns the smallest value that fits a schema."""
    for option in schema.get("anyOf", ())[:1]:
        return smallest(option)
    if "oneOf" in schema:
        return schema["oneOf"][0]["const"]
    match schema.get("type"):
        case "object":
            return {key: smallest(schema["properties"][key]) for key in schema.get("required", ())}
        case "array":
            return [smallest(schema["items"]) for _ in range(max(schema.get("minItems", 0), 1))]
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
    return schema.get("examples", ["x"])[0]


def put(holder, schema, path, value):
    """Returns a document with a value wherever a path leads."""
    if not path and not isinstance(value, tuple):
        return value
    for option in schema.get("anyOf", ()):
        if path[0] in option.get("properties", ()) if path and path[0] != "[]" else "items" in option:
            schema = option
    if not path:
        held = holder if isinstance(holder, list) and holder else [smallest(schema["items"])]
        return [copy.deepcopy(held[min(place, len(held) - 1)]) for place in range(value[1])]
    if path[0] == "[]":
        held = holder if isinstance(holder, list) and holder else smallest(schema)
        return [put(one, schema["items"], path[1:], value) for one in held]
    if path[0] == "*":
        held = holder if isinstance(holder, dict) else {}
        inner = schema["additionalProperties"]
        fixed = schema.get("properties", ())
        return {key: one if key in fixed else put(one, inner, path[1:], value) for key, one in held.items()}
    held = dict(holder) if isinstance(holder, dict) else smallest(schema)
    if path[0] not in schema.get("properties", {}):
        # The scene of an adventure may be of another kind.
        return holder
    below = schema["properties"][path[0]]
    held[path[0]] = put(held.get(path[0], smallest(below)), below, path[1:], value)
    return held


def written(value):
    """Returns a value as TOML. Equal names of a list get numbers, as names must differ."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        named = [one["name"] for one in value if isinstance(one, dict) and "name" in one]
        if len(set(named)) < len(named) == len(value):
            value = [{**one, "name": f"{one['name'][:100]} {place}"} for place, one in enumerate(value)]
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def said(path, value):
    name = ".".join(path).replace(".[]", "[]")
    return f"{name} {value[1]} long" if isinstance(value, tuple) else f"{name}={json.dumps(value)}"


class Search:
    """The worst accepted files of a kind, by time and by memory."""

    def __init__(self, binary, kind, starts, seconds):
        self.binary, self.until = binary, time.perf_counter() + seconds
        self.schema = json.loads(subprocess.check_output([binary, "schema", kind]))
        self.changes = list(ends(self.schema))
        self.tried = self.accepted = 0
        # For each of time and memory: the largest value, the text, and how the file came about.
        self.worst = [(0, "", ""), (0, "", "")]
        for name, text in starts.items():
            self.climb(name, tomllib.loads(text))

    def left(self):
        return time.perf_counter() < self.until

    def look(self, document, name):
        """Plays few trials of a document; returns its seconds and megabytes, or None if it is refused."""
        text = "\n".join(f"{json.dumps(key)} = {written(value)}" for key, value in document.items())
        *figures, code = measured(self.binary, text, 20, 20)
        self.tried += 1
        if code == 2:
            return None
        if code not in (0, None):
            sys.exit(f"{name}: ended with {code}\n{text[:10_000]}")
        self.accepted += 1
        self.worst = [max(worst, (figure, text, name)) for worst, figure in zip(self.worst, figures)]
        return figures

    def climb(self, name, document):
        at = self.look(document, name)
        gains = []
        for change in self.changes:
            found = self.left() and self.look(put(document, self.schema, *change), f"{name}; {said(*change)}")
            if found and (found[0] > 1.05 * at[0] + 0.05 or found[1] > 1.05 * at[1] + 2):
                gains.append((found[0] / at[0] + found[1] / at[1], change))
        for _, change in sorted(gains, key=lambda gain: -gain[0]):
            larger = put(document, self.schema, *change)
            found = self.left() and self.look(larger, f"{name}; {said(*change)}")
            if found and (found[0] >= at[0] and found[1] >= 0.9 * at[1] or found[1] > 1.05 * at[1]):
                name, document, at = f"{name}; {said(*change)}", larger, found
        lots = random.Random(1)
        for _ in range(200):
            pair = lots.sample(self.changes, min(2, len(self.changes)))
            larger = document
            for change in pair:
                larger = put(larger, self.schema, *change)
            if self.left():
                self.look(larger, "; ".join([name, *(said(*change) for change in pair)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("kind", nargs="*")
    parser.add_argument("--search", type=float, default=300, metavar="SECONDS")
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.binary)
    print("| kind | files tried | accepted | worst by | time | memory | file |")
    print("|---|---:|---:|---|---:|---:|---|")
    for kind, starts in ACCEPTED.items():
        if arguments.kind and kind not in arguments.kind:
            continue
        search = Search(binary, kind, starts, arguments.search)
        for figure, (_, text, name) in zip(("time", "memory"), search.worst):
            seconds, megabytes, code = measured(binary, text, 1_000, 120)
            took = f"{seconds:.1f} s" if code == 0 else f"more than {seconds:.0f} s"
            print(f"| {kind} | {search.tried} | {search.accepted} | {figure} | {took} | {megabytes:,.0f} MB | {name} |", flush=True)
    if not arguments.kind:
        print("\n| refused file | size | time | memory |\n|---|---:|---:|---:|")
        for name, text in REFUSED.items():
            seconds, megabytes, code = measured(binary, text, 1_000, 120)
            if code != 2:
                sys.exit(f"{name}: ended with {code}, expected 2")
            print(f"| {name} | {len(text) / 1e6:,.2f} MB | {seconds:.1f} s | {megabytes:,.0f} MB |", flush=True)


main()
