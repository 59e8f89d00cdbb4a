/** A hundred subjects, every tenth of them known in every way there is, are forgotten one by one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Madeleine } from '../../src/index.ts';
import { openSpace, storeFolder } from '../support/open-space.ts';
import { hitsBySurface } from '../support/surfaces.ts';
import { createWordEmbedder } from '../support/word-embedder.mjs';

const subjects = 100;
const agents = ['lisa', 'electra'] as const;
const start = Date.parse('2026-01-01T09:00:00Z');

let memory: Madeleine;
/** What was written about each subject, by its number. */
const ids: string[][] = [];
let before: string;
let statsBefore: Awaited<ReturnType<Madeleine['stats']>>;

beforeAll(async () => {
  let now = start;
  memory = await openSpace({
    embedder: createWordEmbedder(),
    clock: () => {
      now += 1000;
      return new Date(now);
    },
  });
  await tellUnrelated();
  before = JSON.stringify(await unrelated());
  statsBefore = await memory.stats();
  const numbers = Array.from({ length: subjects }, (_, n) => n);
  await tellOf(numbers.filter((n) => n % 10 !== 7));
  for (const n of numbers.filter((one) => one % 10 === 7)) ids[n] = await tellAllOf(n);
});

describe(`of ${subjects} subjects that were forgotten`, () => {
  test('nothing is left on any surface, other memories are as they were, and no old export brings them back', async () => {
    const known = await hitsBySurface(memory, { agents, words: [nameOf(7)], ids: ids[7] ?? [] });
    for (const surface of ['recall', 'search', 'asOf', 'why', 'explain', 'perspectives', 'export']) {
      expect(known[surface], surface).toBeGreaterThan(0);
    }
    const file = join(await storeFolder(), 'old.ndjson');
    await writeFile(file, await exported());

    for (let n = 0; n < subjects; n++) await memory.forget({ subject: nameOf(n) });
    await expectForgotten();

    const { stored, forgotten, refused } = await memory.import({ file });
    expect({ stored, refused }).toEqual({ stored: 0, refused: [] });
    expect(forgotten).toBeGreaterThan(subjects * 5);
    await expectForgotten();
  });
});

async function expectForgotten(): Promise<void> {
  const total: Record<string, number> = {};
  for (let from = 0; from < subjects; from += 20) {
    const batch = Array.from({ length: 20 }, (_, n) => from + n);
    const words = batch.flatMap((n) => [nameOf(n), placeOf(n)]);
    const hits = await hitsBySurface(memory, { agents, words, ids: batch.flatMap((n) => ids[n] ?? []) });
    for (const [surface, count] of Object.entries(hits)) total[surface] = (total[surface] ?? 0) + count;
  }
  expect(total).toEqual(Object.fromEntries(Object.keys(total).map((surface) => [surface, 0])));
  expect(JSON.stringify(await unrelated())).toBe(before);
  const { agents: believers, index, records } = await memory.stats();
  const { tombstone: _tombstone, agent: _agent, ...left } = records;
  const { tombstone: _none, agent: _agents, ...had } = statsBefore.records;
  expect(left).toEqual(had);
  expect(believers).toEqual(statsBefore.agents);
  expect(index.vectors).toBe(statsBefore.index.vectors);
}

/** A name, and a place that only this subject's memories mention: no two share a stem. */
function nameOf(n: number): string {
  return `Zor${letters(n)}ix`;
}
function placeOf(n: number): string {
  return `Quel${letters(n)}urg`;
}
function letters(n: number): string {
  const vowels = 'aeiou';
  const consonants = 'bdfgklmnpr';
  return `${consonants[n % 10]}${vowels[Math.floor(n / 10) % 5]}${consonants[Math.floor(n / 50)]}`;
}

/** Two observations and a fact of each. */
async function tellOf(numbers: readonly number[]): Promise<void> {
  const said = await memory.agent('lisa').observeMany({
    observations: numbers.flatMap((n) => [
      { content: `${nameOf(n)} moved to ${placeOf(n)} and likes tea.`, session: `about-${n}` },
      { content: 'I would rather not say.', speaker: nameOf(n), shared: true },
    ]),
  });
  const held = await memory.agent('electra').believeMany({
    facts: numbers.map((n) => ({ content: `${nameOf(n)} drinks coffee.`, about: [nameOf(n)] })),
  });
  for (const [at, n] of numbers.entries())
    ids[n] = [...said.receipts.slice(2 * at, 2 * at + 2), ...held.receipts.slice(at, at + 1)].map(({ id }) => id);
}

async function tellAllOf(n: number): Promise<string[]> {
  const name = nameOf(n);
  const lisa = memory.agent('lisa');
  const electra = memory.agent('electra');
  const session = `about-${n}`;
  await lisa.session({ id: session, goal: `Help ${name} to move` });
  const said = await lisa.observe({ content: `${name} moved to ${placeOf(n)} and likes tea.`, session });
  const quiet = await electra.observe({ content: `they say ${name.toLowerCase()} was late again`, type: 'thought' });
  const spoken = await lisa.observe({ content: 'I would rather not say.', speaker: name, session, shared: true });
  const old = await lisa.believe({ content: `${name} drinks coffee.`, about: [name], derivedFrom: [said.id] });
  const now = await lisa.believe({
    content: `${name} drinks tea.`,
    about: [name],
    derivedFrom: [said.id],
    supersedes: [old.id],
    reason: `${name} said so`,
  });
  const derived = await lisa.believe({ content: 'Somebody prefers a hot drink without milk.', derivedFrom: [said.id] });
  const both = await lisa.believe({
    content: `${name} works at the mill.`,
    entities: [{ name, aliases: [`${name}o`] }],
  });
  await electra.believe({ content: `${name} works at the mill.`, entities: [{ name, aliases: [`${name}o`] }] });
  const topical = await electra.believe({ content: `The mill closes at six (${n}).`, topic: name });
  await lisa.withdraw({ id: both.id });
  await lisa.recall({ query: `What does ${name} drink?`, limit: 2 });
  return [said, quiet, spoken, old, now, derived, both, topical].map(({ id }) => id);
}

async function tellUnrelated(): Promise<void> {
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'Mark took the train to Hamburg.', session: 'travel' });
  await lisa.believe({ content: 'Mark lives in Hamburg.', about: ['Mark'] });
  await memory.agent('electra').believe({ content: 'Mark owns a mill.', about: ['Mark'] });
  await lisa.believe({ content: 'The kettle is in the cupboard.', shared: true });
}

/** What each agent is told of what has nothing to do with the subjects; the moment counts, so it is given. */
function unrelated(): Promise<readonly unknown[]> {
  return Promise.all(
    agents.map(async (name) => {
      const { memories } = await memory.agent(name).search({ query: 'Mark Hamburg mill kettle', asOf: '2026-03-01' });
      return memories.map(({ id, content, score }) => ({ id, content, score }));
    }),
  );
}

async function exported(): Promise<string> {
  let lines = '';
  for await (const line of memory.export()) lines += line;
  return lines;
}
