"""Tests that `evenodds dice` agrees with its guide, with icepool and with dyce.

    python deploy/peers/test.py target/release/evenodds

The first part computes every figure of docs/guides/from-anydice.md, and the distributions of its icepool column. The
others compare whole distributions, by expression.
"""

import json
import pathlib
import re
import subprocess
import sys
import warnings

import dyce
import icepool

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "guides" / "from-anydice.md"
TOLERANCE = 1e-12

# Explosions on one line stop where more have a probability below 1e-13.
ICEPOOL = [
    # Sums and faces
    ("100d6", "100 @ d6"),
    ("2d6 * 1d4 - 3", "(2 @ d6) * d4 - 3"),
    ("-(3d6) // 4", "-(3 @ d6) // 4"),
    ("2d6 % 5", "2 @ d6 % 5"),
    ("(1d6 - 4) // 2", "(d6 - 4) // 2"),
    ("(1d6 - 4) % 2", "(d6 - 4) % 2"),
    ("abs(2d6 - 2d6)", "abs(2 @ d6 - 2 @ d6)"),
    ("clamp(3d8, 6, 20)", "(3 @ d8).clip(6, 20)"),
    ("max(2d6, 1d12, 7)", "highest(2 @ d6, d12, 7)"),
    ("min(2d6, 1d12)", "lowest(2 @ d6, d12)"),
    ("7d{-2,0,0,5}", "7 @ Die([-2, 0, 0, 5])"),
    ("(1d3)d(1d4 + 1)", "map(lambda count, faces: count @ d(faces), d(3), d4 + 1)"),
    ("2d(1d6)", "d6.map(lambda faces: 2 @ d(faces))"),
    ("1d% + 4dF", "d(100) + 4 @ (z(3) - 1)"),
    # Keep and drop
    ("20d10kh10", "d10.highest(20, 10)"),
    ("5d6kl2", "d6.lowest(5, 2)"),
    ("5d6ph2pl1", "d6.keep(5, [0, 1, 1, 0, 0])"),
    ("4d6kh3ph1", "d6.keep(4, [0, 1, 1, 0])"),
    ("4dFkh2", "(z(3) - 1).highest(4, 2)"),
    ("5d{1,3,5,7,9}kh3", "Die([1, 3, 5, 7, 9]).highest(5, 3)"),
    ("(2d12, 3d8, 4d6)kh4", "Pool([d12] * 2 + [d8] * 3 + [d6] * 4).highest(4).sum()"),
    ("(1d12, 1d8, 1d6)kl2", "lowest(d12, d8, d6, keep=2)"),
    ("max(2d6) - min(2d6)", "highest(d6, d6) - lowest(d6, d6)"),
    ("max(5d8)", "d8.highest(5)"),
    ("min(5d8)", "d8.lowest(5)"),
    ("kth(5d10, 4)", "d10.pool(5)[-4]"),
    ("kth((2d12, 3d8), 2)", "Pool([d12] * 2 + [d8] * 3)[-2]"),
    ("4d6p=1", "4 @ d6.map({1: 0})"),
    ("4d6p<3", "4 @ d6.map({1: 0, 2: 0})"),
    ("5d6k2..4", "5 @ d6.map({1: 0, 5: 0, 6: 0})"),
    ("2d20kh1 > 2d20kl1", "d20.highest(2) > d20.lowest(2)"),
    # Rerolls, limits and explosions
    ("3d10ro<3kh2", "d10.reroll([1, 2], depth=1).highest(3, 2)"),
    ("3d10rr<3kl1", "d10.reroll([1, 2], depth='inf').lowest(3)"),
    ("1d20ma15mi5", "d20.clip(5, 15)"),
    ("1d%mi11", "d(100).clip(11, 100)"),
    ("1d20!", "d20.explode(depth=10)"),
    ("2d4!", "2 @ d4.explode(depth=22)"),
    ("3d6e>=4", "3 @ d6.explode([4, 5, 6], depth=44)"),
    ("1d6ra>=5", "d6.explode([5, 6], depth=1)"),
    ("3d6ra6", "map(lambda *faces: sum(faces) + (d6 if 6 in faces else 0), d6, d6, d6)"),
    ("10d10!!kh5", "d10.explode(depth=13).highest(10, 5)"),
    ("4d8!!kl2", "d8.explode(depth=15).lowest(4, 2)"),
    ("5d10!kh3", "d10.explode_to_pool(5, depth=13).highest(3).sum()"),
    ("max(4d6!)", "d6.explode_to_pool(4, depth=17).highest(1).sum()"),
    ("size(5d10!)", "d10.explode_to_pool(5, depth=13).size()"),
    ("(2d6, 1d8!)kh1", "highest(d6, d6, d8)"),
    # Successes, sets and straights
    ("30d10c>=7 >= 15", "30 @ (d10 >= 7) >= 15"),
    ("5d6c1 = 0", "5 @ (d6 == 1) == 0"),
    ("(3d6, 2d8)c>=5", "3 @ (d6 >= 5) + 2 @ (d8 >= 5)"),
    ("5d10!c>=8", "d10.explode_to_pool(5, depth=13).keep_outcomes([8, 9, 10]).size()"),
    ("6d6e>=5c>=4", "6 @ map(lambda x: (x >= 4) + Again if x >= 5 else x >= 4, d6, again_depth=28)"),
    ("set(6d6)", "d6.pool(6).largest_count()"),
    ("set((3d6, 2d8))", "Pool([d6] * 3 + [d8] * 2).largest_count()"),
    ("set_face(6d6)", "d6.pool(6).largest_count_and_outcome().marginals[1]"),
    ("straight(7d6)", "d6.pool(7).largest_straight()"),
    ("straight((2d6, 2d8, 2d10))", "Pool([d6] * 2 + [d8] * 2 + [d10] * 2).largest_straight()"),
    ("distinct(5d8)", "d8.pool(5).unique().size()"),
    ("has(5d6, 6, 6, 5)", "d6.pool(5).issuperset([6, 6, 5])"),
    # Two sides. icepool 2.1.3 pairs a smaller pool with the lowest dice of a larger one on the right, so the tests
    # keep the highest ones.
    ("wins(4d6, 2d6)", "d6.pool(4).sort_pair('>', d6.pool(2)).size()"),
    ("wins(2d8, 3d6)", "d8.pool(2).sort_pair('>', d6.pool(3).highest(2)).size()"),
    ("wins(3d6, 2d6, ties)", "d6.pool(3).sort_pair('>=', d6.pool(2)).size()"),
    ("over(5d8, 3d10)", "d8.pool(5).versus_all('>', d10.pool(3)).size()"),
    ("cancel(5d6, 4d6)", "(d6.pool(5) - d6.pool(4)).size()"),
    ("3d6 = 3d6", "3 @ d6 == 3 @ d6"),
    # Conditions
    ("1d20 > 10 and 1d20 < 5 or 1d6 = 6", "((d20 > 10) & (d20 < 5)) | (d6 == 6)"),
    ("not 1d6 != 3", "d6 == 3"),
    (
        "if 2d6 >= 10 then 2d8 else if 1d6 = 6 then 20 else 1d4",
        "(2 @ d6 >= 10).if_else(2 @ d8, (d6 == 6).if_else(Die([20]), d4))",
    ),
]

