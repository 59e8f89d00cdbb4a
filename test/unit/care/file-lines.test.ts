import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileLine, fileLines, maxLineBytes } from '../../../src/care/file-lines.ts';

describe('lines of a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'madeleine-lines-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function linesOf(content: string | Buffer): Promise<readonly FileLine[]> {
    const file = join(folder, 'lines.txt');
    await writeFile(file, content);
    const lines: FileLine[] = [];
    for await (const line of fileLines(file)) lines.push(line);
    return lines;
  }

  it('end at newlines and at nothing else, the last one without', async () => {
    const lines = await linesOf('\uFEFFone\r\n\ntwo\u2028still two\nthree');
    expect(lines.map((line) => [line.number, line.text])).toEqual([
      [1, 'one'],
      [2, ''],
      [3, 'two\u2028still two'],
      [4, 'three'],
    ]);
    expect(lines.at(-1)?.bytesRead).toBe(Buffer.byteLength('\uFEFFone\r\n\ntwo\u2028still two\nthree'));
  });

  it('survive being cut by the chunks of the stream', async () => {
    const long = 'é'.repeat(300_000);
    const lines = await linesOf(`${long}\nb\n${long}`);
    expect(lines.map((line) => line.text)).toEqual([long, 'b', long]);
  });

  it('that are not UTF-8 or too long are named, and the next ones read on', async () => {
    const overlong = Buffer.alloc(maxLineBytes + 1, 'a');
    const lines = await linesOf(
      Buffer.concat([Buffer.from('ok\n'), Buffer.from([0xff, 10]), overlong, Buffer.from('\nok\n')]),
    );
    expect(lines.map((line) => line.problem ?? line.text)).toEqual([
      'ok',
      'a line must be UTF-8',
      `a line has at most ${maxLineBytes} bytes`,
      'ok',
    ]);
  });

  it('stop at a signal', async () => {
    const file = join(folder, 'stop.txt');
    await writeFile(file, 'a\nb\n');
    const read = fileLines(file, AbortSignal.abort());
    await expect(read.next()).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
