// An engine in a thread of its own: answers requests in order, as text.
"use strict";
// Requests may arrive before the module is ready; they wait for this promise.
let begun = null;
const ask = (engine, request) => {
  const text = new TextEncoder().encode(JSON.stringify(request));
  const at = engine.room(text.length);
  new Uint8Array(engine.memory.buffer, at, text.length).set(text);
  const out = engine.ask(at, text.length);
  const length = new DataView(engine.memory.buffer).getUint32(out, true);
  const answer = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, out + 4, length));
  engine.done(out, length);
  return answer;
};
onmessage = async ({ data }) => {
  if (data.module) {
    // Some libraries import functions of the browser that are never called here.
    const imports = {};
    for (const one of WebAssembly.Module.imports(data.module)) {
      imports[one.module] ??= {};
      imports[one.module][one.name] = () => { throw new Error(`${one.name} is not available`); };
    }
    begun = WebAssembly.instantiate(data.module, imports);
    return;
  }
  try {
    const engine = (await begun).exports;
    const answer = ask(engine, data.request);
    postMessage({ id: data.id, answer, memory: engine.memory.buffer.byteLength });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