DYCE = [
    ("3d6 + 1d8", "3 @ H(6) + H(8)"),
    ("3d{1,1,2}", "3 @ H({1: 2, 2: 1})"),
    ("4dF", "4 @ H((-1, 0, 1))"),
    ("2d6 // 3", "(2 @ H(6)) // 3"),
    ("2d6 >= 1d12", "(2 @ H(6)).ge(H(12))"),
    ("4d6kh3", "(4 @ P(6)).at(-1, -2, -3)"),
    ("20d10kh10", "(20 @ P(10)).at(slice(-10, None))"),
    ("5d6kl2", "(5 @ P(6)).at(0, 1)"),
    ("kth(7d8, 4)", "(7 @ P(8)).at(3)"),
    ("(1d10, 1d8, 1d6)kh2", "P(10, 8, 6).at(-1, -2)"),
    ("10d10c>=8", "10 @ H(10).ge(8)"),
    ("1d6!", "explode_n(H(6), n=17)"),
    ("5d10!!kh3", "(5 @ P(explode_n(H(10), n=13))).at(-1, -2, -3)"),
    ("2d6ro<=2", "2 @ expand(lambda roll: roll.h if roll.outcome <= 2 else roll.outcome, H(6))"),
    ("2d20kh1 + 5 >= 15", "((2 @ P(20)).at(-1) + 5).ge(15)"),
    ("distinct(5d8)", "expand(lambda pool: len(set(pool.roll)), 5 @ P(8))"),
    (
        "wins(3d6, 2d6)",
        "expand(lambda a, b: sum(x > y for x, y in zip(a.roll[::-1], b.roll[::-1])), 3 @ P(6), 2 @ P(6))",
    ),
    (
        "over(4d6, 2d8)",
        "expand(lambda a, b: sum(x > max(b.roll) for x in a.roll), 4 @ P(6), 2 @ P(8))",
    ),
]


