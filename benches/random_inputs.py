"""Plays random dice, files and fights, and checks that each is answered or refused within limits.

Usage: random_inputs.py PROGRAM FIRST NUMBER [KEEP]   NUMBER random inputs, from seed FIRST

An input is a line for `dice`, a file of rounds, states and choices, or a fight of teams. Most numbers are small, and
some as large as the language allows. A file is played (`run`); with LONG=1 in the environment, it is also solved
(`exact`). Prints the inputs that take more than 10 s of CPU time or 500 MB (`exact`: 100 s, 1,100 MB), or that end
neither with an answer nor with a message. Ends with 1 if there are any, or if fewer than half of the inputs are
answered. With KEEP, such inputs are written to this folder.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

# Most seconds of CPU time and megabytes.
LIMITS = {"dice": (10, 500), "run": (10, 500), "exact": (100, 1100)}
TRIALS = 100
# Answer, and invalid or refused input.
CODES = {0, 2}


class RandomInput:
    """One random input of each sort."""

    def __init__(self, seed):
        self.draw = random.Random(seed)

    def chance(self, share):
        return self.draw.random() < share

    def number(self, most=6):
        """A number from 0, mostly small."""
        if self.chance(0.04):
            return self.draw.choice([0, 1, 20, 50, 100, 999, 1000, 100_000, 1_000_000_000])
        return self.draw.randint(0, most)

    def any(self, *options):
        return self.draw.choice(options)

    def pool(self, names):
        """Dice, with rules."""
        count = self.number(6) or 1
        sides = self.any(2, 3, 4, 6, 6, 6, 8, 10, 12, 20, 20, 100, self.number(1000))
        count = f"({self.number_of(names)})" if self.chance(0.1) else count
        sides = f"({self.number_of(names)})" if self.chance(0.05) else sides
        die = self.any(f"d{sides}", f"d{sides}", f"d{sides}", "d%", "d{1,1,2,5}", "d{0..9, 20}")
        text = f"{count}{die}" + self.any("", "", "", "", "mi2", "ma5", "rr1", "ro<3", f"rr<={self.number(3)}")
        text += self.any("", "", "", "", "!", "!!", "!1", "e>=5", "ra6")
        if self.chance(0.1):
            return f"({text}, {self.number(4)}d{self.any(4, 6, 8, 10)})" + self.any("", "kh2", "kl1")
        if self.chance(0.4):
            text += self.any("kh", "kl", "ph", "pl") + str(self.number(4))
        if self.chance(0.1):
            text += self.any("k", "p", "c") + self.any(">=5", "=6", "2..4")
        return text

    def number_of(self, names):
        """A short expression without dice."""
        if names and self.chance(0.7):
            return self.any(*names)
        return str(self.number(8))

    def expression(self, names, pools=None, depth=3):
        """An expression; `names` are numbers, `pools` rolls that are nothing but dice. Throws dice if it is `None`."""
        number = lambda: self.number_of(names)
        if depth == 0 or self.chance(0.15):
            return number()
        part = lambda: self.expression(names, pools, depth - 1)
        thrown = lambda: self.pool(names) if pools is None else self.any(*pools)
        kinds = ["sum", "compare", "if", "logic", "numbers"]
        if pools is None or pools:
            kinds += ["dice", "dice", "pool", "pool", "pools"]
        kind = self.any(*kinds)
        if kind == "dice":
            return thrown()
        if kind == "sum":
            sign = self.any("+", "-", "*", "//", "%")
            return f"({part()} {sign} {f'max(1, {part()})' if sign in '//%' else part()})"
        if kind == "compare":
            return f"({part()} {self.any('<', '<=', '=', '!=', '>=', '>')} {part()})"
        if kind == "if":
            return f"(if {part()} then {part()} else {part()})"
        if kind == "logic":
            return f"({part()} {self.any('and', 'or')} not {part()})"
        if kind == "numbers":
            function = self.any("max", "min", "abs", "clamp")
            rest = {"abs": "", "clamp": f", 0, {self.number(9)}"}.get(function, f", {part()}")
            return f"{function}({part()}{rest})"
        if kind == "pools":
            return f"{self.any('wins', 'over', 'above', 'cancel')}({thrown()}, {thrown()})"
        function = self.any("sum", "count", "kth", "distinct", "set", "straight", "max")
        rest = {"count": self.any(", >=5", ", 1", ", 2..4"), "kth": f", {self.number(3) or 1}"}.get(function, "")
        return f"{function}({thrown()}{rest})"

    def line(self):
        """Arguments of `dice`."""
        if self.chance(0.3):
            return [f"p = {self.pool([])}", self.expression(["p"], ["p"], self.any(1, 2, 3, 4))]
        if self.chance(0.05):
            return ["if 1d6=1 then 1 else " * self.draw.randint(1, 40) + "0"]
        return [self.expression([], depth=self.any(1, 2, 3, 4, 5)) for _ in range(self.any(1, 1, 2))]

    def rounds(self):
        """A file with states, rolls, steps and choices."""
        lines = ['kind = "dice"']
        states = [f"s{index}" for index in range(self.any(1, 2, 2, 3, 4))]
        numbers = [f"n{index}" for index in range(self.any(0, 1, 2))]
        rolls = [f"r{index}" for index in range(self.any(1, 1, 2, 3))]
        sides = self.any(0, 0, 1, 2)
        most = {}
        if numbers:
            lines += ["[number]", *(f"{name} = {self.number(6)}" for name in numbers)]
        lines.append("[state]")
        for name in states:
            most[name] = self.any(1, 2, 5, 10, 30, 100, self.number(1000))
            value = min(most[name], self.number(5))
            lines.append(f"{name} = {{ value = {value}, least = {-self.number(3)}, most = {most[name]} }}")
        if self.chance(0.2):
            lines += ["[table]", f"t = {[self.number(5) for _ in range(self.draw.randint(1, 6))]}"]
            numbers.append(f"t[{self.number_of(states)}]")
        has_bag = self.chance(0.15)
        if has_bag:
            things = ", ".join(f"{one} = {self.number(6)}" for one in ("a", "b", "c"))
            lines += ["[bag]", f"cup = {{ {things} }}"]
        known = states + numbers
        lines.append("[roll]")
        pools = []
        for name in rolls:
            if not pools or self.chance(0.7):
                pools.append(name)
                lines.append(f'{name} = "{self.pool(known)}"')
            else:
                lines.append(f'{name} = "{self.expression(known)}"')
        if has_bag:
            lines.append(f'drawn = "{self.draw.randint(1, 4)} from cup"')
        for side in range(sides):
            wants = self.any('"o0"', '"o1"', '"high m"', '"o0"', '"o0"')
            player = self.any("", "", "", 'player = "first"', 'player = "random"')
            lines += ["[[side]]", f'name = "S{side}"', f"wants = {wants}", player]
        for step in range(self.any(1, 1, 1, 2, 3)):
            lines.append("[[step]]")
            if self.chance(0.3):
                lines.append(f'when = "{self.expression(known, [], 2)}"')
            if self.chance(0.15):
                lines.append(f'times = "{self.number_of(known)}"')
            chosen, choices = [], []
            for side in range(sides):
                if self.chance(0.7):
                    name = f"c{step}{side}"
                    if self.chance(0.3):
                        options = f'reroll = "{self.any(*pools)}", times = {self.any(1, 1, 2)}'
                    else:
                        options = f"among = {list(range(self.draw.randint(1, 4)))}"
                        chosen.append(name)
                    sees = f', sees = ["{self.any(*rolls)}"]' if self.chance(0.2) else ""
                    choices.append(f'choose.{name} = {{ by = "S{side}", {options}{sees} }}')
            lines += choices
            lines.append("then = [")
            for _ in range(self.any(1, 2, 3)):
                changed = self.draw.sample(states, self.any(1, 1, min(2, len(states))))
                names = known + chosen
                values = []
                for name in changed:
                    value = self.any("+ 1", "- 1", f"+ {self.any(*rolls)}", None)
                    value = f"{name} {value}" if value else self.expression(names + rolls, pools)
                    values.append(f'{name} = "{value}"')
                condition = [f'if = "{self.expression(names + rolls, pools, 2)}"'] if self.chance(0.7) else []
                refill = ['refill = ["cup"]'] if has_bag and self.chance(0.3) else []
                lines.append(f"  {{ {', '.join(condition + values + refill)} }},")
            lines.append("]")
        name = self.any(*states)
        lines += ["[[outcome]]", 'name = "o0"', f'when = "{name} {self.any(f">= {most[name]}", "<= 0", "= 1")}"']
        lines += ["[[outcome]]", 'name = "o1"']
        if self.chance(0.7):
            lines.append(f'when = "{self.expression(states, [], 2)}"')
        if self.chance(0.4) or any("high m" in line for line in lines):
            lines += ["[metric]", f'm = "{self.expression(states, [], 2)}"']
        if self.chance(0.2):
            lines += ["[limit]", f"rounds = {max(1, self.number(50)) if self.chance(0.9) else 100_000}"]
        return "\n".join(line for line in lines if line)

    def fight(self):
        """A fight of teams."""
        lines = ['kind = "dice"']
        teams = [f"t{index}" for index in range(self.any(2, 2, 2, 3, 4))]
        size = self.any(2, 3, 6, 20, 100)
        for team in teams:
            lines += [f"[team.{team}]", "members = ["]
            for member in range(self.any(1, 1, 2, 3, 4)):
                count = f"count = {self.draw.randint(1, size)}, " if self.chance(0.6) else ""
                hit_points = self.any(self.draw.randint(1, 12), self.draw.randint(1, 60), '{ roll = "2d6" }')
                late = ', from = "rounds >= 2"' if member and self.chance(0.1) else ""
                damage = self.any("1d6", "2d6", "1d8 + 2", self.pool([]))
                numbers = f"ac = {self.draw.randint(2, 18)}, attack = {self.number(8)}"
                entry = f'name = "M{member}", {count}hp = {hit_points}, {numbers}, damage = "{damage}"{late}'
                lines.append(f"  {{ {entry} }},")
            lines.append("]")
            if self.chance(0.5):
                # Play-outs of large fights take as long as they take.
                small = ["rollout"] if size <= 3 else []
                player = self.any("focus", "simple", "random", "first", "optimal", *small)
                slow = '{ name = "rollout", playouts = 1 }'
                lines.append(f"player = {slow if player == 'rollout' else repr(player)}".replace("'", '"'))
        each = f"each = {teams}".replace("'", '"')
        targets = self.any("", "", ", all = true", ", most = 2")
        lines += ["[[step]]", each]
        if self.chance(0.3):
            by_lot = 'order = "1d6"\norder_each_round = true'
            lines.append(self.any("at_once = true", 'order = "1d20 + attack"', by_lot))
        if self.chance(0.2):
            lines.append(f'times = "{self.number(3)}"')
        lost = self.any("damage", "damage", "2 * damage")
        then = f'then = [{{ if = "hit + self.attack >= target.ac", target.hp = "target.hp - {lost}" }}]'
        hit = self.any("1d20", "1d20", "3d6", "2d20kh1")
        roll = f'{self.any("roll", "against")} = {{ hit = "{hit}", damage = "self.damage" }}'
        for name in ["strike", "burst"][: self.any(0, 0, 1, 2)]:
            target = f'target = {{ among = "enemies"{self.any("", targets)} }}'
            lines += ["[[step.action]]", f'name = "{name}"', target, roll, then]
        if "[[step.action]]" not in lines:
            lines += [f'target = {{ among = "enemies"{targets} }}', roll, then]
        return "\n".join(lines)


def measured(arguments):
    """Runs a command: exit code, seconds of CPU time, megabytes, and the last of its messages."""
    environment = dict(os.environ, EVENODDS_CACHE="off", NO_COLOR="1", RAYON_NUM_THREADS="1")
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=messages, env=environment)
        started = time.monotonic()
        while True:
            done, status, used = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.monotonic() - started > 300:
                os.kill(process.pid, signal.SIGKILL)
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    return process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, text


def tried(program, seed, folder):
    """Asks about one random input. Returns its text, and what each command did."""
    made = RandomInput(seed)
    kind = made.any("line", "rounds", "rounds", "fight")
    if kind == "line":
        line = made.line()
        return " ".join(f"'{part}'" for part in line), [("dice", measured([program, "dice", *line]))]
    text = made.rounds() if kind == "rounds" else made.fight()
    path = os.path.join(folder, f"{seed}.toml")
    with open(path, "w") as file:
        file.write(text)
    results = [("run", measured([program, "run", path, "-n", str(TRIALS), "-q"]))]
    if results[0][1][0] == 0 and os.environ.get("LONG"):
        results.append(("exact", measured([program, "exact", path, "--no-cache"])))
    os.remove(path)
    return text, results


def main():
    program, first, number = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    keep = sys.argv[4] if len(sys.argv) > 4 else None
    answered, calls, failed = 0, 0, 0
    largest = {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        seeds = range(first, first + number)
        for seed, (text, results) in zip(seeds, pool.map(lambda seed: tried(program, seed, folder), seeds)):
            for command, (code, seconds, megabytes, message) in results:
                calls += 1
                answered += code == 0
                for place, value in enumerate((seconds, megabytes)):
                    largest[command, place] = max(largest.get((command, place), (0, 0)), (value, seed))
                if code not in CODES or seconds > LIMITS[command][0] or megabytes > LIMITS[command][1]:
                    failed += 1
                    print(f"{command} of input {seed}: exit code {code}, {seconds:.1f} s, {megabytes:.0f} MB")
                    print(f"{text}\n{message[-400:]}", flush=True)
                    if keep:
                        with open(os.path.join(keep, f"{seed}.{'txt' if command == 'dice' else 'toml'}"), "w") as file:
                            file.write(text)
    for command, place in sorted(largest):
        value, seed = largest[command, place]
        print(f"{command}: at most {value:.1f} {('s', 'MB')[place]} (input {seed})")
    print(f"{number} inputs, {calls} calls, {answered} answered, {failed} outside of the limits")
    sys.exit(failed > 0 or 2 * answered < calls)


if __name__ == "__main__":
    main()
