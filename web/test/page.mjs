// Tests the page in a headless Chromium: compares its output with that of the command line, and uses all its parts.
// node page.mjs EVENODDS.html PROGRAM [PICTURES]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { pale, small } from "./contrast.mjs";

const [page_, program, pictures] = process.argv.slice(2);
const address = `file://${path.resolve(page_)}`;
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(fs.existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const command = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
// Returns the CPU time of the browser in seconds. Unlike wall time, it does not depend on other programs.
const system = await browser.newBrowserCDPSession();
const cpu = async () => (await system.send("SystemInfo.getProcessInfo")).processInfo.reduce((sum, one) => sum + one.cpuTime, 0);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "evenodds-page-"));
let passed = 0;
const problems = [];

const fight = `${address}#@canyon`;
const open = async (url = fight, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 1000 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) problems.push(`request for ${request.url()}`); });
  await page.goto(url);
  return page;
};
const done = (page, timeout = 120000) => page.waitForFunction(() => document.body.dataset.done && !document.body.classList.contains("playing"), null, { timeout });
// Checks that the page says that its link is damaged, and shows and plays nothing.
const assertBroken = async (page) => {
  await page.waitForSelector("#broken:not([hidden])");
  assert.match(await page.textContent("#why"), /copy the whole link again/);
  assert.equal(await page.locator("main:not([hidden])").count(), 1);
  assert.ok(await page.evaluate(() => evenodds.shown === undefined && document.body.dataset.first === undefined));
};
const json = (page, what = { do: "json" }) => page.evaluate(async (what) => {
  const { of, seed, trials, counts } = evenodds.plan;
  return evenodds.long.text({ ...what, of, seed, trials, parts: counts });
}, what);
const choose = async (page, name, seed, trials) => {
  await page.evaluate(async ([name, seed, trials]) => {
    delete document.body.dataset.done;
    await evenodds.pick(name);
    evenodds.seed = seed;
    evenodds.trials = trials;
    await evenodds.play();
  }, [name, seed, trials]);
};
const test = async (name, body) => {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  const begun = performance.now();
  await body();
  assert.deepEqual(problems.splice(0), [], name);
  passed++;
  console.log(`ok ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
};

await test("the start plays a fight, and keeps its versions", async () => {
  const begun = await cpu();
  const page = await open(address);
  await page.waitForSelector("#fight .main:visible");
  // The press may come before the engine is loaded.
  await page.getByLabel("Name", { exact: true }).first().fill('Ann "the Axe"');
  await page.getByRole("button", { name: "Play it" }).click();
  await done(page);
  const used = await cpu() - begun;
  console.log(`  answer after ${used.toFixed(1)} s of CPU time`);
  assert.ok(used < 200);
  const headline = () => page.textContent("#headline");
  const first = await headline();
  assert.match(first, /^Even: heroes win 54.\d% of the time.$/);
  const file = path.join(scratch, "fight.toml");
  fs.writeFileSync(file, await page.inputValue("#toml"));
  assert.equal(JSON.parse(await json(page)).outcomes[0].count, JSON.parse(command("run", file, "-n", "300000", "-s", "1", "--format", "json")).outcomes[0].count);
  // Keeps a version, and shows the next one beside it.
  await page.getByRole("button", { name: "Keep this version" }).click();
  await page.waitForSelector("#beside:visible");
  await page.evaluate(() => { delete document.body.dataset.done; });
  await page.getByRole("tab", { name: "Form" }).click();
  await page.locator("#form .stepper:visible").nth(1).getByRole("button", { name: "Increase" }).click();
  await done(page);
  await page.waitForSelector("#beside table");
  const second = await headline();
  assert.notEqual(second, first);
  assert.deepEqual(await page.locator("#beside .claim").allTextContents(), [first, second]);
  if (pictures) await page.screenshot({ path: `${pictures}/versions.png`, fullPage: true });
  // A printed page has no controls.
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator("#edit").isHidden() && await page.locator("#headline").isVisible());
  assert.equal(await page.locator("button:visible").count(), 0);
  if (pictures) await page.screenshot({ path: `${pictures}/print.png`, fullPage: true });
  await page.emulateMedia({ media: null });
  // Undo, Redo, and Undo by a key.
  const archers = () => page.evaluate(() => evenodds.about.document.side[0].combatant[1].count);
  const after = async (act, number) => { await act(); await page.waitForFunction((number) => evenodds.about.document.side[0].combatant[1].count === number, number); };
  assert.equal(await archers(), 3);
  await after(() => page.getByRole("button", { name: "Undo" }).click(), 2);
  await after(() => page.getByRole("button", { name: "Redo" }).click(), 3);
  await page.locator("#headline").click();
  await after(() => page.keyboard.press("Control+z"), 2);
  // The contest survives a reload, and the start lists it.
  await page.reload();
  await page.waitForFunction(() => globalThis.evenodds?.about);
  assert.equal(await page.textContent("#title"), "My fight");
  assert.equal(await archers(), 2);
  await page.getByRole("link", { name: "evenodds" }).click();
  assert.equal(await page.getByLabel("Name", { exact: true }).first().inputValue(), 'Ann "the Axe"');
  await page.getByRole("button", { name: "My fight", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#title").textContent === "My fight");
  await page.getByRole("link", { name: "evenodds" }).click();
  await page.getByRole("button", { name: "Forget My fight" }).click();
  assert.ok(await page.locator("#yours").isHidden());
  // A link does not replace a contest that was changed.
  await page.getByRole("button", { name: "Play it" }).click();
  await page.getByRole("tab", { name: "Form" }).click();
  await after(() => page.locator("#form .stepper:visible").nth(1).getByRole("button", { name: "Increase" }).click(), 3);
  const duel = command("link", "@duel", "--page", address).trim();
  await page.goto(duel);
  await page.waitForFunction(() => document.querySelector("#title").textContent === "Duel at dawn");
  await page.locator("#form .stepper:visible").first().getByRole("button", { name: "Increase" }).click();
  await page.waitForFunction(() => evenodds.kept.all().length === 2);
  await page.getByRole("link", { name: "evenodds" }).click();
  assert.deepEqual(await page.locator("#yours-list .kept button:first-child").allTextContents(), ["Duel at dawn", "My fight"]);
  // A side of one combatant has its name.
  await page.getByRole("button", { name: "Remove this row" }).nth(1).click();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForFunction(() => evenodds.about.outcomes[0] === 'Ann "the Axe"');
  // Dice in one line.
  await page.getByRole("link", { name: "evenodds" }).click();
  await page.locator("#first-line").fill("2d6; 1d12");
  await page.locator("#throws").getByRole("button").click();
  await page.waitForFunction(() => document.querySelector("#found svg"));
  assert.equal(await page.inputValue("#line"), "2d6; 1d12");
  await page.context().close();
});

await test("a fight with hit points is played, linked and changed in its form", async () => {
  const page = await open(address, { viewport: { width: 360, height: 740 } });
  await page.getByLabel("hit points").check();
  // The rules and the rows survive a reload.
  const home = page.locator("#rows");
  await home.getByLabel("Name", { exact: true }).first().fill('Ann "the Axe"');
  await home.getByLabel("Name", { exact: true }).first().blur();
  await page.reload();
  assert.equal(await home.getByLabel("Name", { exact: true }).first().inputValue(), 'Ann "the Axe"');
  assert.equal(await home.getByLabel("Hit points").count(), 5);
  // Faults are at their fields, and nothing is played.
  await page.waitForFunction(() => globalThis.evenodds?.known);
  const fault = async (label, place, value, message) => {
    const field = home.getByLabel(label, { exact: true }).nth(place);
    const old = await field.inputValue();
    await field.fill(value);
    await page.getByRole("button", { name: "Play it" }).click();
    await page.waitForFunction(() => document.querySelector("#fight-state").textContent === "Correct the marked fields.");
    assert.equal(await field.getAttribute("aria-invalid"), "true", `${label} ${value}`);
    const description = await field.evaluate((one) => document.getElementById(one.getAttribute("aria-describedby")).textContent);
    assert.match(description, message);
    assert.equal(await home.locator(".fault:visible").count(), 1);
    assert.ok(await field.evaluate((one) => one === document.activeElement));
    await field.fill(old);
    await field.blur();
    assert.equal(await home.locator(".bad").count(), 0);
  };
  await fault("Hit points", 0, "0", /^Hit points: expected a whole number from 1 to 999\.$/);
  await fault("Hit points", 4, "", /^Hit points: /);
  await fault("Armor", 1, "1.5", /^Armor: /);
  await fault("Attack", 1, "100", /^Attack: expected a whole number from -20 to 99\.$/);
  await fault("Number", 4, "101", /^Number: expected a whole number from 1 to 100\.$/);
  await fault("Number", 1, "98", /^Number: there are 101 heroes; expected at most 100\.$/);
  await fault("Name", 2, " ", /^Name: expected a name\.$/);
  for (const text of ["", "fish", "1d", "1d8+", "1d8*2", "+", "1d8++3"]) await fault("Damage", 3, text, /^Damage: expected dice and numbers, such as 1d8\+3\.$/);
  await fault("Damage", 3, "1d8zz+3", /^Damage: "1d8zz" is followed by "zz"; expected an operator or the end\.$/);
  await fault("Damage", 3, "5000d6", /^Damage: "5000d6" has 5000 dice; expected at most 1000\.$/);
  if (pictures) await page.screenshot({ path: `${pictures}/hit-points.png`, fullPage: true });
  // The keyboard alone fills in a row and plays the fight.
  const begun = performance.now();
  await home.getByLabel("Attack").nth(3).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type("1d10 - 1d4");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.body.dataset.first);
  console.log(`  answer ${Math.round(performance.now() - begun)} ms after the first key`);
  await done(page);
  assert.match(await page.textContent("#headline"), /heroes win exactly 9\d\.\d+…% of the time/);
  const text = () => page.inputValue("#toml");
  assert.match(await text(), /Wizard", hp = 16, ac = 12, attack = 6, dice = "1d10-1d4", bonus = 0 \}/);
  // The counts are those of the same file on the command line.
  const file = path.join(scratch, "points.toml");
  const same = async (on) => {
    await done(on);
    fs.writeFileSync(file, await on.inputValue("#toml"));
    const trials = await on.evaluate(() => evenodds.trials);
    const own = JSON.parse(command("run", file, "-n", String(trials), "-s", "1", "--format", "json"));
    const counts = ({ outcomes }) => outcomes.map(({ name, count }) => [name, count]);
    assert.deepEqual(counts(JSON.parse(await json(on))), counts(own));
  };
  await same(page);
  await page.evaluate(() => { evenodds.trials = 3000; });
  await page.getByText("The contest", { exact: true }).click();
  // The form beside the answer changes the text, and keeps the focus.
  const short = page.locator("#short");
  const change = async (act) => {
    await page.evaluate(() => { delete document.body.dataset.first; });
    await act();
    await page.waitForFunction(() => document.body.dataset.first);
  };
  const remove = short.getByRole("button", { name: "Remove this row" });
  await change(async () => { for (let rows = 5; rows > 3; rows--) await remove.nth(1).click(); });
  assert.doesNotMatch(await text(), /Rogue|Cleric/);
  const count = short.getByLabel("Number").last();
  await change(async () => { await count.fill("2"); await count.press("Enter"); });
  assert.ok(await count.evaluate((one) => one === document.activeElement));
  assert.match(await text(), /name = "Goblin", count = 2, hp = 7,/);
  await change(() => short.getByLabel("A natural 20").uncheck());
  assert.doesNotMatch(await text(), /natural|extra/);
  await change(() => short.getByLabel("Initiative").check());
  assert.match(await text(), /order = "1d20"/);
  await same(page);
  // Changes that answers propose appear in the form.
  await change(() => page.evaluate(() => evenodds.apply(["team.heroes.Wizard.count=2"])));
  assert.equal(await short.getByLabel("Number").nth(1).inputValue(), "2");
  await change(() => page.getByRole("button", { name: "Undo" }).click());
  // A fault leaves the text as it is.
  const before = await text();
  await count.fill("0");
  await count.blur();
  await page.waitForSelector("#short .bad");
  assert.equal(await text(), before);
  await count.fill("2");
  await change(() => count.blur());
  assert.ok(await page.locator("#wrong li").count() === 0);
  // A link has the same form and the same answer, also after a reload.
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.waitForFunction(() => location.hash.length > 10);
  const other = await open(await page.evaluate(() => location.href));
  const shown = async (on) => {
    await done(on);
    const fields = await on.locator("#short input").evaluateAll((all) => all.map((one) => (one.type === "checkbox" ? one.checked : one.value)));
    return [fields, await on.textContent("#headline"), await on.textContent("#glance")];
  };
  const linked = await shown(page);
  assert.deepEqual(await shown(other), linked);
  await other.reload();
  assert.deepEqual(await shown(other), linked);
  // Other contests have no such form, and neither has a text that the form does not write.
  await page.getByRole("tab", { name: "Text" }).click();
  for (const [old, other] of [["lowest hp", "highest hp"], ["ac = 15", "ac = 150"], ["each", "# In turn\neach"]]) {
    await change(() => page.fill("#toml", before.replace(old, other)));
    assert.ok(await page.getByRole("tab", { name: "Fight" }).isHidden(), other);
    await change(() => page.getByRole("button", { name: "Undo" }).click());
  }
  await page.getByRole("tab", { name: "Fight" }).click();
  await page.getByRole("tab", { name: "Fight" }).press("ArrowRight");
  assert.ok(await page.locator("#form").isVisible());
  await choose(page, "@canyon", 1, 3000);
  assert.ok(await page.getByRole("tab", { name: "Fight" }).isHidden() && await page.locator("#form").isVisible());
  for (const one of [page, other]) await one.context().close();
});

await test("the page opens from a file and plays a fight", async () => {
  const begun = performance.now();
  const page = await open();
  await page.waitForFunction(() => document.body.dataset.first);
  console.log(`  first figure ${Math.round(performance.now() - begun)} ms after opening`);
  await done(page);
  const headline = await page.textContent("#headline");
  assert.match(headline, /[Hh]eroes win/);
  if (pictures) await page.screenshot({ path: `${pictures}/wide.png`, fullPage: true });
  await page.context().close();
});

await test("every kind gives the same bytes as the command line", async () => {
  const page = await open();
  await done(page);
  const each = ["canyon", "heist", "bomb", "lockpick", "making-ends-meet", "fencers", "gauntlet", "climber", "canyon-evening", "risus", "gamebook"];
  for (const [index, name] of each.entries()) {
    for (const seed of [1, 20 + index]) {
      const trials = name === "canyon" && seed === 1 ? 30000 : 3000;
      await choose(page, `@${name}`, seed, trials);
      const own = command("run", `@${name}`, "-n", String(trials), "-s", String(seed), "--format", "json");
      assert.equal(await json(page), own, `${name} on seed ${seed}`);
    }
    for (const frame of ["outcomes", "metrics", "histograms"]) {
      const own = command("run", `@${name}`, "-n", "3000", "-s", String(20 + index), "--format", "csv", "--frame", frame);
      assert.equal(await json(page, { do: "csv", frame }), own, `${frame} of ${name}`);
    }
  }
  await page.context().close();
});

await test("speed and memory are within bounds", async () => {
  const page = await open();
  await done(page);
  const memory = await page.evaluate(() => evenodds.memory());
  console.log(`  the engines use ${(memory / 1e6).toFixed(0)} MB`);
  assert.ok(memory < 300e6);
  await choose(page, "@bomb", 1, 3000);
  await done(page);
  const solved = await page.evaluate(() => evenodds.memory());
  console.log(`  and ${(solved / 1e6).toFixed(0)} MB with a solved Workshop`);
  assert.ok(solved < 300e6);
  for (const [name, change, trials, least] of [["prospect", null, 100000, 0.1], ["canyon", null, 20000, 0.08]]) {
    const args = ["run", `@${name}`, ...(change ? ["--set", change] : []), "-j", "1", "-q", "-f", "json", "-n"];
    const timed = (trials) => Number(execFileSync("bash", ["-c", 'TIMEFORMAT=%U; { time "$@" >/dev/null 2>&4; } 4>&2 2>&1', "bash", program, ...args, String(trials)], { encoding: "utf8" }));
    // The time to start the program does not count, and must be small beside the trials that do.
    const native = (timed(11 * trials) - timed(trials)) / 10;
    const engine = await page.evaluateHandle(async ([name, change, trials]) => {
      const engine = new evenodds.desk.constructor();
      const { text } = await engine.ask({ do: "builtin", name });
      const changed = change ? (await engine.ask({ do: "apply", of: { name: "a.toml", text }, assignments: [change] })).text : text;
      const of = { name: "a.toml", text: changed };
      const play = (end) => engine.text({ do: "play", of, seed: 1, first: 0, end });
      await play(10);
      return { play, stop: () => engine.worker.terminate() };
    }, [name, change, trials]);
    const begun = await cpu();
    await engine.evaluate((engine, trials) => engine.play(trials), trials);
    const own = await cpu() - begun;
    await engine.evaluate((engine) => engine.stop());
    console.log(`  ${change || name}: ${own.toFixed(2)} s of CPU time, native ${native.toFixed(2)} s, ${(native / own).toFixed(2)} of native speed`);
    assert.ok(native / own > least);
  }
  await page.context().close();
});

await test("form and text change the same contest", async () => {
  const page = await open();
  await done(page);
  const dice = page.locator("#form .stepper input").first();
  const before = Number(await dice.inputValue());
  await page.evaluate(() => { delete document.body.dataset.done; delete document.body.dataset.first; });
  await page.locator("#form .stepper").first().getByRole("button", { name: "Increase" }).click();
  await page.waitForFunction(() => document.body.dataset.first);
  console.log(`  first figure ${await page.evaluate(() => document.body.dataset.first)} ms after a change`);
  await done(page);
  assert.equal(Number(await dice.inputValue()), before + 1);
  assert.notEqual(await page.evaluate(() => evenodds.name), "@canyon");
  const text = await page.inputValue("#toml");
  await page.getByRole("tab", { name: "Text" }).click();
  await page.evaluate(() => { delete document.body.dataset.done; });
  await page.fill("#toml", text.replace(/dice = \d+/, "dice = 2"));
  await done(page);
  await page.getByRole("tab", { name: "Form" }).click();
  assert.equal(Number(await page.locator("#form .stepper input").first().inputValue()), 2);
  // Copies a combatant.
  const count = () => page.locator("#form legend").count();
  const legends = await count();
  await page.evaluate(() => { delete document.body.dataset.done; });
  await page.locator("#form").getByRole("button", { name: /^Copy Dirk/ }).first().click();
  await done(page);
  assert.ok(await count() > legends);
  assert.match(await page.inputValue("#toml"), /Dirk 2/);
  await page.context().close();
});

await test("the scenes of an adventure have forms like other contests", async () => {
  const page = await open();
  await done(page);
  const played = async (act) => {
    await page.evaluate(() => { delete document.body.dataset.done; });
    await act();
    await done(page);
  };
  const text = () => page.evaluate(() => evenodds.text);
  await choose(page, "@canyon-evening", 1, 3000);
  await done(page);
  // A key of the contest in a scene, and the cost of an outcome.
  const form = page.locator("#form");
  const field = (...at) => form.locator(`[id="f-${at.join("-")}"]`);
  assert.equal(await field("scene", 1, "contest", "craft", "piles").inputValue(), "4");
  await played(() => field("scene", 1, "contest", "craft", "piles").locator("..").getByRole("button", { name: "Decrease" }).click());
  assert.match(await text(), /craft = \{ piles = 3 \}/);
  assert.equal(await field("scene", 1, "cost", "failure", "prosperity").inputValue(), "1");
  // Adds and removes the destination of an outcome.
  await field("scene", 2, "then", "ruined").fill("captured");
  await played(() => field("scene", 2, "then", "ruined").blur());
  assert.match(await text(), /ruined = "captured"/);
  await played(() => form.getByRole("button", { name: "Remove ruined" }).click());
  assert.doesNotMatch(await text(), /ruined =/);
  // Changes the kind of a scene.
  await played(() => field("scene", 2, "contest", "kind").selectOption("quick"));
  assert.match(await text(), /kind = "quick"/);
  assert.equal(await field("scene", 2, "contest", "difficulty").count(), 1);
  if (pictures) await page.screenshot({ path: `${pictures}/scenes.png`, fullPage: true });
  await page.context().close();
});

await test("a contest of dice has a form for all its tables", async () => {
  const page = await open();
  await done(page);
  await choose(page, "+dice", 1, 3000);
  await done(page);
  const form = page.locator("#form");
  const field = (...at) => form.locator(`[id="f-${at.join("-")}"]`);
  const played = async (act, text) => {
    await page.evaluate(() => { delete document.body.dataset.done; });
    await act();
    await done(page);
    assert.match(await page.evaluate(() => evenodds.text), text);
  };
  const fill = (at, value) => async () => { await field(...at).fill(value); await field(...at).blur(); };
  await played(fill(["number", "target", "value"], "4"), /target = \{ value = 4,/);
  await played(fill(["step", 0, "choose", "dice", "among"], "1, 2"), /among = \[1, ?2\]/);
  assert.equal(await field("step", 0, "then", 0, "hits").inputValue(), "hits + 1");
  await played(fill(["step", 0, "then", 0, "hits"], "hits + 2"), /hits = "hits \+ 2"/);
  await played(fill(["outcome", 1, "when"], "wounds >= 2"), /when = "wounds >= 2"/);
  // A new state, and a new metric whose expression is still empty.
  await form.getByLabel("Name for state", { exact: true }).fill("bonus_dice");
  await played(() => form.getByLabel("Name for state", { exact: true }).press("Enter"), /bonus_dice = \{ ?value = 13 ?\}/);
  await form.getByLabel("Name for metric", { exact: true }).fill("hits_at_end");
  await form.getByLabel("Name for metric", { exact: true }).press("Enter");
  await page.waitForSelector("#form .field.bad");
  await played(fill(["metric", "hits_at_end"], "hits"), /hits_at_end = "hits"/);
  if (pictures) await page.screenshot({ path: `${pictures}/dice-form.png`, fullPage: true });
  const file = path.join(scratch, "dice.toml");
  fs.writeFileSync(file, await page.evaluate(() => evenodds.text));
  const own = JSON.parse(command("run", file, "-n", "3000", "-s", "1", "--format", "json"));
  assert.deepEqual(JSON.parse(await json(page)).outcomes, own.outcomes);
  // Integers have steppers.
  await choose(page, "@risus", 1, 3000);
  await done(page);
  await played(() => field("state", "hero").locator("..").getByRole("button", { name: "Increase" }).click(), /hero = 5/);
  await page.context().close();
});

await test("expressions of dice are answered while the user types", async () => {
  const page = await open();
  await page.waitForFunction(() => document.body.dataset.first);
  await page.getByRole("button", { name: "Dice", exact: true }).click();
  const shown = (text, on = page) => on.waitForFunction((text) => document.querySelector("#sum").textContent === text && !document.querySelector(".stale"), text);
  const said = (...args) => command("dice", ...args).split("\n")[0];
  await page.locator("#least").fill("15");
  await page.locator("#line").fill("4d6kh3\n 3d6;");
  const both = said("4d6kh3", "3d6", "--at-least", "15");
  await shown(both);
  assert.equal(await page.locator("#found .wide svg").count(), 1);
  const row = await page.locator("#found tbody tr").first().locator("th, td").allTextContents();
  assert.deepEqual(row, ["4d6kh3", "12.2446", "2.8468", "3", "7", "12", "17", "18"]);
  // The address opens the same expressions on another page, and is that of the command line.
  const link = await page.evaluate(() => location.href);
  assert.equal(link, command("dice", "4d6kh3", "3d6", "--at-least", "15", `--link=${address}`).trim());
  assert.equal(said(link), both);
  const other = await open(link);
  await shown(both, other);
  assert.equal(await other.locator("#line").inputValue(), "4d6kh3; 3d6");
  // A fault is marked, and the last answer stays.
  await page.locator("#line").fill("3d6; 2d6 / 2");
  await page.waitForSelector("#slips mark");
  assert.equal(await page.textContent("#slips code"), "2d6 / 2");
  assert.equal(await page.textContent("#slips mark"), "/");
  assert.equal(await page.textContent("#sum"), both);
  if (pictures) await page.screenshot({ path: `${pictures}/dice-fault.png` });
  // A slow expression can be stopped, and gives way to the next one.
  const slow = Array(12).fill("300d20kh150").join(";");
  await page.locator("#line").fill(slow);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => document.querySelector("#working").textContent === "Stopped.");
  await page.locator("#line").fill(`${slow} `);
  await page.waitForFunction(() => document.querySelector("#working").textContent === "Working…");
  const begun = await cpu();
  await page.locator("#line").fill("1d6!");
  await page.locator("#least").fill("");
  await shown(said("1d6!"));
  const used = await cpu() - begun;
  console.log(`  ${used.toFixed(1)} s of CPU time after a slow expression`);
  assert.ok(used < 3);
  // Long and deep expressions have faults, of which the page shows a part.
  for (const [depth, fault] of [[3900, "too deeply"], [100000, "at most 4000"]]) {
    await page.locator("#line").fill(`1; ${"(".repeat(depth)}1`);
    await page.waitForFunction((fault) => document.querySelector("#slips").textContent.includes(fault), fault);
    assert.ok((await page.textContent("#slips")).length < 400);
  }
  for (const example of await page.locator("#samples button").all()) {
    await example.click();
    await page.waitForFunction(() => !document.querySelector(".stale"));
    assert.equal(await page.locator("#slips li").count(), 0);
  }
  // Other contests replace the expressions.
  await page.getByRole("button", { name: "New: Dice" }).click();
  await done(page);
  assert.ok(await page.locator("#form").isVisible() && await page.locator("#dice").isHidden());
  const broken = await open(`${address}#dice=%`);
  await assertBroken(broken);
  for (const one of [page, other, broken]) await one.context().close();
});

