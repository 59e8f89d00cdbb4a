import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Exploration, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const dayMs = 86_400_000;
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

function later(days: number): void {
  now = new Date(now.getTime() + days * dayMs);
}

function labels({ nodes }: Exploration): readonly string[] {
  return nodes.map(({ label }) => label);
}

function tied({ nodes, edges }: Exploration): readonly string[] {
  const named = new Map(nodes.map(({ id, label }) => [id, label]));
  return edges.map(({ from, words, to }) => `${named.get(from)} | ${words} | ${named.get(to)}`);
}

function pathOf(exploration: Exploration, label: string): string | undefined {
  return exploration.nodes.find((node) => node.label === label)?.path;
}

/** A file, what was said of it, what was concluded and what contradicts that. */
async function login() {
  const seen = await lisa.observe({ content: 'src/auth.py checks the token against src/clock.py.', speaker: 'Mark' });
  const test = await lisa.observe({ content: 'A test of src/auth.py failed at midnight.', type: 'tool_output' });
  await lisa.observe({ content: 'src/clock.py runs in UTC.' });
  const short = await lisa.believe({
    content: 'The token of src/auth.py expires after 30 minutes.',
    about: ['src/auth.py'],
    derivedFrom: [seen.id],
  });
  return { seen, test, short };
}

