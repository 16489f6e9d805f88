"""Assembles the page from its parts and the module, as one file.

    python3 assemble.py MODULE.wasm evenodds.html
"""

import base64
import gzip
import hashlib
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent / "page"
# Styles that reports and this page share.
TEMPLATES = HERE.parents[1] / "crates" / "questions" / "templates"
# Scripts in their order on the page.
SCRIPTS = ["engine.js", "play.js", "form.js", "show.js", "questions.js", "tools.js", "dice.js", "keep.js", "fight.js", "roster.js", "home.js", "main.js"]


def main(module, out):
    read = lambda name: (HERE / name).read_text(encoding="utf-8")
    script = '(() => {\n"use strict";\n' + "".join(read(name) for name in SCRIPTS) + "})();\n"
    # No time stamp, so that the same parts give the same page.
    packed = gzip.compress(pathlib.Path(module).read_bytes(), 9, mtime=0)
    parts = {
        "script hash": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "style": "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in ["colors.css", "charts.css"]) + read("style.css"),
        "engine": base64.b64encode(packed).decode(),
        "worker": read("worker.js"),
        "script": script,
    }
    for name in ["worker", "script"]:
        assert "</script" not in parts[name].lower(), name
    page = read("page.html")
    for name, text in parts.items():
        place = "{{" + name + "}}"
        assert page.count(place) == 1, name
        before, after = page.split(place)
        page = before + text + after
    pathlib.Path(out).write_text(page, encoding="utf-8")
    print(f"{out}: {len(page.encode()) / 1e6:.2f} MB")


main(*sys.argv[1:])