await test("faults are shown at their fields and disappear when corrected", async () => {
  const page = await open();
  await done(page);
  const text = await page.inputValue("#toml");
  await page.getByRole("tab", { name: "Text" }).click();
  await page.fill("#toml", text.replace(/dice = \d+/, "dice = 9"));
  await page.waitForSelector("#wrong li");
  assert.match(await page.textContent("#wrong"), /1 to 6 dice/);
  await page.getByRole("tab", { name: "Form" }).click();
  assert.ok(await page.locator(".field.bad").count() > 0);
  if (pictures) await page.screenshot({ path: `${pictures}/fault.png` });
  await page.evaluate(() => { delete document.body.dataset.done; });
  await page.evaluate((text) => evenodds.set(text, "text"), text);
  await done(page);
  assert.equal(await page.locator("#wrong li").count(), 0);
  await page.context().close();
});

await test("a link works on the page and on the command line", async () => {
  const page = await open();
  await done(page);
  await page.locator("#form .stepper").first().getByRole("button", { name: "Decrease" }).click();
  await page.evaluate(() => { evenodds.trials = 10000; evenodds.seed = 7; });
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.waitForFunction(() => location.hash.length > 10);
  const link = await page.evaluate(() => location.href);
  const own = JSON.parse(command("run", link, "-n", "10000", "-s", "7", "--format", "json"));
  const other = await open(link);
  await done(other);
  const shown = JSON.parse(await json(other));
  assert.deepEqual(shown.outcomes, own.outcomes);
  assert.equal(shown.scenario.hash, own.scenario.hash);
  const back = command("link", link, "--page", address, "-n", "10000", "-s", "7").trim();
  const third = await open(back);
  await done(third);
  assert.deepEqual(JSON.parse(await json(third)).outcomes, own.outcomes);
  for (const one of [page, other, third]) await one.context().close();
});

