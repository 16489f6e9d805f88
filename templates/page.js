// What the page can do beyond being read: sort tables, copy commands, look for a scenario. Whole without it.
(() => {
  "use strict";
  const add = (parent, name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    parent.append(made);
    return made;
  };
  // The number that a cell begins with, so that 9 % stands before 10 %.
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell ? cell.textContent.trim().replace(/[,\u00a0]/g, "").replace(/^\u2212/, "-") : "";
    const number = parseFloat(text.replace(/^[<>≈±+]\s*/, ""));
    return Number.isNaN(number) ? text.toLowerCase() : number;
  };
  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    if (!body || body.rows.length < 3) continue;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = [...body.rows].map((row) => [value(row, column), row]);
        rows.sort(([one], [other]) => {
          const order = typeof one === typeof other
            ? (one < other ? -1 : one > other ? 1 : 0)
            : typeof one === "number" ? -1 : 1;
          return up ? order : -order;
        });
        body.append(...rows.map(([, row]) => row));
      });
    });
  }
  if (navigator.clipboard) {
    for (const code of document.querySelectorAll("pre.command code, td code")) {
      const button = add(code.parentElement, "button", "copy");
      button.type = "button";
      button.className = "copy";
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(code.textContent);
          button.textContent = "copied";
        } catch {
          button.textContent = "not copied";
        }
        setTimeout(() => { button.textContent = "copy"; }, 1500);
      });
    }
  }
  const list = document.querySelector("[data-filtered]");
  if (list) {
    const label = document.createElement("label");
    label.className = "filter";
    label.append("Only those with ");
    const input = add(label, "input", "");
    input.type = "search";
    list.before(label);
    const all = document.querySelectorAll("[data-filtered] tbody tr, .card");
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/);
      for (const one of all) {
        const text = one.textContent.toLowerCase();
        one.hidden = !wanted.every((word) => text.includes(word));
      }
    });
  }
})();
