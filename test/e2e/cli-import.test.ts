/** Importing what other systems keep, by the command line. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

const store = ['--at', 'kept', '--embedder', 'none', '--agent', 'lisa'];

describe('madeleine import', () => {
  let cli: CliInProcess;
  beforeAll(async () => {
    cli = await CliInProcess.make();
  });
  afterAll(() => cli.remove());

  it('says what a folder of transcripts holds, stores it, and stores it once', async () => {
    const line = (session: string, uuid: string, role: string, content: string): string =>
      `${JSON.stringify({ type: role, uuid, sessionId: session, timestamp: '2026-01-20T11:57:17Z', message: { role, content } })}\n`;
    await mkdir(cli.path('projects/home'), { recursive: true });
    await writeFile(
      cli.path('projects/home/one.jsonl'),
      line('one', 'u1', 'user', 'We deploy on Fridays.') + line('one', 'u2', 'assistant', 'Noted.'),
    );
    await writeFile(cli.path('projects/home/two.jsonl'), line('two', 'u3', 'user', 'The vet is Dr Weber.'));
    const dry = await cli.run(['import', cli.path('projects'), '--dry-run', ...store]);
    expect(dry.stdout.trimEnd().split('\n')).toEqual([
      `would import ${cli.path('projects')} (claude-code, 3 lines)`,
      '  2 observations in claude-code-one, 2026-01-20',
      '  1 observation in claude-code-two, 2026-01-20',
      '  3 to store, 0 there already, 0 left out',
    ]);
    const import_ = ['import', cli.path('projects'), ...store];
    expect(await cli.json(import_)).toMatchObject({ format: 'claude-code', stored: 3 });
    expect(await cli.json(import_)).toMatchObject({ stored: 0, merged: 3 });
    const { memories } = await cli.json(['recall', 'Who is the vet?', ...store]);
    expect(memories).toEqual([expect.objectContaining({ content: 'The vet is Dr Weber.' })]);
  });

  it('says on a dry run what an empty store would hold, and makes none', async () => {
    await writeFile(cli.path('chat.json'), JSON.stringify([{ role: 'user', content: 'Luna limps.' }]));
    const asked = ['import', cli.path('chat.json'), '--dry-run', '--embedder', 'none', '--agent', 'lisa', '--json'];
    await mkdir(cli.path('empty'));
    const before = await readdir(cli.folder);
    for (const at of ['missing', 'missing/below', 'empty']) {
      const { stdout, stderr } = await cli.run([...asked, '--at', at]);
      expect(JSON.parse(stdout)).toMatchObject({ format: 'messages', stored: 1, found: [{ kind: 'observation' }] });
      expect(stderr).toBe('');
    }
    expect(await readdir(cli.folder)).toEqual(before);
    expect(await readdir(cli.path('empty'))).toEqual([]);
  });

  it('refuses files that are not UTF-8 by name and line, and stores nothing of them', async () => {
    const latin = Buffer.from('[\n{"role":"user","content":"Caf\xe9 closes at six."}]', 'latin1');
    await writeFile(cli.path('lat.json'), latin);
    await mkdir(cli.path('notes'));
    await writeFile(cli.path('notes/a.md'), '# Luna\n\nLuna purrs.\n');
    await writeFile(cli.path('notes/b.md'), Buffer.from('# Caf\xe9\n', 'latin1'));
    for (const [file, rule] of [
      ['lat.json', '"lat.json" must be UTF-8, got other bytes in line 2.'],
      ['notes', '"b.md" must be UTF-8, got other bytes in line 1.'],
    ] as const) {
      const { exitCode, stderr } = await cli.run(['import', cli.path(file), ...store]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`import: ${rule}\nConvert it: iconv `)]);
    }
    expect((await cli.json(['search', 'Luna purrs café', ...store]))['total']).toBe(0);
  });

  it('makes no store for what is refused, and one where something came before it', async () => {
    const fact = { record: 'fact', id: 'fact:purrs', content: 'Luna purrs.', believedBy: ['lisa'] };
    await writeFile(cli.path('none.txt'), 'nothing that can be read');
    await writeFile(cli.path('bad.ndjson'), '{"record":"entity","id":"entity:luna"}\n');
    await writeFile(cli.path('long.json'), JSON.stringify([{ role: 'user', content: 'x'.repeat(100_001) }]));
    await writeFile(cli.path('chat.json'), JSON.stringify([{ role: 'user', content: 'Luna limps.' }]));
    const at = (folder: string): readonly string[] => ['--at', folder, '--embedder', 'none'];
    const before = await readdir(cli.folder);
    for (const [words, told] of [
      [['import', cli.path('missing.json')], 'cannot read'],
      [['import', cli.path('none.txt')], 'cannot tell the format'],
      [['import', cli.path('bad.ndjson')], 'line 1 of "bad.ndjson" is refused'],
      [['import', cli.path('long.json'), '--agent', 'lisa'], 'must be 1-100,000 characters'],
      [['import', cli.path('chat.json')], '"agent" must say who remembers it'],
      [['import', cli.path('chat.json'), '--agent', '..'], '"agent" must be more than "." or ".."'],
      [['observe', ' ', '--agent', 'lisa'], '"content" must not be blank'],
    ] as const) {
      const { exitCode, stderr } = await cli.run([...words, ...at('refused')]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(told)]);
      expect(stderr).not.toContain('a new store was made');
    }
    expect(await readdir(cli.folder)).toEqual(before);
    await writeFile(cli.path('half.ndjson'), `${JSON.stringify(fact)}\nbad\n`);
    const half = await cli.run(['import', cli.path('half.ndjson'), ...at('half')]);
    expect([half.exitCode, half.stderr]).toEqual([2, expect.stringContaining('line 2 of "half.ndjson" is refused')]);
    expect((await cli.json(['search', 'purrs', '--agent', 'lisa', ...at('half')]))['total']).toBe(1);
  });

  it('counts the records of our own export in words', async () => {
    const lines = [
      { record: 'entity', id: 'entity:luna', name: 'Luna' },
      { record: 'fact', id: 'fact:purrs', content: 'Luna purrs.', believedBy: ['lisa', 'mark'] },
      { record: 'about', fact: 'fact:purrs', target: 'entity:luna' },
    ];
    await writeFile(cli.path('hand.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const { stdout } = await cli.run(['import', cli.path('hand.ndjson'), '--dry-run', ...store]);
    expect(stdout.trimEnd().split('\n').slice(1)).toEqual([
      '  1 entity',
      '  1 fact',
      '  2 beliefs',
      '  1 subject of a fact',
      '  5 to store, 0 there already, 0 left out',
    ]);
  });

  it('says what has ended since at its source', async () => {
    const memory = { id: 'm9', memory: 'Has a gym card', user_id: 'Alice' };
    const write = (...results: readonly object[]) => writeFile(cli.path('gym.json'), JSON.stringify({ results }));
    await write(memory);
    await cli.run(['import', cli.path('gym.json'), ...store]);
    await write({ ...memory, expiration_date: '2025-12-31' }, { ...memory, id: 'm10', memory: 'Rows' });
    const dry = await cli.run(['import', cli.path('gym.json'), '--dry-run', ...store]);
    expect(dry.stdout).toContain('1 to store, 1 to update, 0 there already');
    const { stdout } = await cli.run(['import', cli.path('gym.json'), ...store]);
    expect(stdout).toContain('1 stored, 1 updated, 0 there already');
  });

  it('takes in what mem0 exports, and what is known of it is recalled', async () => {
    const results = [{ id: 'm1', memory: 'Loves hiking', user_id: 'Alice', created_at: '2025-03-01T10:00:00-08:00' }];
    await writeFile(cli.path('mem0.json'), JSON.stringify({ results }));
    const dry = await cli.json(['import', cli.path('mem0.json'), '--dry-run', ...store]);
    expect(dry).toMatchObject({ format: 'mem0', stored: 1, found: [{ kind: 'fact', stored: 1 }] });
    expect(await cli.json(['import', cli.path('mem0.json'), ...store])).toMatchObject({ format: 'mem0', stored: 1 });
    const { memories } = await cli.json(['search', 'What does Alice love?', ...store]);
    expect(memories).toContainEqual(expect.objectContaining({ content: 'Alice: Loves hiking' }));
  });

  it('says of a folder in which file a line is refused', async () => {
    await mkdir(cli.path('talks'));
    const line = { type: 'user', uuid: 'u9', sessionId: 'nine', timestamp: '2026-01-20T11:57:17Z' };
    const good = `${JSON.stringify({ ...line, message: { role: 'user', content: 'The vet moved.' } })}\n`;
    await writeFile(cli.path('talks/a.jsonl'), '');
    await writeFile(cli.path('talks/b.jsonl'), `${good}{bad\n`);
    const { stdout } = await cli.run(['import', cli.path('talks'), '--on-error', 'skip', ...store]);
    expect(stdout).toContain('1 stored, 0 there already, 1 left out');
    expect(stdout).toMatch(/\n {2}b\.jsonl, line 2: a line must be JSON/);
  });

  it('describes a file that it does not know, and stores nothing of it', async () => {
    await writeFile(cli.path('dump.json'), JSON.stringify([{ key: 'a', words: ['x'] }]));
    const { exitCode, stderr } = await cli.run(['import', cli.path('dump.json'), ...store]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('found 1 × an object with key (text), words (1 × text)');
    expect(stderr).toContain('chatgpt: conversations with "mapping"');
  });
});
