import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runExample } from '../support/run-example.ts';

const root = new URL('../../', import.meta.url);

test('the README shows the quick start as it is', async () => {
  const example = await readFile(new URL('examples/quick-start.js', root), 'utf8');
  const readme = await readFile(new URL('README.md', root), 'utf8');
  expect(readme).toContain(`\`\`\`js\n${example}\`\`\``);
});

test('the quick start runs against the built package, ends by itself and tells two perspectives apart', async () => {
  const { stdout, stderr } = await runExample('quick-start');
  expect(stderr).toBe('');
  // The README shows what it prints; a score may differ in its last digit.
  const withoutScores = (text: string): string => text.replace(/\d\.\d\d/g, '');
  const readme = await readFile(new URL('README.md', root), 'utf8');
  expect(withoutScores(readme)).toContain(`\`\`\`\n${withoutScores(stdout)}\`\`\``);
  const [lisa, electra] = stdout.split('electra recalls:');
  expect(lisa).toMatch(/^lisa recalls:/);
  expect(lisa).toContain('Mark worries about Luna too much.  (lisa)');
  expect(electra).toContain("Luna is Mark's cat.  (system)");
  expect(electra).not.toContain('worries');
  expect(electra).not.toContain('sixteen');
});

test('the chatbot answers on Tuesday from what it was told on Monday, as the tutorial shows', async () => {
  const { stdout, stderr } = await runExample('chatbot');
  expect(stderr).toBe('');
  const example = await readFile(new URL('examples/chatbot.js', root), 'utf8');
  const tutorial = await readFile(new URL('docs/tutorial.md', root), 'utf8');
  expect(tutorial).toContain(`\`\`\`js\n${example}\`\`\``);
  expect(tutorial).toContain(`\`\`\`\n${stdout}\`\`\``);
});

test('in the example for the AI SDK the model hears on Tuesday what it was told on Monday', async () => {
  const { stdout } = await runExample('ai-sdk', 'ai');
  const [monday, tuesday] = stdout.split('<recalled-memory>');
  expect(monday).toBe('Luna is sixteen and feels the cold.\n');
  expect(tuesday).toContain('Luna is sixteen and feels the cold');
  expect(tuesday).toMatch(/<\/recalled-memory>\nHow does Luna feel about the cold\?\n$/);
});

test('in the example for LangChain a retriever finds what the model was told', async () => {
  const { stdout, stderr } = await runExample('langchain', '@langchain/core');
  expect(stderr).toBe('');
  const [answer, document, tools] = stdout.split('\n');
  expect(answer).toBe('She is warm now.');
  expect(document).toBe('Mark: Luna is sixteen and feels the cold.');
  expect(tools).toContain('recall_memory');
});

test('in the example for LangGraph a store finds its items, and so does recall', async () => {
  const { stdout, stderr } = await runExample('langgraph', '@langchain/langgraph-checkpoint');
  expect(stderr).toBe('');
  expect(stdout).toBe('users/mark/cat\ndog\nLuna the cat sleeps on the warm windowsill.\n');
});

test('in the example for the OpenAI Agents SDK the model hears the session, and recall finds it', async () => {
  const { stdout, stderr } = await runExample('openai-agents', '@openai/agents-core');
  expect(stderr).toBe('');
  expect(stdout).toBe('the model hears 1 items\nthe model hears 3 items\nMark: Luna is sixteen and feels the cold.\n');
});

test('two characters keep what three users in two guilds say apart', async () => {
  const { stdout, stderr } = await runExample('characters-and-guilds');
  expect(stderr).toBe('');
  const [toSofia = ''] = /^mira, with user:sofia: Luna is sick\n( {2}.*\n)+/m.exec(stdout) ?? [];
  expect(toSofia).toContain('Luna likes tuna');
  expect(toSofia).not.toMatch(/therapist|raid/);
  expect(stdout.match(/^mira, with user:mark: Luna is sick\n( {2}.*\n)+/m)?.[0]).toContain('My therapist says');
  expect(stdout).toContain(
    'with user:sofia and group:owls: When is the raid?\n  The raid on the tower begins at nine\n',
  );
  expect(stdout).toContain('mira, with user:mark: When is the raid?\n  (nothing)\n');
  expect(stdout).toContain(
    'thorn, with user:mark and group:foxes: When is the raid?\n  The raid on the mine begins at ten\n',
  );
  expect(stdout).toContain('thorn, with user:mark: Luna is sick\n  (nothing)\n');
});

test('the agents of a household share what users say, and no confidence or opinion', async () => {
  const { stdout, stderr } = await runExample('household');
  expect(stderr).toBe('');
  expect(stdout).toContain('sleep will share: Mark prefers tea.\n');
  const [lisa = '', electra] = stdout.split('electra knows:\n');
  expect(electra).toBe('  Mark prefers tea.\n');
  for (const own of ['manager', 'worries about work']) expect(lisa).toContain(own);
});

test('a team of three processes finds how a bug was mended, with who found it, and no opinion', async () => {
  const { stdout, stderr } = await runExample('team');
  expect(stderr).toMatch(/^serve: ".*" was not there; a new store was made in it\.\n$/);
  const recalled = stdout.matchAll(/^(\w+) \(process (\d+)\) recalls:\n((?: {2}.*\n)*)/gm);
  const [ada, ben, cleo] = [...recalled].map(([, agent, pid, told = '']) => ({ agent, pid, told }));
  expect([ada?.agent, ben?.agent, cleo?.agent]).toEqual(['ada', 'ben', 'cleo']);
  expect(new Set([ada?.pid, ben?.pid, cleo?.pid]).size).toBe(3);
  for (const { told } of [ben!, cleo!]) {
    expect(told).toContain('The login bug was a race in auth.ts. (found by ada)');
    expect(told).toContain('A lock around the token cache mends the login bug. (found by ada)');
    expect(told).not.toContain('distrust');
  }
  expect(ada?.told).toContain('I distrust our fix of the login bug.');
});

test('an agent with moods recalls first what felt alike, and keeps it to itself', async () => {
  const { stdout, stderr } = await runExample('affective');
  expect(stderr).toBe('');
  expect(stdout).toBe(
    'happy: The billing release went out, and we danced.\n' +
      'sad: The billing release went out, and nobody noticed.\n' +
      'electra: (nothing)\n',
  );
});

test('the hosts of one developer remember as one agent: a thought of one comes to mind in the next', async () => {
  const { stdout, stderr } = await runExample('one-developer');
  expect(stderr).toBe('');
  const [, editor] = stdout.split('editor:\n');
  expect(editor).toContain('the token check lives in src/auth.py');
  expect(editor).toContain(
    'revised: The clock is right; two requests race for the token in src/auth.py. (The logs agree to the millisecond.)',
  );
});
