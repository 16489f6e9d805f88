// Tests the page in Firefox: compares its output with that of the command line, and narrates, sweeps and copies a link.
// Not part of `.ci/run`, since it needs a second browser.
// node firefox.mjs EVENODDS.html PROGRAM [PICTURES]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import puppeteer from "puppeteer-core";

const [page_, program, pictures] = process.argv.slice(2);
const executablePath = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(fs.existsSync);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const page = await browser.newPage();
const problems = [];
page.on("console", (message) => { if (["error", "warn"].includes(message.type())) problems.push(message.text()); });
page.on("pageerror", (error) => problems.push(String(error)));
await page.setViewport({ width: 1200, height: 1000 });
// waitForFunction does not work here: the content security policy of the page forbids it.
const until = async (holds) => {
  for (const end = performance.now() + 60000; !(await page.evaluate(holds));) {
    assert.ok(performance.now() < end, `${holds} within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
};
const click = (name) => page.evaluate((name) => [...document.querySelectorAll("button")].find((one) => one.textContent === name).click(), name);

const begun = performance.now();
await page.goto(`file://${path.resolve(page_)}#@canyon`);
await until(() => document.body.dataset.first);
console.log(`first figure ${Math.round(performance.now() - begun)} ms after opening`);
await until(() => document.body.dataset.done);
for (const name of ["canyon", "heist", "bomb", "lockpick", "making-ends-meet", "fencers", "gauntlet", "climber", "canyon-evening"]) {
  const own = await page.evaluate(async (name) => {
    await evenodds.pick(`@${name}`);
    evenodds.seed = 7;
    evenodds.trials = 3000;
    await evenodds.play();
    const { of, seed, trials, counts } = evenodds.plan;
    return evenodds.long.text({ do: "json", of, seed, trials, parts: counts });
  }, name);
  assert.equal(own, execFileSync(program, ["run", `@${name}`, "-n", "3000", "-s", "7", "-f", "json"], { encoding: "utf8" }), name);
}
await page.evaluate(() => { delete document.body.dataset.done; return evenodds.pick("@canyon"); });
await until(() => document.body.dataset.done);
await click("Narrate a trial");
await until(() => document.querySelector(".story li") !== null);
await click("Sweep a key");
await until(() => document.querySelector("#lever") !== null);
await click("Sweep");
await until(() => document.querySelector("#tool svg") !== null);
await click("Copy link");
await until(() => location.hash.startsWith("#v1."));
if (pictures) await page.screenshot({ path: `${pictures}/firefox.png`, fullPage: true });
await page.setViewport({ width: 390, height: 844 });
assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), "nothing is wider than a phone");
assert.deepEqual(problems, []);
await browser.close();
console.log("1 passed, 0 failed");
