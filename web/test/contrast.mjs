// Returns texts with a contrast below 4.5 to 1, the minimum of WCAG 2 for small text, and controls without a name.
export const pale = (page) => page.evaluate(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = read(getComputedStyle(one).backgroundColor);
      if (color[3] > 200) return color;
    }
    return read(getComputedStyle(document.documentElement).backgroundColor);
  };
  const found = new Set();
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || ["SCRIPT", "STYLE", "OPTION", "OPTGROUP"].includes(element.tagName) || !element.checkVisibility()) continue;
    const [one, other] = [light(read(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) found.add(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
  }
  for (const control of document.querySelectorAll("main input, main select, main textarea, main button")) {
    const named = control.labels?.length || control.getAttribute("aria-label") || control.title || control.textContent.trim() || control.closest("label");
    if (!named && control.checkVisibility()) found.add(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  return [...found];
});
// Returns controls that are narrower or lower than 24 pixels, the minimum of WCAG 2 for targets.
export const small = (page) => page.evaluate(() => {
  const controls = [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter((one) => one.checkVisibility());
  const sizes = controls.map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()]);
  // Less than a pixel is the rounding of a size in `rem`.
  return sizes.filter(([, { width, height }]) => Math.min(width, height) < 23.9).map(([one, { width, height }]) => `${width} by ${height}: ${one.outerHTML.slice(0, 80)}`);
});
