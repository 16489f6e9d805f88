"""Tests the pages of a report in a headless browser: nothing is wider than a phone, text has enough contrast, charts show
the right one of their two versions, links have targets, buttons are large enough, the script shows values, and the page
is complete without it.

    python deploy/pages/test.py FOLDER [BROWSER]

FOLDER was written by `evenodds report DIR --out FOLDER`, or contains pages of `--format html`. BROWSER is Chromium or
Chrome. Without one, only the links and policies are tested, and a message says so.
"""

import base64
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

WIDTHS = [390, 1200]
THEMES = {"light": 1, "dark": 0}

# Script that runs in the loaded page and writes its findings to the title.
PROBE = r"""
<script>
window.faults = [];
document.addEventListener("securitypolicyviolation", (event) => {
  faults.push(`the policy forbids ${event.violatedDirective} ${event.sample}`);
});
window.addEventListener("error", (event) => faults.push("script: " + event.message));
window.addEventListener("load", () => {
  // Windows are at least 500 px wide, so a phone is a narrower document in one. look() adapts the media queries.
  const width = Math.min(WIDTH, window.innerWidth);
  document.documentElement.style.width = `${width}px`;
  const narrow = width <= 640;
  for (const details of document.querySelectorAll("details")) details.open = true;
  const wide = document.body.scrollWidth - width;
  if (wide > 0) faults.push(`the page is ${wide} px wider than ${width}`);
  const light = (color) => {
    const [red, green, blue] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const read = (text) => text.match(/[\d.]+/g).map(Number);
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = read(getComputedStyle(one).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  const compare = (name, color, other, text) => {
    const [one, two] = [light(read(color).slice(0, 3)), light(other)];
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (contrast < 4.5 && !seen.has(name)) {
      seen.add(name);
      faults.push(`contrast ${contrast.toFixed(2)} of ${name}: ${text.trim().slice(0, 40)}`);
    }
  };
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || ["SCRIPT", "STYLE"].includes(element.tagName) || !element.checkVisibility()) continue;
    if (element.getAttribute("aria-hidden") === "true") continue;
    compare(`${element.tagName}.${element.className}`, getComputedStyle(element).color, behind(element), element.textContent);
  }
  for (const target of document.querySelectorAll("a, button, summary, input")) {
    // Links in sentences are as high as their lines.
    const inline = [...target.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const { width, height } = target.getBoundingClientRect();
    if ((inline && target.localName === "a") || !target.checkVisibility() || seen.has(target.className + target.localName)) continue;
    if (Math.min(width, height) < 24) {
      seen.add(target.className + target.localName);
      faults.push(`a target of ${width.toFixed(1)} by ${height.toFixed(1)} px: ${target.textContent.slice(0, 40)}`);
    }
  }
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (!document.getElementById(link.getAttribute("href").slice(1))) faults.push(`${link.href} has no target`);
  }
  for (const figure of document.querySelectorAll("figure")) {
    const name = figure.getAttribute("aria-label");
    if (!name) faults.push("a chart has no name");
    const shown = [...figure.querySelectorAll("svg")].filter((svg) => svg.getClientRects().length);
    if (shown.length !== 1 || (shown[0].closest(".narrow") !== null) !== narrow) {
      faults.push(`${shown.length} versions of ${name} are shown, or the wrong one`);
      continue;
    }
    const [svg] = shown;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    // Charts with too many columns for a phone have a minimum width.
    const stays = svg.style.minWidth !== "";
    if (figure.scrollWidth > figure.clientWidth + 1 && !stays) faults.push(`${name} scrolls`);
    const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
    if (narrow && Math.min(...sizes) < 10.9) faults.push(`${name}: text of ${Math.min(...sizes).toFixed(1)} px`);
    // A text is on the last shape before it that contains its center.
    const drawn = [];
    for (const shape of svg.querySelectorAll("rect, path, polygon, circle, text")) {
      const { fill } = getComputedStyle(shape);
      if (shape.localName !== "text") {
        if (fill !== "none") drawn.unshift([shape, fill]);
        continue;
      }
      const { x, y, width, height } = shape.getBBox();
      const center = Object.assign(svg.createSVGPoint(), { x: x + width / 2, y: y + height / 2 });
      const under = drawn.find(([other]) => other.isPointInFill(center));
      compare(`${name}, ${fill}`, fill, read(under[1]), shape.textContent);
    }
    texts.forEach(([one, a], index) => {
      for (const [other, b] of texts.slice(index + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > Math.min(a.height, b.height) * 0.4) faults.push(`${name}: ${one} overlaps ${other}`);
      }
    });
    const place = [...svg.querySelectorAll("g[pointer-events] path")].find((one) => one.getClientRects().length);
    if (IS_SCRIPTED && place) {
      place.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX: 200, clientY: 200 }));
      const tip = document.querySelector(".tip");
      if (!tip || tip.hidden || !tip.textContent.trim()) faults.push(`${name} does not show its values`);
      figure.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    }
  }
  const [, , other] = document.querySelectorAll(".by button");
  if (IS_SCRIPTED && other) {
    other.click();
    if (!document.querySelector("g.back")) faults.push("selecting an outcome has no effect");
  }
  const words = document.querySelector("main").innerText.replace(/copy|[↕\s]/g, "").length;
  document.title = JSON.stringify({ faults, words });
});
</script>
"""


