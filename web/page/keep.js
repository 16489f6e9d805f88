// What the page remembers: the steps of editing, and contests and fields across visits.
const MOST_KEPT = 30;
const MOST_STEPS = 200;
// Reads and writes the browser's storage. A browser may refuse it; the page then forgets.
const stored = (name, initial, storage = "localStorage") => {
  try { return JSON.parse(globalThis[storage].getItem(`evenodds.${name}`)) ?? initial; } catch { return initial; }
};
const store = (name, value, storage = "localStorage") => {
  try { globalThis[storage].setItem(`evenodds.${name}`, JSON.stringify(value)); } catch { /* full or refused */ }
};
// Contests that the user changed, the newest first.
class Kept {
  constructor() {
    this.title = null;
  }
  all() {
    const all = stored("contests", []);
    return Array.isArray(all) ? all.filter((one) => typeof one?.title === "string" && typeof one.text === "string") : [];
  }
  // Keeps a text under its title, in place of the version before.
  put(title, text) {
    const rest = this.all().filter((one) => one.title !== this.title);
    this.title = rest.some((one) => one.title === title) ? unique(title, rest.map((one) => ({ name: one.title }))) : title;
    store("contests", [{ title: this.title, text }, ...rest].slice(0, MOST_KEPT));
  }
  remove(title) {
    store("contests", this.all().filter((one) => one.title !== title));
    if (this.title === title) this.title = null;
  }
}
// Texts before and after edits, for Undo and Redo.
class Steps {
  constructor() {
    this.clear();
  }
  clear() {
    this.past = [];
    this.future = [];
    this.typed = -Infinity;
  }
  // Records the text before an edit. Letters typed within a second of each other are one step.
  add(text, typing) {
    const now = performance.now();
    if (!typing || now - this.typed > 1000) this.past = [...this.past, text].slice(-MOST_STEPS);
    this.typed = typing ? now : -Infinity;
    this.future = [];
  }
  // Returns the text one step back or forth, or null.
  move(text, [from, to]) {
    if (!from.length) return null;
    this.typed = -Infinity;
    to.push(text);
    return from.pop();
  }
  undo(text) { return this.move(text, [this.past, this.future]); }
  redo(text) { return this.move(text, [this.future, this.past]); }
}
// An earlier version of the contest beside the current one, with the changes that are significant.
class Beside {
  constructor(app) {
    this.app = app;
    this.version = null;
  }
  async keep() {
    const { app } = this;
    if (!app.plan?.counts || app.faulty) {
      $("kept").textContent = "Wait for the trials.";
      return;
    }
    $("kept").textContent = "";
    const { text, shown } = app;
    this.version = { title: app.title(), text, shown, json: await this.json() };
    await this.draw();
    $("beside").scrollIntoView({ block: "nearest" });
  }
  json() {
    const { of, seed, trials, counts } = this.app.plan;
    return this.app.long.text({ do: "json", of, seed, trials, parts: counts });
  }
  clear() {
    this.version = null;
    this.draw();
  }
  // Draws both versions. Computes the changes if the trials of the current one are complete.
  async draw(whole = true) {
    const { app, version } = this;
    app.drawChange();
    $("beside").hidden = !version;
    if (!version) return;
    const column = (name, title, shown) => {
      const bars = make("div");
      drawBars(bars, shown);
      return make("div", {}, make("h3", {}, name), make("p", { className: "claim" }, shown.headline || title), bars);
    };
    const back = make("button", { type: "button", onclick: () => app.set(version.text, "structure") }, "Return to the kept version");
    const end = make("button", { type: "button", onclick: () => this.clear() }, "Close");
    const same = version.text === app.text;
    const found = make("div", {}, make("p", { className: "sure" }, same ? "Change the contest, and its new version appears here." : "Playing…"));
    $("beside").replaceChildren(make("h2", { id: "beside-title" }, "Two versions"),
      make("div", { className: "versions" }, column("Kept", version.title, version.shown), same ? "" : column("Now", app.title(), app.shown)),
      found, make("p", { className: "buttons" }, same ? null : back, end));
    if (same || !whole) return;
    const turn = this.turn = (this.turn || 0) + 1;
    try {
      const now = await this.json();
      if (turn !== this.turn || version !== this.version) return;
      const answer = await app.desk.ask({ do: "diff", old: version.json, new: now });
      if (turn === this.turn && version === this.version) found.replaceChildren(...(answer.wrong ? [make("p", { className: "wrong" }, answer.wrong)] : drawAnswer(answer).slice(2)));
    } catch (error) {
      if (!(error instanceof Stopped)) found.textContent = `The changes were not computed: ${error.message}`;
    }
  }
}
