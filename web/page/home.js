// The start of the page: a fight from counts and dice, dice in one line, examples, and contests of earlier visits.
const SHOWN = [
  ["Is it fair?", ["canyon", "duel", "fencers", "ogre"]],
  ["How many dice?", ["prospect", "climber", "opposed-pools"]],
  ["Skill or luck?", ["heist", "gamebook", "five-of-a-kind"]],
  ["Will they make it in time?", ["bomb", "clock"]],
  ["How does an evening go?", ["canyon-evening", "spice-run"]],
  ["Does the money last?", ["making-ends-meet"]],
];
const FIGHT = {
  heroes: [{ name: "Fighter", count: 1, dice: 5 }, { name: "Archer", count: 2, dice: 3 }],
  monsters: [{ name: "Ogre", count: 1, dice: 5 }, { name: "Goblin", count: 3, dice: 2 }],
};
const MOST_OF = { count: 99, dice: 6 };
class Home {
  constructor(app) {
    this.app = app;
    this.rows = { heroes: [], monsters: [] };
    const fight = stored("fight", FIGHT);
    for (const side of Object.keys(this.rows)) {
      const rows = Array.isArray(fight?.[side]) && fight[side].length ? fight[side] : FIGHT[side];
      for (const row of rows) this.add(side, row);
      const add = $(side).querySelector("button.add");
      add.onclick = () => { this.add(side, this.rows[side].at(-1)?.read() ?? FIGHT[side][0]).name.select(); this.keep(); };
    }
    $("fight").onsubmit = (event) => { event.preventDefault(); this.play(); };
    $("fight").onchange = () => this.keep();
    $("throws").onsubmit = (event) => {
      event.preventDefault();
      const text = $("first-line").value.trim() || $("first-line").placeholder;
      this.app.dice({ expressions: text.split(/[;\n]/).map((one) => one.trim()).filter(Boolean), marks: [] });
    };
    this.examples(new Map());
  }
  // Adds a row of combatants to a side, and returns its fields.
  add(side, { name, count, dice }) {
    const number = (key, value) => make("input", { type: "number", className: key, min: 1, max: MOST_OF[key], step: 1, required: true, inputMode: "numeric", value, "aria-label": key === "count" ? "Number of them" : "Dice of each" });
    const row = { name: make("input", { value: name, required: true, maxLength: 60, "aria-label": "Name", autocomplete: "off" }), count: number("count", count), dice: number("dice", dice) };
    row.read = () => ({ name: row.name.value.trim(), count: Number(row.count.value), dice: Number(row.dice.value) });
    const remove = make("button", { type: "button", className: "small", "aria-label": "Remove this row", onclick: () => {
      if (this.rows[side].length === 1) return;
      this.rows[side] = this.rows[side].filter((one) => one !== row);
      line.remove();
      this.keep();
    } }, "×");
    const line = make("div", { className: "combatants" }, row.count, make("span", {}, "×"), row.name, row.dice, make("span", {}, "dice"), remove);
    this.rows[side].push(row);
    $(side).querySelector(".rows").append(line);
    return row;
  }
  read() {
    return Object.fromEntries(Object.entries(this.rows).map(([side, rows]) => [side, rows.map((row) => row.read())]));
  }
  keep() {
    store("fight", this.read());
  }
  // Returns the fight as a scenario.
  text() {
    const taken = [];
    const named = (name) => { const own = taken.some((one) => one.name === name) ? unique(name, taken) : name; taken.push({ name: own }); return JSON.stringify(own); };
    const combatant = ({ name, count, dice }) => `  { name = ${named(name)}${count > 1 ? `, count = ${count}` : ""}, classes = [{ name = ${JSON.stringify(name)}, dice = ${dice} }] },`;
    // A side of one combatant has its name.
    const called = (side, rows) => (rows.length === 1 && rows[0].count === 1 ? rows[0].name : side);
    const both = this.read();
    const own = Object.entries(both).map(([name, rows]) => called(name, rows));
    const names = own[0] === own[1] ? Object.keys(both) : own;
    const side = ([, rows], index) => `[[side]]\nname = ${JSON.stringify(names[index])}\ncombatant = [\n${rows.map(combatant).join("\n")}\n]\n`;
    return `kind = "combat"\ntitle = "My fight"\n\n${Object.entries(both).map(side).join("\n")}`;
  }
  play() {
    this.keep();
    if (this.app.known) return this.app.fresh(this.text());
    // The engine is still loading.
    this.waits = true;
    $("fight-state").textContent = "Loading…";
    return null;
  }
  // Draws the examples with the titles of scenarios, once they are known.
  examples(titles) {
    const one = (name) => make("button", { type: "button", onclick: () => this.app.pick(`@${name}`) }, titles.get(name) || words(name.replaceAll("-", " ")));
    $("shown").replaceChildren(...SHOWN.map(([question, names]) => make("p", { className: "buttons" }, make("span", {}, question), ...names.map(one))));
  }
  // Draws the contests of earlier visits, and plays a fight that waited for the engine.
  draw() {
    $("fight-state").textContent = "";
    const kept = this.app.kept.all();
    $("yours").hidden = !kept.length;
    $("yours-list").replaceChildren(...kept.map(({ title, text }) => make("span", { className: "kept" },
      make("button", { type: "button", onclick: () => this.app.own(title, text) }, title),
      make("button", { type: "button", className: "small", "aria-label": `Forget ${title}`, onclick: () => { this.app.kept.remove(title); this.draw(); this.app.offer(); } }, "×"))));
  }
  ready() {
    this.examples(new Map(this.app.known.kinds.flatMap((kind) => kind.scenarios.map((one) => [one.name, one.title]))));
    $("fight-state").textContent = "";
    if (this.waits) this.play();
  }
}
