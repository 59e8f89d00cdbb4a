/** Memories of other systems, imported into a real store through the public surface. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportReport, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function write(content: unknown): Promise<string> {
  const file = join(await temporaryFolder(), 'kept.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The records of one kind, with these fields of each. */
async function recordsOf(memory: Madeleine, kind: string, ...fields: readonly string[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const line of memory.export()) {
    const record = JSON.parse(line);
    if (record.record === kind) found.push(fields.map((field) => record[field]));
  }
  return found;
}

/** Imports a file twice for lisa; the second time changes nothing. */
async function imported(content: unknown): Promise<{ readonly memory: Madeleine; readonly report: ImportReport }> {
  const memory = await openSpace();
  const file = await write(content);
  const dry = await memory.import({ file, agent: 'lisa', dryRun: true });
  const report = await memory.import({ file, agent: 'lisa' });
  const { found: _found, ...foretold } = dry;
  expect(foretold).toEqual(report);
  expect(await memory.import({ file, agent: 'lisa' })).toMatchObject({ stored: 0, merged: report.stored });
  return { memory, report };
}

describe('an export of mem0', () => {
  const results = [
    {
      id: 'm1',
      memory: 'Loves hiking',
      hash: 'h',
      user_id: 'Alice',
      created_at: '2025-03-01T10:00:00.123456-08:00',
      updated_at: null,
    },
    {
      id: 'm2',
      memory: 'User is vegetarian',
      user_id: 'Alice',
      created_at: '2025-03-02T10:00:00Z',
      expiration_date: '2025-12-31',
    },
  ];

  it('gives facts about its user, since they were noted and until they expire', async () => {
    const relations = [{ source: 'Alice', relationship: 'works_at', target: 'Acme' }];
    const { memory, report } = await imported({ results, relations });
    expect(report).toMatchObject({ format: 'mem0', unit: 'element', stored: 3 });
    expect(await recordsOf(memory, 'fact', 'content', 'validFrom', 'validTo')).toEqual([
      ['Alice: Loves hiking', '2025-03-01T18:00:00.123Z', undefined],
      ['User is vegetarian', '2025-03-02T10:00:00.000Z', '2026-01-01T00:00:00.000Z'],
      ['Alice works at Acme', undefined, undefined],
    ]);
    expect(await recordsOf(memory, 'relates', 'predicate')).toEqual([['works at']]);
    expect(new Set((await recordsOf(memory, 'believes', 'agent')).flat())).toEqual(new Set(['lisa']));
  });

  it('is read as the package for Node, mem0ai 3.3.1, gave it', async () => {
    const { memory } = await imported({
      results: [
        {
          id: 'ede23e81-4827-46a2-b64e-a655764181bb',
          memory: 'I moved to Lyon.',
          hash: 'a41eeb0ee068518d13ebee42d2858da7',
          createdAt: '2026-11-25T15:50:09.508Z',
          metadata: {},
          user_id: 'mark',
          agent_id: 'lisa',
        },
      ],
    });
    expect(await recordsOf(memory, 'fact', 'content', 'validFrom')).toEqual([
      ['mark: I moved to Lyon.', '2026-11-25T15:50:09.508Z'],
    ]);
  });

  it('keeps tags and metadata as far as the rules for them go', async () => {
    const metadata = { tags: ['a', 'x'.repeat(300), 'a', 7, 'b\n'], seen: 2, empty: '', long: 'x'.repeat(20_000) };
    const { memory } = await imported([{ id: 'm1', memory: 'Loves hiking', user_id: 'Alice', metadata }]);
    expect(await recordsOf(memory, 'believes', 'tags', 'metadata')).toContainEqual([['a', 'b'], { seen: 2 }]);
  });

  it('that is a bare array is read too, and what was rewritten there is another fact', async () => {
    const { memory } = await imported(results);
    const changed = await write([{ ...results[0], memory: 'Loves skiing' }]);
    expect(await memory.import({ file: changed, agent: 'lisa' })).toMatchObject({ stored: 1 });
  });

  it('that breaks off is refused, and a memory without words is refused alone', async () => {
    const memory = await openSpace();
    const broken = await write(JSON.stringify({ results }).slice(0, -30));
    await expect(memory.import({ file: broken, agent: 'lisa', format: 'mem0' })).rejects.toThrow(/must be JSON/);
    const file = await write([...results, { id: 'm3', memory: '' }]);
    await expect(memory.import({ file, agent: 'lisa' })).rejects.toMatchObject({
      code: 'IMPORT_LINE',
      message: 'import: element 3 of "kept.json" is refused: it must be an object with "memory".',
    });
    expect(await memory.import({ file, agent: 'lisa', onError: 'skip' })).toMatchObject({ merged: 2, skipped: 1 });
  });
});