await test("trials are narrated step by step, and questions answered", async () => {
  const page = await open();
  await done(page);
  await page.getByRole("button", { name: "Narrate a trial" }).click();
  await page.waitForSelector(".story li");
  const lines = await page.locator(".story li").count();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  assert.equal(await page.locator(".story li").count(), lines + 1);
  await page.getByRole("button", { name: "Best action" }).click();
  await page.waitForFunction(() => document.querySelector("#table")?.value.includes(":"));
  await page.locator("#tool").getByRole("button", { name: "Find the best action" }).click();
  await page.waitForSelector("#tool table", { timeout: 60000 });
  if (pictures) await page.screenshot({ path: `${pictures}/hint.png`, fullPage: true });
  await page.getByRole("button", { name: "Sweep a key" }).click();
  await page.waitForSelector("#lever");
  await page.locator("#tool").getByRole("button", { name: "Sweep" }).click();
  await page.waitForSelector("#tool svg", { timeout: 120000 });
  // More options: those of the command line without another field.
  await page.locator("#tool").getByText("More options").click();
  await page.getByLabel("Figure to report").fill("mean.turns");
  if (pictures) await page.screenshot({ path: `${pictures}/options.png`, fullPage: true });
  await page.locator("#tool").getByRole("button", { name: "Sweep" }).click();
  await page.waitForFunction(() => document.querySelector("#tool svg")?.textContent.includes("turns"), null, { timeout: 120000 });
  // Tunes a key and applies the answer to the text.
  await choose(page, "@heist", 1, 10000);
  await page.getByRole("button", { name: "Tune keys" }).click();
  await page.waitForSelector("#lever");
  await page.fill("#vary", "leader.dice=1..6");
  await page.fill("#share", "60");
  await page.locator("#tool").getByRole("button", { name: "Tune", exact: true }).click();
  const take = page.locator("#tool").getByRole("button", { name: /^leader.dice=\d$/ });
  await take.waitFor({ timeout: 120000 });
  if (pictures) await page.screenshot({ path: `${pictures}/tune.png`, fullPage: true });
  const set = await take.textContent();
  await take.click();
  await page.waitForFunction((dice) => evenodds.about.document.leader.dice === dice, Number(set.at(-1)));
  await choose(page, "@canyon", 1, 10000);
  await page.getByRole("button", { name: "Player matrix" }).click();
  await page.locator("#tool").getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => document.querySelector("#tool").textContent.includes("Stopped"));
  await page.context().close();
});

