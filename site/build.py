"""Builds the site: documentation, gallery, reports and the page for browsers. The files need no server.

    python site/build.py PROGRAM EVENODDS.html OUT

PROGRAM is `evenodds`, and EVENODDS.html the page that `web/build.sh` makes. SITE_URL is the address of the site, for
the pictures that other sites show; all links work without it.
"""

import concurrent.futures
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
# Trials of every report.
TRIALS = "100000"
PLAY = "play"
# Pages of the site for files beside the documentation.
BESIDE = {
    "CHANGELOG.md": "changelog.md",
    "crates/README.md": "architecture.md",
    "crates/contests/README.md": "solvers.md",
    "reports/claims.md": "claims.md",
    "reports/dice-adventures-scores.md": "dice-adventures-scores.md",
}
KINDS = {
    "combat": "Combat", "survey": "Survey", "workshop": "Workshop", "quick": "Quick", "trade": "Trade",
    "action_dice": "Action Dice", "abstract": "Abstract", "dice_adventures": "Dice Adventures",
    "dice": "Dice of your own", "adventure": "Adventure",
}
# Both versions of a chart in a report.
CHART = re.compile(r'<div class="wide">\s*(<svg.*?</svg>)\s*</div>\s*<div class="narrow">\s*(<svg.*?</svg>)', re.DOTALL)
# The figure of a headline.
# File that marks the folder of a site.
MARK = ".evenodds-site"
FEATURED = ["canyon", "prospect", "gamebook", "ogre", "canyon-evening", "totals"]


def percent(share):
    """Returns a share with one decimal, or two below 1%."""
    return f"{100 * share:.{2 if share < 0.01 else 1}f}%"


class Card:
    """A contest of the gallery."""

    def __init__(self, name, source, folder, play):
        self.name = name
        self.source = source
        self.folder = folder
        self.report_folder = play / folder
        self.report = json.loads((play / folder / "report.json").read_text(encoding="utf-8"))
        self.title = self.report["scenario"]["title"]
        self.kind = self.report["scenario"]["kind"]
        self.text = (play / folder / "scenario.toml").read_text(encoding="utf-8")
        self.notes = tomllib.loads(self.text).get("notes", "").strip()
        page = (play / folder / "index.html").read_text(encoding="utf-8")
        found = re.search(r'href="\.\./(evenodds\.html#[^"]+)"', page)
        if found is None:
            sys.exit(f"error: the report on {source} does not link to the page for browsers")
        # The page knows the built-in scenarios by name.
        self.link = f"evenodds.html#{source}" if source.startswith("@") else found[1]

    def charts(self):
        """Returns the chart that shows the answer, wide and narrow: that of the file's sweep, or the first one."""
        charts = CHART.findall((self.report_folder / "index.html").read_text(encoding="utf-8"))
        sweep = self.report_folder / "charts" / "sweep.svg"
        if sweep.exists():
            wide = sweep.read_text(encoding="utf-8").strip()
            return wide, dict(charts).get(wide, wide)
        return charts[0]

    def draw(self, program, pictures):
        """Puts the pictures into a folder: the chart for cards and for the page, and as PNG for other sites."""
        # The second version, for phones, has larger letters.
        wide, narrow = self.charts()
        (pictures / f"{self.name}.svg").write_text(wide + "\n", encoding="utf-8")
        (pictures / f"{self.name}-small.svg").write_text(narrow + "\n", encoding="utf-8")
        subprocess.run(
            [program, "run", self.source, "-n", TRIALS, "-q", "--chart", pictures / f"{self.name}.png"],
            check=True, stdout=subprocess.DEVNULL)

    def acts(self, up):
        """Returns the links of the card; `up` leads to the start of the site."""
        folder = f"{up}{PLAY}/{self.folder}"
        title = html.escape(self.title)
        return (
            f'<p class="acts"><a class="main" aria-label="Open {title}" href="{up}{PLAY}/{html.escape(self.link)}">Open</a> '
            f'<a aria-label="Report on {title}" href="{folder}/index.html">Report</a> '
            f'<a aria-label="File of {title}" href="{folder}/scenario.toml" download>File</a></p>'
        )

    def picture(self, up, small=""):
        return (
            f'<img src="{up}gallery/pictures/{self.name}{small}.svg" alt="{html.escape(self.headline())}" '
            'width="400" height="300" loading="lazy">'
        )

    def headline(self):
        return self.report["headline"]

    def figures(self):
        """Returns the basis of the headline, such as its interval and the players."""
        return self.report["figures"]

    def card(self, up):
        """Returns the card as HTML."""
        page = f"{up}gallery/{self.name}.html"
        return (
            f'<article class="card"><a class="shot" href="{page}">{self.picture(up, "-small")}</a>'
            f'<h3><a href="{page}">{html.escape(self.title)}</a></h3>'
            f'<p class="kind">{KINDS[self.kind]}</p><p>{html.escape(self.headline())}</p>'
            f"{self.acts(up)}</article>"
        )

    def page(self):
        """Returns the page of the card as Markdown."""
        front = {"title": self.title, "description": self.headline(), "picture": f"gallery/pictures/{self.name}.png"}
        lines = ["---", *(f"{key}: {json.dumps(value)}" for key, value in front.items()), "---"]
        lines += ["[Gallery](index.md)", "", f"# {self.title}", ""]
        lines += [f'<p class="headline">{html.escape(self.headline())}</p>', ""]
        lines += [f"<p>{html.escape(self.figures())}</p>", ""] if self.figures() else []
        lines += [self.acts("../"), "", self.picture("../"), ""]
        lines += [f"<p>{html.escape(part)}</p>\n" for part in self.notes.split("\n\n") if part]
        lines += [f"Rules: [{KINDS[self.kind]}](../kinds/{self.kind}.md)", ""]
        return "\n".join([*lines, "## The file", "", f"```toml\n{self.text.rstrip()}\n```", ""])


