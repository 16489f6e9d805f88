// Form of a scenario, made from the JSON Schema of its kind and its document. Each field belongs to a value of the text.
const FOLDED = ["use", "notes", "rules", "run", "expect", "sweep", "tune"];
const HIDDEN = ["format", "kind"];
class Form {
  // `change` applies edits to the text; `begin` returns the initial table of a kind.
  constructor(root, change, begin) {
    this.root = root;
    this.change = change;
    this.begin = begin;
  }
  // Draws the form of a document.
  draw(schema, document_) {
    this.fields = new Map();
    const open = new Set([...this.root.querySelectorAll("details[open]")].map((one) => one.dataset.path));
    const list = make("div", { className: "fields" });
    const folded = [];
    for (const [name, own] of Object.entries(schema.properties)) {
      if (HIDDEN.includes(name)) continue;
      const place = { path: [name], said: name };
      const part = this.part(name, own, document_[name], place, (schema.required || []).includes(name));
      if (FOLDED.includes(name)) folded.push([name, own, part]);
      else list.append(part);
    }
    for (const [name, own, part] of folded) {
      const body = own.type === "object" ? [...part.childNodes].slice(1) : [part];
      list.append(make("details", { "data-path": name }, make("summary", {}, words(name)), this.help(own), ...body));
    }
    this.root.replaceChildren(list);
    for (const one of this.root.querySelectorAll("details")) if (open.has(one.dataset.path)) one.open = true;
  }
  help(schema) {
    return schema.description ? make("p", { className: "help" }, schema.description) : null;
  }
  // Returns the part of the form for a key: a group, a list or a field.
  part(name, whole, value, place, required) {
    const schema = fitting(whole, value);
    if (schema.type === "array" && schema.items && schema.items.type === "object") return this.list(name, schema, value || [], place);
    if (schema.type === "object" && schema.properties) return this.group(place.own ?? words(name), schema, value || {}, place);
    const kinds = variants(schema);
    if (kinds && (value === undefined || kinds.some((one) => one.name === value[one.tag]))) return this.kinded(name, schema, kinds, value, place, required);
    if (schema.type === "object" && typeof schema.additionalProperties === "object") return this.map(name, schema, value || {}, place);
    return this.field(name, schema, value, place, required);
  }
  // Returns a table: required and present keys first, the others folded under "more".
  group(title, schema, value, place, extra = null) {
    const box = make("fieldset", {}, make("legend", {}, title, extra));
    const more = [];
    for (const [name, own] of Object.entries(schema.properties)) {
      const here = { path: [...place.path, name], said: `${place.said}.${name}` };
      const required = (schema.required || []).includes(name);
      const part = this.part(name, own, value[name], here, required);
      const usual = required || value[name] !== undefined || Object.keys(schema.properties).length <= 3;
      if (usual) box.append(part);
      else more.push(part);
    }
    if (more.length) box.append(make("details", { "data-path": `${place.said} more`, className: "more" }, make("summary", {}, "more"), ...more));
    const inner = schema.additionalProperties;
    if (typeof inner === "object") box.append(this.map("other_keys", { additionalProperties: inner, description: inner.description }, value, place, null, schema.properties));
    return box;
  }
  // Returns a table with a kind, which decides its other keys.
  kinded(name, schema, kinds, value, place, required) {
    const { tag } = kinds[0];
    const own = value && kinds.find((one) => one.name === value[tag]);
    const take = async (chosen) => {
      if (!chosen) return this.change([{ edit: "remove", path: place.path }], true);
      const { properties } = kinds.find((one) => one.name === chosen).schema;
      const begun = Object.entries(await this.begin(chosen)).filter(([key]) => key in properties);
      return this.change([{ edit: "set", path: place.path, value: { [tag]: chosen, ...Object.fromEntries(begun) } }], true);
    };
    const id = `f-${place.path.join("-")}-${tag}`;
    const select = make("select", { id, onchange: () => take(select.value) },
      required && own ? null : make("option", { value: "" }, "as in the file"), ...kinds.map((one) => make("option", { value: one.name }, words(one.name))));
    select.value = own?.name ?? "";
    const field = make("div", { className: "field" }, make("label", { htmlFor: id }, words(tag)), select, make("p", { className: "fault", hidden: true }));
    for (const path of [place.path, [...place.path, tag]]) this.fields.set(path.join("/"), field);
    if (!own) return make("fieldset", {}, make("legend", {}, words(name)), field, this.help(schema));
    const rest = { ...own.schema, properties: Object.fromEntries(Object.entries(own.schema.properties).filter(([key]) => key !== tag)) };
    const box = this.group(words(name), rest, value, place);
    box.querySelector("legend").after(field);
    return box;
  }
  // Returns a table whose keys are free names, without those that are `fixed`.
  map(name, schema, value, place, extra = null, fixed = {}) {
    const box = make("fieldset", {}, make("legend", {}, words(name), extra), this.help(schema));
    const inner = schema.additionalProperties;
    for (const [key, one] of Object.entries(value).filter(([key]) => !Object.hasOwn(fixed, key))) {
      const here = { path: [...place.path, key], said: `${place.said}.${key}`, own: key };
      const remove = make("button", { type: "button", className: "small", "aria-label": `Remove ${key}`,
        onclick: () => this.change([{ edit: "remove", path: here.path }], true) }, "remove");
      box.append(make("div", { className: "entry" }, this.part(key, inner, one, here, true), remove));
    }
    const input = make("input", { "aria-label": `Name for ${words(name)}`, placeholder: "name" });
    const add = () => {
      const key = input.value.trim();
      if (!key || key in value || Object.hasOwn(fixed, key)) return input.focus();
      this.change([{ edit: "set", path: [...place.path, key], value: initial(inner) }], true);
    };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") add(); });
    box.append(make("p", { className: "buttons" }, input, make("button", { type: "button", className: "add", onclick: add }, "Add")));
    return box;
  }
  // Returns a list of tables, each with buttons to copy and remove it.
  list(name, schema, value, place) {
    const box = make("div", { className: "list", role: "group", "aria-label": words(name) });
    const singular = words(name).replace(/ses$/, "s").replace(/([^s])s$/, "$1");
    value.forEach((element, index) => {
      // Tables with free keys have no name.
      const own = schema.items.properties && typeof element.name === "string" ? element.name : "";
      const key = /^[\p{L}\p{N}_-]+$/u.test(own) ? own : `"${own}"`;
      const here = { path: [...place.path, index], said: own ? `${place.said}.${key}` : `${place.said}[${index}]` };
      const title = own || `${singular} ${index + 1}`;
      const copy = make("button", { type: "button", className: "small", title: `Add a copy of ${title}`, "aria-label": `Copy ${title}`,
        onclick: () => this.change([{ edit: "copy", path: here.path, values: own ? { name: unique(own, value) } : {} }], true) }, "copy");
      const remove = make("button", { type: "button", className: "small", "aria-label": `Remove ${title}`,
        onclick: () => this.change([{ edit: "remove", path: here.path }], true) }, "remove");
      const act = make("span", { className: "act" }, copy, remove);
      box.append(schema.items.properties ? this.group(title, schema.items, element, here, act) : this.map(title, schema.items, element, here, act));
    });
    box.append(make("button", { type: "button", className: "add", onclick: () => {
      if (value.length) {
        const last = value.at(-1);
        const values = schema.items.properties && typeof last.name === "string" ? { name: unique(last.name, value) } : {};
        this.change([{ edit: "copy", path: [...place.path, value.length - 1], values }], true);
      } else this.change([{ edit: "add", path: place.path, values: example(schema.items) }], true);
    } }, `Add ${singular}`), this.help(schema) || "");
    return box;
  }
  field(name, schema, value, place, required) {
    const id = `f-${place.path.join("-")}`;
    const set = (value) => this.change(value === undefined
      ? [{ edit: "remove", path: place.path }] : [{ edit: "set", path: place.path, value }], false);
    const control = this.control(schema, value, set, id, required);
    const label = make("label", { htmlFor: id, title: schema.description || "" }, place.own ?? words(name));
    const row = make("div", { className: "field", title: schema.description || "" }, label, control, make("p", { className: "fault", hidden: true }));
    this.fields.set(place.path.join("/"), row);
    return row;
  }
  control(schema, value, set, id, required) {
    const choices = schema.oneOf || (schema.anyOf || []).find((one) => one.oneOf)?.oneOf;
    if (choices && (value === undefined || typeof value === "string")) {
      const unset = required ? null : make("option", { value: "" }, schema.default === undefined ? "default" : `default (${words(String(schema.default))})`);
      const select = make("select", { id, onchange: () => set(select.value || undefined) }, unset,
        ...choices.map((one) => make("option", { value: one.const, title: one.description || "" }, words(String(one.const)))));
      select.value = value ?? "";
      const about = make("small", { className: "about" });
      const describe = () => { about.textContent = choices.find((one) => one.const === select.value)?.description || ""; };
      select.addEventListener("change", describe);
      describe();
      return make("div", {}, select, about);
    }
    if (schema.type === "boolean") {
      const box = make("input", { id, type: "checkbox", checked: value ?? schema.default ?? false, onchange: () => set(box.checked) });
      return box;
    }
    if (schema.type === "integer" && (value === undefined || Number.isInteger(value))) {
      const low = schema.minimum ?? -1e15, high = schema.maximum ?? 1e15;
      const read = () => (input.value === "" && !required ? undefined : Number(input.value));
      const input = make("input", { id, type: "number", inputMode: "numeric", value: value ?? "", min: low, max: high, step: 1,
        placeholder: schema.default ?? "", onchange: () => set(read()) });
      const step = (by) => () => {
        const from = input.value === "" ? Number(schema.default ?? Math.max(0, low)) : Number(input.value);
        input.value = Math.min(high, Math.max(low, from + by));
        set(read());
      };
      return make("div", { className: "stepper" },
        make("button", { type: "button", "aria-label": "Decrease", onclick: step(-1) }, "−"), input,
        make("button", { type: "button", "aria-label": "Increase", onclick: step(1) }, "+"));
    }
    if (schema.type === "number") {
      const input = make("input", { id, type: "number", step: "any", value: value ?? "", placeholder: schema.default ?? "",
        onchange: () => set(input.value === "" ? undefined : Number(input.value)) });
      return input;
    }
    if (schema.type === "string" && (value === undefined || typeof value === "string")) {
      const long = (value || "").length > 60 || (value || "").includes("\n");
      const input = make(long ? "textarea" : "input", { id, value: value ?? "", onchange: () => set(input.value === "" && !required ? undefined : input.value) });
      return input;
    }
    // All other values are edited as JSON, which is similar to TOML, or as a text where one is accepted.
    const plain = typeof value === "string" && schema.anyOf?.some((one) => one.type === "string");
    const input = make("input", { id, value: value === undefined ? "" : plain ? value : JSON.stringify(value), placeholder: schema.examples ? JSON.stringify(schema.examples[0]) : "",
      onchange: () => {
        const text = input.value.trim();
        if (text === "") return set(undefined);
        try { set(JSON.parse(text)); } catch { set(/^[\d\s,]+$/.test(text) ? text.split(/[\s,]+/).filter(Boolean).map(Number) : text); }
      } });
    return input;
  }
  // Shows faults at their fields. Faults without a field are shown by the caller.
  faults(list) {
    for (const row of this.root.querySelectorAll(".field.bad")) {
      row.classList.remove("bad");
      row.querySelector(".fault").hidden = true;
    }
    for (const fault of list) {
      // The field of the value, or of the missing key in it.
      const missing = (fault.path || "").split(".").at(-1);
      const row = fault.at && (this.fields?.get(fault.at.join("/")) || this.fields?.get([...fault.at, missing].join("/")));
      if (!row) continue;
      row.classList.add("bad");
      const message = row.querySelector(".fault");
      message.textContent = fault.help ? `${fault.text}. ${fault.help}` : fault.text;
      message.hidden = false;
      for (let up = row.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    }
  }
}
const unique = (name, all) => {
  const taken = new Set(all.map((one) => one.name));
  const base = name.replace(/ \d+$/, "");
  for (let number = 2; ; number++) if (!taken.has(`${base} ${number}`)) return `${base} ${number}`;
};
// Returns the initial value of a key; undefined if its schema has none.
const first = (schema) => schema.examples?.[0] ?? schema.default ?? schema.oneOf?.[0]?.const ?? schema.minimum;
// Returns the initial value of a free key.
const initial = (schema) => {
  const table = schema.anyOf?.find((one) => one.type === "object") ?? schema;
  return first(schema) ?? (table.type === "object" ? example(table) : "");
};
// Returns the schema of a value that is an integer or a table, else the whole schema.
const fitting = (schema, value) => {
  if (schema.type || !schema.anyOf || schema.anyOf.some((one) => one.type === "string") || Array.isArray(value)) return schema;
  const type = Number.isInteger(value) ? "integer" : typeof value;
  const own = schema.anyOf.find((one) => one.type === type);
  return own ? { description: schema.description, ...own } : schema;
};
// Returns a new element with its required keys.
const example = (schema) => {
  const made = {};
  for (const name of schema.required || []) {
    const own = schema.properties[name];
    const usual = first(own);
    if (own.type === "array" && own.items?.type === "object" && usual === undefined) made[name] = Array.from({ length: own.minItems || 1 }, () => example(own.items));
    else if (own.type === "object" && usual === undefined) made[name] = example(variants(own)?.[0].schema ?? own);
    else if (usual !== undefined) made[name] = usual;
  }
  return made;
};
// Returns the kinds of a table with their tag: the key that has a single allowed value in each. Null if it has no kinds.
const variants = (schema) => {
  if (schema.type !== "object" || !schema.anyOf) return null;
  const kinds = schema.anyOf.map((own) => {
    const found = Object.entries(own.properties || {}).find(([, key]) => key.oneOf?.length === 1);
    return found && { tag: found[0], name: found[1].oneOf[0].const, schema: own };
  });
  return kinds.length && kinds.every((one) => one && one.tag === kinds[0].tag) ? kinds : null;
};
