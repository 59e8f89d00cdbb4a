/** Conversations of other systems, imported into a real store through the public surface. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportReport, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Said = readonly [said: string, speaker: string | undefined, at: string | undefined];

async function write(name: string, content: unknown): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const lines = (...values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');

async function saidIn(memory: Madeleine): Promise<readonly Said[]> {
  const said: Said[] = [];
  for await (const line of memory.export()) {
    const { record, content, speaker, occurredAt, provenance } = JSON.parse(line);
    if (record !== 'observation') continue;
    expect(provenance).toMatchObject({ channel: 'import', trust: 0.6 });
    said.push([content, speaker, occurredAt]);
  }
  return said;
}

/** Imports a file twice for lisa; the second time changes nothing. */
async function imported(file: string): Promise<{ readonly said: readonly Said[]; readonly report: ImportReport }> {
  const memory = await openSpace();
  const dry = await memory.import({ file, agent: 'lisa', dryRun: true });
  expect(await saidIn(memory)).toEqual([]);
  const report = await memory.import({ file, agent: 'lisa' });
  expect(dry).toMatchObject({ stored: report.stored, lines: report.lines, format: report.format });
  expect(dry.found?.reduce((sum, { stored }) => sum + stored, 0)).toBe(report.stored);
  expect(await memory.import({ file, agent: 'lisa' })).toMatchObject({ stored: 0, merged: report.stored });
  return { said: await saidIn(memory), report };
}

const userTurn = { role: 'user', content: [{ type: 'input_text', text: 'My cat is called Luna.' }] };

describe('message arrays', () => {
  it('give the words of the user and the assistant, and neither prompts nor tools', async () => {
    const messages = [
      { role: 'system', content: 'You are a pirate.' },
      { role: 'user', content: 'My cat is called Luna.' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'raw output' },
      { role: 'assistant', content: [{ type: 'text', text: 'Nice to meet Luna.' }] },
    ];
    const { said, report } = await imported(await write('chat.json', { model: 'x', messages }));
    expect(report).toMatchObject({ format: 'messages', unit: 'element', lines: 5, stored: 2 });
    expect(said.map(([content, speaker]) => [content, speaker])).toEqual([
      ['My cat is called Luna.', undefined],
      ['Nice to meet Luna.', 'assistant'],
    ]);
  });

  it('of Anthropic keep text and leave out thinking, tools and their results', async () => {
    const messages = [
      { role: 'user', content: 'Where do I live?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look it up.' },
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_use', id: 't1', name: 'find', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'raw output' }] },
    ];
    const { said } = await imported(await write('chat.json', messages));
    expect(said.map(([content]) => content)).toEqual(['Where do I live?', 'Let me see.']);
  });

  it('of the Responses API are read alone and in a request', async () => {
    const input = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'My boss is Petra.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Petra it is.' }] },
    ];
    for (const content of [input, { model: 'x', instructions: 'Be brief.', input }]) {
      const { said, report } = await imported(await write('chat.json', content));
      expect(report).toMatchObject({ format: 'messages', stored: 2 });
      expect(said.map(([text]) => text)).toEqual(['My boss is Petra.', 'Petra it is.']);
    }
  });

  it('that grow are imported on from where they ended', async () => {
    const memory = await openSpace();
    const first = [{ role: 'user', content: 'Hello' }];
    await memory.import({ file: await write('chat.json', first), agent: 'lisa' });
    const grown = await write('chat.json', [...first, { role: 'assistant', content: 'Hi' }]);
    expect(await memory.import({ file: grown, agent: 'lisa' })).toMatchObject({ stored: 1, merged: 1 });
  });
});