def variants(gallery, folder):
    """Writes the files of the house rules of Risus. Returns them as (rule, dice, path)."""
    made = []
    for rule in gallery["rules"]:
        text = (HERE / "risus" / f"{rule}.toml").read_text(encoding="utf-8")
        base = gallery["dice"][0]
        for ours, theirs in gallery["dice"]:
            own = text.replace(f"ours = {base[0]}\n", f"ours = {ours}\n").replace(f"theirs = {base[1]}\n", f"theirs = {theirs}\n")
            own = own.replace(f"{base[0]} dice against {base[1]}", f"{ours} dice against {theirs}")
            name = rule if [ours, theirs] == base else f"{rule}-{ours}-{theirs}"
            if name != rule:
                own = own.partition("\n[sweep]")[0]
            (folder / f"{name}.toml").write_text(own, encoding="utf-8")
            made.append((rule, (ours, theirs), name))
    return made


def cards_page(title, lead, groups, up):
    """Returns a page with groups of cards."""
    lines = ["---", f"title: {title}", "hide: [toc]", "---", f"# {title}", "", lead, ""]
    for name, cards in groups:
        lines += [f"## {name}", "", f'<div class="gallery">{"".join(card.card(up) for card in cards)}</div>', ""]
    return "\n".join(lines)


def house_rules(gallery, made, cards):
    """Returns the table of the house rules of Risus, with a card for each."""
    share = lambda card: percent(card.report["outcomes"][0]["exact"])
    head = "| the rule | " + " | ".join(f"{ours}&nbsp;v&nbsp;{theirs}" for ours, theirs in gallery["dice"]) + " |"
    lines = [
        "# House rules of Risus", "",
        "Both sides throw all their dice every round, and a side without dice has lost. How often does the side with "
        "fewer dice win? The figures are exact.", "", head, "|---|" + "--:|" * len(gallery["dice"]),
    ]
    for rule, words in gallery["rules"].items():
        own = [name for one, _, name in made if one == rule]
        lines.append(f"| {words} | " + " | ".join(f"[{share(cards[name])}]({name}.md)" for name in own) + " |")
    lines += ["", "The first figure of each row opens a map of all numbers of dice from two to five.", ""]
    for rule in gallery["rules"]:
        own = [cards[name] for one, _, name in made if one == rule]
        lines += [f"## {own[0].title.partition(': ')[2].capitalize()}", ""]
        lines += [f'<div class="gallery">{"".join(card.card("../") for card in own)}</div>', ""]
    return "\n".join(lines)


