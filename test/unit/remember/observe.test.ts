import { beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
beforeEach(async () => {
  memory = await openSpace();
});

const lisa = () => memory.agent('lisa');
const electra = () => memory.agent('electra');
const found = async (agent: string, query: string) =>
  (await memory.agent(agent).search({ query, profile: 'lexical' })).memories.map(({ content }) => content);

describe('observing', () => {
  it('answers what was stored, for whom, and the entities that it links', async () => {
    const receipt = await lisa().observe({
      content: 'Mark fixed the login in src/auth.py.',
      session: 'monday',
      entities: [{ name: 'Luna', type: 'other', aliases: ['Moonpie'] }, '???'],
    });
    expect(receipt).toMatchObject({
      id: expect.stringMatching(/^observation:[0-9a-f-]{36}$/),
      outcome: 'stored',
      believer: 'lisa',
      strength: 1,
      confidence: 0.9,
      session: 'session:monday',
      embedded: false,
    });
    expect(receipt.refused).toEqual([{ what: '???', reason: 'the name has no letters or digits' }]);
    expect(receipt.linked).toEqual(
      expect.arrayContaining([
        { id: expect.stringMatching(/^entity:/), name: 'Luna', type: 'other', created: true },
        expect.objectContaining({ name: 'src/auth.py', type: 'file', created: true }),
        expect.objectContaining({ name: 'Mark', created: true }),
      ]),
    );
  });

  it('trusts by the channel, unless the caller says how confident it is', async () => {
    const confidences: number[] = [];
    for (const channel of ['user', 'agent', 'consolidation', 'import', 'tool'] as const) {
      confidences.push((await lisa().observe({ content: `By ${channel}.`, channel })).confidence);
    }
    expect(confidences).toEqual([0.9, 0.8, 0.7, 0.6, 0.4]);
    expect((await lisa().observe({ content: 'Sure.', confidence: 1 })).confidence).toBe(1);
  });

  it('takes a title and a name for one person, named again without the title too', async () => {
    await lisa().observe({ content: 'Dr Weber looked at the X-ray of Luna.', entities: ['Dr Weber', 'Luna'] });
    await lisa().observe({ content: 'I told Professor Okafor, and Okafor laughed at Weber.' });
    const names = (await lisa().entities()).map(({ name }) => name);
    expect(names.filter((name) => /Weber|Okafor/.test(name)).sort()).toEqual(['Dr Weber', 'Professor Okafor']);
  });

  it('keeps the type that the text shows where the caller names an entity without one', async () => {
    const { linked } = await lisa().observe({ content: 'See src/auth.py.', entities: ['src/auth.py'] });
    expect(linked).toEqual([expect.objectContaining({ name: 'src/auth.py', type: 'file' })]);
  });

  it('replaces lone surrogates in a text, and keeps any other character', async () => {
    const content = 'zebra \ud800 \u0000 \u202e 🐈 end';
    const kept = 'zebra \ufffd \u0000 \u202e 🐈 end';
    const { id } = await lisa().observe({ content, id: 'cut' });
    expect(await found('lisa', 'zebra')).toEqual([kept]);
    expect(await lisa().observe({ content, id: 'cut' })).toMatchObject({ id, outcome: 'merged' });
    expect(await lisa().observe({ content: kept, id: 'cut' })).toMatchObject({ id, outcome: 'merged', refused: [] });
  });

  it('tells in the receipt that half of a character was replaced, whatever verb it came by', async () => {
    const content = 'note \ud83d end';
    const { receipts: observed } = await lisa().observeMany({ observations: [{ content: 'whole 🐈' }, { content }] });
    const { receipts: believed } = await lisa().believeMany({ facts: [{ content }] });
    const cut = [await lisa().observe({ content }), await lisa().think({ thought: content }), observed[1], believed[0]];
    const told = { what: 'half of a character', reason: expect.stringContaining('U+FFFD stands in its place') };
    for (const receipt of [...cut, await lisa().believe({ content })]) expect(receipt?.refused).toEqual([told]);
    expect(observed[0]?.refused).toEqual([]);
    expect((await lisa().latest()).filter((one) => one.content === 'note \ufffd end')).toHaveLength(4);
  });

  it('does not see what the caller does to its options afterwards', async () => {
    const occurredAt = new Date('2023-05-08T13:56:00Z');
    const entities = ['Luna'];
    const writing = lisa().observe({ content: 'quokka', occurredAt, entities });
    occurredAt.setFullYear(1999);
    entities.push('Rex');
    await writing;
    const { memories } = await lisa().search({ query: 'quokka' });
    expect(memories[0]).toMatchObject({ occurredAt: new Date('2023-05-08T13:56:00Z'), entities: [{ name: 'Luna' }] });
  });
});

describe('an id of the caller', () => {
  it('stores the same content once and says so', async () => {
    const first = await lisa().observe({ id: 'a', content: 'quokka', session: 'monday' });
    const again = await lisa().observe({ id: 'observation:a', content: 'quokka' });
    expect(first).toMatchObject({ id: 'observation:a', outcome: 'stored' });
    expect(again).toMatchObject({
      id: 'observation:a',
      outcome: 'merged',
      reason: 'an observation of this id and content is there already',
      session: 'session:monday',
    });
    expect(await memory.stats()).toMatchObject({ seq: 1, records: { observation: 1 } });
  });

  it('is a conflict when it holds another content, and nothing is written', async () => {
    await lisa().observe({ id: 'a', content: 'quokka' });
    await expect(lisa().observe({ id: 'a', content: 'wombat' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'observe: "id" must be new or name the same observation, got "a", which holds another; choose another id.',
    });
    expect((await memory.stats()).seq).toBe(1);
  });

  it('is refused where the agent itself has it, and free to every other agent', async () => {
    await lisa().observe({ id: 'a', content: 'quokka', topic: 'zoo', session: 'monday' });
    await lisa().believe({ id: 'f', content: 'quokka', topic: 'zoo' });
    await expect(lisa().observe({ id: 'a', content: 'wombat' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { id: 'observation:a' },
    });
    await expect(lisa().believe({ id: 'f', content: 'wombat' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { id: 'fact:f' },
    });
    expect(await electra().observe({ id: 'a', content: 'wombat' })).toMatchObject({ id: 'observation:a' });
    expect(await electra().believe({ id: 'f', content: 'numbat' })).toMatchObject({ id: 'fact:f', outcome: 'stored' });
    expect(await electra().observe({ content: 'bilby', session: 'monday' })).toMatchObject({ outcome: 'stored' });
  });

  it('is another observation for a second agent, also where it says the same of it', async () => {
    const said = { id: 'a', content: 'quokka', session: 'monday', occurredAt: '2023-05-08', topic: 'zoo' };
    await lisa().observe({ ...said, source: 'diary' });
    const receipt = await electra().observe(said);
    expect(receipt).toMatchObject({ outcome: 'stored', believer: 'electra' });
    const [seen] = (await electra().search({ query: 'quokka' })).memories;
    expect(seen?.believers).toMatchObject([{ agent: 'electra', provenance: { source: 'electra' } }]);
    expect(seen).toMatchObject({ id: 'observation:a', recordedBy: 'electra' });
    expect((await memory.stats()).records.observation).toBe(2);
  });

  it.each([{ session: 'tuesday' }, { topic: 'work' }, { occurredAt: '2023-05-09' }, { entities: ['Luna'] }, {}])(
    'is an id of its own for a second agent that does not say the same of it: %o',
    async (difference) => {
      await lisa().observe({
        id: 'a',
        content: 'quokka',
        session: 'monday',
        occurredAt: '2023-05-08',
        ...{ topic: 'zoo' },
      });
      const receipt = await electra().observe({ id: 'a', content: 'quokka', ...difference });
      expect(receipt).toMatchObject({ id: 'observation:a', outcome: 'stored', believer: 'electra' });
      expect(await found('electra', 'quokka')).toEqual(['quokka']);
      expect((await memory.stats()).records.observation).toBe(2);
    },
  );

  it('tells again what the observation mentions, none of it new', async () => {
    const said = { id: 'a', content: 'Mark met Anna in Paris.' };
    const { linked } = await lisa().observe(said);
    expect(linked.length).toBeGreaterThan(1);
    expect((await lisa().observe(said)).linked).toEqual(linked.map((entity) => ({ ...entity, created: false })));
  });

  it('brings back an observation that was withdrawn', async () => {
    const { id } = await lisa().observe({ id: 'a', content: 'quokka' });
    await lisa().withdraw({ id });
    expect(await found('lisa', 'quokka')).toEqual([]);
    const again = await lisa().observe({ id: 'a', content: 'quokka' });
    expect(again).toMatchObject({ outcome: 'merged', reason: 'it was withdrawn and is believed again' });
    expect(await found('lisa', 'quokka')).toEqual(['quokka']);
  });
});

describe('observing many', () => {
  it('stores all in one commit, in their order', async () => {
    const observations = Array.from({ length: 1000 }, (_, at) => ({ content: `Turn ${at}`, session: 'long' }));
    const { receipts } = await lisa().observeMany({ observations });
    expect(receipts).toHaveLength(1000);
    expect((await memory.stats()).seq).toBe(1);
    const lines: string[] = [];
    for await (const line of memory.export()) if (line.includes('"observation"')) lines.push(line);
    const contents = lines.map((line) => (JSON.parse(line) as { content?: string }).content).filter(Boolean);
    expect(contents).toEqual(observations.map(({ content }) => content));
  });

  it('stores nothing when one breaks a rule, and names its place', async () => {
    const observations = Array.from({ length: 10 }, (_, at) => ({ content: at === 6 ? '' : `Turn ${at}` }));
    await expect(lisa().observeMany({ observations })).rejects.toThrow(
      'observeMany: "observations[6].content" must not be blank, got "".',
    );
    expect((await memory.stats()).seq).toBe(0);
  });

  it('stores nothing when one meets a conflict', async () => {
    await lisa().observe({ id: 'taken', content: 'quokka' });
    const observations = [{ content: 'wombat' }, { id: 'taken', content: 'numbat' }, { content: 'bilby' }];
    await expect(lisa().observeMany({ observations })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await found('lisa', 'wombat bilby')).toEqual([]);
    expect((await memory.stats()).records).toMatchObject({ observation: 1, believes: 1 });
  });

  it('takes the same id twice in one call for one observation, or for a conflict', async () => {
    const twice = (other: string) =>
      lisa().observeMany({
        observations: [
          { id: 'a', content: 'x' },
          { id: 'a', content: other },
        ],
      });
    await expect(twice('y')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await twice('x')).receipts.map(({ outcome }) => outcome)).toEqual(['stored', 'merged']);
  });

  it('understands a name within one call as one entity, private or shared', async () => {
    const { receipts } = await lisa().observeMany({
      observations: [
        { content: 'one', entities: ['Luna'] },
        { content: 'two', entities: ['LUNA'] },
        { content: 'three', entities: ['Luna'], shared: true },
      ],
    });
    const ids = receipts.map(({ linked }) => linked[0]?.id);
    expect(new Set(ids).size).toBe(1);
    expect((await memory.stats()).records.entity).toBe(1);
  });
});

describe('many calls at once', () => {
  it('puts 100 observations of several agents into one order, and keeps them all', async () => {
    const agents = ['lisa', 'electra', 'marvin', 'ada'];
    const calls = Array.from({ length: 100 }, (_, at) =>
      memory.agent(agents[at % 4] as string).observe({ content: `quokka ${at}`, session: 'crowd', entities: ['Luna'] }),
    );
    const receipts = await Promise.all(calls);
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(100);
    for (const agent of agents) {
      expect((await memory.agent(agent).search({ query: 'quokka', limit: 200, profile: 'lexical' })).total).toBe(25);
    }
    const { seq, records } = await memory.stats();
    expect({ seq, records }).toMatchObject({
      seq: 100,
      records: { observation: 100, session: 1, entity: 1, agent: 5 },
    });
    expect(await memory.doctor()).toMatchObject({ ok: true });
  });

  it('takes the same id from many callers at once for one observation', async () => {
    const receipts = await Promise.all(
      Array.from({ length: 20 }, () => lisa().observe({ id: 'a', content: 'quokka' })),
    );
    expect(receipts.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1);
    expect((await memory.stats()).seq).toBe(1);
  });
});
