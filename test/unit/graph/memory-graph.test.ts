import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AgentMemory,
  InvalidArgumentError,
  type Madeleine,
  type MemoryGraph,
  type MemoryGraphEdge,
  type MemoryGraphNode,
} from '../../../src/index.ts';
import { noticesOf } from '../../../src/graph/memory-graph-value.ts';
import { openSpace } from '../../support/open-space.ts';

const dayMs = 86_400_000;
let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-01-01T00:00:00Z');
  memory = await openSpace({ clock: () => now });
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

function nodeOf({ nodes }: MemoryGraph, id: string): MemoryGraphNode {
  const found = nodes.find((node) => node.id === id);
  if (found === undefined) expect.unreachable(`no node ${id}`);
  return found;
}

function edgesOf({ edges }: MemoryGraph, ...kinds: readonly MemoryGraphEdge['kind'][]): readonly MemoryGraphEdge[] {
  return edges.filter(({ kind }) => kinds.includes(kind));
}

function memoriesOf({ nodes }: MemoryGraph): readonly string[] {
  return nodes.filter(({ strength }) => strength !== undefined).map(({ id }) => id);
}

describe('the graph of a space', () => {
  test('has memories with all who believe them, and what they belong to', async () => {
    await lisa.session({ id: 'kitchen', goal: 'Feed the cat' });
    await lisa.observe({
      id: 'fed',
      content: 'The cat was fed.',
      entities: ['Luna'],
      session: 'kitchen',
      topic: 'Cats at home',
      domain: 'personal',
      ring: 'leaf',
      knowledgeType: 'fact',
    });
    await electra.believe({ id: 'grey', content: 'Luna is grey.', about: ['Luna'], permanent: true });
    now = new Date(now.getTime() + 60 * dayMs);
    const graph = await memory.graph();
    expect(graph).toMatchObject({ at: now, total: 2, notices: [] });
    expect(nodeOf(graph, 'fact:grey')).toMatchObject({
      kind: 'fact',
      label: 'Luna is grey.',
      agents: ['electra'],
      strength: 1,
      permanent: true,
    });
    const fed = nodeOf(graph, 'observation:fed');
    expect(fed).toMatchObject({ kind: 'observation', type: 'user_input', at: new Date('2026-01-01T00:00:00Z') });
    expect(fed).toMatchObject({ topic: 'Cats at home', domain: 'personal', ring: 'leaf', knowledgeType: 'fact' });
    expect(nodeOf(graph, 'session:kitchen')).toEqual({
      id: 'session:kitchen',
      kind: 'session',
      label: 'Feed the cat',
      at: new Date('2026-01-01T00:00:00Z'),
    });
    expect(edgesOf(graph, 'BELIEVES')).toEqual([
      { kind: 'BELIEVES', from: 'agent:electra', to: 'fact:grey', weight: 1 },
      { kind: 'BELIEVES', from: 'agent:lisa', to: 'observation:fed', weight: fed.strength },
    ]);
    expect(edgesOf(graph, 'BELONGS_TO')).toEqual([
      { kind: 'BELONGS_TO', from: 'observation:fed', to: 'session:kitchen' },
    ]);
    const luna = graph.nodes.find(({ label }) => label === 'Luna')?.id ?? '';
    expect(nodeOf(graph, luna)).toMatchObject({ kind: 'entity' });
    expect(edgesOf(graph, 'ABOUT')).toEqual([{ kind: 'ABOUT', from: 'fact:grey', to: luna }]);
    expect(edgesOf(graph, 'MENTIONS')).toContainEqual({ kind: 'MENTIONS', from: 'observation:fed', to: luna });
  });

  test('has relations once, however many memories tell them', async () => {
    const relations = [{ from: 'Mark', predicate: 'owns', to: 'Luna' }];
    await lisa.observe({ content: 'She is his.', relations });
    await electra.observe({ content: 'She was bought.', relations });
    const graph = await memory.graph();
    const [mark, luna] = ['Mark', 'Luna'].map((name) => graph.nodes.find(({ label }) => label === name)?.id);
    expect(edgesOf(graph, 'RELATES')).toEqual([{ kind: 'RELATES', from: mark, to: luna, words: 'owns' }]);
  });

  test('has thoughts as such, with what they follow and how', async () => {
    await lisa.think({ id: 'one', thought: 'What shall we eat?', totalThoughts: 2, session: 'kitchen' });
    await lisa.think({ id: 'two', thought: 'Soup.', follows: 'one' });
    await lisa.think({ id: 'three', thought: 'No, a salad.', revisesThought: 'two' });
    const graph = await memory.graph();
    expect(nodeOf(graph, 'observation:two')).toMatchObject({ kind: 'thought', type: 'thought', label: 'Soup.' });
    expect(edgesOf(graph, 'FOLLOWS').map(({ from, to, words }) => [from, words, to])).toEqual(
      expect.arrayContaining([
        ['observation:two', 'next', 'observation:one'],
        ['observation:three', 'revision', 'observation:two'],
      ]),
    );
  });

  test('has what took whose place, what follows from what, and links that nobody dismissed', async () => {
    await lisa.observe({ id: 'said', content: 'Mark said that he likes green tea now.' });
    await lisa.believe({ id: 'black', content: 'Mark prefers black tea.', about: ['Mark'] });
    await lisa.believe({
      id: 'green',
      content: 'Mark prefers green tea.',
      about: ['Mark'],
      supersedes: ['fact:black'],
      derivedFrom: ['observation:said'],
    });
    await lisa.believe({ id: 'milk', content: 'Mark takes milk.' });
    await lisa.judge({ one: 'fact:milk', other: 'observation:said', kind: 'contradicts', state: 'confirmed' });
    const graph = await memory.graph();
    expect(edgesOf(graph, 'SUPERSEDES', 'DERIVED_FROM')).toEqual([
      { kind: 'SUPERSEDES', from: 'fact:green', to: 'fact:black', believer: 'lisa' },
      { kind: 'DERIVED_FROM', from: 'fact:green', to: 'observation:said', believer: 'lisa' },
    ]);
    const contradictions = (drawn: MemoryGraph) =>
      edgesOf(drawn, 'CONTRADICTS').filter(({ from }) => from === 'fact:milk');
    expect(contradictions(graph)).toEqual([
      {
        kind: 'CONTRADICTS',
        from: 'fact:milk',
        to: 'observation:said',
        weight: expect.any(Number),
        words: 'confirmed',
        believer: 'lisa',
      },
    ]);
    expect(nodeOf(graph, 'fact:black').superseded).toBe(true);
    expect(nodeOf(graph, 'fact:green').superseded).toBeUndefined();
    await lisa.judge({ one: 'fact:milk', other: 'observation:said', kind: 'contradicts', state: 'dismissed' });
    expect(contradictions(await memory.graph())).toEqual([]);
  });

  test('calls nothing superseded that somebody still holds', async () => {
    await lisa.believe({ id: 'black', content: 'Mark prefers black tea.' });
    await electra.believe({ content: 'Mark prefers black tea.' });
    await lisa.believe({ content: 'Mark prefers green tea.', supersedes: ['fact:black'] });
    expect(nodeOf(await memory.graph(), 'fact:black')).toMatchObject({ agents: ['lisa', 'electra'] });
    expect(nodeOf(await memory.graph(), 'fact:black').superseded).toBeUndefined();
    expect(nodeOf(await memory.graph({ agents: ['lisa'] }), 'fact:black').superseded).toBe(true);
  });

  test('has what an agent recalls together', async () => {
    await lisa.observe({ id: 'tea', content: 'Green tea with Mark.' });
    await lisa.observe({ id: 'cake', content: 'Cake and green tea.' });
    await lisa.recall({ query: 'green tea' });
    await memory.hash();
    const [edge] = edgesOf(await memory.graph(), 'CO_ACTIVATED');
    expect(edge).toMatchObject({ believer: 'lisa', weight: expect.closeTo(0.25) });
    expect(new Set([edge?.from, edge?.to])).toEqual(new Set(['observation:tea', 'observation:cake']));
  });

  test('is empty of an empty space', async () => {
    expect(await memory.graph()).toEqual({ at: now, nodes: [], edges: [], total: 0, notices: [] });
  });
});

