// Draws results. The bars are updated after every round; the charts come from the engine.
const percent = (share, digits = 1) => `${(share * 100).toFixed(digits)}%`;
const draw = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
// Draws both versions of a chart, for wide screens and for phones; the style shows one of them.
const picture = (chart) => make("figure", { className: "chart" },
  make("div", { className: "wide" }, draw(chart.svg)), make("div", { className: "narrow" }, draw(chart.narrow)));
const drawBars = (root, shown) => {
  const rows = shown.outcomes.map((one) => {
    const value = one.exact ?? one.share ?? 0;
    const digits = Math.max(1, Math.min(4, Math.ceil(-Math.log10(Math.max(one.high - one.low, 1e-9))) - 1));
    const bar = make("div", { className: "bar" });
    const fill = make("i");
    fill.style.width = percent(value, 3);
    // The style of dark pages changes the colors of SVG only.
    fill.append(draw(`<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><rect width="100%" height="100%" fill="${one.color || "#8F949A"}"/></svg>`));
    bar.append(fill);
    if (one.exact === null || one.exact === undefined) {
      const range = make("u");
      range.style.left = percent(one.low, 3);
      range.style.width = percent(Math.max(0, one.high - one.low), 3);
      bar.append(range);
    }
    const text = one.exact === null || one.exact === undefined
      ? `${percent(one.share ?? 0, digits)} (95% CI ${(one.low * 100).toFixed(digits)}–${(one.high * 100).toFixed(digits)})` : `exactly ${one.digits}`;
    return make("div", { className: "row", title: `${one.phrase}: ${text}` }, make("span", { className: "name" }, words(one.name)), bar,
      make("span", { className: "share" }, percent(value, Math.min(digits, 2))));
  });
  root.replaceChildren(...rows);
};
const drawShown = (shown, whole, seconds) => {
  $("headline").textContent = shown.headline;
  const trials = `${shown.trials.toLocaleString("en")} trials`;
  $("figures").textContent = [shown.basis, trials, ...shown.readings].filter((part) => part).join(" · ");
  drawBars($("bars"), shown);
  $("glance").replaceChildren(...shown.highlights.flatMap((one) => [make("dt", {}, one.label), make("dd", {}, one.pieces.join(" "))]));
  $("expected").replaceChildren(...shown.expected.map((one) => make("li", { className: one.verdict }, one.line)));
  $("progress").textContent = whole ? `${trials} in ${seconds.toFixed(1)} s` : `${trials}…`;
  if (shown.charts.length) {
    const main = shown.charts.filter((one) => !one.more && !one.shares).map((one) => picture(one));
    const more = shown.charts.filter((one) => one.more).map((one) => picture(one));
    const open = $("charts").querySelector("details")?.open;
    $("charts").replaceChildren(make("h2", {}, "Charts"), ...main,
      ...(more.length ? [make("details", { open }, make("summary", {}, `${more.length} more`), ...more)] : []));
  }
};
// Returns the change of a share in percentage points: by an applied change from `before`, or from the version `base`.
const changeText = (now, before, base) => {
  if (!now) return "";
  if (before !== undefined) return `${(before * 100).toFixed(1)} → ${percent(now.share)}`;
  if (!base?.main) return "";
  const change = (now.share - base.main.share) * 100;
  const half = (one) => (one.high - one.low) * 50;
  if (Math.abs(change) <= Math.hypot(half(now), half(base.main))) return `${percent(now.share)} · no significant change`;
  const points = Math.abs(change).toFixed(Math.abs(change) < 10 ? 1 : 0);
  return `${percent(now.share)} ${change > 0 ? "▲ +" : "▼ −"}${points} from ${base.name}`;
};
// Returns a chart as a file in PNG; no file if the browser does not draw it.
const pictureFiles = async (svg) => {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
    const canvas = make("canvas", { width: image.width * 2, height: image.height * 2 });
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    return [new File([blob], "evenodds.png", { type: blob.type })];
  } catch {
    return [];
  }
};
// Draws an answer: headline, charts, tables and notes.
const drawAnswer = (answer) => {
  const blocks = answer.blocks.flatMap((block) => {
    if (block.text) return [make("p", {}, block.text)];
    if (block.notes) return [make("dl", { className: "glance" }, ...block.notes.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]))];
    const head = make("tr", {}, ...block.headings.map((text) => make("th", { scope: "col" }, text)));
    const rows = block.rows.map((row) => make("tr", {}, ...row.map((text, index) => make(index ? "td" : "th", index ? {} : { scope: "row" }, text))));
    const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
    return [...(block.caption ? [make("h3", {}, block.caption)] : []), make("div", { className: "scroll", tabIndex: 0, role: "group", "aria-label": block.caption || answer.heading }, table)];
  });
  return [make("h3", {}, answer.heading), make("p", { className: "claim" }, answer.claim || answer.sentence),
    ...answer.charts.map((one) => picture(one)), ...blocks, make("p", { className: "sure" }, answer.facts)];
};
