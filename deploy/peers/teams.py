"""Solves small contests of teams by plain enumeration and compares `evenodds` with the figures.

Usage: teams.py PROGRAM FILE...        compares these files
       teams.py PROGRAM FIRST NUMBER   compares NUMBER random files, from seed FIRST

Every member has its identity and every die is thrown on its own: a distribution is a dictionary from states to
probabilities. `self` in a field that is an expression is the member whose turn it is, and bare names are fields of its
owner. Prints the text of random files that differ, and ends with 1 if
there are any.
"""

import functools
import itertools
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib

TRIALS = 20_000
TOKEN = re.compile(r"\d+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|//|<=|>=|!=|[-+*%<>=(),]")
DICE = re.compile(r"d(\d*)(?:k([hl])(\d+))?")
LEVELS = [("or",), ("and",), ("not",), ("<", "<=", "=", "!=", ">=", ">"), ("+", "-"), ("*", "//", "%")]
OPERATORS = {
    "or": lambda a, b: int(a != 0 or b != 0), "and": lambda a, b: int(a != 0 and b != 0),
    "<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b), "=": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b), ">=": lambda a, b: int(a >= b), ">": lambda a, b: int(a > b),
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "//": lambda a, b: a // b, "%": lambda a, b: a % b,
}


class TooLarge(Exception):
    """The enumeration takes too long."""


@functools.cache
def parse(text):
    """Reads an expression into nested tuples whose first element names the operation."""
    tokens = TOKEN.findall(str(text))
    tree = expression(tokens, 0)
    assert not tokens, text
    return tree


def expression(tokens, level):
    """Takes an expression of operators from this level on from the tokens."""
    if level == 0 and tokens[0] == "if":
        parts = []
        for word in ("if", "then", "else"):
            assert tokens.pop(0) == word
            parts.append(expression(tokens, 0))
        return ("if", *parts)
    if level == len(LEVELS):
        return factor(tokens)
    if tokens[0] == "not" == LEVELS[level][0]:
        tokens.pop(0)
        return ("=", expression(tokens, level), ("number", 0))
    tree = expression(tokens, level + 1)
    while tokens and tokens[0] in LEVELS[level]:
        tree = (tokens.pop(0), tree, expression(tokens, level + 1))
    return tree


def factor(tokens):
    """Takes a number, a name, a call, dice, or an expression in parentheses from the tokens."""
    token = tokens.pop(0)
    if token == "-":
        return ("-", ("number", 0), factor(tokens))
    if token == "(":
        tree = expression(tokens, 0)
        assert tokens.pop(0) == ")"
    elif DICE.fullmatch(token):
        tokens.insert(0, token)
        tree = ("number", 1)
    elif token.isdigit():
        tree = ("number", int(token))
    elif tokens[:1] == ["("]:
        arguments = []
        while tokens.pop(0) != ")":
            arguments.append(expression(tokens, 0))
        return ("call", token, *arguments)
    else:
        return ("name", token)
    dice = tokens and DICE.fullmatch(tokens[0])
    if not dice:
        return tree
    tokens.pop(0)
    return ("dice", tree, ("number", int(dice[1])) if dice[1] else factor(tokens), dice[2], int(dice[3] or 0))


def names(tree):
    """Lists the names that an expression reads."""
    if tree[0] == "name":
        return [tree[1]]
    return [name for part in tree[1:] if isinstance(part, tuple) for name in names(part)]


def every(run):
    """Calls `run(chance)` once for each sequence of random numbers; yields probability and result."""
    trail = []
    while True:
        place = 0

        def chance(sides):
            nonlocal place
            if place == len(trail):
                trail.append([0, sides])
            place += 1
            return trail[place - 1][0]

        result = run(chance)
        yield 1 / math.prod(sides for _, sides in trail), result
        while trail and trail[-1][0] == trail[-1][1] - 1:
            trail.pop()
        if not trail:
            return
        trail[-1][0] += 1