await test("the saved report is that of the command line", async () => {
  const page = await open();
  await done(page);
  await choose(page, "@heist", 3, 10000);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const wait = page.waitForEvent("download", { timeout: 120000 });
  await page.getByRole("button", { name: "Report (HTML)" }).click();
  const saved = fs.readFileSync(await (await wait).path(), "utf8");
  command("report", "@heist", "-n", "10000", "-s", "3", "--out", scratch, "-q");
  const own = fs.readFileSync(path.join(scratch, "heist", "index.html"), "utf8");
  // The page of the command line links to other files of the report.
  const without = (html) => html.replace(/<h3 class="files">.*<\/h3>\n?/g, "").replace(/<p class="files">[\s\S]*?<\/p>\n?/g, "").replace(/\s+\n/g, "\n");
  assert.equal(without(saved), without(own));
  await page.context().close();
});

await test("a game master on a phone makes a fight of 60% and sends it", async () => {
  const page = await open("about:blank", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  // A share sheet.
  await page.addInitScript(() => {
    Object.assign(Object.getPrototypeOf(navigator), { share: async (data) => { globalThis.shared = data; }, canShare: () => true });
  });
  await page.goto(address);
  let taps = 0;
  const tap = async (target) => {
    taps++;
    const scrolled = await target.evaluate((one) => {
      const before = scrollY;
      const { top, bottom } = one.getBoundingClientRect();
      // The answer, or the button of the fight, covers the edge.
      const edge = 120;
      if (top < edge) scrollBy(0, top - edge);
      else if (bottom > innerHeight - edge) scrollBy(0, bottom - innerHeight + edge);
      return Math.abs(scrollY - before);
    });
    assert.ok(scrolled <= 844, `${await target.innerHTML()}: ${scrolled} pixels`);
    await target.tap();
  };
  const fill = async (target, text) => { await tap(target); await target.fill(text); };
  const isShown = (id) => page.evaluate((id) => {
    const { top, bottom } = document.getElementById(id).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }, id);
  const change = (pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector("#change").textContent), pattern.source);
  // A fight of one's own.
  const rows = page.locator("#rows");
  // A busy page may take a tap for a long press.
  await page.waitForFunction(() => globalThis.evenodds?.known);
  const points = page.getByLabel("hit points").first();
  await tap(points);
  await points.check();
  // Few combatants are solved at once.
  for (let row = 0; row < 2; row++) await tap(rows.getByRole("button", { name: "Remove this row" }).nth(1));
  await fill(rows.getByLabel("Name", { exact: true }).first(), "Ann");
  await fill(rows.getByLabel("Hit points").first(), "31");
  await fill(rows.getByLabel("Number").last(), "2");
  await tap(page.getByRole("button", { name: "Play it" }));
  await done(page);
  assert.match(await page.textContent("#headline"), /heroes win/);
  assert.ok(await isShown("now"));
  if (pictures) await page.screenshot({ path: `${pictures}/phone-fight.png` });
  // One Goblin more, beside the answer.
  await tap(page.getByRole("button", { name: "Goblin, number: one more" }));
  await change(/▼ −\d/);
  assert.match(await page.evaluate(() => evenodds.text), /count = 3,/);
  assert.ok(await isShown("now"));
  await done(page);
  // 60%.
  await tap(page.getByRole("button", { name: "Reach a target" }));
  await fill(page.locator("#share"), "60");
  await tap(page.getByRole("button", { name: "Find changes" }));
  const apply = page.locator("#tool .buttons button[title*='=']");
  await apply.first().waitFor();
  await page.waitForFunction(() => !document.querySelector("#tool .working"));
  if (pictures) await page.screenshot({ path: `${pictures}/phone-target.png`, fullPage: true });
  await tap(apply.last());
  await change(/^\d+\.\d → \d+\.\d%$/);
  await done(page);
  assert.ok(await isShown("now"));
  if (pictures) {
    await page.screenshot({ path: `${pictures}/phone-applied.png` });
    const before = await page.evaluate(() => { const before = scrollY; scrollTo(0, 1500); return before; });
    await page.screenshot({ path: `${pictures}/phone-scrolled.png` });
    await page.evaluate((before) => scrollTo(0, before), before);
  }
  console.log(`  ${await page.textContent("#change")}`);
  // The share sheet has the headline, a link and a picture.
  await tap(page.getByRole("button", { name: "Share" }));
  await page.waitForFunction(() => globalThis.shared);
  const shared = await page.evaluate(() => ({ ...shared, files: shared.files.map(({ type, size }) => [type, size]) }));
  assert.equal(shared.text, await page.textContent("#headline"));
  assert.equal(JSON.parse(command("run", shared.url, "-n", "10", "-f", "json")).scenario.title, "My fight");
  assert.equal(shared.files[0][0], "image/png");
  assert.ok(shared.files[0][1] > 5000);
  // Back to the start.
  taps++;
  await page.goBack();
  await page.waitForSelector("#home:not([hidden])");
  console.log(`  ${taps} taps`);
  assert.ok(taps <= 25);
  await page.context().close();
});

