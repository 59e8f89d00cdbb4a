import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readProjectFile } from '../repo/source-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const mocks = pathToFileURL(createRequire(import.meta.url).resolve('ai/test')).href;

/** A provider's package whose model claims of every message what it says. */
const provider = `
import mocks from ${JSON.stringify(mocks)};
const answerTo = ({ prompt }) => ({
  answers: JSON.parse(prompt.at(-1).content[0].text).map(({ number, text }) => ({
    number,
    answer: [{ content: text, believer: 'everybody', kind: 'world.fact', about: [], confidence: 0.9 }],
  })),
});
export const openai = (modelId) =>
  new mocks.MockLanguageModelV3({
    modelId,
    doGenerate: async (options) => ({
      content: [{ type: 'text', text: JSON.stringify(answerTo(options)) }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: { inputTokens: { total: 10 }, outputTokens: { total: 10 } },
      warnings: [],
    }),
  });
`;

const before = `
import { Madeleine } from 'madeleine';
const memory = await Madeleine.open({ at: './memory' });
await memory.agent('lisa').observe({ content: 'The bakery by the canal closes on Mondays.', speaker: 'Mark' });
await memory.close();
`;

test('the snippet of the page about configuration runs against the built package', async () => {
  const [, snippet = ''] =
    /### A language model[^#]*?```js\n(.*?)```/s.exec(readProjectFile('docs/configuration.md')) ?? [];
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules/@ai-sdk/openai'), { recursive: true });
  await symlink(root, join(folder, 'node_modules/madeleine'), 'dir');
  await writeFile(join(folder, 'node_modules/@ai-sdk/openai/index.mjs'), provider);
  await writeFile(join(folder, 'node_modules/@ai-sdk/openai/package.json'), '{ "exports": "./index.mjs" }');
  await writeFile(join(folder, 'before.mjs'), before);
  await writeFile(join(folder, 'snippet.mjs'), snippet);
  const run = promisify(execFile);
  await run(process.execPath, ['before.mjs'], { cwd: folder });
  const { stdout, stderr } = await run(process.execPath, ['snippet.mjs'], { cwd: folder });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/step: 'promote',\s+lookedAt: 1,\s+changed: 1,\s+counts: \{ facts: 1 \}/);
});
