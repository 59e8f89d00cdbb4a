/**
 * Fills the disk of a store until a write is refused, reads, makes room, and writes again. Says what came of each.
 *
 * Task: { disk, spare }: the folder of a small file system of its own, and how many bytes stay free at first.
 */
import { writeFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { Madeleine } from '../../../dist/bundle/index.js';

const { disk, spare } = JSON.parse(process.argv[2]);
const at = join(disk, 'store');
const filler = join(disk, 'filler');

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const memory = await Madeleine.open({ at, embedder: 'none' });
const luna = memory.agent('luna');
const acknowledged = [];

async function write(id) {
  await luna.observe({ id, content: `Note ${id} about the quokka.${`\n${'x'.repeat(59)}`.repeat(100)}` });
  acknowledged.push(`observation:${id}`);
}

await write('first');
const { bavail, bsize } = statfsSync(disk);
writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - spare)));
const refusals = new Set();
for (let count = 0; count < 400 && refusals.size === 0; count += 1) {
  await write(`before-${count}`).catch((error) => refusals.add(error.code));
}
for (let count = 0; count < 5; count += 1) await write(`full-${count}`).catch((error) => refusals.add(error.code));
const read = (await luna.search({ query: 'quokka', limit: 3 })).memories.length;
rmSync(filler);
const after = [];
for (let count = 0; count < 3; count += 1)
  after.push(
    await write(`after-${count}`).then(
      () => 'ok',
      (error) => error.code,
    ),
  );
const ids = new Set();
for await (const line of memory.export()) {
  const { record, id } = JSON.parse(line);
  if (record === 'observation') ids.add(id);
}
const { ok } = await memory.doctor({ deep: true });
say({ event: 'end', refusals: [...refusals], read, after, lost: acknowledged.filter((id) => !ids.has(id)), ok });
await memory.close();
process.exit(0);
