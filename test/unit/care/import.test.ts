import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidArgumentError, UnavailableError } from '../../../src/domain/errors.ts';
import { importFile, partsInBatch } from '../../../src/care/import.ts';
import { detectFormat } from '../../../src/care/import-input.ts';
import type { ImportOutcome, ImportTarget } from '../../../src/care/import-item.ts';

interface Part {
  readonly id?: string;
  readonly content?: string;
}

/** A target in memory with the contract of the real one: a call is all or nothing, ids are kept once. */
class MapTarget implements ImportTarget {
  readonly kept = new Map<string, Part>();
  readonly calls: number[] = [];

  observeMany(_: string, parts: readonly Part[]): Promise<readonly ImportOutcome[]> {
    return this.#keep(parts);
  }
  believeMany(_: string, parts: readonly Part[]): Promise<readonly ImportOutcome[]> {
    return this.#keep(parts);
  }
  restore(parts: readonly object[]): Promise<readonly ImportOutcome[]> {
    return this.#keep(parts);
  }

  async #keep(parts: readonly Part[]): Promise<readonly ImportOutcome[]> {
    this.calls.push(parts.length);
    for (const part of parts) {
      if (part.content === 'bad') throw new InvalidArgumentError('INVALID_ARGUMENT', 'observe: "content" is bad.');
      if (part.content === 'gone') throw new UnavailableError('STORE_TIMEOUT', 'store: it is gone.');
    }
    return parts.map((part) => {
      const id = part.id ?? JSON.stringify(part);
      const outcome = this.kept.has(id) ? 'merged' : 'stored';
      this.kept.set(id, part);
      return { outcome };
    });
  }
}

