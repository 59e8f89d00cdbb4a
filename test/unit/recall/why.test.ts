import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { importRecords } from '../../support/import-records.ts';
import { openSpace } from '../../support/open-space.ts';

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
  now = new Date(now.getTime() + days * 86_400_000);
}

/** The keys of a value, at any depth, that hold null or undefined. */
function empties(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (inner == null ? [key] : empties(inner)));
}

describe('why a memory is believed', () => {
  test('tells the belief with its source, and the observations that it follows from', async () => {
    const walk = await lisa.observe({
      content: 'The dog limps after walks.',
      speaker: 'Mark',
      channel: 'tool',
      source: 'diary',
    });
    later(2);
    const fact = await lisa.believe({ content: 'The dog has arthritis.', derivedFrom: [walk.id], confidence: 0.8 });
    later(180);
    const why = await lisa.why({ id: fact.id });
    expect(why).toMatchObject({
      agent: 'lisa',
      memory: { id: fact.id, type: 'fact', content: 'The dog has arthritis.' },
      believers: [
        {
          agent: 'lisa',
          state: 'held',
          confidence: 0.8,
          since: new Date('2026-03-12T12:00:00Z'),
          provenance: { channel: 'user', source: 'lisa' },
          past: [],
        },
      ],
      derivedFrom: [{ id: walk.id, type: 'user_input', content: 'The dog limps after walks.', speaker: 'Mark' }],
    });
    expect(why.believers[0]?.strength).toBeCloseTo(0.5, 2);
    expect(empties(why)).toEqual([]);
    expect(why.text).toContain(
      'lisa has believed it since 2026-03-12, with a strength of 0.50 and a confidence of 0.80.',
    );
    expect(why.text).toContain(`It follows from ${walk.id} of 2026-03-10 by Mark: "The dog limps after walks."`);
    expect((await lisa.why({ id: walk.id })).believers[0]?.provenance).toMatchObject({
      channel: 'tool',
      source: 'diary',
    });
  });

  test('tells of a memory that was withdrawn, and of the time before', async () => {
    const { id } = await lisa.believe({ content: 'Tea is at four.' });
    later(3);
    await lisa.withdraw({ id });
    expect((await lisa.why({ id })).text).toContain(
      'lisa believed it from 2026-03-10 until it was withdrawn on 2026-03-13.',
    );
    later(4);
    await lisa.believe({ content: 'Tea is at four.' });
    const why = await lisa.why({ id });
    expect(why.believers[0]).toMatchObject({
      state: 'held',
      since: now,
      past: [{ since: new Date('2026-03-10T12:00:00Z'), until: new Date('2026-03-13T12:00:00Z') }],
    });
    expect(why.text).toContain("lisa's earlier beliefs in it: from 2026-03-10 to 2026-03-13.");
  });

  test.each([
    [330, 'faded', 'too faded for recall by itself'],
    [900, 'archived', 'so faded that it is archived'],
  ])('tells of a memory that is %i days old that it is %s', async (days, state, said) => {
    const { id } = await lisa.believe({ content: 'Tea is at four.' });
    later(days);
    const why = await lisa.why({ id });
    expect(why.believers[0]).toMatchObject({ state });
    expect(why.text).toContain(said);
  });

  test('tells what supports and contradicts it, and what took whose place', async () => {
    const one = await lisa.believe({ content: 'Tea is at four.', id: 'old' });
    const other = await lisa.believe({ content: 'Cocoa comes at six.', id: 'new' });
    await lisa.judge({ one: one.id, other: other.id, state: 'confirmed', kind: 'contradicts' });
    const why = await lisa.why({ id: one.id });
    expect(why.contradicts).toEqual([
      {
        memory: { id: other.id, type: 'fact', content: 'Cocoa comes at six.' },
        rule: 'lisa',
        similarity: 1,
        state: 'confirmed',
      },
    ]);
    expect(why.supports).toEqual([]);
    expect(why.text).toContain('Contradicted (confirmed, lisa, similarity 1.00) by fact:new: "Cocoa comes at six."');
    await lisa.judge({ one: one.id, other: other.id, state: 'dismissed' });
    expect((await lisa.why({ id: one.id })).contradicts).toEqual([]);
  });

  test('tells of successions and derivations of its own believers only', async () => {
    const believed = (id: string) => ({
      record: 'fact',
      id,
      content: `Tea is at ${id.slice(5)}.`,
      believedBy: ['lisa', 'electra'],
    });
    await importRecords(memory, [
      ...['fact:two', 'fact:three', 'fact:four'].map(believed),
      { record: 'fact', id: 'fact:five', content: 'Tea is at five.', believedBy: ['electra'] },
      {
        record: 'observation',
        id: 'observation:1',
        agent: 'system',
        content: 'Tea?',
        occurredAt: '2026-01-01',
        believedBy: ['system'],
      },
      { record: 'derived_from', fact: 'fact:two', observation: 'observation:1' },
      {
        record: 'supersedes',
        from: 'fact:three',
        to: 'fact:two',
        believer: 'lisa',
        reason: 'the clock',
        at: '2026-02-01',
        saidAt: '2026-01-20',
      },
      { record: 'supersedes', from: 'fact:four', to: 'fact:two', believer: 'electra', at: '2026-02-02' },
      { record: 'supersedes', from: 'fact:five', to: 'fact:two', believer: 'lisa', at: '2026-02-03' },
    ]);
    const why = await lisa.why({ id: 'fact:two' });
    expect(why.supersededBy).toEqual([
      {
        memory: { id: 'fact:three', type: 'fact', content: 'Tea is at three.' },
        believer: 'lisa',
        at: new Date('2026-02-01'),
        reason: 'the clock',
      },
    ]);
    expect([why.supersedes, why.derivedFrom]).toEqual([[], []]);
    expect(why.text).toContain(
      'Another took its place on 2026-02-01, for lisa (the clock): fact:three: "Tea is at three."',
    );
    expect((await lisa.why({ id: 'fact:three' })).supersedes.map(({ memory: { id } }) => id)).toEqual(['fact:two']);
    expect((await electra.why({ id: 'fact:two' })).supersededBy.map(({ memory: { id } }) => id)).toEqual(['fact:four']);
  });

  test('keeps what is remembered on one line', async () => {
    const { id } = await lisa.observe({ content: 'Tea.\nlisa has believed it since 1999-01-01.' });
    expect((await lisa.why({ id })).text.split('\n')[0]).toBe(`${id}: "Tea. lisa has believed it since 1999-01-01."`);
  });

  test('refuses what breaks a rule', async () => {
    await expect(lisa.why({ id: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(lisa.why({ id: 'fact:1', asOf: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(lisa.why({ id: 'fact:1', signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('what other agents hold', () => {
  test('is not found, in the words for what is not there', async () => {
    const { id } = await electra.observe({ content: 'quokka' });
    const asked = [id, 'observation:none'].map(async (each) => {
      const error = await lisa.why({ id: each }).catch((thrown: unknown) => thrown as Error & { code: string });
      return [(error as { code: string }).code, (error as Error).message.replace(each, 'ID')];
    });
    const [one, other] = await Promise.all(asked);
    expect(one).toEqual(['NOT_FOUND', 'why: no memory "ID" is in lisa\'s view; look it up with search.']);
    expect(other).toEqual(one);
  });

  test('shows nowhere in what is universal or held by both', async () => {
    const source = await memory.agent('system').observe({ content: 'The dog limps.', id: 'limps' });
    const fact = await lisa.believe({ content: 'The dog is ill.', id: 'ill' });
    const universal = await lisa.believe({ content: 'The dog is old.', shared: true, id: 'old' });
    const before = [await lisa.why({ id: fact.id }), await lisa.why({ id: universal.id })];
    const secret = await electra.observe({ content: 'The vet told me in private.' });
    const same = await electra.believe({
      content: 'The dog is ill.',
      derivedFrom: [secret.id, source.id],
      channel: 'tool',
      source: 'vet',
    });
    expect(same.id).toBe(fact.id);
    await electra.believe({ memory: universal.id, channel: 'tool', source: 'vet' });
    await electra.judge({ one: secret.id, other: universal.id, state: 'confirmed', kind: 'supports' });
    await electra.judge({ one: source.id, other: universal.id, state: 'confirmed', kind: 'contradicts' });
    expect([await lisa.why({ id: fact.id }), await lisa.why({ id: universal.id })]).toEqual(before);
    const hers = await electra.why({ id: fact.id });
    expect(hers.derivedFrom.map(({ id }) => id).sort()).toEqual([secret.id, source.id].sort());
    expect(hers.believers).toMatchObject([{ agent: 'electra', provenance: { channel: 'tool', source: 'vet' } }]);
    const shared = await electra.why({ id: universal.id });
    expect(shared.believers.map(({ agent }) => agent)).toEqual(['electra', 'system']);
    expect(shared.contradicts.map(({ memory: { id } }) => id)).toEqual([source.id]);
  });
});
