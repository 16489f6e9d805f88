"""The ambush of @canyon as an ordinary Python program: classes, lists and random.randint, with the player finisher on
both sides. `python canyon.py 10000` plays 10,000 fights and prints how many of them the heroes win."""

import random
import sys

HEROES = [[4, 3], [3], [2]]
AMBUSHERS = [[4], [2], [2], [2], [2]]


class Combatant:
    def __init__(self, side, classes):
        self.side = side
        self.classes = classes[1:]
        self.dice = [random.randint(1, 6) for _ in range(classes[0])]

    def initiative(self):
        return sum(self.dice)


def next_turn(standing):
    """Returns the combatant with the highest unique initiative, after the necessary re-rolls."""
    while True:
        values = [one.initiative() for one in standing]
        alone = [one for one, value in zip(standing, values) if values.count(value) == 1]
        if alone:
            return max(alone, key=Combatant.initiative)
        for one in standing:
            one.dice.remove(min(one.dice))
            one.dice.append(random.randint(1, 6))


def attack(one, opponents):
    """Returns the die and the target of a finisher's attack; None if it changes its tactic."""
    for face in sorted(set(one.dice)):
        emptied = [other for other in opponents if max(other.dice) <= face]
        if emptied:
            return face, max(emptied, key=Combatant.initiative)
    if len(one.dice) == 1 and one.classes:
        return None

    # Ties: the smaller face, then the higher initiative, then the order in the file.
    def rank(choice):
        face, other = choice
        return sum(die for die in other.dice if die <= face), -face, other.initiative()

    return max(((face, other) for face in sorted(set(one.dice)) for other in opponents), key=rank)


def fight():
    """Plays a fight and returns whether the heroes win."""
    standing = [Combatant(0, classes) for classes in HEROES]
    standing += [Combatant(1, classes) for classes in AMBUSHERS]
    while len({one.side for one in standing}) == 2:
        one = next_turn(standing)
        opponents = [other for other in standing if other.side != one.side]
        choice = attack(one, opponents)
        if choice is None:
            one.dice = [random.randint(1, 6) for _ in range(one.classes.pop(0))]
            continue
        face, target = choice
        one.dice.remove(face)
        target.dice = [die for die in target.dice if die > face]
        if not target.dice:
            standing.remove(target)
        if not one.dice and len({other.side for other in standing}) == 2:
            standing.remove(one)
    return standing[0].side == 0


if __name__ == "__main__":
    print(sum(fight() for _ in range(int(sys.argv[1]))))