describe('importing a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'madeleine-import-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function fileOf(lines: readonly (string | object)[]): Promise<string> {
    const file = join(folder, 'file.ndjson');
    await writeFile(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
    return file;
  }

  function fact(number: number, content = `Fact number ${number}.`): object {
    return { record: 'fact', id: `fact:${number}`, content };
  }

  it('stores batches of whole lines, and stores nothing the second time', async () => {
    const file = await fileOf(Array.from({ length: 600 }, (_, number) => fact(number)));
    const target = new MapTarget();
    const progress: number[] = [];
    const first = await importFile(target, {
      file,
      agent: 'lisa',
      onProgress: (done, total) => progress.push(done / total),
    });
    expect(first).toEqual({
      format: 'ndjson',
      unit: 'line',
      lines: 600,
      stored: 600,
      updated: 0,
      merged: 0,
      forgotten: 0,
      skipped: 0,
      refused: [],
    });
    expect(target.calls).toEqual([partsInBatch, partsInBatch, 100]);
    expect(progress.at(-1)).toBe(1);
    expect(await importFile(target, { file, agent: 'lisa' })).toMatchObject({ stored: 0, merged: 600 });
  });

  it('stops at the first bad line with its number and keeps what came before', async () => {
    const file = await fileOf([fact(1), fact(2), '{"record":"fact"', fact(4)]);
    const target = new MapTarget();
    await expect(importFile(target, { file, agent: 'lisa' })).rejects.toMatchObject({
      code: 'IMPORT_LINE',
      message: expect.stringMatching(/^import: line 3 of "file.ndjson" is refused: a line must be JSON/),
    });
    expect([...target.kept.keys()]).toEqual(['fact:1', 'fact:2']);
  });

  it('finds the line in a batch that the store refuses, and leaves out that line alone', async () => {
    const file = await fileOf([
      ...Array.from({ length: 9 }, (_, number) => fact(number)),
      fact(9, 'bad'),
      fact(10),
      'x',
    ]);
    const target = new MapTarget();
    const report = await importFile(target, { file, agent: 'lisa', onError: 'skip' });
    expect(report).toMatchObject({ lines: 12, stored: 10, skipped: 2 });
    expect(report.refused).toEqual([
      { line: 12, reason: expect.stringMatching(/^a line must be JSON/), source: 'file.ndjson' },
      { line: 10, reason: 'observe: "content" is bad', source: 'file.ndjson' },
    ]);
    await expect(importFile(new MapTarget(), { file, agent: 'lisa' })).rejects.toThrow(/line 10 .*"content" is bad/);
  });

  it('leaves out all of a line when one of its parts is refused', async () => {
    const file = join(folder, 'memory.jsonl');
    const entity = {
      type: 'entity',
      name: 'Luna',
      entityType: 'cat',
      observations: ['Luna purrs', 'x'.repeat(100_000)],
    };
    await writeFile(file, `${JSON.stringify(entity)}\n`);
    const target = new MapTarget();
    const report = await importFile(target, { file, agent: 'lisa', onError: 'skip' });
    expect(report).toMatchObject({ format: 'mcp-memory', stored: 0, skipped: 1, refused: [{ line: 1 }] });
    expect(target.kept.size).toBe(0);
  });

  it('ends when the store fails, whatever is said about bad lines', async () => {
    const file = await fileOf([fact(1, 'gone')]);
    const importing = importFile(new MapTarget(), { file, agent: 'lisa', onError: 'skip' });
    await expect(importing).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
  });

  it('goes on where a cancelled import stopped', async () => {
    const file = await fileOf(Array.from({ length: 600 }, (_, number) => fact(number)));
    const target = new MapTarget();
    const stop = new AbortController();
    const cancelled = importFile(target, { file, agent: 'lisa', signal: stop.signal, onProgress: () => stop.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(target.kept.size).toBe(partsInBatch);
    expect(await importFile(target, { file, agent: 'lisa' })).toMatchObject({ merged: partsInBatch, stored: 350 });
  });

  it('refuses a file that is missing, a folder, or of no known format', async () => {
    const target = new MapTarget();
    await expect(importFile(target, { file: join(folder, 'none'), agent: 'a' })).rejects.toThrow(/cannot read/);
    await expect(importFile(target, { file: folder, agent: 'a' })).rejects.toThrow(/must be a file, or a folder of/);
    const file = await fileOf(['Dear diary,']);
    await expect(importFile(target, { file, agent: 'a' })).rejects.toMatchObject({
      message:
        'import: cannot tell the format of "file.ndjson" from what it holds; found text that begins "Dear diary,".',
      hint: expect.stringMatching(/^Accepted are.*\n {2}locomo: .*\n {2}ndjson: .*(?:\n {2}\S+: .*)+\.$/),
    });
    const broken = await fileOf(['[{"sample_id": "x", "conv']);
    await expect(importFile(target, { file: broken, agent: 'a' })).rejects.toThrow(/"file.ndjson" must be JSON/);
  });

  it.each([
    ['', 'is empty', 'something'],
    ['\n \n', 'is empty', 'something'],
    ['[]', 'holds an empty list', 'something'],
    ['{bad', 'must be JSON: line 1, column 2: Expected', 'Correct'],
    ['[\n  {"a": 1,\n', 'must be JSON: line 2, column 11: it breaks off', 'Correct'],
    ['PK\u0003\u0004...', 'is a zip archive', 'Unpack it'],
  ])('says what is wrong with a file that holds %j', async (text, rule, hint) => {
    const importing = importFile(new MapTarget(), { file: await fileOf([text]), agent: 'a' });
    await expect(importing).rejects.toMatchObject({
      message: expect.stringContaining(`import: "file.ndjson" ${rule}`),
      hint: expect.stringContaining(hint),
    });
  });
});

describe('telling the format of a file', () => {
  it.each([
    ['locomo', '[\n  {"sample_id": "x"'],
    ['locomo', '{\n  "sample_id": "x", "conversation": {}}'],
    ['ndjson', '\n\n{"record":"agent","name":"lisa"}\n'],
    ['mcp-memory', '{"type":"relation","from":"a","to":"b","relationType":"c"}'],
  ])('knows %s', async (format, content) => {
    const folder = await mkdtemp(join(tmpdir(), 'madeleine-format-'));
    const file = join(folder, 'file');
    await writeFile(file, content);
    expect(await detectFormat(file)).toBe(format);
    await rm(folder, { recursive: true });
  });
});
