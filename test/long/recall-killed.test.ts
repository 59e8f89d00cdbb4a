/** Attention is written behind recalls: a crash before it loses what it would have counted, and nothing else. Needs a build. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runChild, startChild } from '../support/child-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a process that is killed right after a recall loses its counts and no memory', async () => {
  const at = join(await temporaryFolder(), 'store');
  const child = startChild('recall-then-die.mjs', { at, step: 'recall' });
  expect(await child.event('recalled')).toMatchObject({ memories: 3 });
  child.process.kill('SIGKILL');
  expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
  for (const pairs of [0, 3]) {
    const { said, code, stderr } = await runChild('recall-then-die.mjs', { at, step: 'look' });
    expect(code, stderr).toBe(0);
    expect(said.find(({ event }) => event === 'looked')).toMatchObject({ memories: 3, pairs, ok: true });
  }
});
