// The page: a scenario, shown as a form and as text, and its results.
const TRIALS = [10000, 100000, 300000, 1000000, 10000000];
const SLOW = [100, 400, 2000, 10000];
// Views of the contest.
const TABS = ["short", "form", "text"];
class App {
  async start() {
    if (!("DecompressionStream" in window) || !("WebAssembly" in window)) return this.fail("This page needs a browser from 2023 or later.");
    await Engine.load();
    this.desk = new Engine();
    this.player = new Player(this.desk);
    this.long = this.player.long;
    this.asking = new Engine();
    this.tools = new Tools(this, this.asking);
    this.line = new Line(this, this.asking);
    this.short = new FightForm($("short"), () => this.rewrite());
    this.roster = new Roster($("lines"), (edit) => this.edit([edit], "roster"));
    this.form = new Form($("form"), (edits, redraw) => this.edit(edits, redraw ? "structure" : "form"), (kind) => this.template(kind));
    this.schemas = new Map();
    this.known = await this.desk.ask({ do: "kinds" });
    $("version").textContent = this.known.version;
    this.offer();
    this.listen();
    this.home.ready();
    if (!this.home.waits) await this.restore(history.state);
  }
  // Shows the start at once, while the engine loads.
  prepare() {
    this.kept = new Kept();
    this.steps = new Steps();
    this.beside = new Beside(this);
    this.home = new Home(this);
    const opens = location.hash.length > 1 || history.state?.text !== undefined;
    // Ends when all edits so far are in the text.
    this.edits = Promise.resolve();
    this.fragment = "";
    this.recorded = !opens;
    $("edit").open = matchMedia("(min-width: 60rem)").matches;
    $("link").textContent = navigator.share ? "Share" : "Copy link";
    $(opens ? "contest" : "home").hidden = false;
    if (!opens) this.home.draw();
  }
  // Shows that the page cannot start.
  fail(text) {
    this.view("contest");
    $("headline").textContent = text;
  }
  offer() {
    const yours = this.kept.all().map((one) => make("option", { value: `=${one.title}` }, one.title));
    const groups = this.known.kinds.map((kind) => make("optgroup", { label: kind.title },
      ...kind.scenarios.map((one) => make("option", { value: `@${one.name}` }, one.title || one.name)),
      make("option", { value: `+${kind.name}` }, `New: ${kind.title}`)));
    $("pick").replaceChildren(make("option", { value: "", hidden: true }, "Your contest"), make("option", { value: "home" }, "Start"), make("option", { value: "dice" }, "Dice expressions"),
      ...(yours.length ? [make("optgroup", { label: "Yours" }, ...yours)] : []), ...groups);
  }
  listen() {
    $("pick").onchange = () => { scrollTo(0, 0); return this.pick($("pick").value); };
    $("throw").onclick = () => this.pick("dice");
    $("start").onclick = (event) => { event.preventDefault(); scrollTo(0, 0); return this.pick("home"); };
    $("print").onclick = () => print();
    $("keep").onclick = () => this.beside.keep();
    $("undo").onclick = () => this.step("undo");
    $("redo").onclick = () => this.step("redo");
    // Fields have an undo of their own.
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || $("contest").hidden || event.target.matches("input, textarea")) return;
      const key = event.key.toLowerCase();
      const way = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
      if (way) { event.preventDefault(); this.step(way); }
    });
    $("whole").onclick = () => this.pick("+dice");
    $("link").onclick = () => this.link();
    $("stop").onclick = () => this.stop();
    $("again").onclick = () => { this.seed = (this.seed + 1) % 2 ** 53; $("seed").value = this.seed; this.play(); };
    $("seed").onchange = () => { const seed = Math.floor(Number($("seed").value)); if (seed >= 0) { this.seed = seed; this.play(); } };
    $("trials").onchange = () => { this.trials = Number($("trials").value); this.play(); };
    let timer = 0;
    // Another contest may be open when the time has passed.
    const typed = () => { if ($("toml").value !== this.text) this.set($("toml").value, "text"); };
    $("toml").oninput = () => { clearTimeout(timer); timer = setTimeout(typed, 150); };
    for (const one of TABS) {
      $(`tab-${one}`).onclick = () => this.tab(one, true);
      $(`tab-${one}`).onkeydown = (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const shown = TABS.filter((one) => !$(`tab-${one}`).hidden);
        if (step) this.tab(shown.at((shown.indexOf(one) + step) % shown.length), true);
      };
    }
    addEventListener("popstate", (event) => this.restore(event.state));
    addEventListener("hashchange", () => { if (location.hash !== this.fragment) this.fromAddress(); });
  }
  // Shows a view of the contest.
  tab(name, focus = false) {
    for (const one of TABS) {
      $(`tab-${one}`).setAttribute("aria-selected", String(one === name));
      $(`tab-${one}`).tabIndex = one === name ? 0 : -1;
      $(one).hidden = one !== name;
    }
    if (focus) $(`tab-${name}`).focus({ preventScroll: true });
  }
  // Offers the short form of a fight; null if the contest has none.
  offerShort(fight, opens) {
    $("tab-short").hidden = !fight;
    if (fight && opens) this.tab("short");
    else if (!fight && !$("short").hidden) this.tab("form");
  }
  // Writes the text anew from the short form.
  rewrite() {
    if (this.short.check()) return this.set(this.short.text(), "short");
    return this.complain([{ text: "Correct the marked fields of the fight." }], false);
  }
  // Opens what an entry of the browser's history has, also after a reload.
  restore(state) {
    this.fragment = location.hash;
    if (typeof state?.text === "string") return this.own(state.title, state.text, state);
    return this.fromAddress();
  }
  // Writes the contest into the current entry of the browser's history.
  note() {
    const { text, seed, trials } = this;
    this.record({ name: this.name.startsWith("@") ? this.name : null, title: this.kept.title, text, seed, trials }, this.fragment.slice(1));
  }
  // Writes what is open into the browser's history, as a new entry or in place of the current one.
  record(state, fragment, isNew = false) {
    this.fragment = fragment && `#${fragment}`;
    const address = this.fragment || location.pathname + location.search;
    const way = isNew && this.recorded ? "pushState" : "replaceState";
    this.recorded = true;
    try { history[way](state, "", address); } catch { /* Some browsers refuse many changes within seconds. */ }
  }
  // Opens the link in the address, or the start.
  async fromAddress() {
    this.fragment = location.hash;
    if (location.hash.length > 1) {
      if (location.hash.startsWith("#@")) {
        const name = location.hash.slice(2);
        if (this.known.kinds.some((kind) => kind.scenarios.some((one) => one.name === name))) return this.pick(`@${name}`, false);
        await this.pick("home", false);
        $("fight-state").textContent = `There is no built-in scenario @${name}.`;
        return;
      }
      const link = await this.desk.ask({ do: "unlink", address: location.hash });
      if (link.expressions) return this.dice(link, false);
      if (link.text !== undefined) {
        this.seed = link.seed ?? null;
        this.trials = link.trials ?? null;
        $("pick").value = "";
        this.kept.title = null;
        return this.set(link.text, "link");
      }
      return this.broken(link.wrong);
    }
    await this.pick("home", false);
  }
  // Opens a new text of the user.
  fresh(text) {
    this.seed = null;
    this.trials = null;
    this.kept.title = null;
    scrollTo(0, 0);
    this.record(null, "", true);
    return this.set(text, "fight");
  }
  // Opens a contest of an earlier visit, or of the browser's history; without a title if it was not changed.
  own(title, text, state = null) {
    this.seed = state?.seed ?? null;
    this.trials = state?.trials ?? null;
    if (!state) this.record(null, "", true);
    this.kept.title = title;
    $("pick").value = state?.name ?? (title ? `=${title}` : "");
    return this.set(text, "link", state?.name);
  }
  // Undoes or repeats an edit.
  async step(way) {
    const text = this.steps[way](this.text);
    if (text !== null) await this.set(text, "step");
  }
  // Opens the start, expressions of dice, or a contest, as a new entry of the browser's history if `isNew`.
  async pick(value, isNew = true) {
    const name = value.slice(1);
    this.seed = null;
    this.trials = null;
    if (value === "dice") return this.dice(null, isNew);
    if (value.startsWith("=")) {
      const kept = this.kept.all().find((one) => one.title === name);
      if (kept) return this.own(kept.title, kept.text);
    }
    $("pick").value = value;
    this.kept.title = null;
    this.record(null, value.startsWith("@") ? value : "", isNew);
    if (value === "home") return this.begin();
    const turn = this.turn = (this.turn || 0) + 1;
    const isBuiltIn = value.startsWith("@");
    const text = isBuiltIn ? (await this.desk.ask({ do: "builtin", name })).text : (await this.keys(name)).template;
    // Something else may have been opened meanwhile.
    return turn === this.turn ? this.set(text, "pick", isBuiltIn ? value : null) : null;
  }
  // Shows a part of the page: `home`, `dice`, `contest` or `broken`.
  view(part) {
    for (const one of ["home", "dice", "contest", "broken"]) $(one).hidden = one !== part;
    $("throw").hidden = part === "dice";
    $("link").hidden = $("print").hidden = ["home", "broken"].includes(part);
    $("steps").hidden = part !== "contest";
    if (part === "home") this.home.draw();
  }
  // Leaves the contest.
  leave() {
    this.turn = (this.turn || 0) + 1;
    this.player.stop();
    document.body.classList.remove("playing");
  }
  // Shows the start.
  begin() {
    this.leave();
    document.title = "evenodds";
    this.view("home");
  }
  // Shows only that the link is damaged.
  broken(why) {
    this.leave();
    document.title = "evenodds";
    $("pick").value = "";
    this.view("broken");
    $("why").textContent = why;
  }
  // Shows expressions of dice in place of a contest.
  dice(link, isNew = true) {
    this.leave();
    this.record(null, isNew ? "" : location.hash.slice(1), isNew);
    $("pick").value = "dice";
    this.view("dice");
    return this.line.open(link);
  }
  // Puts the part of a link after its `#` into the address.
  address(fragment) {
    this.record(history.state, fragment);
  }
  async keys(kind) {
    if (!this.schemas.has(kind)) this.schemas.set(kind, await this.desk.ask({ do: "kind", name: kind }));
    return this.schemas.get(kind);
  }
  // Returns the initial document of a kind.
  async template(kind) {
    const { template } = await this.keys(kind);
    return (await this.desk.ask({ do: "parse", text: template })).document;
  }
  of() {
    return { name: this.name, text: this.text };
  }
  title() {
    return this.about?.title || "scenario";
  }
  // Opens a text from a link, the list of contests, the form or the text area.
  async set(text, from, name = null, applied = null) {
    const turn = this.turn = (this.turn || 0) + 1;
    this.view("contest");
    this.player.stop();
    this.asking.stop();
    const isEdit = ["text", "form", "structure", "step", "short", "roster"].includes(from);
    if (!isEdit) {
      this.steps.clear();
      this.beside.clear();
      this.tools.close();
      // The first version, and the share in its headline.
      this.first = { text };
      $("change").textContent = "";
    } else if (from !== "step" && text !== this.text) this.steps.add(this.text, from === "text");
    $("undo").disabled = !this.steps.past.length;
    $("redo").disabled = !this.steps.future.length;
    this.text = text;
    this.name = name || "scenario.toml";
    this.applied = applied;
    if (!name && from !== "link") {
      $("pick").value = "";
      this.fragment = "";
    }
    if ($("toml").value !== text) $("toml").value = text;
    let about;
    try {
      about = await this.desk.ask({ do: "open", ...this.of() });
    } catch (error) {
      return this.complain([{ text: `The engine failed: ${error.message}` }]);
    }
    if (turn !== this.turn) return;
    if (about.wrong || about.faults) {
      this.note();
      if (from !== "short") this.offerShort(null);
      return this.complain(about.faults || [{ text: about.wrong }]);
    }
    const fight = await fightOf(text, about.document, async (text) => (await this.desk.ask({ do: "parse", text })).document);
    if (turn !== this.turn) return;
    // The form that wrote the text keeps its fields and the focus.
    if (fight && from !== "short") this.short.draw(fight);
    this.offerShort(fight, !isEdit);
    this.complain([]);
    if (isEdit) {
      this.kept.put(about.title, text);
      this.offer();
      $("pick").value = `=${this.kept.title}`;
    }
    const first = this.about?.kind !== about.kind;
    this.about = about;
    this.seed ??= about.seed ?? 1;
    $("seed").value = this.seed;
    const list = about.slow ? SLOW : TRIALS;
    const usual = about.slow ? 400 : 300000;
    if (this.trials === null || (from === "pick")) this.trials = usual;
    const offered = [...new Set([...list, this.trials])].sort((one, other) => one - other);
    $("trials").replaceChildren(...offered.map((number) => make("option", { value: number }, number.toLocaleString("en"))));
    $("trials").value = this.trials;
    $("title").textContent = about.title;
    document.title = `${about.title} · evenodds`;
    this.schema = (await this.keys(about.kind)).schema;
    if (from !== "form" || first) this.form.draw(this.schema, about.document);
    if (from !== "roster" || first) this.roster.draw(this.schema, about.document);
    this.tools.offer(about);
    return this.play();
  }
  // Edits the text. Each edit begins with the text of the one before.
  async edit(edits, from) {
    await this.next(() => ({ do: "edit", text: this.text, edits }), from);
    if (from === "structure" && this.faulty) {
      // The form follows the structure of the text, even if the text has faults.
      const parsed = await this.desk.ask({ do: "parse", text: this.text });
      if (parsed.document) { this.form.draw(this.schema, parsed.document); this.form.faults(this.faulty); }
    }
  }
  // Applies assignments that the engine proposes to the text, and shows the change of the answer: of the share of
  // `outcome`, or of the share in the headline.
  async apply(assignments, outcome = null) {
    const before = this.shareOf(outcome)?.share;
    $("contest").scrollIntoView();
    return this.next(() => ({ do: "apply", of: this.of(), assignments }), "structure", { outcome, before });
  }
  // Sets the text that the engine makes of the current one.
  async next(request, from, applied = null) {
    const made = this.edits.then(async () => {
      const wanted = request();
      const { turn } = this;
      const answer = await this.desk.ask(wanted);
      // Something else may have been opened meanwhile.
      if (turn !== this.turn) return null;
      if (answer.text === undefined) return this.complain([{ text: answer.wrong }]);
      // The next edit begins with this text, and does not wait for the trials.
      return { played: this.set(answer.text, from, null, applied) };
    });
    this.edits = made.catch(() => {});
    return (await made)?.played;
  }
  // Shows faults in the list above the results, in the form and, if `inShort`, in the short form.
  complain(faults, inShort = true) {
    this.faulty = faults.length ? faults : null;
    this.form.faults(faults);
    if (inShort && !$("tab-short").hidden) this.short.faults(faults);
    document.body.classList.toggle("faulty", faults.length > 0);
    $("wrong").replaceChildren(...(faults.length ? [make("ul", { className: "wrong" }, ...faults.map((one) => {
      const place = one.line ? make("button", { type: "button", className: "small", onclick: () => this.go(one) }, `line ${one.line}`) : null;
      return make("li", {}, one.text, one.help ? make("small", {}, ` ${one.help}`) : null, " ", place);
    }))] : []));
    $("change").hidden = faults.length > 0;
    if (faults.length) {
      $("progress").textContent = "not played";
      document.body.classList.remove("playing");
    }
  }
  // Selects the line of a fault in the text.
  go(fault) {
    $("edit").open = true;
    $("tab-text").click();
    const lines = this.text.split("\n");
    const start = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    $("toml").focus();
    $("toml").setSelectionRange(start + fault.column - 1, start + lines[fault.line - 1].length);
  }
  async play() {
    if (this.faulty) return;
    this.note();
    const plan = this.plan = { of: this.of(), seed: this.seed, trials: this.trials, slow: this.about.slow };
    const begun = performance.now();
    let first = true;
    document.body.classList.add("playing");
    try {
      await this.player.play(plan, (shown, whole) => {
        if (plan !== this.plan) return;
        if (first) { first = false; document.body.dataset.first = Math.round(performance.now() - begun); }
        this.shown = plan.shown = shown;
        drawShown(shown, whole, (performance.now() - begun) / 1000);
        this.beside.draw(whole);
        if (whole) this.end(plan.trials);
      });
    } catch (error) {
      if (plan === this.plan && !(error instanceof Stopped)) this.complain([{ text: `The trials were not played: ${error.message}` }]);
    }
  }
  end(trials) {
    document.body.classList.remove("playing");
    document.body.dataset.done = trials;
  }
  // Ends the trials. The answer is that of the trials so far.
  stop() {
    const { plan } = this;
    this.player.halt();
    if (plan.shown) {
      plan.counts = [plan.shown.counts];
      plan.trials = plan.shown.trials;
      this.beside.draw();
    }
    $("progress").textContent = `stopped after ${(plan.shown?.trials ?? 0).toLocaleString("en")} trials`;
    this.end(plan.trials);
  }
  // Returns a share of the current answer with its interval: that of an outcome, or that in the headline.
  shareOf(outcome) {
    if (!outcome) return this.shown?.main;
    const one = this.shown?.outcomes.find((one) => one.name === outcome);
    return one && { ...one, share: one.exact ?? one.share };
  }
  // Shows the change of the share in the headline: by the applied change, or from the kept or the first version.
  drawChange() {
    if (!this.shown) return;
    if (this.first.text === this.text) this.first.main = this.shown.main;
    const { version } = this.beside;
    const base = version ? { text: version.text, main: version.shown.main, name: "the kept version" } : { ...this.first, name: "the first version" };
    const { outcome } = this.applied ?? {};
    const subject = outcome && outcome !== this.shown.main?.name ? `${words(outcome)} ` : "";
    $("change").textContent = subject + changeText(this.shareOf(this.applied?.outcome), this.applied?.before, base.text === this.text ? null : base);
  }
  // Shares the headline, a link and the picture of the answer, or copies the link.
  async link() {
    // The address always has the expressions of dice.
    if ($("dice").hidden) this.address((await this.desk.ask({ do: "link", text: this.text, seed: this.seed, trials: this.trials })).fragment);
    const say = (text) => {
      $("linked").textContent = text;
      setTimeout(() => { $("linked").textContent = ""; }, 3000);
    };
    if (navigator.share) {
      const text = $("dice").hidden ? $("headline").textContent : $("sum").textContent;
      const all = { title: document.title, text, url: location.href };
      const chart = this.shown?.charts[0];
      const svg = $("dice").hidden ? chart?.svg : $("found").querySelector("svg")?.outerHTML;
      const files = svg ? await pictureFiles(svg) : [];
      try {
        return await navigator.share(files.length && navigator.canShare?.({ ...all, files }) ? { ...all, files } : all);
      } catch (error) {
        if (error.name === "AbortError") return null;
      }
    }
    try {
      await navigator.clipboard.writeText(location.href);
      return say("Copied");
    } catch {
      return say("The link is in the address bar");
    }
  }
  // Returns the memory of all engines in bytes.
  memory() {
    return [this.desk, this.asking, ...this.player.pool].reduce((sum, one) => sum + (one.memory || 0), 0);
  }
}
const app = new App();
// For tests and the console.
globalThis.evenodds = app;
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Stopped) event.preventDefault();
});
app.prepare();
app.start().catch((error) => app.fail(`The page cannot start: ${error.message}`));