class Scope:
    """What an expression can read: a state, members, rolls, and random numbers."""

    def __init__(self, contest, state, chance, me=None, target=None, member=None, rolls=None):
        self.contest, self.state, self.chance = contest, state, chance
        self.me, self.target, self.member, self.rolls = me, target, member, rolls or {}

    def copy(self, **changes):
        scope = Scope(self.contest, self.state, self.chance)
        scope.__dict__ |= self.__dict__ | changes
        return scope

    def read(self, text):
        return self.value(parse(text))

    def value(self, tree):
        kind, *parts = tree
        if kind == "number":
            return parts[0]
        if kind == "name":
            return self.name(*parts[0].split("."))
        if kind == "if":
            return self.value(parts[1] if self.value(parts[0]) else parts[2])
        if kind == "call":
            return self.call(*parts)
        first, second = self.value(parts[0]), self.value(parts[1])
        if kind == "dice":
            dice = sorted(self.chance(second) + 1 for _ in range(first if second > 0 else 0))
            return sum({"h": dice[-parts[3]:], "l": dice[:parts[3]], None: dice}[parts[2]])
        return OPERATORS[kind](first, second)

    def call(self, function, *arguments):
        if function in ("min", "max"):
            return (min if function == "min" else max)(self.value(argument) for argument in arguments)
        members = self.contest.group(arguments[0][1], self.me)
        members = [member for member in members if self.contest.stands(self.state, member)]
        if function == "standing":
            return len(members)
        values = [self.copy(member=member).value(arguments[1]) for member in members]
        if function == "count":
            return sum(value != 0 for value in values)
        return {"sum": sum, "lowest": min, "highest": max}[function](values or [0])

    def name(self, first, *rest):
        if rest:
            member = {"self": self.me, "target": self.target}.get(first, (first, rest[0], 0))
            return self.field(member, rest[-1])
        if self.member and first in self.contest.entries[self.member]:
            return self.field(self.member, first)
        return {**self.contest.file.get("number", {}), **self.state, **self.rolls}[first]

    def field(self, member, name):
        text = self.contest.entries[member][name]
        return self.copy(member=member, rolls={}).read(text) if isinstance(text, str) else self.state[member, name]