await test("Back opens the contest before, and trials can be stopped", async () => {
  const page = await open(address);
  await page.waitForFunction(() => globalThis.evenodds?.known);
  const title = (text) => page.waitForFunction((text) => document.querySelector("#contest:not([hidden]) #title")?.textContent === text, text);
  await page.getByRole("button", { name: "Duel at dawn" }).click();
  await title("Duel at dawn");
  await page.getByRole("button", { name: "Rosa, dice: one more" }).click();
  await page.waitForFunction(() => evenodds.about.document.side[0].combatant[0].classes[0].dice === 5);
  await page.selectOption("#pick", "@heist");
  await title("The heist");
  await page.getByRole("button", { name: "Dice", exact: true }).click();
  await page.waitForFunction(() => location.hash.startsWith("#dice="));
  await page.goBack();
  await title("The heist");
  assert.equal(await page.evaluate(() => location.hash), "#@heist");
  // With its changes.
  await page.goBack();
  await title("Duel at dawn");
  assert.equal(await page.evaluate(() => evenodds.about.document.side[0].combatant[0].classes[0].dice), 5);
  await page.goBack();
  await page.waitForSelector("#home:not([hidden])");
  await page.goForward();
  await title("Duel at dawn");
  await done(page);
  // The answer after Stop is that of the trials so far.
  await page.selectOption("#trials", "10000000");
  await page.waitForFunction(() => evenodds.plan.shown?.trials >= 1000 && evenodds.plan.trials === 10000000);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => /^stopped after [\d,]+ trials$/.test(document.querySelector("#progress").textContent));
  assert.ok(await page.locator("#stop").isHidden());
  const played = JSON.parse(await json(page));
  assert.ok(played.trials >= 1000 && played.trials < 10000000);
  assert.equal(played.outcomes.reduce((sum, one) => sum + one.count, 0), played.trials);
  await page.context().close();
});

