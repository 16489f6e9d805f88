// Tests the site in a headless Chromium: every page and link, widths, contrast, the search, and contests that open.
// node site.mjs SITE [PICTURES]
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { pale } from "./contrast.mjs";

const [site_, pictures] = process.argv.slice(2);
const site = path.resolve(site_);
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(fs.existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const address = (page) => `file://${path.join(site, page)}`;
const all = fs.readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
const reports = all.filter((name) => name.startsWith("play/"));
const pages = all.filter((name) => !name.startsWith("play/"));
const problems = [];

// Pages of the documentation and the gallery, in both widths and schemes.
const sizes = new Map();
for (const [width, colorScheme] of [[390, "dark"], [1200, "light"]]) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
  const page = await context.newPage();
  let current = "";
  let bytes = 0;
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(`${current}: ${message.text()}`); });
  page.on("pageerror", (error) => problems.push(`${current}: ${error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(file|data|blob):/.test(url)) problems.push(`${current}: request for ${url}`);
    else if (url.startsWith("file:")) bytes += fs.statSync(fileURLToPath(url.split(/[?#]/)[0]), { throwIfNoEntry: false })?.size ?? 0;
  });
  for (const name of pages) {
    current = `${name} at ${width}`;
    bytes = 0;
    await page.goto(address(name), { waitUntil: "load" });
    sizes.set(current, bytes);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) problems.push(`${current}: ${wide} px wide`);
    for (const one of await pale(page)) problems.push(`${current}: ${one}`);
    const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && !image.naturalWidth).map((image) => image.src));
    for (const one of broken) problems.push(`${current}: no picture ${one}`);
    if (pictures && (!name.startsWith("gallery/") || ["gallery/index.html", "gallery/games.html", "gallery/house-rules.html", "gallery/canyon.html", "gallery/totals.html"].includes(name))) {
      await page.screenshot({ path: `${pictures}/${name.replaceAll("/", "-")}-${width}.png`, fullPage: name === "index.html" || name === "gallery/index.html" && width > 1000 });
    }
  }
  await context.close();
}

// Links of all pages, and their anchors.
const ids = new Map();
const idsOf = (file) => {
  if (!ids.has(file)) ids.set(file, new Set([...fs.readFileSync(file, "utf8").matchAll(/\s(?:id|name)=["']?([^\s"'>]+)/g)].map((one) => one[1])));
  return ids.get(file);
};
let links = 0;
for (const name of all) {
  const file = path.join(site, name);
  if (name === "play/evenodds.html") continue;
  const html = fs.readFileSync(file, "utf8").replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<pre[\s\S]*?<\/pre>/g, "");
  for (const [, , , raw] of html.matchAll(/<(a|img|link|iframe)\s[^>]*?(href|src)=["']?([^\s"'>]+)/g)) {
    const link = raw.replaceAll("&amp;", "&");
    if (/^(https:|mailto:|data:)/.test(link)) continue;
    links++;
    const [place, anchor] = link.split("#");
    const target = place ? path.resolve(path.dirname(file), decodeURIComponent(place)) : file;
    if (link.startsWith("/") || !fs.existsSync(target)) problems.push(`${name}: no file for ${link}`);
    else if (anchor && target.endsWith(".html") && !target.endsWith("evenodds.html") && !idsOf(target).has(decodeURIComponent(anchor))) problems.push(`${name}: no anchor for ${link}`);
  }
}

// The headline of a card is that of its report, or has the exact share.
for (const name of pages.filter((name) => name.startsWith("gallery/"))) {
  const html = fs.readFileSync(path.join(site, name), "utf8");
  const said = html.match(/<p class="headline">([^<]*)</)?.[1].replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  if (!said) continue;
  const report = JSON.parse(fs.readFileSync(path.join(site, "play", html.match(/play\/([^/"]+)\/index\.html/)[1], "report.json"), "utf8"));
  const share = /([\d.]+)% of the time/;
  const exact = report.outcomes[0].exact;
  const isExact = exact !== null && share.test(said) && Math.abs(Number(said.match(share)[1]) - 100 * exact) < 0.051;
  const same = said.replace(share, "") === report.headline.replace(share, "");
  if (said !== report.headline && !(isExact && same)) problems.push(`${name}: ${said}`);
}

// A phone loads little before it shows the gallery.
const gallery = sizes.get("gallery/index.html at 390");
if (gallery > 1e6) problems.push(`the gallery loads ${gallery} bytes`);

// The search works without a server, and contests open and play.
const page = await browser.newPage({ viewport: { width: 1200, height: 844 } });
page.on("pageerror", (error) => problems.push(`use: ${error}`));
await page.goto(address("index.html"));
await page.locator(".md-search__input").click();
await page.keyboard.type("ambush");
await page.waitForSelector(".md-search-result__link", { timeout: 20000 });
await page.goto(address("gallery/index.html"));
const card = page.locator(".card", { hasText: "Ambush in the canyon" }).first();
await card.getByRole("link", { name: "Open" }).click();
await page.waitForFunction(() => document.body.dataset.first, null, { timeout: 60000 });
assert.equal(await page.textContent("#title"), "Ambush in the canyon");
await page.goto(address("kinds/dice.html"));
await page.getByRole("link", { name: "Open in the browser" }).first().click();
await page.waitForFunction(() => /89\.\d/.test(document.querySelector("#headline").textContent), null, { timeout: 60000 });
await page.goto(address("play/canyon/index.html"));
await page.getByRole("link", { name: "Open in the browser" }).click();
await page.waitForFunction(() => document.body.dataset.first, null, { timeout: 60000 });
await browser.close();

for (const one of [...new Set(problems)].slice(0, process.env.ALL ? Infinity : 40)) console.error(one);
console.log(`${pages.length} pages in two widths, ${reports.length} reports, ${links} links; the gallery loads ${(gallery / 1e3).toFixed(0)} kB on a phone`);
assert.equal(problems.length, 0, `${problems.length} problems`);