describe('an export of Graphiti', () => {
  const edge = { name: 'WORKS_AT', source_node_uuid: 'n1', target_node_uuid: 'n2', episodes: ['e1', 'gone'] };
  const graph = {
    episodes: [
      { uuid: 'e1', content: 'Ann joined Acme.', source: 'text', group_id: 'g', valid_at: '2024-01-05T09:00:00Z' },
      { uuid: 'e2', content: 'I left Acme.', role: 'Ann', role_type: 'user', created_at: '2025-02-01T09:00:00Z' },
    ],
    nodes: [
      { uuid: 'n1', name: 'Ann', labels: ['Entity', 'Person'], summary: 'Ann worked at Acme.' },
      { uuid: 'n2', name: 'Acme', labels: ['Entity', 'Company'] },
    ],
    edges: [
      {
        ...edge,
        uuid: 'f1',
        fact: 'Ann works at Acme.',
        valid_at: '2024-01-05T09:00:00Z',
        invalid_at: '2025-02-01T00:00:00Z',
      },
      { ...edge, uuid: 'f2', name: 'KNOWS', fact: 'Ann knows Acme well.', valid_at: null, invalid_at: null },
    ],
  };

  it('gives episodes and facts with when they were so, from which episode, about whom', async () => {
    const { memory, report } = await imported(graph);
    expect(report).toMatchObject({ format: 'graphiti', lines: 4, stored: 4 });
    expect(await recordsOf(memory, 'observation', 'content', 'type', 'speaker', 'occurredAt')).toEqual([
      ['Ann joined Acme.', 'document', undefined, '2024-01-05T09:00:00.000Z'],
      ['I left Acme.', 'user_input', 'Ann', '2025-02-01T09:00:00.000Z'],
    ]);
    expect(await recordsOf(memory, 'fact', 'content', 'validFrom', 'validTo')).toEqual([
      ['Ann works at Acme.', '2024-01-05T09:00:00.000Z', '2025-02-01T00:00:00.000Z'],
      ['Ann knows Acme well.', undefined, undefined],
    ]);
    expect(await recordsOf(memory, 'derived_from', 'observation')).toEqual([
      ['observation:graphiti-e1'],
      ['observation:graphiti-e1'],
    ]);
    const types = new Map((await recordsOf(memory, 'entity', 'name', 'type')) as readonly [string, string][]);
    expect([types.get('Ann'), types.get('Acme')]).toEqual(['person', 'organisation']);
  });

  it('takes who speaks from an episode of one message, and leaves one of several whole', async () => {
    const episode = (uuid: string, content: string): object => ({
      uuid,
      content,
      source: 'message',
      valid_at: '2024-01-05',
    });
    const { memory } = await imported({
      edges: [],
      episodes: [
        episode('e1', 'Ann: I joined Acme.'),
        episode('e2', 'Ann Lee(user): See http://acme.test: it is new.'),
        episode('e3', '(assistant): Welcome.'),
        episode('e4', 'Ann: Hello.\nBen: Hi.'),
        episode('e5', 'I left Acme.'),
      ],
    });
    expect(await recordsOf(memory, 'observation', 'content', 'speaker', 'type')).toEqual([
      ['I joined Acme.', 'Ann', 'user_input'],
      ['See http://acme.test: it is new.', 'Ann Lee', 'user_input'],
      ['Welcome.', 'assistant', 'user_input'],
      ['Ann: Hello.\nBen: Hi.', undefined, 'document'],
      ['I left Acme.', undefined, 'user_input'],
    ]);
  });

  it('keeps what was invalidated as history: it answers for its time and not for now', async () => {
    const { memory } = await imported(graph);
    const lisa = memory.agent('lisa');
    const contents = async (validAt: Date): Promise<readonly string[]> =>
      (await lisa.search({ query: 'Ann works at Acme', validAt })).memories.map(({ content }) => content);
    expect(await contents(new Date('2024-06-01'))).toContain('Ann works at Acme.');
    expect(await contents(new Date('2025-06-01'))).not.toContain('Ann works at Acme.');
  });
});

