"""Tests of the installed wheel: python wheel.py EVENODDS [--long]

Run it with a Python in which the wheel and ../requirements.txt are installed. It compares the module with the program
EVENODDS. With --long, it also plays 10^8 trials of a fight.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import evenodds

HOME = pathlib.Path(__file__).resolve().parent
PROGRAM = ""
LONG = False
DUEL = "Rosa: 4 4 3 2; Basil: 6 5 4 1"
LOCK = 'format = 1\nkind = "quick"\ndifficulty = 10\nactor = { name = "Thief", dice = 3 }\n'


def program(*words, code=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, check=False)
    assert done.returncode == code, (words, done.returncode, done.stderr.decode())
    return done.stdout.decode()


class Bytes(unittest.TestCase):
    """The module has the same output as the command line, to the byte."""

    def same(self, answer, *words):
        code = 0 if answer.ok else 1
        self.assertEqual(answer.to_json(), program(words[0], "-f", "json", *words[1:], code=code), words)

    def test_every_question(self):
        self.same(evenodds.run("@canyon", trials=20_000, seed=7), "run", "@canyon", "-n", "20k", "-s", "7")
        self.same(evenodds.exact("@lockpick"), "exact", "@lockpick")
        self.same(evenodds.dice("4d6kh3", "-1d6", at_least=15),
                  "dice", "--at-least", "15", "--", "4d6kh3", "-1d6")
        self.same(evenodds.ladder("@duel", players=["random", "brawler"], trials=2000),
                  "ladder", "@duel", "--players", "random,brawler", "-n", "2000")
        self.same(evenodds.drama("@canyon", trials=2000), "drama", "@canyon", "-n", "2000")
        self.same(evenodds.sweep("@lockpick", vary={"difficulty": range(5, 21, 5)}),
                  "sweep", "@lockpick", "--vary", "difficulty=5..20/5")
        self.same(evenodds.tune("@lockpick", vary={"difficulty": range(5, 21)}, target="success=50%", tolerance=0.2),
                  "tune", "@lockpick", "--vary", "difficulty=5..20", "--target", "success=50%", "--tolerance", "0.2")
        self.same(evenodds.compare("@canyon", vary={"side.heroes.player": "random"}, figures="heroes",
                                   max_trials="20k"),
                  "compare", "@canyon", "--vary", "side.heroes.player=random", "--figure", "heroes",
                  "--max-trials", "20k")
        self.same(evenodds.matchups("@duel", vary={"side.red.Rosa.classes[0].dice": range(2, 4)}, trials=100),
                  "matchups", "@duel", "--vary", "side.red.Rosa.classes[0].dice=2..3", "-n", "100")
        self.same(evenodds.check("@lockpick"), "check", "@lockpick")
        self.same(evenodds.hint("@duel", table=DUEL), "hint", "@duel", "--table", DUEL)
        self.same(evenodds.advise("@lockpick", target="success=0.5"), "advise", "@lockpick", "--target", "success=0.5")

    def test_functions_have_the_options_of_the_program(self):
        sys.path.insert(0, str(HOME.parent))
        import generate

        written = (HOME.parent / "evenodds" / "_generated.py").read_text()
        self.assertEqual(generate.text(PROGRAM), written, "run python/generate.py")
        fields = (HOME.parent.parent / "web" / "page" / "questions.js").read_text()
        self.assertEqual(generate.page(PROGRAM), fields, "run python/generate.py --page")

    def test_concurrent_calls_have_the_same_answers_as_sequential_ones(self):
        from concurrent.futures import ThreadPoolExecutor

        def ask(seed):
            return evenodds.run("@canyon", trials=20_000, seed=seed).to_json()

        alone = [ask(seed) for seed in range(4)]
        with ThreadPoolExecutor(2) as pool:
            self.assertEqual(list(pool.map(ask, range(4))), alone)

    def test_several_scenarios(self):
        answers = evenodds.run(["@lockpick", "@duel"], trials=2000)
        self.same(answers, "run", "@lockpick", "@duel", "-n", "2000")
        self.assertEqual([answer.title for answer in answers], [one["scenario"]["title"] for one in answers.data])
        self.same(evenodds.exact("@quick/*"), "exact", "@quick/*")

    def test_one_scenario_of_every_kind(self):
        for name in ["@canyon", "@duel", "@lockpick", "@heist"]:
            self.same(evenodds.run(name, trials=1000, seed=11), "run", name, "-n", "1000", "-s", "11")

    def test_pages_narrations_and_lists(self):
        answer = evenodds.run("@lockpick", trials=2000)
        self.assertEqual(answer.to_html(), program("run", "@lockpick", "-n", "2000", "-f", "html"))
        self.assertEqual(evenodds.trace("@canyon", trial=7), program("trace", "@canyon", "--trial", "7"))
        self.assertEqual(evenodds.trace("@canyon", trial=7).data["trial"], 7)
        self.assertEqual(evenodds.describe("combat"), program("list", "combat"))
        self.assertEqual(evenodds.template("quick"), program("new", "quick"))
        self.assertEqual(evenodds.template("quick", all=True), program("new", "quick", "--all"))
        self.assertEqual(evenodds.schema("quick"), json.loads(program("schema", "quick")))
        self.assertEqual(evenodds.link("@lockpick"), program("link", "@lockpick").strip())

    def test_answers_are_printed_as_by_the_command_line(self):
        def printed(*words):
            return re.sub(r", [0-9.]+ s\b", "", program(*words)).rstrip("\n")

        self.assertEqual(str(evenodds.run("@canyon", trials=2000)), printed("run", "@canyon", "-n", "2000"))
        # A long seed puts the command on a line of its own, with the time and without it.
        given = evenodds.given("@canyon", when="turns>=8", trials=2000, seed=123456789)
        words = ["given", "@canyon", "--when", "turns>=8", "-n", "2000", "-s", "123456789"]
        self.assertEqual(str(given), printed(*words))
        for name, answer in zip(["@lockpick", "@duel"], evenodds.run(["@lockpick", "@duel"], trials=2000)):
            self.assertEqual(str(answer), printed("run", name, "-n", "2000"))

    def test_the_wheel_has_the_command_line(self):
        script = pathlib.Path(sys.executable).parent / "evenodds"
        for words in [["run", "@canyon", "-n", "20k", "-f", "json"], ["--version"], ["list"]]:
            done = subprocess.run([script, *words], capture_output=True, check=True)
            self.assertEqual(done.stdout.decode(), program(*words))
        wrong = subprocess.run([script, "run", "@cannyon"], capture_output=True, check=False)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn(b"@canyon", wrong.stderr)

    def test_results_do_not_depend_on_threads(self):
        one = evenodds.run("@canyon", trials=50_000, threads=1).to_json()
        self.assertEqual(one, evenodds.run("@canyon", trials=50_000, threads=4).to_json())
        self.assertEqual(one, evenodds.run("@canyon", trials=50_000).to_json())


class Frames(unittest.TestCase):
    """Frames as Arrow."""

    def test_three_libraries_read_the_same(self):
        import pandas
        import polars
        import pyarrow

        answer = evenodds.run("@canyon", trials=20_000)
        for name in ["outcomes", "metrics", "histograms"]:
            frame = answer.frame(name)
            table = pyarrow.table(frame)
            self.assertEqual(table.to_pydict(), frame.to_dict())
            self.assertTrue(frame.polars().equals(polars.DataFrame(frame.to_dict(), schema=frame.polars().schema)))
            text = program("run", "@canyon", "-n", "20k", "-f", "csv", "--frame", name)
            self.assertEqual(frame.polars().write_csv(), text)
            self.assertEqual(list(frame.pandas().columns), frame.columns)
            self.assertIsInstance(frame.pandas(), pandas.DataFrame)
        self.assertAlmostEqual(sum(answer.outcomes.polars()["share"]), 1)

    def test_a_row_for_every_trial(self):
        import polars

        answer = evenodds.run("@canyon", trials=20_000, seed=3)
        frame = answer.samples().polars()
        self.assertEqual((frame.height, frame["trial"].to_list()), (20_000, list(range(20_000))))
        shares = {row["outcome"]: row["share"] for row in answer.outcomes.rows()}
        for outcome, share in shares.items():
            self.assertAlmostEqual((frame["outcome"] == outcome).mean(), share)
        with tempfile.TemporaryDirectory() as home:
            path = pathlib.Path(home, "canyon.parquet")
            evenodds.run("@canyon", trials=20_000, seed=3, samples=path)
            self.assertTrue(polars.read_parquet(path).equals(frame))

    def test_frames_and_answers_have_html(self):
        answer = evenodds.run({"format": 1, "kind": "quick", "title": "<b>", "difficulty": 10, "actor": {"name": "Thief", "dice": 3}},
                              trials=1000)
        self.assertIn("<table>", answer.outcomes._repr_html_())
        shown = answer._repr_html_()
        self.assertNotIn("<b>", shown)
        self.assertIn("data:image/svg+xml", shown)
        self.assertTrue(answer.chart().svg.startswith("<svg"))
        self.assertIs(answer.chart(answer.charts[-1].name), answer.charts[-1])
        with self.assertRaisesRegex(ValueError, "unknown chart pie; the charts are "):
            answer.chart("pie")


class Scenarios(unittest.TestCase):
    """Files, texts and dictionaries, and their faults."""

    def test_a_text_a_dictionary_and_a_file_are_the_same(self):
        as_dict = {"format": 1, "kind": "quick", "difficulty": 10, "actor": {"name": "Thief", "dice": 3}}
        with tempfile.TemporaryDirectory() as home:
            file = pathlib.Path(home, "lock.toml")
            file.write_text(LOCK, encoding="utf-8")
            found = [evenodds.exact(one).outcomes.rows() for one in [LOCK, as_dict, file]]
            both = evenodds.compare([as_dict, file], quiet=True).data
        for rows in found:
            for row in rows:
                del row["scenario"]
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])
        self.assertIsNotNone(both)
        harder = evenodds.exact(LOCK, set={"difficulty": 12})
        self.assertEqual(harder.to_json(), evenodds.exact(LOCK.replace("10", "12")).to_json())

    def test_all_faults_are_named(self):
        wrong = LOCK.replace("difficulty = 10", "dificulty = 10").replace("dice = 3", "dice = 0")
        with self.assertRaises(evenodds.InputError) as caught:
            evenodds.run(wrong)
        faults = caught.exception.faults
        self.assertEqual(caught.exception.code, 2)
        self.assertEqual([fault.place for fault in faults], ["<scenario>:3:1", "<scenario>:4:34"], faults)
        for fault in faults:
            self.assertIn(fault.place, str(caught.exception))
        with self.assertRaises(ValueError):
            evenodds.run("@cannyon")
        with self.assertRaisesRegex(OSError, "nowhere.toml"):
            evenodds.run("nowhere.toml")
        with self.assertRaisesRegex(evenodds.InputError, "trials"):
            evenodds.run("@canyon", trials=-1)

    def test_a_broken_scenario_does_not_hide_the_others(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            answers = evenodds.run([LOCK, LOCK.replace("= 3", "= 0")], trials=1000)
        self.assertEqual((len(answers), answers.ok), (1, False))
        self.assertEqual([one.category for one in caught], [evenodds.EvenoddsWarning])
        self.assertIn("<scenario 2>:4:34", str(caught[0].message))

    def test_invalid_scenarios_are_refused(self):
        cases = {
            "of type int; expected a path": 7,
            "no scenario given": [],
            "--help looks like an option": "--help",
            r"actor.dice\[1\] is None": {"kind": "quick", "actor": {"dice": [1, None]}},
        }
        for message, given in cases.items():
            with self.assertRaisesRegex((ValueError, TypeError), message):
                evenodds.run(given)
        self.assertIn("Usage: evenodds run", evenodds.ask("run", "@canyon", "--help"))
        self.assertEqual(evenodds.ask("trace", "@duel"), evenodds.trace("@duel"))
        with self.assertRaisesRegex(evenodds.InputError, 'unknown command "rnu"'):
            evenodds.ask("rnu", "@canyon")

    def test_a_failed_check_is_an_answer(self):
        self.assertFalse(evenodds.check(LOCK + "[expect.outcomes]\nsuccess = [0.9, 1]\n").ok)


class Calls(unittest.TestCase):
    """Import, interruption, memory."""

    def test_the_import_is_quick(self):
        code = "import time; a = time.perf_counter(); import evenodds; print(time.perf_counter() - a)"
        times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
                 for _ in range(5)]
        print(f"import: {min(times):.3f} s")
        self.assertLess(min(times), 0.3)

    def test_an_interrupted_call_ends_and_the_next_one_works(self):
        # The parent process may have disabled SIGINT for its children.
        code = ("import evenodds, signal\n"
                "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                "try:\n    print('begun', flush=True)\n    evenodds.run('@canyon', trials='10G')\n"
                "except KeyboardInterrupt:\n    print(evenodds.run('@lockpick', trials=1000).data['trials'], flush=True)\n")
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "begun\n")
        time.sleep(0.5)
        begun = time.monotonic()
        os.kill(child.pid, signal.SIGINT)
        self.assertEqual(child.stdout.readline(), "1000\n")
        print(f"interruption: {time.monotonic() - begun:.2f} s")
        self.assertLess(time.monotonic() - begun, 3)
        child.communicate()
        self.assertEqual(child.returncode, 0)

    def test_memory_is_flat(self):
        scenario, trials = ("@canyon", 10**8) if LONG else (LOCK, 10**8)
        code = ("import evenodds, resource, sys\n"
                f"scenario, trials = {scenario!r}, {trials}\n"
                "evenodds.run(scenario, trials=100_000)\n"
                "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
                "evenodds.run(scenario, trials=trials)\n"
                "print(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n")
        begun = time.monotonic()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        before, after = map(int, done.stdout.split())
        print(f"memory: {before // 1024} MB, after {trials:,} trials {after // 1024} MB "
              f"({time.monotonic() - begun:.1f} s)")
        self.assertLess(after - before, 20 << 10)


class Documents(unittest.TestCase):
    """The notebook and the type hints."""

    def test_the_notebook_has_the_output_that_it_shows(self):
        import nbformat
        from nbclient import NotebookClient

        path = HOME.parents[1] / "docs" / "notebook.ipynb"
        kept = nbformat.read(path, as_version=4)
        played = nbformat.read(path, as_version=4)
        with tempfile.TemporaryDirectory() as home:
            NotebookClient(played, timeout=120, kernel_name="python3",
                           resources={"metadata": {"path": home}}).execute()
        if os.environ.get("NOTEBOOK") == "write":
            for cell in played.cells:
                cell.metadata = {}
                if cell.cell_type == "code":
                    cell.execution_count = None
                    cell.outputs = [output for output in cell.outputs if self.is_kept(output)]
                    for output in cell.outputs:
                        output.pop("execution_count", None)
                        if output.output_type == "execute_result":
                            output.execution_count = None
            nbformat.write(played, path)
            return
        shown = [self.seen(cell) for cell in played.cells]
        self.assertEqual(shown, [self.seen(cell) for cell in kept.cells])
        self.assertTrue(any(shown))

    @staticmethod
    def is_kept(output):
        # The final output of progress bars depends on the time.
        return dict(output.get("data", {})) != {"text/plain": ""}

    @classmethod
    def seen(cls, cell):
        outputs = [output for output in cell.get("outputs", []) if cls.is_kept(output)]
        return [(output.get("text"), dict(output.get("data", {}))) for output in outputs]

    def test_type_hints_hold(self):
        code = ("import evenodds\nanswer = evenodds.run('@lockpick', trials=1000)\n"
                "rows: list[dict[str, object]] = answer.outcomes.rows()\nstory: str = evenodds.trace('@lockpick')\n")
        with tempfile.TemporaryDirectory() as home:
            file = pathlib.Path(home, "use.py")
            file.write_text(code, encoding="utf-8")
            mypy = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports"]
            for what in [[file], ["-p", "evenodds"]]:
                done = subprocess.run([*mypy, *what], capture_output=True, text=True, check=False, cwd=home)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    LONG = "--long" in arguments
    PROGRAM = os.path.abspath(next(one for one in arguments if not one.startswith("-")))
    unittest.main(argv=sys.argv[:1], verbosity=2)