await test("targets are outcomes that occurred", async () => {
  const page = await open();
  await done(page);
  await page.evaluate(() => { evenodds.shown.outcomes[1].share = 0; evenodds.shown.outcomes[1].exact = null; });
  await page.getByRole("button", { name: "Reach a target" }).click();
  const offered = await page.locator("#outcome option").count();
  assert.equal(offered, await page.evaluate(() => evenodds.about.outcomes.filter((name) => evenodds.shown.outcomes.some((one) => one.name === name && (one.exact ?? one.share) > 0)).length));
  assert.ok(offered > 0 && offered < await page.evaluate(() => evenodds.about.outcomes.length));
  await page.context().close();
});

await test("a worker that fails is replaced, and the results stay the same", async () => {
  const page = await open();
  await done(page);
  const playing = choose(page, "@canyon", 5, 200000);
  await page.waitForTimeout(1200);
  await page.evaluate(() => evenodds.player.pool.at(-1).worker.terminate());
  await playing;
  await done(page);
  const own = command("run", "@canyon", "-n", "200000", "-s", "5", "--format", "json");
  assert.equal(await json(page), own);
  await page.context().close();
});

await test("damaged and hostile links do no harm", async () => {
  const page = await open();
  await done(page);
  const whole = command("link", "@duel").trim().split("#")[1];
  const result = await page.evaluate(async (whole) => {
    let state = 1;
    const random = (below) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 2147483648 * below); };
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!%<";
    let opened = 0;
    for (let number = 0; number < 10000; number++) {
      const damaged = [...whole];
      for (let times = 1 + random(3); times > 0; times--) damaged[random(damaged.length)] = letters[random(letters.length)];
      if (random(4) === 0) damaged.length = random(damaged.length);
      const answer = await evenodds.desk.ask({ do: "unlink", address: `#${damaged.join("")}` }, 5000);
      if (answer.text !== undefined) {
        opened++;
        await evenodds.desk.ask({ do: "open", name: "scenario.toml", text: answer.text }, 5000);
      } else if (!answer.wrong) return `no answer to ${damaged.join("")}`;
    }
    return opened;
  }, whole);
  console.log(`  ${result} of 10,000 damaged links opened`);
  assert.equal(typeof result, "number");
  const evil = `kind = "quick"\ntitle = "<img src=x onerror=\\"window.hit=1\\"></script><script>window.hit=1</script>"\ndifficulty = 10\nactor = { name = "<b onclick=alert(1)>Ann</b>", dice = 3 }\n`;
  const file = path.join(scratch, "evil.toml");
  fs.writeFileSync(file, evil);
  const other = await open(command("link", file, "--page", address).trim());
  await done(other);
  await other.waitForTimeout(300);
  assert.equal(await other.evaluate(() => window.hit), undefined);
  assert.equal(await other.locator("#title img, #form b, #answer script").count(), 0);
  const broken = await open(`${address}#v1.${"A".repeat(50)}`);
  await assertBroken(broken);
  for (const one of [page, other, broken]) await one.context().close();
});

