// Tests the schemas with taplo, which editors use: node deploy/editors/test.mjs EVENODDS
//
// Every built-in scenario, party and template passes the schema of its kind, and wrong keys and values are marked in
// their lines. Run `npm ci --prefix deploy/editors` first. The test uses no network.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const taplo = join(here, "node_modules", "@taplo", "cli", "dist", "cli.js");
const scenarios = resolve(here, "..", "..", "scenarios");
if (!process.argv[2]) throw new Error("usage: node deploy/editors/test.mjs EVENODDS");
const evenodds = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "evenodds-editors-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const ask = (...words) => execFileSync(evenodds, words, { cwd: folder, encoding: "utf8" });
const demand = (holds, message) => {
  if (!holds) {
    console.error(message);
    process.exit(1);
  }
};
const lint = (files) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [taplo, "lint", "--colors", "never", ...files], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, output: stdout + stderr };
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
  const file = `built-in-${name.replaceAll(/[\\/]/g, "-")}`;
  writeFileSync(join(folder, file), `#:schema ./${schema}\n${text}`);
  files.push(file);
}
demand(below.length > 20, `only ${below.length} scenarios below ${scenarios}`);
const all = lint(files);
demand(all.status === 0, all.output);

const changes = [
  ["a wrong key", /^trials\s*=/m, "trails ="],
  ["a wrong value", /^kind\s*=.*$/m, 'kind = "chess"'],
  ["a wrong type", /^difficulty\s*=.*$/m, 'difficulty = "high"'],
];
const quick = "kind = \"quick\"\ndifficulty = 10\nactor = { name = \"Skinner\", dice = 2 }\n[run]\ntrials = 1000\n";
const text = `#:schema ./quick.schema.json\n${quick}`;
writeFileSync(join(folder, "whole.toml"), text);
const whole = lint(["whole.toml"]);
demand(whole.status === 0, whole.output);
for (const [what, from, to] of changes) {
  const bad = text.replace(from, to);
  demand(bad !== text, `${what}: the text is unchanged`);
  const line = bad.split("\n").findIndex((line) => line.startsWith(to)) + 1;
  writeFileSync(join(folder, "bad.toml"), bad);
  const { status, output } = lint(["bad.toml"]);
  demand(status !== 0 && output.includes(`bad.toml:${line}:`), `${what} is not marked in line ${line}:\n${output}`);
  console.log(`${what} is marked: ${output.match(/^error: (.*)$/m)?.[1]}`);
}
console.log(`${files.length} files pass: ${below.length} built in, ${known.length + 1} templates`);
