/**
 * Opens a memory and does what needs the whole of it: says for each what it came to, an error's code or `ok`.
 *
 * Task: { at }
 */
import { rm } from 'node:fs/promises';
import { Madeleine } from '../../../dist/bundle/index.js';
import { createWordEmbedder } from '../word-embedder.mjs';

const { at } = JSON.parse(process.argv[2]);
const backup = `${at}-whole.ndjson`;

/** What each reads to its end. */
const reads = {
  export: async (memory) => {
    for await (const _line of memory.export());
  },
  hash: (memory) => memory.hash(),
  backup: (memory) => memory.backup({ file: backup }),
  purge: (memory) => memory.purge(),
};

function say(what, answer) {
  process.stdout.write(`${JSON.stringify({ what, answer })}\n`);
}

const memory = await Madeleine.open({ at, embedder: createWordEmbedder() }).catch((error) => say('open', error.code));
if (memory !== undefined) {
  for (const [what, read] of Object.entries(reads)) {
    say(
      what,
      await read(memory).then(
        () => 'ok',
        (error) => error.code,
      ),
    );
  }
}
await rm(backup, { force: true });
process.exit(0);
