// The participants of a contest, with buttons for their numbers and dice.
// Returns a line for each table with a name and a number of equal participants or of dice: its group, its name, and the
// numbers with their paths and limits.
const rosterOf = (schema, document_) => {
  const lines = [];
  const walk = (schema, value, path, group, line) => {
    if (Array.isArray(value)) value.forEach((one, index) => walk(schema.items || {}, one, [...path, index], group, line));
    if (!value || typeof value !== "object" || Array.isArray(value)) return;
    const isNamed = typeof value.name === "string";
    const own = line || { group, name: value.name ?? "", numbers: [] };
    const free = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
    for (const [key, inner] of Object.entries(schema.properties || {})) {
      const number = value[key] ?? (key === "count" ? inner.default ?? 1 : undefined);
      if ((isNamed || line) && ["count", "dice"].includes(key) && inner.type === "integer" && Number.isInteger(number)) {
        own.numbers.push({ path: [...path, key], key, number, label: line ? value.name : key, least: inner.minimum ?? 0, most: inner.maximum ?? 1e6, isSet: key in value });
      }
    }
    for (const [key, one] of Object.entries(value)) {
      const whole = schema.properties?.[key] ?? free;
      const kinds = variants(whole);
      const inner = kinds?.find((kind) => kind.name === one?.[kind.tag])?.schema ?? whole;
      const inside = schema.properties?.[key] ? (isNamed ? value.name : group) : key;
      walk(inner, one, [...path, key], inside, key === "classes" && isNamed ? own : null);
    }
    if (!line && own.numbers.length) lines.push(own);
  };
  walk(schema, document_, [], "", null);
  // Participants with dice have a number only where the text has one.
  for (const line of lines) if (line.numbers.some((one) => one.key === "dice")) line.numbers = line.numbers.filter((one) => one.isSet);
  return lines;
};
class Roster {
  // Calls `change` with an edit of the text.
  constructor(root, change) {
    this.root = root;
    this.change = change;
  }
  draw(schema, document_) {
    const lines = rosterOf(schema, document_);
    this.root.replaceChildren(...lines.flatMap((line, index) => [
      ...(line.group && line.group !== lines[index - 1]?.group ? [make("h2", {}, words(line.group))] : []),
      make("div", { className: "line", role: "group", "aria-label": line.name }, make("span", { className: "name" }, line.name),
        ...line.numbers.map((one) => this.number(line, one))),
    ]));
  }
  number({ name, numbers }, one) {
    const unit = one.key === "count" ? "" : numbers.filter(({ key }) => key === "dice").length > 1 ? one.label : "dice";
    const value = make("output");
    const step = (by, sign, said) => make("button", { type: "button", "aria-label": `${name}, ${unit || "number"}: ${said}`, onclick: () => {
      one.number += by;
      show();
      this.change({ edit: "set", path: one.path, value: one.number });
    } }, sign);
    const less = step(-1, "−", "one less"), more = step(1, "+", "one more");
    const show = () => {
      value.textContent = one.number;
      less.disabled = one.number <= one.least;
      more.disabled = one.number >= one.most;
    };
    show();
    return make("span", { className: "stepped" }, less, make("span", {}, value, unit ? make("small", {}, ` ${unit}`) : null), more);
  }
}