class Contest:
    """A contest of teams as the file describes it."""

    def __init__(self, file, seconds=4):
        self.file, self.end = file, time.monotonic() + seconds
        self.entries, self.bounds, self.rolled, self.start = {}, {}, {}, {"rounds": 0, "ended": None}
        for name, value in file.get("state", {}).items():
            self.add(name, value, 1_000_000)
        for team, table in file["team"].items():
            for entry in table["members"]:
                for member in [(team, entry["name"], copy) for copy in range(entry.get("count", 1))]:
                    self.entries[member] = entry
                    self.start[member, "joined"] = int("from" not in entry)
                    for field, value in entry.items():
                        if field != "count" and not isinstance(value, str):
                            self.add((member, field), value)
        self.start |= {("order", number): None for number in range(len(file["step"]))}

    def add(self, key, value, unbounded=None):
        """Adds a state or a field with its start value and bounds."""
        table = value if isinstance(value, dict) else {"value": value}
        if "roll" in table:
            self.rolled[key] = table["roll"]
            values = [value for _, value in every(lambda chance: Scope(self, {}, chance).read(table["roll"]))]
        else:
            values = [table["value"]]
        self.start[key] = values[0]
        least = -unbounded if unbounded and values[0] < 0 else min(0, *values, 0)
        self.bounds[key] = (table.get("least", least), table.get("most", unbounded or max(0, *values, 0)))

    def put(self, state, key, value):
        least, most = self.bounds[key]
        state[key] = max(least, min(most, value))

    def group(self, among, me):
        """Lists the members that a word or the name of a team means, as seen by the member `me`."""
        if among == "self":
            return [me]
        if among == "allies":
            return [member for member in self.entries if member[0] == me[0] and member != me]
        if among in ("enemies", "others"):
            members = sorted(self.entries, key=lambda member: member[0])
            return [member for member in members if member != me and (among == "others" or member[0] != me[0])]
        return [member for member in self.entries if member[0] == among]

    def stands(self, state, member):
        standing = self.file["team"][member[0]].get("standing", "hp > 0")
        return int(state[member, "joined"] and Scope(self, state, None, member=member).read(standing) != 0)

    def check(self, state, chance=None, round_ends=False):
        """Sets the outcome if one has occurred."""
        if "outcome" not in self.file:
            left = {member[0] for member in self.entries if not state[member, "joined"] or self.stands(state, member)}
            if len(left) <= 1:
                state["ended"] = left.pop() if left else "draw"
        for outcome in self.file.get("outcome", []):
            now = round_ends or outcome.get("at") != "round" and "when" in outcome
            if now and not state["ended"] and Scope(self, state, None).read(outcome.get("when", 1)):
                state["ended"] = outcome["name"]

    def targets(self, scope, action):
        """Lists the possible targets; None if the action is not possible."""
        if not scope.read(action.get("when", 1)):
            return None
        if "target" not in action:
            return []
        where = action["target"].get("where", 1)
        members = self.group(action["target"].get("among", "enemies"), scope.me)
        return [m for m in members if self.stands(scope.state, m) and scope.copy(target=m).read(where)] or None

    def pick(self, scope, player, simple, targets):
        """Chooses one target."""
        if player == "simple":
            player, _, field = simple.partition(" ")
            if field:
                values = [scope.field(target, field) for target in targets]
                best = min(values) if player == "lowest" else max(values)
                targets = [target for target, value in zip(targets, values) if value == best]
        return targets[0] if player == "first" else targets[scope.chance(len(targets))]

    def act(self, scope, step, make):
        """Takes an action of `scope.me`, if any; calls `make(entry, scope)` for each change."""
        found = [(action, self.targets(scope, action)) for action in step.get("action", [step])]
        found = [(action, targets) for action, targets in found if targets is not None]
        if not found:
            return False
        player, chosen = self.file["team"][scope.me[0]]["player"] if scope.me else "random", []
        action, targets = found[0]
        if player == "random":
            pairs = [(action, targets, [first]) for action, targets in found
                     for first in ([None] if not targets or action["target"].get("all") else targets)]
            action, targets, chosen = pairs[scope.chance(len(pairs))]
        rule = action.get("target", {})
        if not targets or rule.get("all"):
            chosen = targets
        while len(chosen) < min(rule.get("most", 1), len(targets)) and not rule.get("all"):
            left = [target for target in targets if target not in chosen]
            chosen.append(self.pick(scope, player, rule.get("simple", "random"), left))
        rolls, against = {}, action.get("against", {})
        for name, text in action.get("roll", {}).items():
            rolls[name] = scope.copy(rolls=rolls, target=chosen[0] if chosen else None).read(text)
        for number, target in enumerate(chosen or [None]):
            here = scope.copy(target=target, rolls=dict(rolls))
            for name, text in against.items():
                here.rolls[name] = here.read(text)
            for entry in [entry for entry in action["then"] if here.read(entry.get("if", 1))
                          and (number == 0 or self.about_target(entry, against))]:
                make(entry, here)
        return True

    def about_target(self, entry, against):
        texts = [entry.get("if", 1), *changes(entry).values()]
        read = [*changes(entry), *(name for text in texts for name in names(parse(text)))]
        return any(name.startswith("target.") or name in against for name in read)

    def change(self, entry, scope):
        values = {}
        for name, text in sorted(changes(entry).items(), key=lambda item: (item[0].count(".") > 1, item)):
            first, *rest = name.split(".")
            member = {"self": scope.me, "target": scope.target}.get(first, (first, *rest[:1], 0))
            values[(member, rest[-1]) if rest else name] = scope.read(text)
        for key, value in values.items():
            self.put(scope.state, key, value)

    def turn(self, step, me, state, chance, make=None):
        """Takes the actions of a turn, or a step without turns if `me` is None."""
        scope = Scope(self, state, chance, me=me)
        for _ in range(scope.read(step.get("times", 1))):
            stands = me is None or self.stands(state, me)
            if not stands or not scope.read(step.get("when", 1)):
                return
            if not self.act(scope, step, make or self.change):
                return
            if not make:
                self.check(state)
                if state["ended"]:
                    return

    def set_order(self, number, state, chance):
        """Sets the order of the turns in a step."""
        step, result = self.file["step"][number], []
        each = step["each"] if isinstance(step["each"], list) else [step["each"]]
        members = [member for team in each for member in self.group(team, None)]
        values = {m: Scope(self, state, chance, me=m, member=m).read(step.get("order", 1)) for m in members}
        for value in sorted(set(values.values()), reverse=True):
            tied = [member for member in members if values[member] == value]
            while tied:
                result.append(tied.pop(chance(len(tied)) if "order" in step else 0))
        state["order", number] = tuple(result)

    def advance(self, states, change):
        """Applies `change(state, chance)` to all states that have not ended."""
        result = {}
        for key, share in states.items():
            def run(chance):
                if time.monotonic() > self.end:
                    raise TooLarge
                state = dict(zip(self.start, key))
                change(state, chance)
                return tuple(state.values())
            for part, after in [(1, key)] if key[1] else every(run):
                result[after] = result.get(after, 0) + share * part
        return result

    def at_once(self, number, key):
        """Returns the states after a step in which all decisions and rolls are made in the state before it."""
        step, before = self.file["step"][number], dict(zip(self.start, key))
        states = {key: 1}
        for me in before["order", number]:
            def plan(chance):
                noted = []
                self.turn(step, me, before, chance, lambda entry, scope: noted.append((entry, scope)))
                return noted
            plans, after = list(every(plan)), {}
            for part, noted in plans:
                def make(state, chance):
                    for entry, scope in noted:
                        self.change(entry, scope.copy(state=state))
                for result, share in self.advance(states, make).items():
                    after[result] = after.get(result, 0) + part * share
            states = after
        return self.advance(states, self.check)

    def take(self, number, step, states):
        if "each" not in step:
            return self.advance(states, functools.partial(self.turn, step, None))
        if step.get("order_each_round") or "order" not in step:
            states = self.advance(states, functools.partial(self.set_order, number))
        if step.get("at_once"):
            result = {}
            for key, share in states.items():
                for after, part in ({key: 1} if key[1] else self.at_once(number, key)).items():
                    result[after] = result.get(after, 0) + share * part
            return result
        for turn in range(len(self.entries)):
            states = self.advance(states, lambda state, chance: turn < len(state["order", number]) and self.turn(
                step, state["order", number][turn], state, chance))
        return states

    def begin_round(self, state, chance):
        state["rounds"] += 1
        joining = [(member, "joined") for member, entry in self.entries.items()
                   if "from" in entry and Scope(self, state, None).read(entry["from"])]
        state.update(dict.fromkeys(joining, 1))

    def solve(self):
        """Returns the probability of each outcome, and mean and standard deviation of each metric."""
        states = {tuple(self.start.values()): 1.0}
        for key, text in self.rolled.items():
            states = self.advance(states, lambda state, chance: self.put(
                state, key, Scope(self, state, chance).read(text)))
        for number, step in enumerate(self.file["step"]):
            if "order" in step and not step.get("order_each_round"):
                states = self.advance(states, functools.partial(self.set_order, number))
        if "outcome" not in self.file:
            states = self.advance(states, self.check)
        for _ in range(self.file.get("limit", {}).get("rounds", 1000)):
            states = self.advance(states, self.begin_round)
            for number, step in enumerate(self.file["step"]):
                states = self.take(number, step, states)
            states = self.advance(states, functools.partial(self.check, round_ends=True))
        outcomes, sums = {}, {}
        for key, share in states.items():
            state = dict(zip(self.start, key))
            outcomes[key[1] or "unresolved"] = outcomes.get(key[1] or "unresolved", 0) + share
            measured = {"rounds": state["rounds"]} | {f"standing.{member[1]}": 0 for member in self.entries}
            for member in self.entries:
                measured[f"standing.{member[1]}"] += self.stands(state, member)
            measured |= {f"state.{name}": state[name] for name in self.file.get("state", {})}
            for name, value in measured.items():
                first, second = sums.get(name, (0, 0))
                sums[name] = (first + share * value, second + share * value * value)
        return outcomes, {n: (a, math.sqrt(max(0, b - a * a))) for n, (a, b) in sums.items()}


