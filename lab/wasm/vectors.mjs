// Tests the committed vectors under Node, whose engine compiles to machine code: node lab/wasm/vectors.mjs MODULE
import { readFileSync } from 'node:fs';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const print = (text, length) =>
  console.error(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, text, length)));
const { exports } = new WebAssembly.Instance(module, { host: { print } });
exports.vectors();
for (const cycleOf2025 of [0, 1]) {
  const operations = exports.prepare(cycleOf2025);
  for (let i = 0; i < operations; i++) exports.compare(i);
}
console.log('the committed vectors agree, and the reference with all operations');
