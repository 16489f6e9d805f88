// What editors with taplo say of scenarios: node deploy/editors/test.mjs EVENODDS
//
// Every shipped scenario, party and template passes the schema of its kind; a wrong key and a wrong value are marked
// where they stand. Takes `npm ci --prefix deploy/editors`; no network is asked.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const taplo = join(here, "node_modules", "@taplo", "cli", "dist", "cli.js");
const scenarios = resolve(here, "..", "..", "scenarios");
if (!process.argv[2]) throw new Error("which program? node deploy/editors/test.mjs EVENODDS");
const evenodds = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "evenodds-editors-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const ask = (...words) => execFileSync(evenodds, words, { cwd: folder, encoding: "utf8" });
const demand = (holds, told) => {
  if (!holds) {
    console.error(told);
    process.exit(1);
  }
};
const lint = (files) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [taplo, "lint", "--colors", "never", ...files], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, told: stdout + stderr };
};

const known = [...ask("schema", "--help").matchAll(/^ +- (\w+):/gm)].map((found) => found[1]);
demand(known.length >= 9, `kinds of contests: ${known}`);
const files = [];
for (const kind of known) {
  ask("new", kind, "--editor");
  files.push(`${kind}.toml`);
}
ask("new", "combat", "--party", "--editor");
files.push("party.toml");

const below = readdirSync(scenarios, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".toml"));
for (const name of below.sort()) {
  const text = readFileSync(join(scenarios, name), "utf8");
  const kind = text.match(/^kind\s*=\s*"(\w+)"/m)?.[1];
  const schema = kind ? `${kind}.schema.json` : "combat.party.schema.json";
  const file = `shipped-${name.replaceAll(/[\\/]/g, "-")}`;
  writeFileSync(join(folder, file), `#:schema ./${schema}\n${text}`);
  files.push(file);
}
demand(below.length > 20, `only ${below.length} scenarios below ${scenarios}`);
const all = lint(files);
demand(all.status === 0, all.told);

const spoilt = [
  ["a wrong key", /^trials\s*=/m, "trails ="],
  ["a wrong value", /^kind\s*=.*$/m, 'kind = "chess"'],
  ["a wrong type", /^difficulty\s*=.*$/m, 'difficulty = "high"'],
];
const quick = "kind = \"quick\"\ndifficulty = 10\nactor = { name = \"Skinner\", dice = 2 }\n[run]\ntrials = 1000\n";
const text = `#:schema ./quick.schema.json\n${quick}`;
writeFileSync(join(folder, "whole.toml"), text);
const whole = lint(["whole.toml"]);
demand(whole.status === 0, whole.told);
for (const [what, from, to] of spoilt) {
  const bad = text.replace(from, to);
  demand(bad !== text, `${what}: nothing was spoilt`);
  const line = bad.split("\n").findIndex((line) => line.startsWith(to)) + 1;
  writeFileSync(join(folder, "bad.toml"), bad);
  const { status, told } = lint(["bad.toml"]);
  demand(status !== 0 && told.includes(`bad.toml:${line}:`), `${what} is not marked in line ${line}:\n${told}`);
  console.log(`${what} is marked: ${told.match(/^error: (.*)$/m)?.[1]}`);
}
console.log(`${files.length} files pass: ${below.length} shipped, ${known.length + 1} templates`);