describe('an export of ChatGPT', () => {
  const node = (id: string, parent: string | null, role: string, text: string, more: object = {}): object => ({
    id,
    parent,
    children: [],
    message: {
      id: `m-${id}`,
      author: { role },
      create_time: 1_736_209_412.5,
      content: { content_type: 'text', parts: [text] },
      recipient: 'all',
      metadata: {},
      ...more,
    },
  });
  const mapping = {
    root: { id: 'root', parent: null, children: ['system'], message: null },
    system: node('system', 'root', 'system', 'You are ChatGPT.'),
    asked: node('asked', 'system', 'user', 'Which vet is good?'),
    old: node('old', 'asked', 'assistant', 'I do not know.'),
    search: node('search', 'asked', 'assistant', 'search("vet")', { recipient: 'browser' }),
    found: node('found', 'search', 'tool', 'raw output'),
    hidden: node('hidden', 'found', 'user', 'About me', {
      metadata: { is_visually_hidden_from_conversation: true },
    }),
    answer: node('answer', 'hidden', 'assistant', 'Dr Weber.', { create_time: null }),
  };
  const conversation = { id: 'c1', title: 'Vets', create_time: 1_736_209_400, current_node: 'answer', mapping };

  it('gives the branch that was current, with its times', async () => {
    const { said, report } = await imported(await write('conversations.json', [conversation]));
    expect(report).toMatchObject({ format: 'chatgpt', stored: 2 });
    expect(said).toEqual([
      ['Which vet is good?', undefined, '2025-01-07T00:23:32.500Z'],
      ['Dr Weber.', 'assistant', '2025-01-07T00:23:20.000Z'],
    ]);
  });

  it('that breaks off is not imported, and the error says so', async () => {
    const memory = await openSpace();
    const file = await write('conversations.json', JSON.stringify([conversation]).slice(0, -200));
    await expect(memory.import({ file, agent: 'lisa' })).rejects.toThrow(/"conversations.json" must be JSON/);
  });

  it('has a conversation without a tree refused alone', async () => {
    const memory = await openSpace();
    const file = await write('conversations.json', [conversation, { id: 'c2' }]);
    await expect(memory.import({ file, agent: 'lisa' })).rejects.toMatchObject({ code: 'IMPORT_LINE' });
    expect(await memory.import({ file, agent: 'lisa', onError: 'skip' })).toMatchObject({ merged: 2, skipped: 1 });
  });
});

it('an export of Claude gives what was said, by whom and when', async () => {
  const message = (uuid: string, sender: string, text: string): object => ({
    uuid,
    sender,
    text: '',
    content: [{ type: 'text', text }],
    created_at: '2025-06-01T10:00:00.123456Z',
    attachments: [],
  });
  const chat = {
    uuid: 'k1',
    name: 'Cats',
    created_at: '2025-06-01T09:00:00Z',
    account: { uuid: 'a' },
    chat_messages: [message('1', 'human', 'Luna limps.'), message('2', 'assistant', 'See a vet.')],
  };
  const { said, report } = await imported(await write('conversations.json', [chat]));
  expect(report).toMatchObject({ format: 'claude', stored: 2 });
  expect(said).toEqual([
    ['Luna limps.', undefined, '2025-06-01T10:00:00.123Z'],
    ['See a vet.', 'assistant', '2025-06-01T10:00:00.123Z'],
  ]);
});

