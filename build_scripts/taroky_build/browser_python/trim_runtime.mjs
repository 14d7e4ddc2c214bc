// Takes out of Pyodide's runtime what only compiled extension modules could call: we load none, so most
// of its 8,600 exported functions are not called by anybody. An export stays if its name stands anywhere
// in the runtime's own JavaScript; a function that can no longer be reached from one, from the table or
// from another function gets an empty body (places and numbers stay as they are). Anything unknown is an
// error, never a guess. Usage: node trim_runtime.mjs FOLDER_OF_PYODIDE TARGET_FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const [, , source, target] = process.argv;
const WASM = "pyodide.asm.wasm";
const SCRIPT = "pyodide.asm.mjs";

/** Reads a WebAssembly module (https://webassembly.github.io/spec/core/binary/). */
class Reader {
  /** @param {Uint8Array} data @param {number} at @param {number} end */
  constructor(data, at = 0, end = data.length) {
    Object.assign(this, { data, at, end });
  }

  /** An unsigned number; of a signed one only the length is right. */
  number() {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.data[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  numbers(count) {
    for (let n = 0; n < count; n++) this.number();
  }

  name() {
    const length = this.number();
    this.at += length;
    return Buffer.from(this.data.subarray(this.at - length, this.at)).toString();
  }

  type() {
    const kind = this.data[this.at++];
    if (kind === 0x63 || kind === 0x64) this.number();
  }

  limits() {
    const flags = this.data[this.at++];
    this.numbers(flags & 1 ? 2 : 1);
  }

  /** Calls `found` with the number of every function that the next instructions name; reads to the end
   * of an expression, or of a body. */
  code(found, body) {
    let depth = 1;
    while (depth > 0 || (body && this.at < this.end)) {
      const op = this.data[this.at++];
      if (op === 0x02 || op === 0x03 || op === 0x04 || op === 0x06) {
        depth++;
        this.number();
      } else if (op === 0x1f) {
        depth++;
        this.number();
        for (let n = this.number(); n > 0; n--) this.numbers(this.data[this.at++] < 2 ? 2 : 1);
      } else if (op === 0x0b) depth--;
      else if (op === 0x18) {
        depth--;
        this.number();
      } else if (op === 0x10 || op === 0x12 || op === 0xd2) found(this.number());
      else if (op === 0x11 || op === 0x13) this.numbers(2);
      else if (op === 0x0e) this.numbers(this.number() + 1);
      else if (op === 0x1c) for (let n = this.number(); n > 0; n--) this.type();
      else if (op >= 0x28 && op <= 0x3e) this.numbers(2);
      else if (op === 0x43) this.at += 4;
      else if (op === 0x44) this.at += 8;
      else if (ONE.has(op)) this.number();
      else if (op === 0xfc) this.numbers(BULK[this.number()] ?? unknown(0xfc));
      else if (!(op >= 0x45 && op <= 0xc4) && !NONE.has(op)) unknown(op);
    }
  }
}

// Instructions with one number behind them, and with none; behind 0xfc, by what follows.
const ONE = new Set([
  0x07, 0x08, 0x09, 0x0c, 0x0d, 0x14, 0x15, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41,
  0x42, 0xd0, 0xd5, 0xd6,
]);
const NONE = new Set([0x00, 0x01, 0x05, 0x0a, 0x0f, 0x19, 0x1a, 0x1b, 0xd1, 0xd3, 0xd4]);
const BULK = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

function unknown(/** @type {number} */ what) {
  throw new Error(`${WASM} has something new (${what.toString(16)}): look at trim_runtime.mjs.`);
}

/** A number as a module has it. */
function encoded(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

const sized = (/** @type {Buffer} */ part) => Buffer.concat([encoded(part.length), part]);

/** The script without the names that it only declares and fills, and the words that are left. */
function trimScript(script, loader) {
  const start = script.indexOf("function assignWasmExports(wasmExports){");
  const end = script.indexOf("}", start);
  const declared = /var \w+(?:,\w+){1000,}/.exec(script);
  if (start < 0 || !declared) throw new Error(`${SCRIPT} is written otherwise: look at trim_runtime.mjs.`);
  const filled = script.slice(script.indexOf("{", start) + 1, end).split(";");
  const rest = script.slice(0, start) + script.slice(end + 1);
  const words = new Set((rest.replace(declared[0], "") + loader).match(/[A-Za-z_$][\w$]*/g));
  const kept = filled.filter((one) => {
    const [, local, name] = /^(\w+)=.*wasmExports\["(\w+)"\]/.exec(one) ?? unknown(one.length);
    return words.has(local) || words.has(name);
  });
  const names = new Set(kept.map((one) => one.split("=")[0]));
  const left = declared[0].slice(4).split(",").filter((name) => names.has(name) || words.has(name));
  const text = [
    script.slice(0, start), `function assignWasmExports(wasmExports){${kept.join(";")}}`, script.slice(end + 1),
  ].join("").replace(declared[0], `var ${left.join(",")}`);
  const exported = kept.map((one) => /wasmExports\["(\w+)"\]/.exec(one)?.[1]);
  return { text, words: new Set([...words, ...exported]) };
}

/** The module with the exports that these words name, and bodies for what can be reached from them. */
function trimModule(data, words) {
  const sections = [];
  for (const at = new Reader(data, 8); at.at < data.length; ) {
    const kind = data[at.at++];
    const length = at.number();
    sections.push({ kind, body: new Reader(data, at.at, at.at + length), start: at.at });
    at.at += length;
  }
  /** @param {number} kind @param {(reader: Reader) => void} read */
  const each = (kind, read) => {
    for (const { body } of sections.filter((one) => one.kind === kind)) {
      for (let n = body.number(); n > 0; n--) read(body);
    }
  };
  let imported = 0;
  const linked = new Set();
  each(2, (at) => {
    const from = at.name();
    const name = at.name();
    if (from.startsWith("GOT.")) linked.add(name);
    const kind = data[at.at++];
    if (kind === 0) imported++;
    if (kind === 0 || kind === 4) at.numbers(kind === 4 ? 2 : 1);
    else if (kind === 3) { at.type(); at.at++; }
    else { if (kind === 1) at.type(); at.limits(); }
  });

  const reached = new Set();
  const waiting = [];
  const reach = (/** @type {number} */ n) => {
    if (!reached.has(n)) { reached.add(n); waiting.push(n); }
  };
  const exports = [];
  each(7, (at) => {
    const start = at.at;
    const name = at.name();
    const kind = data[at.at++];
    const n = at.number();
    if ((kind === 0 || kind === 3) && !words.has(name) && !words.has(`_${name}`) && !linked.has(name)) return;
    if (kind === 0) reach(n);
    exports.push(Buffer.from(data.subarray(start, at.at)));
  });
  each(6, (at) => { at.type(); at.at++; at.code(reach); });
  each(9, (at) => {
    const flags = at.number();
    if (flags > 3) unknown(flags);
    if (flags === 2) at.number();
    if (flags !== 1 && flags !== 3) at.code(reach);
    if (flags) at.at++;
    for (let n = at.number(); n > 0; n--) reach(at.number());
  });
  for (const { body } of sections.filter((one) => one.kind === 8)) reach(body.number());

  const bodies = [];
  each(10, (at) => {
    const length = at.number();
    bodies.push([at.at, at.at + length]);
    at.at += length;
  });
  while (waiting.length) {
    const n = waiting.pop();
    if (n < imported) continue;
    const at = new Reader(data, ...bodies[n - imported]);
    for (let groups = at.number(); groups > 0; groups--) { at.number(); at.type(); }
    at.code(reach, true);
    if (at.at !== at.end) unknown(n);
  }

  const nothing = Buffer.from([3, 0, 0, 0x0b]); // no locals; unreachable
  const made = sections.map(({ kind, body, start }) => {
    let content = Buffer.from(data.subarray(start, body.end));
    if (kind === 7) content = Buffer.concat([encoded(exports.length), ...exports]);
    if (kind === 10) {
      content = Buffer.concat([encoded(bodies.length), ...bodies.map(([from, to], n) =>
        reached.has(n + imported) ? sized(Buffer.from(data.subarray(from, to))) : nothing)]);
    }
    return Buffer.concat([Buffer.from([kind]), sized(content)]);
  });
  return Buffer.concat([Buffer.from(data.subarray(0, 8)), ...made]);
}

const loader = readFileSync(join(source, "pyodide.mjs"), "utf-8");
const { text, words } = trimScript(readFileSync(join(source, SCRIPT), "utf-8"), loader);
const module = trimModule(new Uint8Array(readFileSync(join(source, WASM))), words);
await WebAssembly.compile(module);
writeFileSync(join(target, SCRIPT), text);
writeFileSync(join(target, WASM), module);
