import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, FactsOptions, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const dayMs = 86_400_000;
let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;
let now: Date;

beforeEach(async () => {
  now = new Date('2024-01-01T00:00:00Z');
  memory = await openSpace({ clock: () => now });
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

async function listed(agent: AgentMemory, options: FactsOptions = {}): Promise<readonly string[]> {
  return (await agent.facts(options)).facts.map(({ content }) => content);
}

describe('the facts about somebody or something', () => {
  test('come in the order in which they were learned, with whom they are about as they name it', async () => {
    await lisa.believe({ content: 'LUNA sleeps a lot.', about: ['LUNA'] });
    await lisa.believe({ content: 'Tea is best hot.' });
    await lisa.observe({ content: 'Luna came in.', entities: ['Luna'] });
    const relations = [{ from: 'Mark', predicate: 'owns', to: 'Luna' }];
    await lisa.believe({
      content: 'Luna is his.',
      title: 'owns',
      about: ['Mark', { name: 'Luna', type: 'person' }],
      relations,
    });
    const { facts, total } = await lisa.facts();
    expect(total).toBe(2);
    expect(facts.map(({ about }) => about.map(({ name }) => name))).toEqual([['LUNA'], ['Luna', 'Mark']]);
    const [luna, mark] = facts[1]?.about ?? [];
    expect(facts[1]).toMatchObject({ title: 'owns', relations: [{ from: mark?.id, predicate: 'owns', to: luna?.id }] });
    expect(facts[0]?.about[0]?.id).toBe(luna?.id);
  });

  test('can be asked for by name, of agents too', async () => {
    await lisa.believe({ content: 'Luna sleeps.', about: ['Luna'] });
    await lisa.believe({ content: 'Mark works.', about: ['Mark'] });
    await lisa.believe({ content: 'Electra is kind.', about: ['agent:electra'] });
    await lisa.believe({ content: 'Luna is not meant here.', about: ['Mark'] });
    await lisa.believe({ content: 'Luna lives in Rome.' });
    expect(await listed(lisa, { about: ['luna', 'nobody'] })).toEqual(['Luna sleeps.', 'Luna lives in Rome.']);
    expect(await listed(lisa, { about: ['nobody'] })).toEqual([]);
    const { facts } = await lisa.facts({ about: ['agent:electra'] });
    expect(facts.map(({ about }) => about)).toEqual([[{ id: 'agent:electra', name: 'electra' }]]);
    expect(await listed(lisa, { about: ['agent:Electra'] })).toEqual(['Electra is kind.']);
    expect((await lisa.explore({ from: 'agent:ELECTRA' })).unknown).toEqual([]);
  });

  test('are those of the agent and of system, and nobody else moves a word of them', async () => {
    await lisa.believe({ content: 'Luna sleeps.', about: ['Luna'] });
    await lisa.believe({ content: 'Luna is a cat.', about: ['Luna'], shared: true });
    const before = await lisa.facts();
    await electra.believe({ content: 'Luna snores.', about: ['Luna'] });
    now = new Date(now.getTime() + 1);
    await electra.believe({ content: 'Luna sleeps.', about: ['Luna'] });
    expect(await lisa.facts()).toEqual(before);
    expect(await listed(electra)).toEqual(['Luna is a cat.', 'Luna snores.', 'Luna sleeps.']);
  });

  test('come a page at a time', async () => {
    const facts = [1, 2, 3, 4, 5].map((number) => ({ content: `Luna has ${number} toys.`, about: ['Luna'] }));
    await lisa.believeMany({ facts });
    const page = await lisa.facts({ limit: 2, offset: 3 });
    expect([page.facts.map(({ content }) => content), page.total]).toEqual([
      ['Luna has 4 toys.', 'Luna has 5 toys.'],
      5,
    ]);
  });

  test('are left out when they have faded or were withdrawn, the faded unless they are asked for', async () => {
    const { id } = await lisa.believe({ content: 'Luna sleeps.', about: ['Luna'] });
    now = new Date(now.getTime() + 2_000 * dayMs);
    await lisa.believe({ content: 'Luna is old.', about: ['Luna'] });
    expect(await listed(lisa)).toEqual(['Luna is old.']);
    expect(await listed(lisa, { faded: true })).toEqual(['Luna sleeps.', 'Luna is old.']);
    await lisa.withdraw({ id });
    expect(await listed(lisa, { faded: true })).toEqual(['Luna is old.']);
  });

  test('hold no more where something took their place, and are listed on demand', async () => {
    const { id } = await lisa.believe({ content: 'Luna lives in Rome.', about: ['Luna'] });
    const by = await lisa.believe({ content: 'Luna lives in Oslo.', about: ['Luna'], supersedes: [id] });
    expect(await listed(lisa)).toEqual(['Luna lives in Oslo.']);
    const { facts } = await lisa.facts({ superseded: true });
    expect(facts.map(({ superseded }) => superseded?.by)).toEqual([by.id, undefined]);
  });

  test('hold no more where they were corrected in this talk, and hold until a correction begins', async () => {
    const launch = { about: ['launch'] };
    const { id } = await lisa.believe({ content: 'The launch is on Friday.', ...launch });
    const corrected = { content: 'The launch is on Monday.', ...launch, supersedes: [id] };
    await lisa.believe({ ...corrected, with: 'user:sofia' });
    expect(await listed(lisa, { with: 'user:sofia' })).toEqual(['The launch is on Monday.']);
    expect(await listed(lisa, { with: 'user:mark' })).toEqual(['The launch is on Friday.']);
    expect(await listed(lisa)).toEqual(['The launch is on Monday.']);
    const rome = await lisa.believe({ content: 'Luna lives in Rome.', about: ['Luna'] });
    const validFrom = new Date(now.getTime() + dayMs);
    await lisa.believe({ content: 'Luna lives in Oslo.', about: ['Luna'], supersedes: [rome.id], validFrom });
    expect(await listed(lisa, { about: ['Luna'] })).toEqual(['Luna lives in Rome.', 'Luna lives in Oslo.']);
    now = validFrom;
    expect(await listed(lisa, { about: ['Luna'] })).toEqual(['Luna lives in Oslo.']);
  });

  test('refuse an option that breaks a rule', async () => {
    await expect(lisa.facts({ limit: 0 })).rejects.toThrow('facts: "limit" must be a whole number, 1-1,000, got 0.');
  });
});
