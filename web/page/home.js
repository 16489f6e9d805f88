// The start of the page: a fight in its short form, dice in one line, examples, and contests of earlier visits.
const SHOWN = [
  ["Is it fair?", ["canyon", "duel", "fencers", "ogre"]],
  ["How many dice?", ["prospect", "climber", "opposed-pools"]],
  ["Skill or luck?", ["heist", "gamebook", "five-of-a-kind"]],
  ["Will they make it in time?", ["bomb", "clock"]],
  ["How does an evening go?", ["canyon-evening", "spice-run"]],
  ["Does the money last?", ["making-ends-meet"]],
];
class Home {
  constructor(app) {
    this.app = app;
    // The last fight of each kind of rules, and the rules that were chosen last.
    this.fights = stored("fights", {});
    this.form = new FightForm($("rows"), () => this.keep());
    const { rules } = $("fight").elements;
    rules.value = Object.hasOwn(FIGHTS, this.fights.rules) ? this.fights.rules : "dice";
    const choose = () => this.form.draw({ title: "My fight", ...this.fights[rules.value], rules: rules.value });
    $("rules").onchange = () => { choose(); this.keep(); };
    choose();
    $("fight").onsubmit = (event) => { event.preventDefault(); this.play(); };
    $("throws").onsubmit = (event) => {
      event.preventDefault();
      const text = $("first-line").value.trim() || $("first-line").placeholder;
      this.app.dice({ expressions: text.split(/[;\n]/).map((one) => one.trim()).filter(Boolean), marks: [] });
    };
    this.examples(new Map());
  }
  // Stores the fight.
  keep() {
    const fight = this.form.read();
    this.fights = { ...this.fights, rules: fight.rules, [fight.rules]: fight };
    store("fights", this.fights);
    $("fight-state").textContent = "";
    // A message that appears or disappears moves the button away from the pointer that presses it.
    if (!$("fight").querySelector("button:active")) this.form.check();
  }
  async play() {
    this.keep();
    if (!this.form.check()) return this.correct();
    if (!this.app.known) {
      // The engine is still loading.
      this.waits = true;
      $("fight-state").textContent = "Loading…";
      return null;
    }
    const text = this.form.text();
    const about = await this.app.desk.ask({ do: "open", name: "scenario.toml", text });
    if (!about.faults && !about.wrong) return this.app.fresh(text);
    this.form.faults(about.faults || [{ text: about.wrong }]);
    return this.correct();
  }
  correct() {
    $("fight-state").textContent = "Correct the marked fields.";
    this.form.focusFault();
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
