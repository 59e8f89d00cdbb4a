import { beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine, RecalledMemory } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const dayMs = 86_400_000;
let memory: Madeleine;
let now: Date;
beforeEach(async () => {
  now = new Date('2024-01-01T00:00:00Z');
  memory = await openSpace({ clock: () => now });
});

const lisa = () => memory.agent('lisa');
const electra = () => memory.agent('electra');
const wait = (days: number): void => {
  now = new Date(now.getTime() + days * dayMs);
};
async function seen(agent: string, query = 'quokka', options = {}): Promise<readonly RecalledMemory[]> {
  return (await memory.agent(agent).search({ query, ...options })).memories;
}

describe('what makes one fact', () => {
  it('is one fact with several believers when two say the same', async () => {
    const first = await lisa().believe({ content: 'The quokka smiles.' });
    const second = await electra().believe({ content: 'The quokka smiles.' });
    expect(second).toMatchObject({ id: first.id, outcome: 'stored', believer: 'electra' });
    expect((await memory.stats()).records).toMatchObject({ fact: 1, believes: 2 });
    expect((await seen('lisa'))[0]?.believers.map(({ agent }) => agent)).toEqual(['lisa']);
  });

  it('is the same fact to whoever knows it, whatever the case, white space and final stop', async () => {
    const { id } = await lisa().believe({ content: 'The quokka smiles.' });
    const again = await lisa().believe({ content: '  the  QUOKKA smiles' });
    expect(again).toMatchObject({ id, outcome: 'merged', reason: 'it was believed already and is asserted again' });
  });

  it.each([
    { content: 'The quokka smiles?' },
    { content: 'The quokka smiles.', about: ['Luna'] },
    { content: 'The quokka smiles.', about: ['agent:electra'] },
    { content: 'The quokka smiles.', validFrom: '2023-01-01' },
    { content: 'The quokka smiles.', validTo: '2025-01-01' },
  ])('is another fact when it says something else, of something else, or of another time: %o', async (other) => {
    const { id } = await lisa().believe({ content: 'The quokka smiles.' });
    expect(await lisa().believe(other)).toMatchObject({ id: expect.not.stringMatching(id), outcome: 'stored' });
  });

  it('has an id that tells nobody when it was first stated, as entities, observations and sessions have', async () => {
    const random = /^\w+:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    await electra().believe({ content: 'The quokka likes Luna.', entities: ['Luna'] });
    const fact = await lisa().believe({ content: 'The quokka likes Luna.', entities: ['Luna'] });
    expect((await memory.stats()).records).toMatchObject({ fact: 1, entity: 1 });
    const { id: observation } = await lisa().observe({ content: 'I saw it.' });
    const { id: thought } = await lisa().think({ thought: 'It may be shy.' });
    const { id: session } = await lisa().session({ goal: 'find out' });
    for (const id of [fact.id, ...fact.linked.map((entity) => entity.id), observation, thought, session]) {
      expect(id).toMatch(random);
    }
    expect(fact.linked).toHaveLength(1);
  });

  it('tells the second believer nothing that the first has said of it', async () => {
    await lisa().believe({
      content: 'The quokka smiles.',
      topic: 'secret plans',
      importance: 9,
      entities: ['Project Falcon'],
    });
    const receipt = await electra().believe({ content: 'The quokka smiles.' });
    expect(receipt).toMatchObject({ outcome: 'stored', linked: [] });
    const [shown] = await seen('electra');
    expect(shown).toMatchObject({ importance: 5, entities: [] });
    expect(shown).not.toHaveProperty('topic');
    expect((await electra().search({ query: 'quokka', about: ['Project Falcon'] })).notices).toEqual([
      'None of the names in "about" is known to electra.',
    ]);
  });

  it('says which entities a known fact does not get', async () => {
    const { id } = await lisa().believe({ content: 'quokka', entities: ['Rex'] });
    const again = await lisa().believe({ content: 'quokka', entities: ['Rex', 'Luna'] });
    expect(again).toMatchObject({ id, linked: [{ name: 'Rex', created: false }] });
    expect(again.refused).toEqual([
      { what: 'Luna', reason: 'the fact was there already and keeps the entities that it mentions' },
    ]);
    expect((await memory.stats()).records).toMatchObject({ entity: 1, mentions: 1 });
  });

  it('takes an id of the caller, once', async () => {
    expect(await lisa().believe({ id: 'f', content: 'quokka' })).toMatchObject({ id: 'fact:f', outcome: 'stored' });
    expect(await lisa().believe({ id: 'f', content: 'quokka' })).toMatchObject({ id: 'fact:f', outcome: 'merged' });
    await expect(lisa().believe({ id: 'f', content: 'wombat' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await electra().believe({ id: 'f', content: 'wombat' })).toMatchObject({ id: 'fact:f', outcome: 'stored' });
    await expect(electra().believe({ id: 'f', content: 'quokka', topic: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { id: 'fact:f' },
    });
  });
});

describe('asserting again', () => {
  it('makes a belief whole again and leaves confidence and since as they were', async () => {
    await lisa().believe({ content: 'quokka', channel: 'tool' });
    wait(180);
    expect((await seen('lisa'))[0]?.believers[0]?.strength).toBeCloseTo(0.5, 10);
    const again = await lisa().believe({ content: 'quokka', channel: 'user' });
    expect(again).toMatchObject({ outcome: 'merged', strength: 1, confidence: 0.4 });
    expect((await seen('lisa'))[0]?.believers[0]).toMatchObject({
      strength: 1,
      confidence: 0.4,
      since: new Date('2024-01-01T00:00:00Z'),
    });
  });

  it('changes confidence and permanence only when the caller says so', async () => {
    const { id } = await lisa().believe({ content: 'quokka' });
    await lisa().believe({ memory: id, confidence: 0.2, permanent: true });
    await lisa().believe({ memory: id });
    wait(10_000);
    expect((await seen('lisa'))[0]?.believers[0]).toMatchObject({ strength: 1, confidence: 0.2, permanent: true });
  });

  it('lets an agent hold for itself what is universal, and share what it holds', async () => {
    const shared = await lisa().believe({ content: 'quokka', shared: true });
    expect(shared.believer).toBe('system');
    const own = await electra().believe({ memory: shared.id });
    expect(own).toMatchObject({
      outcome: 'merged',
      reason: 'the memory was there already; the belief in it is new',
      believer: 'electra',
    });
    expect((await seen('electra'))[0]?.believers.map(({ agent }) => agent)).toEqual(['electra', 'system']);
    const { id } = await lisa().observe({ content: 'wombat' });
    expect(await seen('electra', 'wombat')).toEqual([]);
    await lisa().believe({ memory: id, shared: true });
    expect((await seen('electra', 'wombat'))[0]).toMatchObject({ id, believers: [{ agent: 'system' }] });
  });

  it('knows nothing of a memory that only others believe', async () => {
    const { id } = await lisa().believe({ content: 'quokka' });
    const message = (verb: string, what: string): string =>
      `${verb}: no memory "${what}" is in electra's view; look it up with search.`;
    for (const what of [id, 'fact:none']) {
      await expect(electra().believe({ memory: what })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: message('believe', what),
      });
      await expect(electra().withdraw({ id: what })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: message('withdraw', what),
      });
    }
  });
});

describe('withdrawing', () => {
  it('ends the belief of one agent and of nobody else', async () => {
    const { id } = await lisa().believe({ content: 'quokka' });
    await electra().believe({ content: 'quokka' });
    wait(1);
    expect(await lisa().withdraw({ id })).toMatchObject({ id, outcome: 'withdrawn', believer: 'lisa' });
    expect(await seen('lisa')).toEqual([]);
    expect(await seen('electra')).toHaveLength(1);
    expect(await seen('lisa', 'quokka', { asOf: '2024-01-01T12:00:00Z' })).toHaveLength(1);
    expect(await seen('lisa', 'quokka', { asOf: now })).toEqual([]);
    await expect(lisa().withdraw({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is undone by asserting again, from then on', async () => {
    const { id } = await lisa().believe({ content: 'quokka', confidence: 0.3 });
    wait(100);
    await lisa().withdraw({ id });
    wait(1);
    const back = { id, outcome: 'merged', reason: 'it was withdrawn and is believed again', confidence: 0.3 };
    expect(await lisa().believe({ content: 'quokka' })).toMatchObject(back);
    expect((await seen('lisa'))[0]?.believers[0]).toMatchObject({ strength: 1, since: now });
    const again = { reason: 'it was believed already and is asserted again' };
    expect(await lisa().believe({ content: 'quokka' })).toMatchObject(again);
    expect(await lisa().believe({ memory: id })).toMatchObject(again);
    await lisa().withdraw({ id });
    expect(await lisa().believe({ memory: id })).toMatchObject(back);
  });

  it('is taken back by believing again, which keeps what the belief was and supersedes what it did', async () => {
    const { id: old } = await lisa().believe({ content: 'The quokka lives in the garden.' });
    const corrected = { confidence: 0.3, permanent: true, supersedes: [old] };
    const { id } = await lisa().believe({ content: 'The quokka lives in the house.', ...corrected });
    const since = now;
    const endOfOld = async () => (await lisa().why({ id: old })).believers[0]?.validTo;
    expect(await endOfOld()).toEqual(since);
    wait(10);
    expect(await lisa().withdraw({ id })).toMatchObject({ reason: 'believing it again takes that back' });
    expect(await endOfOld()).toBeUndefined();
    await lisa().believe({ memory: id });
    expect(await endOfOld()).toEqual(since);
    const [belief] = (await lisa().why({ id })).believers;
    const past = [{ since, until: now }];
    expect(belief).toMatchObject({ state: 'held', strength: 1, confidence: 0.3, permanent: true, since: now, past });
  });

  it('is not for what only system believes', async () => {
    const { id } = await lisa().believe({ content: 'quokka', shared: true });
    await expect(lisa().withdraw({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `withdraw: "id" must name a memory that lisa itself believes, got "${id}", which only system believes.`,
    });
    await memory.agent('system').withdraw({ id });
    expect(await seen('lisa')).toEqual([]);
  });
});

describe('a content that is the id of a memory', () => {
  it('means that memory, which must be in view, and is never a fact by itself', async () => {
    const { id } = await lisa().believe({ content: 'The quokka smiles.' });
    expect(await lisa().believe({ content: ` ${id}\n` })).toMatchObject({ id, outcome: 'merged' });
    for (const content of ['fact:nope', 'observation:nope']) {
      await expect(lisa().believe({ content })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `believe: no memory "${content}" is in lisa's view; look it up with search.`,
      });
    }
    await expect(electra().believe({ content: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(lisa().believe({ content: id, about: ['quokka'] })).rejects.toThrow('"about" must be left out');
    expect((await memory.stats()).records.fact).toBe(1);
    expect(await lisa().believe({ content: 'fact: quokkas smile' })).toMatchObject({ outcome: 'stored' });
  });
});

describe('what a fact follows from', () => {
  it('must be in view', async () => {
    const { id } = await lisa().observe({ content: 'I saw it.' });
    await lisa().believe({ content: 'quokka', derivedFrom: [id] });
    expect((await memory.stats()).records.derived_from).toBe(1);
    for (const source of [id, 'observation:none']) {
      await expect(electra().believe({ content: 'wombat', derivedFrom: [source] })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `believe: "derivedFrom" must name observations in view, got "${source}"; look it up with search.`,
      });
    }
    expect(await seen('electra', 'wombat')).toEqual([]);
  });

  it('is added to a fact that is there, once', async () => {
    await lisa().believe({ content: 'quokka' });
    const { id } = await lisa().observe({ id: 'saw', content: 'I saw it.' });
    await lisa().believe({ content: 'quokka', derivedFrom: [id, 'saw'] });
    await lisa().believe({ content: 'quokka', derivedFrom: [id] });
    expect((await memory.stats()).records.derived_from).toBe(1);
  });
});

describe('how long a belief lasts', () => {
  const strength = async (query = 'quokka'): Promise<number | undefined> =>
    (await seen('lisa', query, { faded: true }))[0]?.believers[0]?.strength;

  it('halves in 60 days for an observation and in 180 for a fact', async () => {
    await lisa().observe({ content: 'quokka' });
    await lisa().believe({ content: 'wombat' });
    wait(60);
    expect(await strength('quokka')).toBeCloseTo(0.5, 10);
    expect(await strength('wombat')).toBeCloseTo(2 ** (-1 / 3), 10);
  });

  it.each([
    [{ importance: 1 }, 90],
    [{ importance: 5 }, 180],
    [{ importance: 10 }, 360],
    [{ mood: { valence: 1, arousal: -1 } }, 270],
    [{ importance: 10, mood: { valence: -1, arousal: 1 } }, 540],
  ])('lasts longer with importance and feeling: %o halves in %i days', async (options, days) => {
    await lisa().believe({ content: 'quokka', ...options });
    wait(days);
    expect(await strength()).toBeCloseTo(0.5, 10);
  });

  it('leaves recall at 0.3, is found faded down to 0.1, and then no more', async () => {
    const { id } = await lisa().believe({ content: 'quokka' });
    const fadesAfter = 180 * Math.log2(1 / 0.3);
    wait(fadesAfter - 0.01);
    expect(await seen('lisa')).toHaveLength(1);
    wait(0.02);
    expect(await seen('lisa')).toEqual([]);
    expect(await seen('lisa', 'quokka', { faded: true })).toHaveLength(1);
    wait(180 * Math.log2(3));
    expect(await seen('lisa', 'quokka', { faded: true })).toEqual([]);
    await lisa().believe({ memory: id });
    expect(await seen('lisa')).toHaveLength(1);
  });

  it('does not fade where decay is off, or where it is permanent, until it no longer is', async () => {
    await lisa().believe({ content: 'quokka', permanent: true });
    wait(100_000);
    expect(await strength()).toBe(1);
    await lisa().believe({ content: 'quokka', permanent: false });
    wait(180);
    expect(await strength()).toBe(0.5);
    const lasting = await openSpace({ clock: () => now, decay: false });
    await lasting.agent('lisa').observe({ content: 'quokka' });
    await lasting.agent('lisa').observe({ content: 'wombat', permanent: false });
    wait(60);
    const { memories } = await lasting.agent('lisa').search({ query: 'quokka wombat' });
    expect(new Map(memories.map(({ content, believers }) => [content, believers[0]?.strength]))).toEqual(
      new Map([
        ['quokka', 1],
        ['wombat', 0.5],
      ]),
    );
  });
});

describe('believing many', () => {
  it('stores all in one commit, a fact that is said twice once', async () => {
    const facts = ['one', 'two', 'One.'].map((number) => ({ content: `Quokka number ${number}`, about: ['Quokka'] }));
    const { receipts } = await lisa().believeMany({ facts });
    expect(receipts.map(({ outcome }) => outcome)).toEqual(['stored', 'stored', 'merged']);
    expect(await memory.stats()).toMatchObject({ seq: 1, records: { fact: 2 } });
  });

  it('stores nothing when one breaks a rule, and names its place', async () => {
    const facts = [
      { content: 'Quokka one' },
      { content: 'Quokka two', validFrom: '2024-02-01', validTo: '2024-01-01' },
    ];
    await expect(lisa().believeMany({ facts })).rejects.toThrow('"facts[1].validTo" must not be before "validFrom"');
    await expect(lisa().believeMany({ facts: [] })).rejects.toThrow('"facts" must be 1-1,000 facts');
    expect((await memory.stats()).seq).toBe(0);
  });

  it('stores nothing when one meets a conflict', async () => {
    await lisa().believe({ id: 'taken', content: 'quokka' });
    const facts = [{ content: 'wombat' }, { id: 'taken', content: 'numbat' }];
    await expect(lisa().believeMany({ facts })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await seen('lisa', 'wombat')).toEqual([]);
  });
});
