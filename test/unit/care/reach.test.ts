/** How far a rollback reaches where sleep, a correction for everybody, or an older version has been at work. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginStory, type Story } from '../scenarios/story.ts';

const source = 'rumours.md';
let story: Story;

beforeEach(async () => {
  story = await beginStory('Marlow', { sharing: 'household' });
});

const contentsOf = async (agent: string): Promise<readonly string[]> =>
  (await story.found(agent)).map(({ content }) => content).sort();

it('takes what sleep has made of an observation with it, and later sleeps do not bring it back', async () => {
  await story.observe('lisa', 'I live in Marlow.', { speaker: 'Mark', source });
  story.wait(1);
  await story.memory.sleep();
  const before = await contentsOf('lisa');
  expect(before).toHaveLength(2);
  story.wait(1);
  const { beliefs, id = '' } = await story.memory.rollback({ source });
  expect(beliefs.map(({ agent, how }) => [agent, how])).toEqual([
    ['lisa', 'asserted'],
    ['system', 'derived'],
  ]);
  story.wait(1);
  await story.memory.sleep();
  expect([await contentsOf('lisa'), await contentsOf('electra')]).toEqual([[], []]);
  await story.memory.undo(id);
  expect(await contentsOf('lisa')).toEqual(before);
});

it('takes all that sleep has made back by its name, and leaves what was observed', async () => {
  await story.observe('lisa', 'I live in Marlow.', { speaker: 'Mark' });
  story.wait(1);
  await story.memory.sleep();
  await story.memory.rollback({ source: 'sleep' });
  expect(await contentsOf('lisa')).toEqual(['I live in Marlow.']);
});

it('gives back its place to what a correction for everybody had put out of it for one agent', async () => {
  const seen = await story.observe('electra', 'Marlow lives in Bergen.');
  const old = await story.believe('electra', 'Marlow lives in Bergen.', { derivedFrom: [seen], shared: true });
  story.wait(1);
  const since = story.now();
  await story.believe('lisa', 'Marlow lives in Oslo.', { supersedes: [old], shared: true, source });
  const isSuperseded = async (): Promise<boolean> => (await story.seen('electra', seen))?.superseded !== undefined;
  expect(await isSuperseded()).toBe(true);
  story.wait(1);
  const own = await story.memory.rollback({ agent: 'electra', since });
  expect([own.beliefs, own.corrections]).toEqual([[], []]);
  expect(await isSuperseded()).toBe(true);
  const { corrections } = await story.memory.rollback({ source });
  expect(corrections.map(({ believer, to }) => `${believer} ${to}`).sort()).toEqual(
    [`electra ${seen}`, `system ${old}`].sort(),
  );
  expect(await isSuperseded()).toBe(false);
});

it('goes by who knows the observation where an older version has not written who derives', async () => {
  const lines = [
    {
      record: 'observation',
      id: 'observation:o',
      agent: 'lisa',
      content: 'I heard of Marlow.',
      occurredAt: '2025-01-01',
    },
    { record: 'fact', id: 'fact:f', content: 'Marlow sails.' },
    {
      record: 'believes',
      agent: 'lisa',
      memory: 'observation:o',
      provenance: { channel: 'import', source, trust: 0.6 },
    },
    { record: 'believes', agent: 'lisa', memory: 'fact:f' },
    { record: 'believes', agent: 'electra', memory: 'fact:f' },
    { record: 'derived_from', fact: 'fact:f', observation: 'observation:o' },
  ];
  const file = join(await temporaryFolder(), 'older.ndjson');
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  await story.memory.import({ file });
  const { beliefs, others } = await story.memory.rollback({ source });
  expect(beliefs.map(({ agent, memory }) => [agent, memory])).toEqual([
    ['lisa', 'observation:o'],
    ['lisa', 'fact:f'],
  ]);
  expect(others).toEqual([{ agent: 'electra', memory: 'fact:f' }]);
});
