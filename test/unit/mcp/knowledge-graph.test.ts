import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { changeTeller } from '../../../src/mcp/follow-changes.ts';
import { createMcpServer } from '../../../src/mcp/create-mcp-server.ts';
import { knowledgeGraphTools } from '../../../src/mcp/reference-servers/knowledge-graph-tools.ts';
import { connectClient } from '../../support/mcp-client.ts';
import { openSpace, storeFolder } from '../../support/open-space.ts';
import { eventually } from '../../support/eventually.ts';

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

async function call(agent: AgentMemory, tool: string, args: object = {}): Promise<unknown> {
  const found = knowledgeGraphTools.find(({ name }) => name === tool);
  return (await found?.run(agent, args))?.structured;
}

const ann = { name: 'Ann', entityType: 'person', observations: ['likes tea', 'speaks Spanish'] };
const knows = { from: 'Ann', to: 'Bob', relationType: 'works_with' };
const create = (agent: AgentMemory, ...entities: object[]) => call(agent, 'create_entities', { entities });
const graph = (agent: AgentMemory) => call(agent, 'read_graph');

describe('the knowledge graph', () => {
  test('is what the agent holds, for recall too', async () => {
    await create(lisa, ann);
    await call(lisa, 'create_relations', { relations: [knows] });
    const { memories } = await lisa.search({ query: 'Who works with Bob?' });
    expect(memories[0]?.content).toBe('Ann works with Bob');
    const said = await lisa.facts({ about: ['Ann'] });
    expect(said.facts.map(({ content }) => content)).toEqual([
      'Ann is of type person',
      'Ann: likes tea',
      'Ann: speaks Spanish',
      'Ann works with Bob',
    ]);
    const { nodes } = await lisa.explore({ from: 'Ann', depth: 1 });
    expect(nodes.map(({ label }) => label)).toContain('Bob');
  });

  test('shows facts that came by other ways, by the same names', async () => {
    await create(lisa, ann);
    await lisa.believe({ content: 'Ann moved to Oslo.', about: ['ann'] });
    await lisa.believe({ content: 'Luna is a cat.', about: [{ name: 'Luna', type: 'other' }] });
    await lisa.observe({ content: 'Ann came by with Mark.' });
    expect(await graph(lisa)).toEqual({
      entities: [
        { ...ann, observations: [...ann.observations, 'Ann moved to Oslo.'] },
        { name: 'Luna', entityType: 'other', observations: ['Luna is a cat.'] },
      ],
      relations: [],
    });
  });

  test('is of each agent its own, and nobody learns of it', async () => {
    await create(lisa, ann);
    const before = await graph(lisa);
    now = new Date(now.getTime() + 1);
    expect(await create(electra, ann)).toEqual({ entities: [ann] });
    await call(electra, 'add_observations', { observations: [{ entityName: 'ANN', contents: ['has a secret'] }] });
    await call(electra, 'create_relations', { relations: [knows] });
    expect(await graph(lisa)).toEqual(before);
    await call(electra, 'delete_entities', { entityNames: ['Ann'] });
    expect(await graph(electra)).toEqual({ entities: [], relations: [] });
    expect(await graph(lisa)).toEqual(before);
  });

  test('holds what is universal too, which no agent deletes', async () => {
    await lisa.believe({ content: 'Ann is a doctor.', about: ['Ann'], shared: true });
    await create(electra, { name: 'Bob', entityType: 'person', observations: [] });
    await call(electra, 'add_observations', { observations: [{ entityName: 'Ann', contents: ['is kind'] }] });
    const deleted = await call(electra, 'delete_entities', { entityNames: ['Ann', 'Bob'] });
    expect(deleted).toMatchObject({ success: false, message: expect.stringContaining('but for 1 that every agent') });
    const left = { name: 'Ann', entityType: 'person', observations: ['Ann is a doctor.'] };
    expect(await graph(electra)).toEqual({ entities: [left], relations: [] });
  });

  test('deletes for good: nothing is left to search for, then or before', async () => {
    await create(lisa, ann);
    await call(lisa, 'delete_observations', { deletions: [{ entityName: 'Ann', observations: ['likes tea'] }] });
    const { memories } = await lisa.search({ query: 'tea', archived: true, asOf: now });
    expect(memories).toEqual([]);
    expect((await memory.stats()).records).toMatchObject({ fact: 2 });
  });

  test('can be read and subscribed to as a resource', async () => {
    const server = createMcpServer({ agent: lisa, tools: 'memory' });
    changeTeller(server, lisa, 'legacy')();
    const client = await connectClient(server);
    const heard: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
    const uri = 'memory://knowledge-graph';
    await client.subscribeResource({ uri });
    await client.callTool({ name: 'create_entities', arguments: { entities: [ann] } });
    await eventually(() => expect(heard).toEqual([uri]));
    const { contents } = await client.readResource({ uri });
    await client.close();
    expect(JSON.parse((contents[0] as { readonly text: string }).text)).toEqual({ entities: [ann], relations: [] });
  });

  test('does not fade', async () => {
    await create(lisa, ann);
    now = new Date('2034-01-01T00:00:00Z');
    expect(await graph(lisa)).toEqual({ entities: [ann], relations: [] });
  });

  test('leaves out what something took the place of, and deletes it with the rest', async () => {
    await create(lisa, ann);
    const { facts } = await lisa.facts({ about: ['Ann'] });
    await lisa.believe({ content: 'Ann: likes coffee', about: ['Ann'], supersedes: [facts[1]?.id ?? ''] });
    const entities = [{ ...ann, observations: ['speaks Spanish', 'likes coffee'] }];
    expect(await graph(lisa)).toEqual({ entities, relations: [] });
    await call(lisa, 'delete_entities', { entityNames: ['Ann'] });
    expect((await lisa.facts({ faded: true })).total).toBe(0);
  });

  test('reads an imported memory file back to the letter, and goes on with it', async () => {
    const bob = { name: 'Bob', entityType: 'Project Team', observations: [] };
    const file = join(await storeFolder(), 'memory.jsonl');
    const lines = [
      { type: 'entity', ...ann },
      { type: 'entity', ...bob },
      { type: 'relation', ...knows },
    ];
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    await memory.import({ file, agent: 'lisa' });
    const imported = await graph(lisa);
    expect(imported).toEqual({ entities: [ann, bob], relations: [knows] });
    await create(electra, ann, bob);
    await call(electra, 'create_relations', { relations: [knows] });
    expect(await graph(electra)).toEqual(imported);
    expect(await create(lisa, ann, bob)).toEqual({ entities: [] });
    await call(lisa, 'add_observations', { observations: [{ entityName: 'Ann', contents: ['likes tea', 'is new'] }] });
    await call(lisa, 'delete_relations', { relations: [knows] });
    const more = { ...ann, observations: [...ann.observations, 'is new'] };
    expect(await graph(lisa)).toEqual({ entities: [more, bob], relations: [] });
  });

  test('takes more in one call than a transaction, and asks for more names than a list', async () => {
    const entities = Array.from({ length: 400 }, (_, number) => ({
      name: `Entity ${number}`,
      entityType: 'thing',
      observations: ['is one', 'is of many'],
    }));
    await create(lisa, ...entities);
    expect(await graph(lisa)).toEqual({ entities, relations: [] });
    const names = entities.slice(100, 300).map(({ name }) => name);
    expect(await call(lisa, 'open_nodes', { names })).toEqual({ entities: entities.slice(100, 300), relations: [] });
  });

  test.each([
    [
      'create_entities',
      { entities: [{ ...ann, name: '?!' }] },
      /"entities\[0\].name" must have a letter, a digit or a symbol/,
    ],
    ['create_relations', { relations: [{ ...knows, to: 'ANN' }] }, /joins two different entities.*add_observations/],
    ['create_relations', { relations: [{ ...knows, relationType: '_' }] }, /relationType" must have a word/],
    ['add_observations', { observations: [{ entityName: 'Zed', contents: ['x'] }] }, /Zed not found.*create_entities/],
  ])('says in %s what to do next where it refuses', async (tool, args, words) => {
    await expect(call(lisa, tool, args)).rejects.toThrow(words);
    expect(await graph(lisa)).toEqual({ entities: [], relations: [] });
  });
});