describe('an agent file of Letta', () => {
  const at = '2025-05-01T12:00:00Z';
  const send = { type: 'function', function: { name: 'send_message', arguments: '{"message":"Hello Ann."}' } };
  const messages = [
    { id: 'message-0', role: 'system', content: [{ type: 'text', text: 'You are Letta.' }], created_at: at },
    {
      id: 'message-1',
      role: 'user',
      content: '{"type":"user_message","message":"I am Ann.","time":"x"}',
      created_at: at,
    },
    { id: 'message-2', role: 'user', content: '{"type":"heartbeat","reason":"again"}', created_at: at },
    {
      id: 'message-3',
      role: 'assistant',
      content: [{ type: 'text', text: 'Greet her.' }],
      tool_calls: [send],
      created_at: at,
    },
    { id: 'message-4', role: 'tool', content: [{ type: 'text', text: 'raw' }], created_at: at },
  ];
  const blocks = [{ id: 'block-0', label: 'human', value: '# Ann\n- Likes tea\n- Lives in Bonn\n' }];
  const passages = [{ id: 'p1', text: 'Ann moved to Bonn in 2019.', created_at: at }];

  it('gives lines of blocks and passages as facts, and messages as what was said', async () => {
    const { memory, report } = await imported({
      agents: [{ id: 'agent-0', name: 'helper', messages }],
      blocks,
      passages,
      tools: [],
    });
    expect(report).toMatchObject({ format: 'letta', stored: 5 });
    expect(await recordsOf(memory, 'fact', 'content')).toEqual([
      ['human: Likes tea'],
      ['human: Lives in Bonn'],
      ['Ann moved to Bonn in 2019.'],
    ]);
    expect(await recordsOf(memory, 'observation', 'content', 'speaker')).toEqual([
      ['I am Ann.', undefined],
      ['Hello Ann.', 'assistant'],
    ]);
  });

  it('of a newer agent has what it says beside calls of tools', async () => {
    const find = { type: 'function', function: { name: 'archival_memory_search', arguments: '{}' } };
    const said = {
      role: 'assistant',
      content: [{ type: 'text', text: 'Let me look.' }],
      tool_calls: [find],
      created_at: at,
    };
    const { memory, report } = await imported({
      agents: [
        { id: 'agent-0', name: 'new', agent_type: 'letta_v1_agent', messages: [said] },
        { id: 'agent-1', name: 'old', agent_type: 'memgpt_agent', messages: [said] },
      ],
      blocks: [],
    });
    expect(report).toMatchObject({ format: 'letta', stored: 1 });
    expect(await recordsOf(memory, 'observation', 'content', 'speaker')).toEqual([['Let me look.', 'assistant']]);
  });

  it('of the older form has its blocks in core_memory', async () => {
    const { report } = await imported({ agent_type: 'memgpt_agent', name: 'h', core_memory: blocks, messages });
    expect(report).toMatchObject({ format: 'letta', stored: 4 });
  });
});

describe("Elefante's store", () => {
  const metadata = {
    layer: 'self',
    sublayer: 'preference',
    domain: 'project',
    project: 'elefante',
    importance: 8,
    confidence: 0.9,
    created_at: '2025-11-01T08:00:00',
    superseded_by_id: '',
  };
  const ids = ['a', 'b'];
  const documents = ['Prefers tabs.', 'Prefers spaces.'];
  const metadatas = [
    { ...metadata, superseded_by_id: 'b' },
    { ...metadata, created_at: '2025-12-01T08:00:00', ring: 'core' },
  ];
  const expected = [
    ['Prefers tabs.', 'self.preference', 8, 'project:elefante', '2025-11-01T08:00:00.000Z', '2025-12-01T08:00:00.000Z'],
    ['Prefers spaces.', 'self.preference', 8, 'project:elefante', '2025-12-01T08:00:00.000Z', undefined],
  ];
  const fields = ['content', 'kind', 'importance', 'domain', 'validFrom', 'validTo'];

  it('gives its memories with their taxonomy; what was superseded was so until then', async () => {
    const { memory, report } = await imported({ ids, documents, metadatas, embeddings: null });
    expect(report).toMatchObject({ format: 'elefante', stored: 2 });
    expect(await recordsOf(memory, 'fact', ...fields)).toEqual(expected);
  });

  it('is read from the file of its own script as well', async () => {
    const memories = ids.map((id, at) => ({ id, content: documents[at], metadata: metadatas[at] }));
    const { memory } = await imported({ exported_at: '2026-01-01', count: 2, collection: 'memories', memories });
    expect(await recordsOf(memory, 'fact', ...fields)).toEqual(expected);
  });
});