def commands_page(program):
    """Returns the help of all commands as a page."""
    def printed(*words):
        return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

    commands = json.loads(printed("schema", "--questions"))["commands"]
    helps = [f"## {one['name']}\n\n```text\n{printed(one['name'], '--help')}```\n" for one in commands]
    lead = f"# Commands\n\nThe help of every command, as `evenodds COMMAND --help` prints it.\n\n```text\n{printed('--help')}```\n\n"
    return lead + "\n".join(helps)


def main(program, app, out):
    program, app, out = (pathlib.Path(path).resolve() for path in (program, app, out))
    if out.exists() and not (out.is_dir() and ((out / MARK).exists() or not any(out.iterdir()))):
        sys.exit(f"error: {out} is not a site; choose a new folder")
    if out.is_relative_to(ROOT / "docs"):
        sys.exit(f"error: {out} is in the documentation; choose another folder")
    gallery = tomllib.loads((HERE / "gallery.toml").read_text(encoding="utf-8"))
    shown = [name for question in gallery["question"] for name in question["scenarios"]]
    # Folders within folders have parts of scenarios.
    shipped = sorted(path.stem for path in (ROOT / "scenarios").glob("*/*.toml"))
    if sorted(shown) != shipped:
        sys.exit(f"error: gallery.toml and the built-in scenarios differ: {sorted(set(shown) ^ set(shipped))}")
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        work = pathlib.Path(work)
        play, source, site = work / PLAY, work / "source", work / "site"
        (work / "risus").mkdir()
        made = variants(gallery["risus"], work / "risus")
        sources = [f"@{name}" for name in shown] + [f"risus/{name}.toml" for _, _, name in made]
        subprocess.run([program, "report", *sources, "--out", PLAY, "--app", app, "-n", TRIALS, "-q"], check=True, stdout=subprocess.DEVNULL)
        names = shown + [name for _, _, name in made]
        folders = [one["folder"] for one in json.loads((play / "index.json").read_text(encoding="utf-8"))["reports"]]
        cards = {name: Card(name, path, folder, play) for name, path, folder in zip(names, sources, folders)}

        shutil.copytree(ROOT / "docs", source, ignore=shutil.ignore_patterns("README.md"))
        shutil.copyfile(ROOT / "docs/README.md", source / "documentation.md")
        for name, page in BESIDE.items():
            shutil.copyfile(ROOT / name, source / page)
        shutil.copytree(HERE / "pages", source, dirs_exist_ok=True)
        pictures = source / "gallery" / "pictures"
        pictures.mkdir(parents=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda card: card.draw(program, pictures), cards.values()))

        groups = [(question["name"], [cards[name] for name in question["scenarios"]]) for question in gallery["question"]]
        groups[-1][1].extend(cards[rule] for rule in gallery["risus"]["rules"])
        games = [(title, [cards[name] for name in names if cards[name].kind == kind]) for kind, title in KINDS.items()]
        pages = {
            "index": cards_page("Gallery", "Every card is the answer of the program to one file. *Open* plays it in your "
                                "browser, where you can change everything. [The same by game](games.md).", groups, "../"),
            "games": cards_page("Gallery by game", "[The same by question](index.md).", games, "../"),
            "house-rules": house_rules(gallery["risus"], made, cards),
            **{name: card.page() for name, card in cards.items()},
        }
        for name, text in pages.items():
            (source / "gallery" / f"{name}.md").write_text(text, encoding="utf-8")
        (source / "reference" / "commands.md").write_text(commands_page(program), encoding="utf-8")
        home = source / "index.md"
        featured = "".join(cards[name].card("") for name in FEATURED)
        home.write_text(home.read_text(encoding="utf-8").replace("{{featured}}", f'<div class="gallery">{featured}</div>'), encoding="utf-8")

        own = {**os.environ, "SITE_SOURCE": str(source), "SITE_OUT": str(site), "EVENODDS": str(program),
               "SITE_BESIDE": json.dumps(BESIDE), "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", HERE / "mkdocs.yml"], check=True, env=own)
        # Its links are absolute.
        (site / "404.html").unlink(missing_ok=True)
        shutil.copytree(play, site / PLAY)
        (site / MARK).touch()
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(site, out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out / 'index.html'}: {len(cards)} contests, {size / 1e6:.0f} MB")


main(*sys.argv[1:])
