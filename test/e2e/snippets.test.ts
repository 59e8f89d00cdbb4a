/**
 * Every block of code in the documents for users runs: here against the built package, or in the test that is named.
 * What cannot run has its reason. A block that has neither fails.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectFiles, readProjectFile, root } from '../repo/source-files.ts';
import { CliInProcess } from '../support/cli-in-process.ts';
import { CliSurroundings, executable } from '../support/cli-run.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Block {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** Runs here: what stands before and after the block, and what all of it prints. */
interface Run {
  readonly before?: string;
  readonly after?: string;
  /** Whether a hub serves `./memory` meanwhile, at the address of the page about HTTP. */
  readonly hub?: boolean;
  readonly prints: RegExp;
}
type Fate = Run | { readonly elsewhere: string } | { readonly cannot: string };

const opened = `import { Madeleine } from 'madeleine';\nconst space = await Madeleine.open({ at: './memory' });\n`;
const luna = `await space.agent('lisa').observe({ content: 'Luna sleeps on the heater.', speaker: 'Mark' });\n`;
const told = `${opened}${luna}await space.close();\n`;
const server = 'needs a SurrealDB server at that address; the tests in test/server run on one of their own';
const http = 'test/e2e/http-docs.test.ts';
const python = 'python/tests/test_readme.py';