describe('what a graph shows', () => {
  test('is what counts most, and no edge leads out of it', async () => {
    await lisa.observe({ id: 'small', content: 'Small talk about Luna.', importance: 1 });
    await lisa.observe({ id: 'vital', content: 'Luna needs her medicine.', importance: 10 });
    const graph = await memory.graph({ limit: 1 });
    expect(memoriesOf(graph)).toEqual(['observation:vital']);
    expect(graph.total).toBe(2);
    expect(graph.notices).toEqual(['Shown: 1 of 2 memories, what counts most; a higher limit shows more.']);
    const ids = new Set(graph.nodes.map(({ id }) => id));
    expect(graph.edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
    expect(graph.edges.length).toBeGreaterThan(0);
  });

  test('is told with no higher limit where it has the highest', () => {
    expect(noticesOf(50_001, 50_000, 3, 3)).toEqual([
      'Shown: 50,000 of 50,001 memories, what counts most; no limit may be higher.',
    ]);
  });

  test('tells when something happened, and since when a fact is so', async () => {
    const [then, since] = [new Date('2025-05-05T10:00:00Z'), new Date('2024-01-01T00:00:00Z')];
    await lisa.observe({ id: 'found', content: 'Lisa found a key.', occurredAt: then });
    await lisa.believe({ id: 'lives', content: 'Lisa lives in Ghent.', validFrom: since });
    await lisa.believe({ id: 'likes', content: 'Lisa likes keys.' });
    const graph = await memory.graph();
    expect(['observation:found', 'fact:lives', 'fact:likes'].map((id) => nodeOf(graph, id).occurredAt)).toEqual([
      then,
      since,
      undefined,
    ]);
  });

  test('is, of some agents, what they and system believe, and nothing of what others make of it', async () => {
    await lisa.observe({ id: 'hers', content: 'Lisa found a key.' });
    await electra.observe({ id: 'other', content: 'Electra lost a key.' });
    await electra.believe({ id: 'all', content: 'Keys open doors.', shared: true });
    await electra.believe({ content: 'Keys open doors.' });
    const graph = await memory.graph({ agents: ['lisa'] });
    expect(new Set(memoriesOf(graph))).toEqual(new Set(['observation:hers', 'fact:all']));
    expect(nodeOf(graph, 'fact:all').agents).toEqual(['system']);
    expect(graph.nodes.map(({ id }) => id)).not.toContain('agent:electra');
  });

  test('can be chosen by type and by when it was learned, both ends included', async () => {
    await lisa.observe({ id: 'early', content: 'Early.' });
    now = new Date(now.getTime() + dayMs);
    await lisa.believe({ id: 'late', content: 'Late.' });
    await lisa.observe({ id: 'seen', content: 'Late too.', type: 'tool_output' });
    expect(memoriesOf(await memory.graph({ types: ['fact'] }))).toEqual(['fact:late']);
    expect(memoriesOf(await memory.graph({ to: '2026-01-01T00:00:00Z' }))).toEqual(['observation:early']);
    expect(new Set(memoriesOf(await memory.graph({ from: now })))).toEqual(new Set(['fact:late', 'observation:seen']));
  });

  test('has not faded too far, and is not withdrawn', async () => {
    await lisa.observe({ id: 'faded', content: 'Something small.', importance: 1 });
    await lisa.believe({ id: 'gone', content: 'No more.' });
    await lisa.withdraw({ id: 'fact:gone' });
    now = new Date(now.getTime() + 400 * dayMs);
    expect(memoriesOf(await memory.graph())).toEqual([]);
    expect(memoriesOf(await memory.graph({ minStrength: 0 }))).toEqual(['observation:faded']);
  });

  test('is labelled on one line, cut between words', async () => {
    await lisa.observe({ id: 'long', content: `First\nline ${'and more words '.repeat(500)}` });
    const { label } = nodeOf(await memory.graph(), 'observation:long');
    expect(label).toMatch(/^First line and more words .*(and|more|words)…$/);
    expect(label.length).toBeLessThanOrEqual(80);
  });

  test('leaves no trace, and options are checked', async () => {
    await lisa.observe({ content: 'Mark fed Luna.' });
    const before = await memory.hash();
    await memory.graph({ computed: ['SHARES_CONCEPT', 'CO_TOPIC', 'CO_RING', 'CO_KNOWLEDGE_TYPE'] });
    expect(await memory.hash()).toEqual(before);
    await expect(memory.graph({ limit: 0 })).rejects.toThrow(InvalidArgumentError);
    await expect(memory.graph({ perMemory: 21 })).rejects.toThrow('graph: "perMemory" must be');
  });
});