await test("nothing is wider than a phone, in light and dark mode", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(fight, { viewport: { width: 390, height: 844 }, colorScheme, deviceScaleFactor: 2 });
    await done(page);
    for (const name of ["@canyon", "@heist", "@canyon-evening", "@gauntlet"]) {
      await choose(page, name, 1, 3000);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${name}: ${width}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    // Both forms of a fight, and the answer of the second.
    const narrow = async (name) => {
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, name);
      assert.deepEqual([...await pale(page), ...await small(page)], [], name);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-phone-${colorScheme}.png`, fullPage: true });
    };
    await page.evaluate(() => evenodds.pick("home"));
    await narrow("fight");
    await page.getByLabel("hit points").check();
    await page.locator("#rows").getByLabel("Hit points").first().fill("0");
    await page.locator("#rows").getByLabel("Damage").first().fill("fish");
    await page.getByRole("button", { name: "Play it" }).click();
    await narrow("hit-points-faults");
    await page.locator("#rows").getByLabel("Hit points").first().fill("28");
    await page.locator("#rows").getByLabel("Damage").first().fill("1d8+3");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.waitForSelector("#contest:not([hidden])");
    await done(page);
    await narrow("hit-points-answer");
    // Expressions of dice.
    await page.evaluate(() => evenodds.pick("dice"));
    await page.waitForSelector("#found .narrow svg");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    assert.deepEqual([...await pale(page), ...await small(page)], []);
    if (pictures) await page.screenshot({ path: `${pictures}/dice-phone-${colorScheme}.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await choose(page, "@canyon", 1, 10000);
    await done(page);
    for (const details of await page.locator("details").all()) await details.evaluate((one) => { one.open = true; });
    assert.deepEqual([...await pale(page), ...await small(page)], []);
    await page.evaluate(() => { for (const one of document.querySelectorAll("details")) one.open = false; });
    if (pictures) await page.screenshot({ path: `${pictures}/phone-${colorScheme}.png` });
    await page.context().close();
  }
  const dark = await open(fight, { colorScheme: "dark" });
  await done(dark);
  if (pictures) await dark.screenshot({ path: `${pictures}/dark.png`, fullPage: true });
  await dark.context().close();
});

await browser.close();
fs.rmSync(scratch, { recursive: true });
console.log(`${passed} passed, 0 failed`);