/** By file, what becomes of its blocks of code, in order. */
const fates: Readonly<Record<string, readonly Fate[]>> = {
  'README.md': [
    { cannot: 'packs what the checks of the package pack' },
    { cannot: 'installs what was packed into a new project' },
    { elsewhere: 'test/e2e/examples.test.ts' },
    { elsewhere: 'test/e2e/cli-install.test.ts' },
    {
      before: told.replaceAll('await', 'await '),
      after: 'console.log((await memory.stats()).embeddings)',
      prints: /./,
    },
    {
      before: `cat > conversation.json <<'END'\n[{ "role": "user", "content": "Luna saw the vet." }]\nEND\n`,
      prints: /Luna is Mark's cat\.[\s\S]*1 stored[\s\S]*The store is sound/,
    },
    { cannot: 'is how these tests run' },
  ],
  'docs/cli.md': [{ elsewhere: 'test/unit/cli/guide.test.ts' }],
  'docs/configuration.md': [
    { before: `${opened}const luna = space.agent('luna');\n`, after: `console.log('told')`, prints: /told/ },
    { elsewhere: 'test/e2e/sleep-with-model.test.ts' },
  ],
  'docs/deploy-server.md': [{ cannot: server }, { cannot: server }, { cannot: server }],
  'docs/deploy.md': [
    { elsewhere: 'test/unit/cli/keep-this-platform.test.ts' },
    { cannot: 'installs a package that a user adds' },
    { cannot: 'loads esbuild, which this project does not have' },
    { after: '', prints: /^$/ },
    {
      before: `import { Madeleine } from 'madeleine';\n`,
      after: 'console.log((await globalThis.memory).space)',
      prints: /default/,
    },
    { cannot: 'builds an image: there is no Docker in a test' },
    {
      before: `process.env.MEMORY = './memory';\n`,
      after: `const remember = { content: 'Luna sleeps on the heater.', speaker: 'Mark' };
console.log((await handler({ remember, ask: 'Where does Luna sleep?' })).answer);\nawait memory.close();`,
      prints: /Mark: Luna sleeps on the heater\./,
    },
  ],
  'docs/guides/ai-sdk.md': [
    { before: told, after: 'console.log(text)', prints: /She is warm\./ },
    {
      before: `${opened}import { generateText, stepCountIs } from 'ai';\nimport { anthropic } from '@ai-sdk/anthropic';
const [memory, model, prompt] = [space.agent('lisa'), anthropic('any'), 'How is Luna?'];\n`,
      after: 'console.log(text)',
      prints: /She is warm\./,
    },
  ],
  'docs/guides/langchain.md': [{ after: 'console.log(answer.content)', prints: /She is warm\./ }],
  'docs/guides/langgraph.md': [
    {
      before: 'const builder = { compile: (with_) => with_ };\n',
      after: 'console.log(graph.store === store)',
      prints: /true/,
    },
  ],
  'docs/guides/mastra.md': [
    { after: 'console.log(Object.keys(lisa.tools).length, lisa.inputProcessors[0].id)', prints: /^\d+ madeleine\n$/ },
  ],
  'docs/guides/openai-agents.md': [{ after: 'console.log((await session.getItems()).length)', prints: /2/ }],
  'docs/http.md': [{ elsewhere: http }, { elsewhere: http }, { elsewhere: http }, { hub: true, prints: /^$/ }],
  'docs/hub.md': [
    { cannot: 'serves until it is stopped; the next block runs beside it' },
    { before: told, hub: true, prints: /Luna sleeps on the heater/ },
  ],
  'docs/migration.md': [
    {
      before: `echo '{"type":"entity","name":"Luna","entityType":"cat","observations":["sleeps"]}' > memory.jsonl\n`,
      prints: /memory\.jsonl \(mcp-memory/,
    },
  ],
  'docs/page.md': [{ cannot: 'opens a browser on the machine that runs it' }],
  'docs/schema.md': [
    { before: 'madeleine observe "Luna slept." --agent lisa\n', prints: /Luna slept\./ },
    {
      before: `${opened}const memory = space;\n`,
      after: 'console.log(rows, truncated);\nawait space.close();',
      prints: /\[\] false/,
    },
  ],
  'docs/tutorial.md': [{ elsewhere: 'test/e2e/examples.test.ts' }],
  'python/README.md': [
    { cannot: 'installs what the checks of the package pack' },
    { elsewhere: python },
    { elsewhere: python },
    { elsewhere: python },
    { elsewhere: python },
  ],
};

/** In the place of the port that the documents name, which may be taken; no hub of another test takes one below 20,000. */
const port = '18118';

/** The blocks of the documents, in order. */
const blocks: readonly Block[] = projectFiles()
  .filter((path) => /^(?:README|docs\/(?:guides\/)?[\w-]+|python\/README)\.md$/.test(path))
  .flatMap((file) =>
    Array.from(
      readProjectFile(file).matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```/gm),
      ([, , language = '', text = '']) => ({
        file,
        language,
        text: text.replaceAll('4180', port),
      }),
    ),
  );
const code = blocks.filter(({ language }) => /^(?:js|ts|sh|bash|python|dockerfile)$/.test(language));

/** Packages of providers that are not installed here, or that call their servers. */
const mocks = pathToFileURL(createRequire(import.meta.url).resolve('ai/test')).href;
const says = `doGenerate: async () => ({
  content: [{ type: 'text', text: 'She is warm.' }],
  finishReason: { unified: 'stop', raw: undefined },
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  warnings: [],
})`;
const providers: Readonly<Record<string, string>> = {
  '@ai-sdk/anthropic': `import mocks from '${mocks}';
export const anthropic = (modelId) => new mocks.MockLanguageModelV3({ modelId, ${says} });`,
  '@ai-sdk/openai': `import mocks from '${mocks}';
const doEmbed = async ({ values }) => ({ embeddings: values.map(({ length }) => [1, length, 2]), warnings: [] });
export const openai = { embedding: (modelId) => new mocks.MockEmbeddingModelV3({ modelId, doEmbed }) };`,
  '@langchain/anthropic': `import { FakeListChatModel } from '@langchain/core/utils/testing';
export class ChatAnthropic extends FakeListChatModel {
  constructor() { super({ responses: ['She is warm.'] }); }
}`,
  '@openai/agents': `import { Agent, Runner, Usage } from '@openai/agents-core';
const content = [{ type: 'output_text', text: 'She is warm.' }];
const output = [{ type: 'message', role: 'assistant', status: 'completed', content }];
const model = { getResponse: async () => ({ usage: new Usage(), output }) };
const modelProvider = { getModel: () => model };
const runner = new Runner({ tracingDisabled: true, modelProvider });
export const run = (agent, input, options) => runner.run(agent, input, options);
export { Agent };`,
  '@mastra/core/agent': 'export class Agent { constructor(config) { Object.assign(this, config); } }',
  '@mastra/core/tools': 'export const createTool = (tool) => tool;',
};

/** Lets a folder find the built package, the peers that are here, and the providers. */
async function furnish(folder: string): Promise<void> {
  const peers = ['ai', '@langchain/core', '@langchain/langgraph-checkpoint', '@openai/agents-core'];
  for (const name of ['madeleine', ...peers]) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(name === 'madeleine' ? root : join(root, 'node_modules', name), place, 'dir');
  }
  for (const [name, text] of Object.entries(providers)) {
    const [scope = '', packageName = '', part] = name.split('/');
    const place = join(folder, 'node_modules', scope, packageName);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, `${part ?? 'index'}.mjs`), text);
    const exports = part === undefined ? './index.mjs' : { './*': './*.mjs' };
    await writeFile(join(place, 'package.json'), JSON.stringify({ exports }));
  }
}

/** A hub of the store in a folder, ready; it ends with `stop`. */
async function hubIn(folder: string): Promise<{ readonly token: string; readonly stop: () => Promise<void> }> {
  const args = [executable, 'serve', '--at', './memory', '--port', port];
  const hub = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, MADELEINE_EMBEDDER: 'none' } });
  const ended = once(hub, 'exit');
  await eventually(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true);
  });
  const token = (await readFile(join(folder, 'memory/hub.token'), 'utf8')).trim();
  const stop = async (): Promise<void> => {
    hub.kill();
    await ended;
  };
  return { token, stop };
}

/** What a program of Node prints. */
async function printed(folder: string, text: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  await writeFile(join(folder, 'snippet.mjs'), outputText);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['snippet.mjs'], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  expect(stderr).toBe('');
  return stdout;
}

test('every block of code has its fate, and no fate is without a block', () => {
  const files = [...new Set(code.map(({ file }) => file))].sort();
  expect(Object.keys(fates).sort()).toEqual(files);
  for (const file of files)
    expect(
      code.filter((block) => block.file === file),
      file,
    ).toHaveLength(fates[file]?.length ?? 0);
});

const here = code.flatMap(({ file, language, text }, at) => {
  const place = code.slice(0, at).filter((block) => block.file === file).length;
  const fate = fates[file]?.[place];
  return fate === undefined ? [] : [{ name: `${file}, block ${place + 1}`, language, text, fate }];
});

test.each(here.filter(({ fate }) => 'elsewhere' in fate))('$name runs in a test that is there', ({ fate }) => {
  expect('elsewhere' in fate && existsSync(`${root}${fate.elsewhere}`)).toBe(true);
});

test.each(here.filter(({ fate, language }) => 'prints' in fate && /^[jt]s$/.test(language)))('$name', async (block) => {
  const { before = '', after = '', hub: hasHub = false, prints } = block.fate as Run;
  const folder = await temporaryFolder();
  await furnish(folder);
  if (!hasHub) {
    expect(await printed(folder, `${before}${block.text}${after}`, {})).toMatch(prints);
    return;
  }
  if (before !== '') await printed(folder, before, {});
  const { token, stop } = await hubIn(folder);
  expect(await printed(folder, `${block.text}${after}`, { TOKEN: token }).finally(stop)).toMatch(prints);
});

test.each(here.filter(({ fate, language }) => 'prints' in fate && language === 'sh'))('$name', async (block) => {
  const { before = '', prints } = block.fate as Run;
  const shell = await CliSurroundings.make();
  const { exitCode, stdout, stderr } = await shell.shell(
    `set -e\nexport MADELEINE_EMBEDDER=none\n${before}${block.text}`,
  );
  await shell.remove();
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
  expect(stdout).toMatch(prints);
});

test.each(blocks.filter(({ language }) => /^(?:json|toml)$/.test(language)))(
  '$file has data that can be read',
  (block) => {
    const read = (text: string): unknown => JSON.parse(text);
    if (block.language === 'toml') expect(Object.keys(parseToml(block.text)).length).toBeGreaterThan(0);
    else if (/^\{.*\}\n\{/.test(block.text)) block.text.trim().split('\n').forEach(read);
    else read(block.text);
  },
);

const samples = blocks.filter(
  ({ file, language }) => file === 'docs/formats.md' && /^(?:json|markdown)$/.test(language),
);

test('every sample of docs/formats.md can be imported', async () => {
  const shell = await CliInProcess.make();
  for (const [at, { language, text }] of samples.entries()) {
    const name = `sample-${at}.${language === 'json' ? 'json' : 'md'}`;
    await writeFile(shell.path(name), text);
    const { exitCode, stdout, stderr } = await shell.run(['import', shell.path(name), '--dry-run', '--agent', 'lisa']);
    expect([exitCode, stderr], text).toEqual([0, expect.not.stringContaining('refused')]);
    expect(stdout, text).toMatch(/^would import .*\n.*[1-9]\d* \w+/);
  }
  await shell.remove();
});
