// Expressions of dice without a contest: their exact distributions while the user types.
const EXAMPLES = [
  ["Ability scores", "4d6kh3; 3d6", "15"],
  ["Advantage", "2d20kh1 + 5; 1d20 + 5", "15"],
  ["Pools of successes", "6d6c>=5; 5d6c>=5; 6d6c>=5 - 5d6c>=5", "1"],
  ["Wild die", "max((1d8!!, 1d6!!)); 1d8!!", "4"],
  ["Risk", "wins(3d6, 2d6)", ""],
];
// Returns the start of a text that may be long.
const start = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
class Line {
  constructor(app, engine) {
    this.app = app;
    this.engine = engine;
    this.turn = 0;
    let timer = 0;
    $("line").oninput = $("least").oninput = () => { clearTimeout(timer); timer = setTimeout(() => this.ask(), 200); };
    $("halt").onclick = () => this.engine.stop();
    $("samples").append(...EXAMPLES.map(([label, text, least]) => make("button", { type: "button", title: text, onclick: () => this.put(text, least) }, label)));
  }
  put(text, least) {
    $("line").value = text;
    $("least").value = least;
    return this.ask();
  }
  // Shows the expressions of a link; without one, those that the user typed last.
  open(link) {
    if (link) return this.put(link.expressions.join("; "), link.marks.join(", "));
    return $("line").value ? this.ask() : this.put(...EXAMPLES[0].slice(1));
  }
  async ask() {
    const turn = ++this.turn;
    const expressions = $("line").value.split(/[;\n]/).map((text) => text.trim()).filter(Boolean);
    const marks = ($("least").value.match(/-?\d{1,15}/g) || []).map(Number);
    // Cancels the question before, however long it takes.
    this.engine.stop();
    if (!expressions.length) {
      this.app.address("dice=");
      for (const id of ["slips", "sum", "found"]) $(id).replaceChildren();
      return this.state("");
    }
    $("dice").classList.add("stale");
    const slow = setTimeout(() => this.state("Working…", true), 300);
    try {
      const answer = await this.engine.ask({ do: "dice", expressions, marks });
      if (turn === this.turn) this.draw(answer);
    } catch (error) {
      if (turn === this.turn) this.state(error instanceof Stopped ? "Stopped." : `Failed: ${error.message}`);
    } finally {
      clearTimeout(slow);
    }
  }
  state(text, runs = false) {
    $("working").textContent = text;
    $("halt").hidden = !runs;
  }
  draw(answer) {
    this.state("");
    if (answer.fragment) this.app.address(answer.fragment);
    const slips = answer.slips?.map(({ text, parts: [before, at, after] }) =>
      make("li", {}, make("code", {}, before.length > 60 ? `…${before.slice(-60)}` : before, make("mark", {}, start(at) || "\u00a0"), start(after)), `: ${text}`));
    $("slips").replaceChildren(...(slips || answer.wrong ? [make("ul", { className: "wrong" }, ...(slips || [make("li", {}, answer.wrong)]))] : []));
    if (slips || answer.wrong) return;
    const [, sentence, ...rest] = drawAnswer(answer);
    document.title = `${answer.heading} · evenodds`;
    $("sum").replaceChildren(...sentence.childNodes);
    $("found").replaceChildren(...rest);
    $("dice").classList.remove("stale");
  }
}
