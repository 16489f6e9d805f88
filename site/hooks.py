"""Changes of pages while MkDocs builds the site: links to files beside the documentation, and *Open* below scenarios."""

import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ["EVENODDS"]
# Pages of the site for files beside the documentation.
BESIDE = json.loads(os.environ["SITE_BESIDE"])
# Folder of the page for browsers and of the reports.
PLAY = "play"
FENCE = re.compile(r"^```toml\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def link(text):
    """Returns the part of a link after its `#`; None if the text is not a whole scenario."""
    run = subprocess.run([PROGRAM, "link", "-", "--page", ""], input=text, capture_output=True, text=True, cwd=ROOT)
    return run.stdout.strip() or None


def up(page):
    """Returns the relative path from a page to the start of the site."""
    return "../" * page.file.src_uri.count("/")


def beside(name, files, config):
    """Returns the page of the site for a file beside the documentation, or a copy of the file."""
    if name in BESIDE:
        return BESIDE[name]
    if name == "reports/README.md":
        return "gallery/index.md"
    stem = posixpath.splitext(posixpath.basename(name))[0]
    if name.startswith("scenarios/") and files.get_file_from_path(f"gallery/{stem}.md"):
        return f"gallery/{stem}.md"
    copy = pathlib.Path(config.site_dir) / "files" / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / name, copy)
    return None


def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri
    source = next((name for name, own in BESIDE.items() if own == uri), posixpath.join("docs", uri))
    place = posixpath.dirname(source)

    def rewritten(match):
        text, target, anchor = match[1], match[2], match[3] or ""
        if "://" in target or uri.startswith("gallery/"):
            return match[0]
        name = posixpath.normpath(posixpath.join(place, target))
        if name.startswith("docs/"):
            own = "documentation.md" if name == "docs/README.md" else name.removeprefix("docs/")
        else:
            own = beside(name, files, config)
            if own is None:
                return f'<a href="{up(page)}files/{name}">{text}</a>'
        return f"[{text}]({up(page)}{own}{anchor})"

    def opened(match):
        if not re.search(r"^kind\s*=", match[1], re.MULTILINE):
            return match[0]
        fragment = link(match[1])
        if fragment is None:
            return match[0]
        return f'{match[0]}\n<p class="open"><a href="{up(page)}{PLAY}/evenodds.html{fragment}">Open in the browser</a></p>\n'

    if uri == "tutorial-browser.md":
        markdown = markdown.replace("[The start of the page](guides/browser.md)", f'<a href="{PLAY}/evenodds.html">The start of the page</a>')
    # Links inside blocks of code stay.
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    markdown = "".join(part if index % 2 else LINK.sub(rewritten, part) for index, part in enumerate(parts))
    return FENCE.sub(opened, markdown)