def changes(entry, before=""):
    """Returns the changes of an entry by dotted name."""
    result = {}
    for key, value in entry.items():
        if isinstance(value, dict):
            result |= changes(value, before + key + ".")
        elif before or key != "if":
            result[before + key] = value
    return result


def compare(program, path, runs=True):
    """Compares the answers of the program with the enumeration; returns a verdict and its reason."""
    with open(path, "rb") as file:
        contest = Contest(tomllib.load(file))
    code, exact, message = ask(program, "exact", path)
    if code != 0:
        return ("refused" if code in (1, 2) else "FAILED"), f"exit {code}: {message}"
    try:
        outcomes, metrics = contest.solve()
    except TooLarge:
        return "large", ""
    faults = different(exact, outcomes, metrics, lambda deviation: 1e-9)
    if runs:
        code, sample, message = ask(program, "run", path, "-n", str(TRIALS))
        if code != 0:
            return "FAILED", "; ".join([*faults, f"run, exit {code}: {message}"])
        faults += ["run: " + fault for fault in different(
            sample, outcomes, metrics, lambda deviation: 4 * deviation / math.sqrt(TRIALS) + 1e-9)]
    return ("DIFFERS" if faults else "equal"), "; ".join(faults)


def different(answer, outcomes, metrics, allowed):
    """Lists the figures that differ by more than `allowed(standard deviation)`."""
    expected = {f"P({name})": (p, math.sqrt(max(0, p * (1 - p)))) for name, p in outcomes.items()} | metrics
    found = {f"P({entry['name']})": entry["share"] for entry in answer["outcomes"]}
    found |= {entry["name"]: entry["mean"] for entry in answer["metrics"]}
    faults = [f"{name}: {found.get(name)}, enumerated {mean:.10f}" for name, (mean, deviation) in expected.items()
              if name not in found or abs(found[name] - mean) > allowed(deviation)]
    return faults + [f"{name}: {value}, enumerated 0" for name, value in found.items()
                     if name.startswith("P(") and name not in expected and value > 1e-9]


