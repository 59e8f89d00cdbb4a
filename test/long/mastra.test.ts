/**
 * The adapter for Mastra with the real package, where `TEST_MASTRA` names a folder that has it: `npm install
 * @mastra/core@1.71.0 @mastra/memory@1.31.0 @mastra/libsql@1.23.1 ai@6 node@22` (or `node@24`). It needs a build.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const installed = process.env['TEST_MASTRA'];
const run = promisify(execFile);

/** A folder with a program, Mastra and the built package, and what a program there prints. */
async function printed(file: string, write: (place: string) => Promise<void>): Promise<string> {
  const folder = await temporaryFolder();
  const from = join(installed ?? '', 'node_modules');
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const name of ['@mastra', 'ai', 'zod']) await symlink(join(from, name), join(modules, name), 'dir');
  await symlink(root, join(modules, 'madeleine'), 'dir');
  await write(join(folder, file));
  const { stdout } = await run(join(from, 'node/bin/node'), [file], { cwd: folder });
  await rm(folder, { recursive: true, force: true });
  return stdout;
}

test.skipIf(installed === undefined)(
  'in the example the model hears on Tuesday what it was told on Monday',
  async () => {
    const stdout = await printed('mastra.mjs', (place) => copyFile(join(root, 'examples/mastra.js'), place));
    const [monday, tuesday] = stdout.split('<recalled-memory>');
    expect(monday).toBe('Luna is sixteen and feels the cold.\n');
    expect(tuesday).toMatch(
      /feels the cold.*<\/recalled-memory>\nHow does Luna feel about the cold\?\nShe has a blanket now\./s,
    );
  },
);

const inThreads = `
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { Memory } from '@mastra/memory';
import { MockLanguageModelV3 } from 'ai/test';
import { Madeleine } from 'madeleine';
import { memoryProcessor } from 'madeleine/mastra';
import { z } from 'zod';

const heard = [];
const ends = { usage: { inputTokens: {}, outputTokens: {} }, warnings: [] };
const call = { type: 'tool-call', toolCallId: '1', toolName: 'look', input: '{}' };
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    heard.push(prompt.findLast(({ role }) => role === 'user').content.map(({ text }) => text).join(' | '));
    if (heard.length === 2) return { ...ends, content: [call], finishReason: { unified: 'tool-calls' } };
    return { ...ends, content: [{ type: 'text', text: 'She is warm.' }], finishReason: { unified: 'stop' } };
  },
});
const space = await Madeleine.open({ at: './memory' });
const memory = space.agent('lisa');
const remembers = memoryProcessor({ memory, speaker: 'Mark' });
const history = new Memory({ storage: new LibSQLStore({ id: 'history', url: ':memory:' }) });
const look = createTool({ id: 'look', description: 'Looks.', inputSchema: z.object({}), execute: async () => ({}) });
const lisa = new Agent({
  id: 'lisa',
  name: 'Lisa',
  instructions: 'You are Lisa.',
  model,
  memory: history,
  tools: { look },
  inputProcessors: [remembers],
  outputProcessors: [remembers],
});
await lisa.generate('Luna sleeps on the heater.', { memory: { resource: 'mark', thread: 'monday' } });
await lisa.generate('Where does Luna sleep?', { memory: { resource: 'mark', thread: 'tuesday' } });
const { messages } = await history.recall({ threadId: 'tuesday', resourceId: 'mark' });
const kept = (await memory.latest({ sessions: ['tuesday'] })).map(({ content }) => content);
console.log(JSON.stringify({ heard, history: JSON.stringify(messages), kept }));
await space.close();
`;

test.skipIf(installed === undefined)(
  'a thread is a session, and its history never holds what was recalled',
  async () => {
    const { heard, history, kept } = JSON.parse(await printed('threads.mjs', (place) => writeFile(place, inThreads)));
    expect(heard).toEqual([
      'Luna sleeps on the heater.',
      expect.stringMatching(/^<recalled-memory>.*heater.*<\/recalled-memory> \| Where does Luna sleep\?$/s),
      heard[1],
    ]);
    expect(history).toContain('Where does Luna sleep?');
    expect(history).not.toContain('recalled-memory');
    expect(kept).toEqual(['She is warm.', 'Where does Luna sleep?']);
  },
);

test.skipIf(installed !== undefined)('the tests with Mastra say that they were skipped', () => {
  process.stdout.write('skipped: TEST_MASTRA names no folder with @mastra/core\n');
});