def answers_of(program, command, *arguments):
    done = subprocess.run([program, command, "-f", "json", "--", *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stderr}evenodds {command} failed with code {done.returncode}")
    return json.loads(done.stdout)


def distributions_of(program, expressions):
    """Returns the distribution of each expression, from one call of the program."""
    found = answers_of(program, "dice", *expressions)["expressions"]
    assert [one["expression"] for one in found] == expressions
    return {one["expression"]: dict(one["probabilities"]) for one in found}


def icepool_distribution(code):
    names = {name: getattr(icepool, name) for name in dir(icepool) if not name.startswith("_")}
    names |= {f"d{faces}": icepool.d(faces) for faces in (4, 6, 8, 10, 12, 20)}
    die = eval(code, names)
    assert isinstance(die, icepool.Die), f"{code} gives {type(die).__name__}"
    return {int(outcome): float(share) for outcome, share in zip(die.outcomes(), die.probabilities())}


def dyce_distribution(code):
    histogram = eval(code, {"H": dyce.H, "P": dyce.P, "expand": dyce.expand, "explode_n": dyce.explode_n})
    return {int(outcome): float(share) for outcome, share in histogram.probability_items() if share}


def assert_equal(expression, ours, theirs, source):
    for value in sorted(ours.keys() | theirs.keys()):
        left, right = ours.get(value, 0), theirs.get(value, 0)
        if abs(left - right) > TOLERANCE:
            sys.exit(f"{expression}: the probability of {value} is {left!r}; {source} has {right!r}")


def tables_of(text):
    """Returns the rows of all tables in Markdown, as dictionaries from heading to cell."""
    rows, headings = [], None
    for line in text.splitlines():
        if not line.startswith("|"):
            headings = None
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if headings is None:
            headings = cells
        elif not set(line) <= set("|-: "):
            assert len(cells) == len(headings), f"{len(cells)} cells instead of {len(headings)}: {line}"
            rows.append(dict(zip(headings, cells)))
    return rows


def code_of(cell):
    """Returns the text of a cell that is nothing but code."""
    found = re.fullmatch(r"`([^`]+)`", cell)
    assert found, f"not one piece of code: {cell}"
    return found[1]


def shortened(number, digits):
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")


def figure_of(distribution, shown):
    """Returns the mean, or the probability if a percentage is shown, as the guide writes it."""
    mean = sum(value * share for value, share in distribution.items())
    if shown.startswith("mean "):
        return f"mean {shortened(mean, 4)}"
    assert distribution.keys() <= {0, 1}, f"not a condition: its values are {sorted(distribution)}"
    return f"{shortened(100 * mean, 3)}%"


def check_guide(program):
    rows = tables_of(GUIDE.read_text(encoding="utf-8"))
    phrases = [row for row in rows if "evenodds" in row]
    traps = [row for row in rows if "Text" in row]
    files = [row for row in rows if "File" in row]
    assert len(phrases) >= 30 and traps and files and len(phrases) + len(traps) + len(files) == len(rows)

    figures = [(code_of(row["evenodds"]), row["Figure"]) for row in phrases]
    figures += [(code_of(row["Text"]), row["Figure"]) for row in traps]
    expressions = [expression for expression, _ in figures] + [code_of(row["Write"]) for row in traps]
    ours = distributions_of(program, list(dict.fromkeys(expressions)))
    for expression, shown in figures:
        found = figure_of(ours[expression], shown)
        assert found == shown, f"{expression}: the guide shows {shown}; it is {found}"
    for row in phrases:
        expression, code = code_of(row["evenodds"]), code_of(row["icepool"])
        assert_equal(expression, ours[expression], icepool_distribution(code), f"icepool in the guide, {code},")

    for row in files:
        scenario = re.fullmatch(r"\[`(@[a-z-]+)`\]\((\S+)\)", row["File"])
        assert scenario and (GUIDE.parent / scenario[2]).is_file(), row["File"]
        outcome = code_of(row["Outcome"])
        shares = {one["name"]: one["exact"] for one in answers_of(program, "exact", scenario[1])["outcomes"]}
        found = f"{shortened(100 * shares[outcome], 3)}%"
        assert found == row["Figure"], f"{scenario[1]}: the guide shows {row['Figure']} for {outcome}; it is {found}"
    return len(phrases), len(traps), len(files)


def main(program):
    program = str(pathlib.Path(program).resolve())
    warnings.simplefilter("ignore", dyce.evaluation.ExperimentalWarning)
    phrases, traps, files = check_guide(program)
    ours = distributions_of(program, list(dict.fromkeys(expression for expression, _ in ICEPOOL + DYCE)))
    for expression, code in ICEPOOL:
        assert_equal(expression, ours[expression], icepool_distribution(code), f"icepool, {code},")
    for expression, code in DYCE:
        assert_equal(expression, ours[expression], dyce_distribution(code), f"dyce, {code},")
    print(f"the guide is right in {phrases} phrases, {traps} other meanings and {files} files;")
    print(f"{len(ICEPOOL)} distributions agree with icepool and {len(DYCE)} with dyce")


if __name__ == "__main__":
    main(*sys.argv[1:])
