"""Prints time and memory of the largest accepted file of each kind, and of large rejected files, as rows of the tables
in docs/reference/limits.md.

    python benches/limits.py BINARY [KIND ...]

BINARY is a release build. Use an idle machine; the script takes some minutes. Memory is measured on systems with
/proc."""

import os
import subprocess
import sys
import tempfile
import time

TRIALS = "1000"
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


ACCEPTED = {
    "combat: 4 x 1,000 combatants, `finisher`": combat("finisher"),
    "combat: 100 x 40 combatants, `finisher`": combat("finisher", 100, 40),
    "combat: 4 x 500 combatants of 12 Classes, `finisher`": combat("finisher", 4, 500, 12),
    "survey: 94 helpers, a Field of 28, `optimal`": survey(),
    "workshop: 5 piles, 9 dice, `optimal`": workshop(),
    "abstract": 'kind = "abstract"\nskill = 1000\ntask = -1000\n',
    "quick: 49 dice": quick(),
    "trade: 64 steps, 7 times": trade(),
    "action_dice: 2 x 50 in an exchange": brawl("all_out"),
    "dice_adventures: `optimal`": (
        'kind = "dice_adventures"\nplayer = "optimal"\nheroes = ["warrior", "cleric", "wizard"]\n'
    ),
    "adventure: 100 scenes, 32 characters": adventure(),
    "adventure: 24 Workshops of 5 piles": workshops(),
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


def measured(command, folder):
    """Returns the seconds, the peak memory in megabytes and the exit code of a call."""
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
        time.sleep(0.005)
    return time.perf_counter() - begun, most / 1024, child.returncode


def table(heading, binary, files, wanted, code):
    print(f"| {heading} | size | time | memory |")
    print("|---|---:|---:|---:|")
    for name, text in files.items():
        if wanted and name.split(":")[0] not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "x.toml"), "w", encoding="utf-8") as file:
                file.write(text)
            command = [binary, "run", "x.toml", "-n", TRIALS, "-q"]
            seconds, megabytes, found = measured(command, folder)
        if found != code:
            sys.exit(f"{name}: ended with {found}, expected {code}")
        print(f"| {name} | {len(text) / 1e6:,.2f} MB | {seconds:.1f} s | {megabytes:,.0f} MB |", flush=True)
    print()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    table("accepted file", binary, ACCEPTED, wanted, 0)
    if not wanted:
        table("refused file", binary, REFUSED, wanted, 2)


main()