def ask(program, *words):
    """Runs the program; returns its exit code, its answer, and its messages."""
    try:
        done = subprocess.run([program, *words, "-f", "json"], capture_output=True, text=True, timeout=120,
                              env=os.environ | {"EVENODDS_CACHE": "off"})
    except subprocess.TimeoutExpired:
        return -1, None, "more than 120 s"
    return done.returncode, json.loads(done.stdout) if done.returncode == 0 else None, done.stderr.strip()


class Maker:
    """Writes random files."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.small, self.state = self.likely(0.6), self.likely(0.4)
        self.teams, self.single = self.random.sample(["ants", "bees", "cats"], self.of(2, 2, 2, 3)), []

    def likely(self, share):
        return self.random.random() < share

    def of(self, *values):
        return self.random.choice(values)

    def terms(self, me=True, target=True, rolls=()):
        """Lists what an expression can read."""
        group = self.of(*self.teams, *(["enemies", "others", "allies"] if me else []))
        inner = self.of("hp", "x", "hp + x", "f", "x * self.x" if me else "k * x")
        condition = self.of("hp < 2", "x = 1", "x > 0 or hp = 1", "f > 2", "x = self.x" if me else "k = 1")
        terms = ["rounds", "n", *rolls, *rolls, f"standing({group})", f"count({group}, {condition})"]
        terms += [f"{function}({group}, {inner})" for function in ("sum", "lowest", "highest")]
        terms += ["s", "s"] if self.state else []
        terms += [f"{team}.{name}.{self.of('hp', 'x')}" for team, name in self.single if self.likely(0.4)]
        return terms + [f"{who}.{field}" for who, there in (("self", me), ("target", target)) if there
                        for field in ("hp", "x", "k", "f")]

    def number(self, terms):
        a, b, c = (self.of(*terms, str(self.of(0, 1, 2, 3))) for _ in range(3))
        return self.of(a, a, f"{a} + {b}", f"{a} - {b}", f"max({a}, {b})", f"min({a}, {b})", f"{a} * {b}",
                       f"{a} // 2", f"(if {a} > {b} then 2 else {c})")

    def condition(self, *context):
        terms = self.terms(*context)
        one = f"{self.of(*terms)} {self.of('<', '<=', '=', '!=', '>=', '>')} {self.number(terms)}"
        return self.of(one, one, f"not {one}", f"{one} and {self.of(*terms)} > 0", f"{one} or {self.of(*terms)} > 2")

    def dice(self, me, target=False):
        die = f"1d{self.of(2, 2, 3, 3, 4 if self.small else 6)}"
        texts = [die, die, "2d2", "2d3kh1", die + " - 1"]
        texts += ["self.dice", "self.dice", die + " + self.x", "1d(self.k)", "(self.x)d2"] if me else []
        return self.of(*texts, *(["1d2 + target.x", "1d(target.k) + 1", "target.dice"] if target else []))

    def target(self, me):
        words = ["enemies", "enemies", "enemies", "allies", "others", "self"] if me else []
        words += self.teams
        parts = [f'among = "{self.of(*words)}"'] if not me or self.likely(0.8) else []
        parts += [f'where = "{self.condition(me)}"'] if self.likely(0.25) else []
        parts += self.of([], [], [], ["all = true"], [f"most = {self.of(1, 2, 3)}"])
        field = self.of("hp", "x", "k")
        parts += [f'simple = "{self.of("first", "random", "lowest " + field, "highest " + field)}"'] if me else []
        return "{ " + ", ".join(parts) + " }"

    def action(self, me):
        """Returns the lines of an action."""
        target = self.target(me) if self.likely(0.85) else None
        single = target and "all" not in target and "most" not in target and self.likely(0.3)
        rolls = {"r": self.dice(me, single)} if self.likely(0.75) else {}
        if rolls and not self.small and self.likely(0.15):
            rolls["q"] = self.of(self.dice(me), "r + 1", "(r)d2", "1d(r)")
        against = {"g": self.of("1d2", "1d3", "1d2 + target.x")} if target and self.likely(0.2) else {}
        lines = [f"target = {target}"] if target else []
        for key, table in (("roll", rolls), ("against", against)):
            entries = ", ".join(f'{name} = "{text}"' for name, text in table.items())
            lines += [f"{key} = {{ {entries} }}"] if table else []
        rolls = [*rolls, *against]
        goals = (["target.hp"] * 6 + ["target.x"] if target else []) + (["self.hp", "self.x"] if me else [])
        goals += (["s"] if self.state else []) + [f"{t}.{n}.{self.of('hp', 'x')}" for t, n in self.single]
        lines.append("then = [")
        for _ in range(self.of(1, 1, 2, 2, 3) if goals else 0):
            keys = [f'if = "{self.condition(me, target, rolls)}"'] if self.likely(0.5) else []
            for goal in sorted({self.of(*goals) for _ in range(self.of(1, 1, 1, 2))}):
                value = f"{goal} {self.of('-', '-', '-', '+')} {self.of(*rolls, '1', '2')}"
                value = self.number(self.terms(me, target, rolls)) if self.likely(0.2) else value
                keys.append(f'{goal} = "{value}"')
            lines.append("  { " + ", ".join(keys) + " },")
        return lines + ["]"]

    def step(self):
        lines, me = ["", "[[step]]"], self.likely(0.9)
        if me:
            each = self.of(self.teams, self.teams, self.teams[1:])
            lines.append(f"each = {json.dumps(self.random.sample(each, len(each)))}")
            order = self.of("1d2", "1d3 + x", "x", "1d2 + k", "hp", "self.x", "dice", "f", "-x", "1d2 - self.hp")
            again = ["order_each_round = true"] if self.likely(0.4) else []
            lines += self.of([], [], [f'order = "{order}"', *again], ["at_once = true"])
        lines += [f'when = "{self.condition(me, False)}"'] if self.likely(0.25) else []
        times = self.of("2", "self.k" if me else "rounds", "min(rounds, 2)")
        lines += [f'times = "{times}"'] if self.likely(0.2) else []
        if not me or self.likely(0.65):
            return lines + self.action(me)
        for name in ["strike", "aid", "wait"][:self.of(1, 2, 2, 3)]:
            lines += ["[[step.action]]", f'name = "{name}"']
            lines += [f'when = "{self.condition(me, False)}"'] if self.likely(0.5) else []
            lines += self.action(me)
        return lines

    def field(self, values):
        value = self.of(*values)
        return self.of(value, value, value, f'{{ roll = "1d{self.of(2, 3)}" }}', f"{{ value = {value}, most = 4 }}",
                       f"{{ value = {value}, least = -1 }}")

    def text(self):
        """Returns the text of a file."""
        lines, letters, members = ['kind = "dice"', 'title = "Random contest"'], iter("ABCDEFGHI"), 0
        text = self.of("0", "2", '"x"', '"hp + x"', '"k * 2"', '"x - 1"', '"s + 1"' if self.state else '"n"')
        for team in self.teams:
            lines += ["", f"[team.{team}]", f'player = "{self.of("random", "first", "simple")}"']
            standing = self.of("hp > 1", "hp > 0 and x < 3", "hp > 0 or x > 1", "hp != 1")
            lines += [f'standing = "{standing}"'] if self.likely(0.15) else []
            lines.append("members = [")
            for name in itertools.islice(letters, self.of(1, 1, 2, 2, 3) if members < 3 else 1):
                count = self.of(1, 1, 1, 2, 2, 3) if members < 3 else 1
                members += count
                self.single += [(team, name)] if count == 1 else []
                joins = f', from = "{self.of("rounds >= 2", "rounds = 3", f"standing({team}) = 0")}"'
                hp = self.field((1, 2, 3) if self.small else (2, 4))
                lines.append(f'  {{ name = "{name}", count = {count}, hp = {hp}, '
                             f'x = {self.field((0, 1, 2, -1))}, k = {self.of(1, 2)}, f = {text}, '
                             f'dice = "{self.of("1d2", "1d3", "1d2 + x", "k")}"'
                             f'{joins if self.likely(0.1) else ""} }},')
            lines.append("]")
        lines += ["", "[number]", f"n = {self.of(0, 1, 2)}"]
        states = ["{ value = 0, most = 3 }", "{ value = 1, least = -1, most = 1 }", "2", "-1"]
        lines += ["", "[state]", f"s = {self.of(*states)}"] if self.state else []
        lines += [line for _ in range(self.of(1, 1, 2)) for line in self.step()]
        for name in self.of([], [], [], ["won"], ["won", "lost"]):
            lines += ["", "[[outcome]]", f'name = "{name}"', f'when = "{self.condition(False, False)}"']
            lines += self.of([], ['at = "round"'])
        return "\n".join([*lines, "", "[limit]", f"rounds = {self.of(2, 3, 3, 4) if members < 5 else 2}", ""])


def main():
    program, *words = sys.argv[1:]
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        if words[0].isdigit():
            seeds = range(int(words[0]), int(words[0]) + int(words[1]))
            paths = [os.path.join(folder, f"teams-{seed}.toml") for seed in seeds]
            for seed, path in zip(seeds, paths):
                with open(path, "w") as file:
                    file.write(Maker(f"teams-{seed}").text())
        else:
            paths = words
        for path in paths:
            verdict, reason = compare(program, path)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict not in ("equal", "large"):
                with open(path) as file:
                    print(path, verdict, reason, file.read(), sep="\n", flush=True)
    print(counts)
    sys.exit(bool(counts.keys() - {"equal", "large"}))


if __name__ == "__main__":
    main()
