"""Drives `evenodds mcp` by the official client: python test.py EVENODDS

Each task is a file as an assistant might write it, with two mistakes, and the words of a message that repair each. Mistakes
are repaired only when a message says how, in at most two rounds; then the task's question has an answer.
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters

#: Task; tool; its arguments; file; for each mistake its text, the repaired text and the words of the message; words of the
#: answer.
TASKS = [
    ("How often does a burglar of two dice with a lockpick open a lock of 10?", "exact", {},
     """kind = "quik"
difficulty = 10
actor = { name = "Burglar", dice = "2d6" }
helper = [{ name = "Lockpick", dice = 6 }]
""", [("quik", "quick", 'did you mean "quick"?'), ('"2d6"', "2", "write 2, the number of dice")], "Burglar succeeds exactly 68.74"),
    ("Does a knight beat three wolves?", "run", {"trials": "20k"},
     """kind = "combat"
[[side]]
name = "heroes"
combatants = [{ name = "Ann", classes = [{ name = "Knight", dice = 4 }] }]
[[side]]
name = "wolves"
combatant = [{ name = "Wolf", count = "3", classes = [{ name = "Wolf", dice = 2 }] }]
""", [("combatants", "combatant", "did you mean combatant?"), ('"3"', "3", "write 3, without quotes")], "wolves"),
    ("How often does an attack with +5 and advantage hit armor 15?", "exact", {},
     """kind = "dice"
[roll]
attack = "2d20 advantage + 5"
[[outcome]]
name = "hit"
when = "attack => 15"
[[outcome]]
name = "miss"
when = "attack < 15"
""", [("2d20 advantage", "2d20kh1", "expected 2d20kh1 for advantage"), ("=>", ">=", "expected >=")], "79.75%"),
    ("Two fighters against three goblins, with hit points", "run", {"trials": "20k"},
     """kind = "dice"
[team.heroes]
members = [{ name = "Fighter", count = 2, hp = 12, armor = 16, attack = 5 }]
[team.goblins]
members = [{ name = "Goblin", count = "3", hp = 7, armor = 13, attack = 4 }]
[[step]]
each = "heroes"
[[step.action]]
name = "attack"
target = { among = "enemies" }
roll = { d = "1d20", damage = "1d8 + 3" }
then = [{ if = "d + self.atack >= target.armor", target.hp = "target.hp - damage" }]
[[step]]
each = "goblins"
[[step.action]]
name = "attack"
target = { among = "enemies" }
roll = { d = "1d20", damage = "1d6 + 2" }
then = [{ if = "d + self.attack >= target.armor", target.hp = "target.hp - damage" }]
""", [('"3"', "3", "write 3, without quotes"), ("atack", "attack", "did you mean attack?")], "heroes"),
    ("Which difficulty does a thief of three dice meet in 60%?", "tune", {"vary": ["difficulty=5..15"], "target": "success=60%"},
     """kind = "quick"
difficulty 10
actor = { name = "Thief", dise = 3 }
""", [("difficulty 10", "difficulty = 10", "write difficulty = 10"), ("dise", "dice", "did you mean dice?")], "difficulty 10"),
    ("Is the lock open in 55 to 70% of the attempts?", "check", {},
     """kind = "quick"
difficulty = 10
actor = { name = "Thief", dice = 3 }
[expect.outcomes]
succes = [55, 70]
""", [("succes", "success", "did you mean success?"), ("[55, 70]", '["55%", "70%"]', 'write "55%"')], "holds"),
    ("What makes this duel fair?", "advise", {"target": "red=50%"},
     """kind = "combat"
[[side]]
name = "red"
player = "expret"
combatant = [{ name = "Rosa", classes = [{ name = "Fencer", dice = 3 }] }]
[[side]]
name = "blue"
combatant = [{ name = "Basil", classes = [{ name = "Fencer", dice = true }] }]
""", [("expret", "expert", 'did you mean "expert"?'), ("true", "3", "expected 1 to 6 dice")], "red"),
    ("Does a scout of four dice search a field of ten?", "run", {"trials": "20k"},
     """kind = "survey"
leader = { name = "Scout", dice = 4 }
field = 10
combine = true
""", [("field = 10", "field = { size = 10 }", "for example field = { size = 10 }"),
      ("combine = true", "rules = { combine = true }", "combine is not a key here; it is a key of rules")], "Scout"),
    ("How good is a doctor with five dice and an assistant?", "exact", {},
     """kind = "workshop"
crafter = { name = "Doctor", dise = 5 }
craft = { piles = 4 }
assistance = yes
""", [("dise", "dice", "did you mean dice?"), ("yes", "true", "write true")], "Doctor"),
    ("Ability scores, and a roll with advantage", "dice", {"expressions": ["4d6 drop lowest", "2d20 advantage"]}, None,
     [("4d6 drop lowest", "4d6pl1", "expected pl1, which drops the lowest die"),
      ("2d20 advantage", "2d20kh1", "expected 2d20kh1 for advantage")], "4d6pl1 has mean 12.2446"),
]


async def repaired(client, task, tool, arguments, file, mistakes, answer):
    """Asks until there is an answer. Returns the number of rounds."""
    open_mistakes = list(mistakes)
    for rounds in range(3):
        asked = arguments if file is None else {**arguments, "scenario": file}
        called = await client.call_tool(tool, asked)
        text = called.content[0].text
        if not called.is_error:
            assert not open_mistakes, (task, open_mistakes, text)
            assert answer in text, (task, text)
            return rounds
        told = [mistake for mistake in open_mistakes if mistake[2] in text]
        assert told, (task, text)
        for wrong, right, _ in told:
            if file is None:
                arguments = {name: [one.replace(wrong, right) for one in values] for name, values in arguments.items()}
            else:
                file = file.replace(wrong, right, 1)
            open_mistakes.remove((wrong, right, _))
    raise AssertionError(f"{task}: not repaired in two rounds: {text}")


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp"])
    async with Client(server) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert len(tools) == 8 and all(tool.description for tool in tools.values()), tools
        kinds = (await client.call_tool("schema", {})).content[0].text
        for kind in ["combat", "teams", "dice", "adventure"]:
            assert kind in kinds, kinds
            described = await client.call_tool("schema", {"kind": kind})
            assert not described.is_error and len(described.content[0].text) < 20_000, described
        rounds = [await repaired(client, *task) for task in TASKS]
    print(f"{len(TASKS)} tasks with two mistakes each: repaired in {rounds} rounds")


asyncio.run(main())
