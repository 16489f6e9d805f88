// Engines: each is a worker with its own instance of the module. An engine that fails is restarted, and its request is
// repeated once.
const $ = (id) => document.getElementById(id);
const make = (tag, more = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && !name.includes("-") && name !== "list") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};
const words = (name) => name.replaceAll("_", " ");

class Engine {
  static module = null;
  static source = null;
  static async load() {
    const packed = $("engine").textContent.trim();
    const answer = await fetch(`data:application/octet-stream;base64,${packed}`);
    const stream = answer.body.pipeThrough(new DecompressionStream("gzip"));
    Engine.module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    Engine.source = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
    $("engine").remove();
  }
  constructor() {
    this.waiting = new Map();
    this.last = 0;
    this.start();
  }
  start() {
    this.memory = 0;
    this.worker = new Worker(Engine.source);
    this.worker.onmessage = ({ data }) => {
      const one = this.waiting.get(data.id);
      if (!one) return;
      this.waiting.delete(data.id);
      this.memory = data.memory || 0;
      if (data.failed === undefined) one.resolve(data.answer);
      // After a failure the state of the module is unknown.
      else this.restart(one, data.failed);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      const all = [...this.waiting.values()];
      this.waiting.clear();
      for (const one of all) this.restart(one, event.message || "the worker ended");
    };
    this.worker.postMessage({ module: Engine.module });
  }
  restart(one, why) {
    this.worker.terminate();
    this.start();
    if (one.tries > 0) return one.reject(new Error(why));
    this.send({ ...one, tries: one.tries + 1 });
  }
  send(one) {
    const id = ++this.last;
    this.waiting.set(id, one);
    this.worker.postMessage({ id, request: one.request });
    if (one.patience) setTimeout(() => {
      if (this.waiting.get(id) !== one) return;
      this.waiting.delete(id);
      this.restart(one, "no answer from the worker");
    }, one.patience);
  }
  // Returns the answer as text. Restarts the worker after `patience` milliseconds without an answer; 0 waits forever.
  text(request, patience = 0) {
    return new Promise((resolve, reject) => this.send({ request, resolve, reject, tries: 0, patience }));
  }
  async ask(request, patience = 0) {
    return JSON.parse(await this.text(request, patience));
  }
  // Cancels all requests.
  stop() {
    if (this.waiting.size === 0) return;
    this.worker.terminate();
    const all = [...this.waiting.values()];
    this.waiting.clear();
    this.start();
    for (const one of all) one.reject(new Stopped());
  }
}
class Stopped extends Error {}