describe('an exploration', () => {
  test('reaches what speaks of a name, and what that speaks of, with the edges between them', async () => {
    await login();
    const found = await lisa.explore({ from: 'src/auth.py' });
    expect(labels(found)[0]).toBe('src/auth.py');
    expect(labels(found).slice(1).toSorted()).toEqual([
      'A test of src/auth.py failed at midnight.',
      'The token of src/auth.py expires after 30 minutes.',
      'src/auth.py checks the token against src/clock.py.',
      'src/clock.py',
    ]);
    expect(tied(found)).toEqual(
      expect.arrayContaining([
        'src/auth.py checks the token against src/clock.py. | mentions | src/clock.py',
        'The token of src/auth.py expires after 30 minutes. | is about | src/auth.py',
        'The token of src/auth.py expires after 30 minutes. | is derived from | src/auth.py checks the token against src/clock.py.',
      ]),
    );
    expect(found.nodes.map(({ depth }) => depth)).toEqual([0, 1, 1, 1, 2]);
  });

  test('goes so deep as it is told', async () => {
    await login();
    expect(labels(await lisa.explore({ from: 'src/auth.py', depth: 1 }))).not.toContain('src/clock.py');
    const deep = await lisa.explore({ from: 'src/auth.py', depth: 3 });
    expect(pathOf(deep, 'src/clock.py runs in UTC.')).toBe(
      'src/auth.py, mentioned in “src/auth.py checks the token against src/clock.py.”, mentioning src/clock.py, ' +
        'mentioned in “src/clock.py runs in UTC.”',
    );
  });

  test('goes along derivations, thoughts, supports and contradictions, both ways', async () => {
    const { seen, short } = await login();
    const long = await lisa.believe({ content: 'The token of src/auth.py expires after 60 minutes.' });
    await lisa.judge({ one: short.id, other: long.id, state: 'confirmed', kind: 'contradicts' });
    const first = await lisa.think({ thought: 'It may be the clock.' });
    const second = await lisa.think({ thought: 'It is the time zone.', isRevision: true, revisesThought: first.id });
    const fromThought = await lisa.explore({ from: first.id });
    expect(pathOf(fromThought, 'It is the time zone.')).toBe(
      '“It may be the clock.”, revised by “It is the time zone.”',
    );
    expect(tied(await lisa.explore({ from: second.id }))).toEqual([
      'It is the time zone. | revises | It may be the clock.',
    ]);
    expect(
      pathOf(await lisa.explore({ from: seen.id, depth: 1 }), 'The token of src/auth.py expires after 30 minutes.'),
    ).toContain(', the source of “The token');
    const against = await lisa.explore({ from: short.id, depth: 1 });
    expect(pathOf(against, 'The token of src/auth.py expires after 60 minutes.')).toContain(', contradicted by “');
    expect(pathOf(against, 'src/auth.py checks the token against src/clock.py.')).toContain(', derived from “');
  });

  test('goes along the relations that memories in view tell, both ways, in the words of their predicates', async () => {
    await lisa.observe({
      content: 'Mark took Luna home to Seattle.',
      entities: ['Mark', 'Luna', 'Seattle'],
      relations: [
        { from: 'Mark', predicate: 'owns', to: 'Luna' },
        { from: 'Seattle', predicate: 'home of', to: 'Mark' },
      ],
    });
    await electra.observe({
      content: 'Rex and Luna.',
      entities: ['Rex', 'Luna'],
      relations: [{ from: 'Rex', predicate: 'hates', to: 'Luna' }],
      shared: false,
    });
    const found = await lisa.explore({ from: 'Mark', depth: 1 });
    expect(pathOf(found, 'Luna')).toBe('Mark, which owns Luna');
    expect(pathOf(found, 'Seattle')).toBe('Mark, which Seattle is home of');
    expect(tied(found)).toEqual(expect.arrayContaining(['Mark | owns | Luna', 'Seattle | home of | Mark']));
    expect(pathOf(await lisa.explore({ from: 'Luna', depth: 1 }), 'Mark')).toBe('Luna, which Mark owns');
    expect(labels(await lisa.explore({ from: 'Luna', depth: 4 }))).not.toContain('Rex');
  });

  test('counts in how many memories in view two entities are mentioned together, and a relation is told', async () => {
    const both = { entities: ['Mark', 'Luna'], relations: [{ from: 'Mark', predicate: 'owns', to: 'Luna' }] };
    await lisa.observe({ content: 'Mark brushed Luna.', ...both });
    await lisa.observe({ content: 'Mark fed Luna.', ...both });
    await lisa.observe({ content: 'Mark slept.', entities: ['Mark'] });
    await electra.observe({ content: 'Mark forgot Luna.', ...both });
    const found = await lisa.explore({ from: 'Mark', depth: 1 });
    const edges = found.edges.filter(({ times }) => times !== undefined);
    expect(edges.map(({ words, times }) => `${words} ${times}`)).toEqual(['owns 2', 'mentioned with 2']);
    expect(found.toText()).toContain('mentioned with Mark 2 times');
    expect(found.toMermaid()).toMatch(/n1 ---\|"mentioned with \(2\)"\| n\d/);
  });

  test('knows entities by their aliases and whatever their case, agents by their names, and several at once', async () => {
    await lisa.observe({ content: 'The cat slept.', entities: [{ name: 'Luna', aliases: ['Moonpie'] }] });
    await lisa.believe({ content: 'Likes green tea.', about: ['agent:electra'] });
    const found = await lisa.explore({ from: ['moonpie', 'agent:electra'], depth: 1 });
    expect(labels(found).slice(0, 2).toSorted()).toEqual(['Luna', 'electra']);
    expect(labels(found).slice(2).toSorted()).toEqual(['Likes green tea.', 'The cat slept.']);
    expect(labels(await lisa.explore({ from: 'electra' }))).toEqual(['electra', 'Likes green tea.']);
  });

  test('tells which names nobody in view knows; of none it is empty and says so', async () => {
    await login();
    await electra.observe({ content: 'Zanzibar is secret.', entities: ['Zanzibar'] });
    const some = await lisa.explore({ from: ['src/auth.py', 'Zanzibar'] });
    expect(some.unknown).toEqual(['Zanzibar']);
    expect(some.toText()).toContain('Nothing is known of “Zanzibar”.');
    const none = await lisa.explore({ from: ['Zanzibar', 'fact:none', 'entity:none', 'agent:none'] });
    expect(none).toMatchObject({ nodes: [], edges: [], clusters: [], total: 0 });
    expect(none.unknown).toHaveLength(4);
    expect(none.toText()).toBe('lisa knows nothing of “Zanzibar”, “fact:none”, “entity:none”, “agent:none”.');
  });

  test('keeps the best of many, not the first: what is trusted more and what is later', async () => {
    const told = (content: string, channel: 'user' | 'tool', days: number) =>
      ({ content, channel, entities: ['Luna'], occurredAt: new Date(now.getTime() - days * dayMs) }) as const;
    const many = Array.from({ length: 40 }, (_, i) => told(`The feeder of Luna opened, ${i}.`, 'tool', 300));
    await lisa.observeMany({
      observations: [...many.slice(0, 20), told('Luna has arthritis.', 'user', 2), ...many.slice(20)],
    });
    const found = await lisa.explore({ from: 'Luna', depth: 1, nodes: 10 });
    expect(found.nodes).toHaveLength(10);
    expect(found.total).toBe(42);
    expect(labels(found)[1]).toBe('Luna has arthritis.');
  });

  test('favours the themes that are given, and by default those of the agent', async () => {
    const told = Array.from({ length: 12 }, (_, i) => ({ content: `Walk ${i} with Rex.`, entities: ['Rex'] }));
    await lisa.observeMany({ observations: [...told, { content: 'Rex needs insulin.', entities: ['Rex'] }] });
    const first = async (anchors?: readonly string[]) =>
      labels(await lisa.explore({ from: 'Rex', depth: 1, ...(anchors === undefined ? {} : { anchors }) }))[1];
    expect(await first(['insulin'])).toBe('Rex needs insulin.');
    expect(await first()).toMatch(/^Walk/);
  });

  test('adds up its score from its signals', async () => {
    await login();
    for (const { score, signals } of (await lisa.explore({ from: 'src/auth.py' })).nodes) {
      expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 12);
      expect(signals.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
    }
  });

  test('draws by chance the same nodes for the same seed', async () => {
    const told = Array.from({ length: 60 }, (_, i) => ({ content: `Note ${i} on Luna.`, entities: ['Luna'] }));
    await lisa.observeMany({ observations: told });
    const drawn = (seed: number) => lisa.explore({ from: 'Luna', depth: 1, nodes: 20, serendipity: 0.5, seed });
    const first = await drawn(7);
    expect(first.nodes.filter(({ byChance }) => byChance)).toHaveLength(9);
    expect(labels(await drawn(7))).toEqual(labels(first));
    expect(labels(await drawn(8))).not.toEqual(labels(first));
  });

  test('puts what belongs together into clusters with a theme, and what was asked for into none', async () => {
    await login();
    const found = await lisa.explore({ from: 'src/auth.py', depth: 3 });
    const clustered = found.clusters.flatMap(({ nodes }) => nodes);
    expect(clustered.toSorted()).toEqual(
      found.nodes
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(found.clusters.every(({ theme }) => theme !== '' && !theme.includes('auth.py'))).toBe(true);
    const clock = found.clusters.find(({ theme }) => theme.includes('clock.py'));
    expect(clock?.nodes.length).toBeGreaterThan(1);
  });
});

describe('an exploration of the past', () => {
  test('goes through what was believed then', async () => {
    const { short } = await login();
    const before = new Date(now);
    later(2);
    await lisa.withdraw({ id: short.id });
    await lisa.observe({ content: 'src/auth.py was rewritten.' });
    const current = labels(await lisa.explore({ from: 'src/auth.py' }));
    expect(current).toContain('src/auth.py was rewritten.');
    expect(current).not.toContain('The token of src/auth.py expires after 30 minutes.');
    const past = labels(await lisa.explore({ from: 'src/auth.py', asOf: before }));
    expect(past).toContain('The token of src/auth.py expires after 30 minutes.');
    expect(past).not.toContain('src/auth.py was rewritten.');
    expect((await lisa.explore({ from: 'src/auth.py', asOf: '2026-01-01' })).unknown).toEqual(['src/auth.py']);
  });

  test('goes through what was so then', async () => {
    const lived = { about: ['Luna'], validFrom: '2020-01-01' };
    await lisa.believe({ ...lived, content: 'Luna lives in Porto.', validTo: '2024-01-01' });
    await lisa.believe({ ...lived, content: 'Luna lives in Seattle.', validFrom: '2024-01-01' });
    const at = async (validAt: string) => labels(await lisa.explore({ from: 'Luna', depth: 1, validAt })).slice(1);
    expect(await at('2022-01-01')).toEqual(['Luna lives in Porto.', 'Porto']);
    expect(await at('2025-01-01')).toEqual(['Luna lives in Seattle.', 'Seattle']);
    expect(await at('2019-01-01')).toEqual([]);
  });

  test('marks what was superseded by then, and nothing before', async () => {
    const { short } = await login();
    const before = new Date(now);
    later(1);
    await lisa.believe({
      content: 'The token of src/auth.py lasts an hour.',
      about: ['src/auth.py'],
      supersedes: [short.id],
    });
    const superseded = async (asOf?: Date) => {
      const found = await lisa.explore({ from: 'src/auth.py', ...(asOf === undefined ? {} : { asOf }) });
      return found.nodes.find(({ id }) => id === short.id)?.superseded;
    };
    expect(await superseded()).toMatchObject({ at: now });
    expect(await superseded(before)).toBeUndefined();
  });
});