describe('transcripts', () => {
  const own = { sessionId: 's1', timestamp: '2026-01-20T11:57:17.716Z', isSidechain: false, version: '2.1.12' };
  const claudeCode = [
    { type: 'summary', summary: 'Fixing', leafUuid: 'u2' },
    { ...own, type: 'user', uuid: 'u0', isMeta: true, message: { role: 'user', content: 'Caveat: ...' } },
    { ...own, type: 'user', uuid: 'u1', message: { role: 'user', content: 'We deploy on Fridays.' } },
    {
      ...own,
      type: 'assistant',
      uuid: 'u2',
      message: {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Noted.' },
          { type: 'tool_use', name: 'Bash' },
        ],
      },
    },
    { ...own, type: 'user', uuid: 'u3', message: { role: 'user', content: [{ type: 'tool_result', content: 'raw' }] } },
    { ...own, type: 'user', uuid: 'u4', message: { role: 'user', content: '<command-name>/clear</command-name>' } },
    { ...own, type: 'user', uuid: 'u5', isSidechain: true, message: { role: 'user', content: 'For a sub-agent' } },
  ];

  it('of Claude Code give what was typed and what was answered', async () => {
    const { said, report } = await imported(await write('s1.jsonl', lines(...claudeCode)));
    expect(report).toMatchObject({ format: 'claude-code', unit: 'line', lines: 7, stored: 2 });
    expect(said).toEqual([
      ['We deploy on Fridays.', undefined, '2026-01-20T11:57:17.716Z'],
      ['Noted.', 'assistant', '2026-01-20T11:57:17.716Z'],
    ]);
  });

  it('that break off have their last line refused', async () => {
    const memory = await openSpace();
    const file = await write('s1.jsonl', `${lines(...claudeCode)}\n{"type":"user","uuid":"u6","mess`);
    await expect(memory.import({ file, agent: 'lisa' })).rejects.toMatchObject({
      code: 'IMPORT_LINE',
      message: expect.stringMatching(/^import: line 8 of "s1.jsonl" is refused: a line must be JSON/),
    });
    expect(await saidIn(memory)).toHaveLength(2);
  });

  it('of a folder are read one after another, and hidden files are not', async () => {
    const other = {
      ...own,
      sessionId: 's2',
      type: 'user',
      uuid: 'v1',
      message: { role: 'user', content: 'Hi there.' },
    };
    const file = await write('projects/-home-a/s1.jsonl', lines(...claudeCode));
    await mkdir(join(dirname(file), '..', '-home-b'));
    await writeFile(join(dirname(file), '..', '-home-b', 's2.jsonl'), lines(other));
    await writeFile(join(dirname(file), '..', '-home-b', '.s3.jsonl'), lines({ ...other, uuid: 'v2' }));
    await writeFile(join(dirname(file), 'sessions-index.json'), '{}');
    const { report } = await imported(dirname(dirname(file)));
    expect(report).toMatchObject({ format: 'claude-code', lines: 8, stored: 3 });
    const memory = await openSpace();
    const { found } = await memory.import({ file: dirname(dirname(file)), agent: 'lisa', dryRun: true });
    const day = new Date('2026-01-20T11:57:17.716Z');
    expect(found).toEqual([
      { kind: 'observation', session: 'claude-code-s1', stored: 2, from: day, to: day },
      { kind: 'observation', session: 'claude-code-s2', stored: 1, from: day, to: day },
    ]);
  });

  it('of Codex give each turn once, without what the program says as the user', async () => {
    const at = { timestamp: '2025-12-08T00:39:54.852Z' };
    const message = (role: string, type: string, text: string): object => ({
      ...at,
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type, text }] },
    });
    const rollout = lines(
      { ...at, type: 'session_meta', payload: { id: 'r1', cwd: '/', cli_version: '0.65.0' } },
      message('developer', 'input_text', '<permissions instructions>'),
      message('user', 'input_text', '<environment_context><cwd>/</cwd></environment_context>'),
      { ...at, type: 'response_item', payload: { type: 'message', ...userTurn } },
      { ...at, type: 'event_msg', payload: { type: 'user_message', message: 'My cat is called Luna.' } },
      { ...at, type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output: 'raw' } },
      message('assistant', 'output_text', 'A fine name.'),
    );
    const { said, report } = await imported(await write('rollout-1.jsonl', rollout));
    expect(report).toMatchObject({ format: 'codex', stored: 2 });
    expect(said).toEqual([
      ['My cat is called Luna.', undefined, '2025-12-08T00:39:54.852Z'],
      ['A fine name.', 'assistant', '2025-12-08T00:39:54.852Z'],
    ]);
  });

  it('of older versions of Codex have their messages at the top', async () => {
    const start = { id: 'r0', timestamp: '2025-08-01T08:00:00Z', instructions: null };
    const { said } = await imported(await write('rollout-0.jsonl', lines(start, { type: 'message', ...userTurn })));
    expect(said).toEqual([['My cat is called Luna.', undefined, '2025-08-01T08:00:00.000Z']]);
  });
});

describe('a file of no known format', () => {
  it('is described by what was found in it, and by what would be accepted', async () => {
    const memory = await openSpace();
    const file = await write('dump.json', [{ key: 'a', tags: ['x', 'y'], more: { n: 1 } }, { key: 'b' }]);
    const importing = memory.import({ file, agent: 'lisa' });
    await expect(importing).rejects.toMatchObject({
      message: expect.stringMatching(
        /found 2 × an object with key \(text\), tags \(2 × text\), more \(an object with n \(number\)\)\.$/,
      ),
      hint: expect.stringContaining('\n  chatgpt: conversations with "mapping"'),
    });
    await expect(memory.import({ file, agent: 'lisa', format: 'chatgpt' })).rejects.toThrow(
      /"dump.json" must be of the format chatgpt; found 2 × an object/,
    );
  });
});