describe('the tables of whisperengine', () => {
  const tables = {
    fact_entities: [{ id: 'e1', entity_type: 'food', entity_name: 'pizza', category: 'italian' }],
    user_fact_relationships: [
      {
        id: 'r1',
        user_id: '42',
        entity_id: 'e1',
        relationship_type: 'likes',
        confidence: 0.8,
        created_at: '2025-10-04T06:37:35.12',
      },
    ],
    v2_chat_history: [
      {
        id: 1,
        user_id: '42',
        user_name: 'Mark',
        character_name: 'elena',
        role: 'human',
        content: 'I love pizza',
        timestamp: '2025-11-22T10:00:00',
        message_id: '900',
        session_id: null,
      },
      {
        id: 2,
        user_id: '42',
        user_name: 'Mark',
        character_name: 'elena',
        role: 'ai',
        content: 'Me too!',
        timestamp: '2025-11-22T10:00:05',
        message_id: '901',
        session_id: null,
      },
    ],
  };

  it('give what was said and what is known of each user', async () => {
    const { memory, report } = await imported(tables);
    expect(report).toMatchObject({ format: 'whisperengine', stored: 3 });
    expect(await recordsOf(memory, 'observation', 'content', 'speaker', 'occurredAt')).toEqual([
      ['I love pizza', 'Mark', '2025-11-22T10:00:00.000Z'],
      ['Me too!', 'elena', '2025-11-22T10:00:05.000Z'],
    ]);
    expect(await recordsOf(memory, 'fact', 'content', 'validFrom')).toEqual([
      ['Mark likes pizza', '2025-10-04T06:37:35.120Z'],
    ]);
    expect(await recordsOf(memory, 'believes', 'agent', 'confidence')).toContainEqual(['lisa', 0.6]);
  });

  it('have a fact of an unknown entity refused', async () => {
    const memory = await openSpace();
    const file = await write({ ...tables, fact_entities: [] });
    await expect(memory.import({ file, agent: 'lisa' })).rejects.toMatchObject({ code: 'IMPORT_LINE' });
  });
});

describe('the tables of hAIrem', () => {
  const tables = {
    subject: [
      { id: 'subject:lisa', name: 'Lisa' },
      { id: 'subject:system', name: 'system' },
      { id: 'subject:luna', name: 'Luna' },
    ],
    fact: [
      { id: 'fact:1', content: 'Luna purrs.' },
      { id: 'fact:2', content: 'Luna is a cat.' },
    ],
    BELIEVES: [
      {
        in: 'subject:lisa',
        out: 'fact:1',
        strength: 0.5,
        confidence: 0.9,
        permanent: false,
        last_reinforced: '2026-02-01T00:00:00Z',
      },
      { in: 'subject:system', out: 'fact:2', strength: 1, confidence: 1, permanent: true },
    ],
    ABOUT: [{ in: 'fact:1', out: 'subject:luna' }],
  };

  it('keep who believes what, how strongly, and about whom', async () => {
    const memory = await openSpace();
    const file = await write(tables);
    const report = await memory.import({ file });
    expect(report).toMatchObject({ format: 'hairem', skipped: 0 });
    expect(await recordsOf(memory, 'believes', 'agent', 'strength', 'confidence', 'permanent')).toEqual([
      ['Lisa', 0.5, 0.9, false],
      ['system', 1, 1, true],
    ]);
    expect(await recordsOf(memory, 'entity', 'name')).toEqual([['Luna']]);
    expect(await memory.import({ file })).toMatchObject({ stored: 0 });
  });
});
