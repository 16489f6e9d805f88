// Interactive functions of the page: sorts tables, copies commands, filters scenarios, and shows the values of a chart
// or a single outcome. All content is readable without this script.
(() => {
  "use strict";
  const add = (parent, name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    parent.append(made);
    return made;
  };
  // The number at the start of a cell, so that 9% sorts before 10%.
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
  const charts = [...document.querySelectorAll(".chart")];
  // Tooltips of charts: browsers show titles late, and phones do not show them.
  const words = new Map();
  for (const title of document.querySelectorAll(".chart svg title")) {
    const place = title.parentElement;
    if (place.localName === "path") words.set(place, title.textContent);
    // The label of the figure has the name of the chart.
    title.remove();
  }
  if (words.size) {
    const tip = add(document.body, "div", "");
    tip.className = "tip";
    tip.setAttribute("role", "status");
    tip.hidden = true;
    let shown = null;
    const hide = () => {
      if (shown) shown.classList.remove("told");
      shown = null;
      tip.hidden = true;
    };
    // Places the tooltip beside the pointer, within the window.
    const show = (place, x, y) => {
      if (place !== shown) {
        hide();
        shown = place;
        place.classList.add("told");
        tip.textContent = words.get(place);
        tip.hidden = false;
      }
      const { width, height } = tip.getBoundingClientRect();
      const most = document.documentElement.clientWidth - width - 8;
      tip.style.left = `${Math.max(8, Math.min(x - width / 2, most))}px`;
      tip.style.top = `${y - height - 14 > 0 ? y - height - 14 : y + 22}px`;
    };
    const point = (event) => {
      if (words.has(event.target)) show(event.target, event.clientX, event.clientY);
      else hide();
    };
    for (const chart of charts) {
      chart.addEventListener("pointermove", point);
      chart.addEventListener("pointerdown", point);
      chart.addEventListener("pointerleave", (event) => {
        if (event.pointerType === "mouse") hide();
      });
      chart.addEventListener("blur", hide);
      // Arrow keys move from tooltip to tooltip.
      chart.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (event.key === "Escape") hide();
        if (!step) return;
        const all = [...chart.querySelectorAll("path")].filter(
          (one) => words.has(one) && one.getClientRects().length && one.checkVisibility(),
        );
        if (!all.length) return;
        const next = all[(all.indexOf(shown) + step + all.length) % all.length]
          || all[step > 0 ? 0 : all.length - 1];
        event.preventDefault();
        const { left, top, width, height } = next.getBoundingClientRect();
        if (top < 40 || top + height > innerHeight) next.scrollIntoView({ block: "center" });
        const now = next.getBoundingClientRect();
        show(next, left + width / 2, Math.max(now.top, 44));
      });
    }
    addEventListener("scroll", hide, { passive: true });
  }
  // Selecting an outcome dims the others in all charts of sections that are divided by outcome.
  const parts = [...document.querySelectorAll("section .chart g[data-of]")];
  const drawn = parts.filter((part) => !part.querySelector("text"));
  const colors = new Map();
  for (const part of drawn) {
    const own = part.querySelector("rect");
    if (own && !colors.has(part.dataset.of)) colors.set(part.dataset.of, own);
  }
  if (colors.size > 1) {
    const known = parts.filter((part) => colors.has(part.dataset.of) || drawn.includes(part));
    const buttons = [];
    const choose = (name) => {
      for (const part of known) {
        part.classList.toggle("back", name !== "" && part.dataset.of !== name);
      }
      for (const [button, own] of buttons) button.setAttribute("aria-pressed", own === name);
    };
    const chosen = () => (buttons.find(([one]) => one.getAttribute("aria-pressed") === "true") || [0, ""])[1];
    for (const part of known) {
      if (!part.querySelector("text")) continue;
      part.classList.add("choice");
      part.addEventListener("click", () => choose(chosen() === part.dataset.of ? "" : part.dataset.of));
    }
    const sections = new Set(drawn.map((part) => part.closest("section")));
    for (const section of sections) {
      const group = document.createElement("p");
      group.className = "by";
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", "Outcome shown in the charts");
      group.append("Show ");
      for (const name of ["", ...colors.keys()]) {
        const button = add(group, "button", "");
        button.type = "button";
        if (name) {
          const own = colors.get(name).cloneNode();
          for (const [key, value] of Object.entries({ x: 0, y: 0, width: "100%", height: "100%" })) own.setAttribute(key, value);
          const sign = document.createElementNS(own.namespaceURI, "svg");
          sign.setAttribute("class", "sign");
          sign.setAttribute("aria-hidden", "true");
          sign.append(own);
          button.append(sign);
        }
        button.append(name ? ` ${name}` : "all outcomes");
        button.addEventListener("click", () => choose(name));
        buttons.push([button, name]);
      }
      section.querySelector("figure").before(group);
    }
    choose("");
  }
  const list = document.querySelector("[data-filtered]");
  if (list) {
    const label = document.createElement("label");
    label.className = "filter";
    label.append("Filter: ");
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
