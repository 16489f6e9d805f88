// Questions about the contest. They run on an engine of their own, which can be stopped.
const TOOLS = [
  ["story", "Narrate a trial", () => true],
  ["hint", "Best action", (about) => about.hints],
  ["advise", "Reach a target", () => true],
  ["sweep", "Sweep a key", () => true],
  ["tune", "Tune keys", () => true],
  ["ladder", "Player matrix", (about) => about.seats.length > 0],
  ["drama", "Drama", (about) => about.judged],
  ["save", "Save", () => true],
];
// Questions without a tool of their own.
for (const name of Object.keys(QUESTIONS)) {
  if (!TOOLS.some(([own]) => own === name)) TOOLS.splice(-1, 0, [name, name[0].toUpperCase() + name.slice(1), () => true]);
}
class Tools {
  constructor(app, long) {
    this.app = app;
    this.long = long;
    this.open = null;
  }
  offer(about) {
    $("asks").replaceChildren(...TOOLS.filter(([, , fits]) => fits(about)).map(([name, label]) => make("button", { type: "button",
      "aria-pressed": String(this.open === name), onclick: () => this.show(name) }, label)));
    if (this.open && !TOOLS.find(([name]) => name === this.open)[2](about)) this.close();
  }
  close() {
    this.open = null;
    $("tool").replaceChildren();
  }
  show(name) {
    this.open = name;
    for (const button of $("asks").children) button.setAttribute("aria-pressed", String(button.textContent === TOOLS.find(([own]) => own === name)[1]));
    this.long.stop();
    if (this[name]) this[name]();
    else this.asked(name, "Run");
    $("tool").focus({ preventScroll: true });
  }
  put(...nodes) {
    $("tool").replaceChildren(...nodes);
  }
  // Sends a request to the long engine. Meanwhile, the page shows that it is working and a button to stop it.
  async ask(request, draw, into = $("tool")) {
    const stop = make("button", { type: "button", onclick: () => this.long.stop() }, "Stop");
    into.replaceChildren(make("p", { className: "working" }, "Working… ", stop));
    try {
      const answer = await this.long.ask({ ...request, of: this.app.of(), seed: this.app.seed });
      into.replaceChildren(...(answer.wrong || answer.faults ? [this.wrong(answer)] : draw(answer)));
      return answer;
    } catch (error) {
      into.replaceChildren(make("p", { className: "wrong" }, error instanceof Stopped ? "Stopped." : `Failed: ${error.message}`));
      return {};
    }
  }
  wrong(answer) {
    if (answer.wrong) return make("p", { className: "wrong" }, answer.wrong);
    return make("ul", { className: "wrong" }, ...answer.faults.map((one) => make("li", {}, `${one.text}${one.help ? `. ${one.help}` : ""}`)));
  }
  story() {
    const narrated = (story) => {
      let shown = 0;
      const lines = make("ol", { className: "story" });
      const next = make("button", { type: "button" }, "Next");
      const all = make("button", { type: "button" }, "All");
      const add = (number) => {
        for (const end = Math.min(story.lines.length, shown + number); shown < end; shown++) lines.append(make("li", {}, story.lines[shown].trim()));
        if (shown === story.lines.length) { next.remove(); all.remove(); }
        lines.lastElementChild?.scrollIntoView({ block: "nearest" });
      };
      next.onclick = () => add(1);
      all.onclick = () => add(story.lines.length);
      add(3);
      return [make("h3", {}, story.heading), lines, make("p", { className: "buttons" }, next, all), make("p", { className: "sure" }, `Trial ${story.trial}`)];
    };
    this.ask({ do: "stories", among: this.app.about.slow ? 20 : 1000 }, (stories) => {
      const body = make("div");
      const pick = stories.map((story) => make("button", { type: "button", onclick: () => body.replaceChildren(...narrated(story)) },
        story.name[0].toUpperCase() + story.name.slice(1)));
      const other = make("button", { type: "button", onclick: () => this.ask({ do: "story", trial: Math.floor(Math.random() * 1e6) }, narrated, body) }, "Random");
      body.append(...narrated(stories[0]));
      return [make("p", { className: "buttons" }, ...pick, other), body];
    });
  }
  // Returns fields for the options of a question that have no other field on the page.
  more(name) {
    const types = { flag: { type: "checkbox" }, count: { type: "number", min: 1, step: 1, inputMode: "numeric" }, number: { type: "number", min: 0, step: "any", inputMode: "decimal" }, list: {}, text: {} };
    const fields = QUESTIONS[name].options.map(([option, kind, label, help]) => {
      const input = make("input", { ...types[kind], title: help, placeholder: kind === "list" ? "separate values with semicolons" : null });
      return { option, kind, input, row: make("label", { title: help }, ...(kind === "flag" ? [input, ` ${label}`] : [`${label} `, input])) };
    });
    const value = { flag: () => true, count: (text) => Math.max(1, Math.round(Number(text))), number: (text) => Math.max(0, Number(text)), text: (text) => text, list: (text) => text.split(";").map((one) => one.trim()).filter(Boolean) };
    const set = ({ kind, input }) => (kind === "flag" ? input.checked : input.value.trim());
    return {
      box: make("details", { className: "more" }, make("summary", {}, "More options"), make("p", { className: "options" }, ...fields.map((one) => one.row))),
      values: () => Object.fromEntries(fields.filter(set).map((one) => [one.option, value[one.kind](one.input.value)])),
    };
  }
  async hint() {
    const box = make("textarea", { id: "table", rows: 3, spellcheck: false });
    const result = make("div");
    const more = this.more("hint");
    const plays = make("select", { id: "playouts" }, make("option", { value: "" }, "default method"), make("option", { value: "200" }, "200 play-outs"), make("option", { value: "2000" }, "2,000 play-outs"));
    const go = make("button", { type: "button", onclick: () => this.ask({ do: "hint", table: box.value, playouts: plays.value ? Number(plays.value) : null, ...more.values() }, drawAnswer, result) }, "Find the best action");
    this.put(make("label", { htmlFor: "table" }, "Position, with semicolons between entries"), box,
      make("p", { className: "buttons" }, go, make("label", {}, "Method ", plays)), more.box, result);
    const answer = await this.app.desk.ask({ do: "hint", of: this.app.of(), seed: this.app.seed, table: null, playouts: null });
    if (answer.table) box.value = answer.table;
    else result.replaceChildren(this.wrong(answer));
  }
  // Returns the fields of a target: an outcome and its share.
  goal() {
    const own = /^(.+)=([\d.]+)(%?)$/.exec(this.app.about.document.tune?.target || "");
    // Outcomes that did not occur are no targets.
    const occurred = this.app.shown?.outcomes.filter((one) => (one.exact ?? one.share) > 0).map((one) => one.name);
    const outcomes = this.app.about.outcomes.filter((name) => occurred?.includes(name) ?? true);
    const outcome = make("select", { id: "outcome" }, ...outcomes.map((name) => make("option", { value: name }, words(name))));
    const share = make("input", { id: "share", type: "number", min: 0, max: 100, step: "any", value: 50, inputMode: "decimal" });
    if (own && outcomes.includes(own[1])) {
      outcome.value = own[1];
      share.value = own[3] ? own[2] : String(Math.round(Number(own[2]) * 1e6) / 1e4);
    }
    return { fields: [make("label", {}, "Outcome ", outcome), make("label", {}, "Share ", share, "%")], outcome: () => outcome.value, target: () => `${outcome.value}=${share.value}%` };
  }
  // Draws an answer with buttons that apply its changes to the text. They show the change of the share of `outcome`.
  found(answer, outcome) {
    const buttons = answer.changes.slice(0, 6).map(({ set }, index) => make("button", { type: "button", title: set.join("; "),
      onclick: () => this.app.apply(set, outcome) }, `${answer.changes.length > 1 ? `${index + 1}: ` : ""}${set.join("; ")}`));
    const [heading, claim, ...rest] = drawAnswer(answer);
    return [heading, claim, ...(buttons.length ? [make("p", { className: "buttons" }, make("span", {}, "Apply"), ...buttons)] : []), ...rest];
  }
  advise() {
    const goal = this.goal();
    const result = make("div");
    const more = this.more("advise");
    const players = make("input", { type: "checkbox" });
    const find = async () => {
      const values = more.values();
      const [target, outcome] = [goal.target(), goal.outcome()];
      if (!players.checked) values.keep = [...(values.keep || []), ...this.app.about.seats.map((seat) => seat.path)];
      const draw = (answer) => this.found(answer, outcome);
      const { together = [] } = await this.ask({ do: "advise", target, ...values }, draw, result);
      if (!together.length) return;
      // No single change reaches the target.
      const pair = make("div");
      (result.querySelector(".buttons") ?? result.querySelector(".claim")).after(pair);
      const { tolerance } = values;
      // Its charts and tables follow those of the single changes.
      const drawPair = (answer) => {
        const nodes = draw(answer);
        result.append(...nodes.splice(answer.changes.length ? 3 : 2));
        return nodes;
      };
      await this.ask({ do: "tune", vary: together, target, ...(tolerance && { tolerance }) }, drawPair, pair);
    };
    const go = make("button", { type: "button", onclick: find }, "Find changes");
    const other = this.app.about.seats.length ? make("label", {}, players, " Change players too") : null;
    this.put(make("p", { className: "buttons" }, ...goal.fields, ...(other ? [other] : []), go), more.box, result);
  }
  // Shows a list of keys with their values, and a field for other keys and values.
  async keys(open, usual, ...more) {
    this.put(make("p", { className: "working" }, "Loading keys…"));
    const levers = await this.app.desk.ask({ do: "levers", of: this.app.of() });
    if (this.open !== open) return;
    const values = (one) => one.vary.slice(one.vary.lastIndexOf("=") + 1).replace("..", " to ").replaceAll(",", ", ");
    const vary = make("input", { id: "vary", value: usual || levers[0]?.vary || "" });
    const key = make("select", { id: "lever", onchange: () => { vary.value = key.value; } },
      ...levers.map((one) => make("option", { value: one.vary }, `${one.label}: ${one.value} (${values(one)})`)));
    // Adds the selected key to those in the field.
    const add = make("button", { type: "button", onclick: () => { vary.value = [vary.value.trim(), key.value].filter(Boolean).join("; "); } }, "Add this key");
    if (usual) key.selectedIndex = -1;
    this.put(make("label", { htmlFor: "lever" }, "Key"), make("p", { className: "buttons" }, key, add),
      make("label", { htmlFor: "vary" }, "Values, with semicolons between keys"), vary, ...more);
    this.vary = () => vary.value.split(";").map((text) => text.trim()).filter(Boolean);
  }
  sweep() {
    const result = make("div");
    const more = this.more("sweep");
    const go = make("button", { type: "button", onclick: () => this.ask({ do: "ask", question: "sweep", vary: this.vary(), trials: this.app.about.slow ? 200 : 20000, ...more.values() }, drawAnswer, result) }, "Sweep");
    return this.keys("sweep", null, make("p", { className: "buttons" }, go), more.box, result);
  }
  tune() {
    const goal = this.goal();
    const result = make("div");
    const more = this.more("tune");
    const go = make("button", { type: "button", onclick: () => this.ask({ do: "tune", vary: this.vary(), target: goal.target(), ...more.values() }, (answer) => this.found(answer, goal.outcome()), result) }, "Tune");
    const own = this.app.about.document.tune?.vary;
    return this.keys("tune", Array.isArray(own) ? own.join("; ") : null, make("p", { className: "buttons" }, ...goal.fields, go), more.box, result);
  }
  // Shows a question with its options. If `trials` is given, asks it immediately.
  asked(name, label, trials) {
    const result = make("div");
    const more = this.more(name);
    const usual = trials ? { trials: this.app.about.slow ? 100 : trials } : {};
    const ask = () => this.ask({ do: "ask", question: name, ...usual, ...more.values() }, drawAnswer, result);
    more.box.append(make("p", { className: "buttons" }, make("button", { type: "button", onclick: ask }, label)));
    if (trials) {
      this.put(result, more.box);
      ask();
    } else {
      more.box.open = true;
      this.put(make("p", {}, QUESTIONS[name].about), more.box, result);
    }
  }
  ladder() {
    this.asked("ladder", "Run again", 10000);
  }
  drama() {
    this.asked("drama", "Run again", 3000);
  }
  save() {
    const name = this.app.title().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase() || "scenario";
    const status = make("p", { role: "status", className: "sure" });
    const save = (ending, type, text) => {
      const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: `${name}${ending}` });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    };
    const made = async (what, ending, type, more = {}) => {
      if (!this.app.plan?.counts) { status.textContent = "The trials are still running."; return; }
      status.textContent = "Working…";
      const { of, seed, trials, counts } = this.app.plan;
      try {
        const text = await this.long.text({ do: what, of, seed, trials, parts: counts, ...more });
        if (text.startsWith('{"wrong"')) throw new Error(JSON.parse(text).wrong);
        save(ending, type, text);
        status.textContent = `Saved as ${name}${ending}.`;
      } catch (error) {
        status.textContent = error instanceof Stopped ? "Stopped." : `Failed: ${error.message}`;
      }
    };
    this.put(make("p", { className: "buttons" },
      make("button", { type: "button", onclick: () => made("page", ".html", "text/html") }, "Report (HTML)"),
      make("button", { type: "button", onclick: () => save(".toml", "application/toml", this.app.text) }, "Contest (TOML)"),
      make("button", { type: "button", onclick: () => made("json", ".json", "application/json") }, "Results (JSON)"),
      ...["outcomes", "metrics", "histograms"].map((frame) => make("button", { type: "button",
        onclick: () => made("csv", `-${frame}.csv`, "text/csv", { frame }) }, `${frame[0].toUpperCase()}${frame.slice(1)} (CSV)`))), status);
  }
}
