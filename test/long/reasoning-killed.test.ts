/** A chain of thought outlives the process that thinks it. Needs a build. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longChain } from '../../bench/speed/navigate.ts';
import { runChild, startChild } from '../support/child-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const keys = (rounds: number): readonly string[] => [...longChain(rounds)].map(({ id }) => id);

/** Thinks in one process, kills it once so many thoughts are acknowledged, and walks the chain in another. */
async function thinkAndWalk(rounds: number, acknowledged: number): Promise<Record<string, unknown>> {
  const at = join(await temporaryFolder(), 'store');
  const thinker = startChild('think-then-die.mjs', { at, step: 'think', rounds }, { guardMs: 240_000 });
  expect(await thinker.event(`thought ${acknowledged}`)).toBeDefined();
  thinker.process.kill('SIGKILL');
  expect(await thinker.ended).toMatchObject({ signal: 'SIGKILL' });
  const { said, code, stderr } = await runChild('think-then-die.mjs', { at, step: 'walk' });
  expect(code, stderr).toBe(0);
  const walked = said.find(({ event }) => event === 'walked');
  expect(walked).toMatchObject({ ok: true });
  return walked ?? {};
}

test('1,000 thoughts with 100 branches and 100 revisions are walked by another process after kill -9', async () => {
  const rounds = 100;
  const walked = await thinkAndWalk(rounds, 1_000);
  expect(walked['ids']).toEqual(keys(rounds));
  expect(walked).toMatchObject({ current: 700, end: 'observation:r100-revision' });
  expect(walked['revisions']).toEqual(
    Array.from(
      { length: rounds },
      (_, at) => `observation:r${at + 1}-7 observation:r${at + 1}-revision the tide was early`,
    ),
  );
  expect(walked['fates']).toEqual(Array.from({ length: rounds }, () => ['next current', 'branch continued']).flat());
});

test('a chain whose thinker is killed in the middle is walked as far as it was acknowledged, and perhaps one further', async () => {
  const acknowledged = 137;
  const { ids } = await thinkAndWalk(100, acknowledged);
  const walked = ids as readonly string[];
  expect(walked.length).toBeGreaterThanOrEqual(acknowledged);
  expect(walked).toEqual(keys(100).slice(0, walked.length));
});
