import { beforeEach, describe, expect, test } from 'vitest';
import { renderPerspectives } from '../../../src/cli/commands/compare.ts';
import type { AgentMemory, HeldMemory, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import pc from 'picocolors';

let now: Date;
let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;

beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00Z');
  memory = await openSpace({ clock: () => now });
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

const agents = ['lisa', 'electra'] as const;

function contents(list: readonly HeldMemory[] | undefined): readonly string[] {
  return (list ?? []).map(({ content }) => content);
}

async function coffee(): Promise<void> {
  await lisa.believe({ content: 'Coffee keeps people awake.', confidence: 0.6 });
  await electra.believe({ content: 'Coffee keeps people awake.', confidence: 0.3, channel: 'tool', source: 'web' });
  await lisa.observe({ content: 'Coffee is served at nine.', shared: true });
  await lisa.believe({ content: 'Mark likes coffee.' });
  await electra.believe({ content: 'Mark does not like coffee.' });
  await electra.observe({ content: 'The tea is green.' });
}

describe('two agents side by side', () => {
  test('divides what comes up for a topic by who holds it, with the strength and confidence of each', async () => {
    await coffee();
    const found = await memory.perspectives({ agents, topic: 'coffee' });
    expect(contents(found.shared).toSorted()).toEqual(['Coffee is served at nine.', 'Coffee keeps people awake.']);
    expect(contents(found.only['lisa'])).toEqual(['Mark likes coffee.']);
    expect(contents(found.only['electra'])).toEqual(['Mark does not like coffee.']);
    const both = found.shared.find(({ content }) => content.startsWith('Coffee keeps'));
    expect(both?.believers).toMatchObject([
      { agent: 'lisa', strength: 1, confidence: 0.6, provenance: { source: 'lisa' } },
      { agent: 'electra', strength: 1, confidence: 0.3, provenance: { source: 'web' } },
    ]);
    const universal = found.shared.find(({ content }) => content.startsWith('Coffee is'));
    expect(universal?.believers.map(({ agent }) => agent)).toEqual(['system']);
  });

  test('finds where their own memories are opposed', async () => {
    await coffee();
    const { opposed } = await memory.perspectives({ agents, topic: 'coffee' });
    expect(opposed).toMatchObject([
      {
        one: { content: 'Mark likes coffee.' },
        other: { content: 'Mark does not like coffee.' },
        rule: 'polarity',
        state: 'potential',
      },
    ]);
    const turned = await memory.perspectives({ agents: ['electra', 'lisa'], topic: 'coffee' });
    expect(turned.opposed).toMatchObject([{ one: { content: 'Mark does not like coffee.' } }]);
  });

  test('finds the one contradiction about a subject among all that they hold', async () => {
    const noise = (who: string) => ({
      observations: Array.from({ length: 150 }, (_, place) => ({
        content: `${who} walked ${place + 3} kilometres along the river and saw heron number ${place}.`,
      })),
    });
    await lisa.observe({ content: 'Caroline lives in Lisbon.' });
    await lisa.observe({ content: 'Caroline paints boats.' });
    await electra.observe({ content: 'Caroline lives in Oslo.' });
    await lisa.observeMany(noise('Tom'));
    await electra.observeMany(noise('Ben'));
    for (const topic of [undefined, 'What each of them believes about Caroline']) {
      const { opposed } = await memory.perspectives({ agents, ...(topic === undefined ? {} : { topic }) });
      expect(opposed.map(({ one, other }) => [one.content, other.content])).toEqual([
        ['Caroline lives in Lisbon.', 'Caroline lives in Oslo.'],
      ]);
    }
    const { only, shared } = await memory.perspectives({ agents, topic: 'What each of them believes about Caroline' });
    expect(contents(only['lisa']).toSorted()).toEqual(['Caroline lives in Lisbon.', 'Caroline paints boats.']);
    expect(contents(only['electra'])).toEqual(['Caroline lives in Oslo.']);
    expect(shared).toEqual([]);
  });

  test('takes the links that either has into account, as it judges them', async () => {
    const { id: universal } = await lisa.observe({ content: 'Tea is at four.', shared: true });
    const { id: own } = await electra.observe({ content: 'Cocoa comes at six.' });
    const judged = { one: own, other: universal, kind: 'contradicts' } as const;
    await electra.judge({ ...judged, state: 'confirmed' });
    const { opposed } = await memory.perspectives({ agents });
    expect(opposed).toMatchObject([
      { one: { id: universal }, other: { id: own }, rule: 'electra', state: 'confirmed' },
    ]);
    for (const state of ['dismissed', 'exception'] as const) {
      await electra.judge({ ...judged, state });
      expect((await memory.perspectives({ agents })).opposed).toEqual([]);
    }
  });

  test('leaves out of the oppositions what its agent has put another fact in the place of', async () => {
    await coffee();
    const [old] = (await memory.perspectives({ agents, topic: 'coffee' })).only['lisa'] ?? [];
    now = new Date('2026-03-11T12:00:00Z');
    await lisa.believe({ content: 'Mark drinks water.', supersedes: [old?.id as string] });
    const found = await memory.perspectives({ agents, topic: 'coffee' });
    expect(found.opposed).toEqual([]);
    const known = found.only['lisa']?.find(({ content }) => content === 'Mark likes coffee.');
    expect(known?.supersededFor).toEqual(['lisa']);
  });

  test('shows what they believe most strongly where there is no topic, at most so many of each', async () => {
    await electra.session({ id: 'mon' });
    await lisa.observe({ content: 'quokka' });
    now = new Date('2026-04-10T12:00:00Z');
    for (const content of ['wombat', 'numbat', 'koala']) await lisa.observe({ content });
    const found = await memory.perspectives({ agents, limit: 3 });
    expect(contents(found.only['lisa']).toSorted()).toEqual(['koala', 'numbat', 'wombat']);
    const all = await memory.perspectives({ agents });
    expect(contents(all.only['lisa']).at(-1)).toBe('quokka');
    expect([all.shared, all.only['electra'], all.opposed]).toEqual([[], [], []]);
  });

  test('shows neither what was withdrawn or has faded, nor what a third agent holds', async () => {
    await electra.session({ id: 'mon' });
    await memory.agent('marvin').observe({ content: 'Coffee is pointless.' });
    await lisa.observe({ content: 'Coffee was old.' });
    now = new Date('2027-03-10T12:00:00Z');
    const { id } = await lisa.observe({ content: 'Coffee is new.' });
    await lisa.withdraw({ id });
    for (const options of [{}, { topic: 'coffee' }]) {
      const found = await memory.perspectives({ agents, ...options });
      expect([found.shared, found.only, found.opposed]).toEqual([[], { lisa: [], electra: [] }, []]);
    }
  });

  test('changes nothing in what either recalls', async () => {
    await coffee();
    const before = await electra.search({ query: 'coffee' });
    const { seq } = await memory.stats();
    await memory.perspectives({ agents, topic: 'coffee' });
    expect(await electra.search({ query: 'coffee' })).toEqual(before);
    expect((await memory.stats()).seq).toBe(seq);
  });

  test.each([
    [{ agents: ['lisa'] }, 'perspectives: "agents" must be two different agents'],
    [{ agents: ['lisa', 'lisa'] }, 'perspectives: "agents" must be two different agents'],
    [{ agents: [...agents, 'marvin'] }, 'perspectives: "agents" must be at most 2 agents, got 3.'],
    [{ agents, limit: 0 }, 'perspectives: "limit" must be a whole number, 1-100, got 0.'],
    [{ agents, limit: 101 }, 'perspectives: "limit" must be a whole number, 1-100, got 101.'],
    [{ agents, topic: '' }, 'perspectives: "topic" must'],
    [{ agents, query: 'tea' }, 'perspectives: "query" is not known; leave it out.'],
  ])('refuses %j', async (options, message) => {
    const refused = expect(memory.perspectives(options as never)).rejects;
    await refused.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) });
  });

  test('is shown in sections that fit the terminal', async () => {
    await coffee();
    await lisa.observe({ content: `Coffee ${'and again and again '.repeat(40)}` });
    const result = await memory.perspectives({ agents, topic: 'coffee' });
    const lines = renderPerspectives(result, { colours: pc.createColors(false), width: 80 });
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines[0]).toBe('lisa and electra about "coffee"');
    expect(lines.filter((line) => /\(\d\)$/.test(line))).toEqual([
      'Both (2)',
      'Only lisa (2)',
      'Only electra (1)',
      '≠ Opposed (1)',
    ]);
    expect(lines.slice(-3).map((line) => line.slice(0, 36))).toEqual([
      '- lisa     Mark likes coffee.',
      '  electra  Mark does not like coffee.'.slice(0, 36),
      expect.stringContaining('polarity, similarity'),
    ]);
  });
});
