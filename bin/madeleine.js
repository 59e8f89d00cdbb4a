#!/usr/bin/env node
// The executable. Plain JavaScript that any Node reads, so that it can say what is missing.
import { existsSync } from 'node:fs';

const oldestNode = 20;
// A host waits for each of its hooks: they begin without the rest of the command line.
const [, , command, ...words] = process.argv;
const isHook = command === 'hook' && !words.some((word) => word === '--help' || word === '-h');
const entry = isHook ? 'hook.js' : 'cli.js';
const main = new URL(`../dist/bundle/${entry}`, import.meta.url);

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  fail(`madeleine: needs Node ${oldestNode} or newer, this is ${process.versions.node}.`);
} else if (!existsSync(main)) {
  fail('madeleine: is not built yet; run `npm run build` in its folder.');
} else {
  await import(main.href);
}

function fail(message) {
  console.error(message);
  process.exitCode = 6;
}