def look(browser: str, page: pathlib.Path, html: str, width: int, theme: int) -> dict:
    """Returns the findings of the probe at a width and theme."""
    copy = page.with_name("index-probed.html")
    script = "true" if "<script>" in html else "false"
    probe = PROBE.replace("WIDTH", str(width)).replace("IS_SCRIPTED", script)
    probed = html.replace("<style>", probe + "<style>", 1)
    # The window is wider than a phone, so the media query is replaced by its result.
    probed = probed.replace("(max-width: 40rem)", "(min-width: 0)" if width <= 640 else "(max-width: 0)")
    copy.write_text(allowed(probed), encoding="utf-8")
    try:
        with tempfile.TemporaryDirectory() as profile:
            command = [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--hide-scrollbars", f"--user-data-dir={profile}", f"--window-size={width},900",
                f"--blink-settings=preferredColorScheme={theme}", "--virtual-time-budget=2000",
                "--dump-dom", copy.resolve().as_uri(),
            ]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    finally:
        copy.unlink()
    title = re.search(r"<title>(\{.*?\})</title>", done.stdout, re.S)
    if not title:
        return {"faults": [f"the probe did not run: {done.stderr[-300:]}"], "words": 0}
    unescaped = title[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return json.loads(unescaped)


def hashes(html: str, tag: str) -> str:
    """Returns the hashes of the styles or scripts of a page for a content security policy."""
    texts = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.S)
    digests = [hashlib.sha256(text.encode()).digest() for text in texts]
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests) or "'none'"


def policy(html: str) -> str:
    """Returns the policy that a page must have: no network, only its own styles and scripts."""
    return (
        f"default-src 'none'; script-src {hashes(html, 'script')}; style-src 'unsafe-inline'; "
        f"style-src-elem {hashes(html, 'style')}; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )


POLICY = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)')


def allowed(html: str) -> str:
    """Returns the page with a policy that allows the probe."""
    return POLICY.sub(lambda found: found[1] + policy(html) + found[3], html)


def links(page: pathlib.Path, html: str) -> list[str]:
    """Returns the links to missing files."""
    found = re.findall(r'<a[^>]* href="([^"#][^"]*)"', html)
    return [one for one in found if not (page.parent / urllib.parse.unquote(one)).exists()]


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    names = sys.argv[2:] or ["chromium", "chromium-browser", "google-chrome", "chrome"]
    browser = next(filter(None, map(shutil.which, names)), None)
    pages = sorted(folder.rglob("*.html"))
    faults = []
    for page in pages:
        html = page.read_text(encoding="utf-8")
        faults += [f"{page}: {one} does not exist" for one in links(page, html)]
        found = POLICY.search(html)
        if not found or found[2] != policy(html):
            faults.append(f"{page}: the policy must allow only the styles and scripts of the page")
        if browser is None:
            continue
        for theme, number in THEMES.items():
            for width in WIDTHS:
                seen = look(browser, page, html, width, number)
                faults += [f"{page} ({width} px, {theme}): {one}" for one in seen["faults"]]
        bare = re.sub(r"<script>.*?</script>", "", html, flags=re.S)
        without = look(browser, page, bare, WIDTHS[-1], 1)
        # The script adds buttons and a search box, and removes nothing.
        if without["words"] < seen["words"] * 0.98:
            faults.append(f"{page}: {without['words']} of {seen['words']} characters without the script")
    print("\n".join(faults))
    what = "pages and links" if browser else "links only, as no browser was found"
    print(f"{len(pages)} pages: {what}, {len(faults)} faults")
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
