// The short form of a fight: a row of fields for each entry of two sides, with the columns of its rules. It writes a
// scenario, and reads those that it wrote.
const SIDES = ["heroes", "monsters"];
const MOST_MEMBERS = 100;
const integer = (label, least, most) => ({ label, least, most, read: Number,
  fault: (text) => (/^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? null
    : `expected a whole number from ${least.toLocaleString("en")} to ${most.toLocaleString("en")}`) });
const line = (label, fault) => ({ label, fault, read: (text) => text.trim() });
const NAME = line("Name", (text) => (text.trim() ? null : "expected a name"));
// Returns the dice of damage and the sum of its numbers, which a natural 20 does not double; null for other texts.
const damageParts = (text) => {
  const plain = text.replaceAll("−", "-").replace(/\s/g, "");
  const terms = plain.match(/[+-]?[^+-]+/g) || [];
  const isNumber = (term) => /^[+-]?\d{1,6}$/.test(term);
  const isDice = (term) => /^[+-]?\d*d(\d+|%)([a-z!][a-z\d!<>=]*)?$/i.test(term);
  if (terms.join("") !== plain || !terms.length || !terms.every((term) => isNumber(term) || isDice(term))) return null;
  const bonus = terms.filter(isNumber).reduce((sum, term) => sum + Number(term), 0);
  return { dice: terms.filter(isDice).join("").replace(/^\+/, "") || "0", bonus };
};
const damageText = (dice, bonus) => {
  if (dice === "0") return String(bonus);
  return bonus ? `${dice}${bonus > 0 ? "+" : "-"}${Math.abs(bonus)}` : String(dice);
};
const named = (taken, name) => {
  const own = taken.some((one) => one.name === name) ? unique(name, taken) : name;
  taken.push({ name: own });
  return JSON.stringify(own);
};
const counted = (count) => (count > 1 ? `, count = ${count}` : "");
// Each kind of rules: the columns, the first values, and a fight as a scenario and back. `keys` are the keys of a column
// in the file, if they differ from its name.
const FIGHTS = {
  dice: {
    about: "Played by the rules of Adventure Algorithms: the combatant with the highest sum of dice acts, and an attack takes dice. Give weak opponents a die or two, and strong ones up to six.",
    columns: { count: integer("Number", 1, 99), name: NAME, dice: integer("Dice", 1, 6) },
    initial: {
      heroes: [{ count: 1, name: "Fighter", dice: 5 }, { count: 2, name: "Archer", dice: 3 }],
      monsters: [{ count: 1, name: "Ogre", dice: 5 }, { count: 3, name: "Goblin", dice: 2 }],
    },
    write(fight) {
      const taken = [];
      const combatant = ({ name, count, dice }) => `  { name = ${named(taken, name)}${counted(count)}, classes = [{ name = ${JSON.stringify(name)}, dice = ${dice} }] },`;
      // A side of one combatant has its name.
      const own = SIDES.map((side) => (fight[side].length === 1 && fight[side][0].count === 1 ? fight[side][0].name : side));
      const names = own[0] === own[1] ? SIDES : own;
      const side = (name, index) => `[[side]]\nname = ${JSON.stringify(names[index])}\ncombatant = [\n${fight[name].map(combatant).join("\n")}\n]\n`;
      return `kind = "combat"\ntitle = ${JSON.stringify(fight.title)}\n\n${SIDES.map(side).join("\n")}`;
    },
    read: ({ title, side }) => ({ title, ...Object.fromEntries(SIDES.map((name, index) => [name,
      side[index].combatant.map(({ count = 1, classes: [{ name, dice }] }) => ({ count, name, dice }))])) }),
    // Returns the side of a place in the file.
    sideOf: (at) => (at[0] === "side" ? SIDES[at[1]] : undefined),
  },
  points: {
    about: "In each round every combatant attacks once: a d20 plus the attack bonus hits if it is at least the armor of the target. The last side that stands wins.",
    columns: {
      count: integer("Number", 1, MOST_MEMBERS),
      name: NAME,
      hp: integer("Hit points", 1, 999),
      armor: { ...integer("Armor", 0, 99), keys: ["ac"] },
      attack: integer("Attack", -20, 99),
      damage: { ...line("Damage", (text) => (damageParts(text) ? null : "expected dice and numbers, such as 1d8+3")), keys: ["dice", "bonus"] },
    },
    options: {
      natural: "A natural 20 always hits and throws the damage dice twice; a natural 1 always misses",
      initiative: "Initiative: each combatant throws a d20 at the start, and higher ones act first; without it, the heroes do",
    },
    initial: {
      heroes: [
        { count: 1, name: "Fighter", hp: 28, armor: 18, attack: 5, damage: "1d8+3" },
        { count: 1, name: "Rogue", hp: 21, armor: 14, attack: 6, damage: "1d6+4" },
        { count: 1, name: "Cleric", hp: 24, armor: 18, attack: 4, damage: "1d8+2" },
        { count: 1, name: "Wizard", hp: 16, armor: 12, attack: 6, damage: "1d10" },
      ],
      monsters: [{ count: 6, name: "Goblin", hp: 7, armor: 15, attack: 4, damage: "1d6+2" }],
      natural: true,
      initiative: false,
    },
    write(fight) {
      const taken = [];
      const member = ({ name, count, hp, armor, attack, damage }) => {
        const { dice, bonus } = damageParts(damage);
        return `  { name = ${named(taken, name)}${counted(count)}, hp = ${hp}, ac = ${armor}, attack = ${attack}, dice = ${JSON.stringify(dice)}, bonus = ${bonus} },`;
      };
      const teams = SIDES.map((side) => `[team.${side}]\nmembers = [\n${fight[side].map(member).join("\n")}\n]\n`);
      const loss = (dice) => `target.hp = "target.hp - max(0, ${dice} + self.bonus)"`;
      const hits = "hit + self.attack >= target.ac";
      const [roll, changes] = fight.natural
        ? [", extra = \"self.dice\"", `# A natural 20 always hits and throws the damage dice twice; a natural 1 always misses.
then = [
  { if = "hit = 20", ${loss("damage + extra")} },
  { if = "hit > 1 and hit < 20 and ${hits}", ${loss("damage")} },
]`]
        : ["", `then = [{ if = "${hits}", ${loss("damage")} }]`];
      return `kind = "dice"\ntitle = ${JSON.stringify(fight.title)}\n\n${teams.join("\n")}
[[step]]
each = ["heroes", "monsters"]${fight.initiative ? "\norder = \"1d20\"" : ""}
target = { among = "enemies", simple = "lowest hp" }
roll = { hit = "1d20", damage = "self.dice"${roll} }
${changes}
`;
    },
    read: ({ title, team, step: [{ then, order }] }) => ({ title, natural: then.length > 1, initiative: order !== undefined, ...Object.fromEntries(SIDES.map((side) => [side,
      team[side].members.map(({ count = 1, name, hp, ac, attack, dice, bonus }) => ({ count, name, hp, armor: ac, attack, damage: damageText(dice, bonus) }))])) }),
    sideOf: (at) => (at[0] === "team" ? at[1] : undefined),
  },
};
// Returns the fight of a text with its document; null if the short form does not accept a value, cannot write the same
// document, or would lose comments. `parse` returns the document of another text.
const fightOf = async (text, document_, parse) => {
  const plain = (document_) => JSON.stringify(document_, (key, value) => (key === "count" && value === 1 ? undefined : value));
  for (const [rules, { read, write, columns }] of Object.entries(FIGHTS)) {
    try {
      const fight = { rules, ...read(document_) };
      const accepted = (row) => Object.entries(columns).every(([key, { fault }]) => !fault(String(row[key])));
      if (!SIDES.every((side) => fight[side].every(accepted))) continue;
      const written = write(fight);
      const comments = (text) => text.split("#").length;
      if (written === text || (comments(text) <= comments(written) && plain(await parse(written)) === plain(document_))) return fight;
    } catch { /* a contest with other keys */ }
  }
  return null;
};
const hasRows = (rows) => Array.isArray(rows) && rows.length > 0 && rows.every((row) => row && typeof row === "object");
class FightForm {
  static last = 0;
  // Calls `changed` after each change by the user.
  constructor(root, changed) {
    this.root = root;
    root.classList.add("fight");
    root.onchange = () => changed();
    this.changed = changed;
  }
  // Draws the form of a fight.
  draw(fight) {
    this.rules = fight.rules;
    this.title = fight.title;
    const { initial, options = {}, about } = FIGHTS[this.rules];
    this.rows = {};
    this.options = {};
    const sides = SIDES.map((side) => {
      const rows = make("div", { className: "rows" });
      this.rows[side] = [];
      const add = (values) => {
        const row = this.row(side, values);
        this.rows[side].push(row);
        rows.append(row.line);
        return row;
      };
      (hasRows(fight[side]) ? fight[side] : initial[side]).forEach(add);
      const more = () => { add(this.values(this.rows[side].at(-1))).cells.name.input.select(); this.changed(); };
      return make("fieldset", {}, make("legend", {}, words(side)[0].toUpperCase() + side.slice(1)), rows,
        make("button", { type: "button", className: "add", onclick: more }, "Add a row"));
    });
    const boxes = Object.entries(options).map(([name, label]) => {
      this.options[name] = make("input", { type: "checkbox", checked: fight[name] ?? initial[name] });
      return make("label", { className: "option" }, this.options[name], ` ${label}`);
    });
    this.root.dataset.rules = this.rules;
    this.rest = make("div", { role: "alert" });
    this.root.replaceChildren(make("div", { className: "camps" }, ...sides), ...boxes, this.rest, make("p", { className: "sure" }, about));
  }
  // Returns a row: its element and the cells by column.
  row(side, values) {
    const id = `row-${++FightForm.last}`;
    const fault = make("p", { className: "fault", id, hidden: true, role: "alert" });
    const row = { fault, cells: {} };
    const name = () => row.line.setAttribute("aria-label", row.cells.name.input.value || "Without a name");
    for (const [key, { label, least, most }] of Object.entries(FIGHTS[this.rules].columns)) {
      const number = least === undefined ? { maxLength: 60 } : { type: "number", min: least, max: most, step: 1, inputMode: least < 0 ? null : "numeric" };
      const input = make("input", { ...number, value: values[key] ?? "", autocomplete: "off", spellcheck: false, autocapitalize: "off" });
      row.cells[key] = { input, label, cell: make("label", { className: `cell ${key}` }, make("span", {}, label), input) };
    }
    const remove = make("button", { type: "button", className: "small", "aria-label": "Remove this row", onclick: () => {
      const rows = this.rows[side];
      if (rows.length === 1) return;
      const index = rows.indexOf(row);
      rows.splice(index, 1);
      row.line.remove();
      // The next row takes the place of the removed one, also for the keyboard.
      rows[Math.min(index, rows.length - 1)].cells.name.input.focus();
      this.changed();
    } }, "×");
    row.line = make("div", { className: "combatants", role: "group", oninput: name }, ...Object.values(row.cells).map((one) => one.cell), remove, fault);
    name();
    return row;
  }
  values(row) {
    const columns = Object.entries(FIGHTS[this.rules].columns);
    return Object.fromEntries(columns.map(([key, { read }]) => [key, read(row.cells[key].input.value)]));
  }
  // Returns the fight. Its values may be out of range.
  read() {
    const sides = SIDES.map((side) => [side, this.rows[side].map((row) => this.values(row))]);
    const options = Object.entries(this.options).map(([name, box]) => [name, box.checked]);
    return { rules: this.rules, title: this.title, ...Object.fromEntries([...sides, ...options]) };
  }
  text() {
    return FIGHTS[this.rules].write(this.read());
  }
  // Checks all fields, and shows faults at them. Returns whether there are none.
  check() {
    const { columns } = FIGHTS[this.rules];
    const found = [];
    for (const side of SIDES) {
      for (const row of this.rows[side]) {
        for (const [key, { fault }] of Object.entries(columns)) {
          const text = fault(row.cells[key].input.value);
          if (text) found.push({ row, key, text });
        }
      }
      const counts = this.rows[side].map((row) => Number(row.cells.count.input.value));
      const sum = counts.reduce((sum, count) => sum + count, 0);
      const largest = this.rows[side][counts.indexOf(Math.max(...counts))];
      if (sum > MOST_MEMBERS && !found.some((one) => one.row === largest && one.key === "count")) {
        found.push({ row: largest, key: "count", text: `there are ${sum} ${side}; expected at most ${MOST_MEMBERS}` });
      }
    }
    this.mark(found);
    return !found.length;
  }
  // Shows faults of the engine: at their fields, and those of other places below the rows.
  faults(list) {
    const { columns, sideOf } = FIGHTS[this.rules];
    const found = list.map((one) => {
      const text = one.help ? `${one.text}. ${one.help}` : one.text;
      const at = one.at || [];
      const key = Object.keys(columns).find((key) => (columns[key].keys || [key]).includes(at.at(-1)));
      const row = this.rows[sideOf(at)]?.[at[3]];
      if (row && key) return { row, key, text };
      // The engine finds faults of dice where the step throws them.
      const rows = SIDES.flatMap((side) => this.rows[side]);
      const thrower = columns.damage && rows.find((row) => text.includes(`, where ${JSON.stringify(damageParts(row.cells.damage.input.value)?.dice)} `));
      return thrower ? { row: thrower, key: "damage", text: text.replace(/^.*?, where /, "") } : { text };
    });
    this.mark(found);
  }
  mark(found) {
    for (const row of SIDES.flatMap((side) => this.rows[side])) {
      const own = found.filter((one) => one.row === row);
      for (const [key, { cell, input }] of Object.entries(row.cells)) {
        const isBad = own.some((one) => one.key === key);
        cell.classList.toggle("bad", isBad);
        if (isBad) input.setAttribute("aria-describedby", row.fault.id);
        else input.removeAttribute("aria-describedby");
        input.setAttribute("aria-invalid", String(isBad));
      }
      row.fault.hidden = !own.length;
      const said = own.map(({ key, text }) => `${row.cells[key].label}: ${text}.`).join(" ");
      if (row.fault.textContent !== said) row.fault.textContent = said;
    }
    this.rest.replaceChildren(...found.filter((one) => !one.row).map((one) => make("p", { className: "wrong" }, one.text)));
  }
  // Puts the cursor into the first field with a fault.
  focusFault() {
    this.root.querySelector(".bad input")?.focus();
  }
}
