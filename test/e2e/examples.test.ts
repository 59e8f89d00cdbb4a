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
  const [lisa, electra] = stdout.split('electra recalls:');
  expect(lisa).toMatch(/^lisa recalls:/);
  expect(lisa).toContain('Mark worries about Luna too much.  (lisa)');
  expect(electra).toContain("Luna is Mark's cat.  (system)");
  expect(electra).not.toContain('worries');
  expect(electra).not.toContain('sixteen');
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

test('in the example for sharing each policy gives another agent what it says, and no confidence or opinion', async () => {
  const { stdout, stderr } = await runExample('sharing');
  expect(stderr).toBe('');
  const noted = [
    'A lock around the token cache mends the login bug.',
    'Mark prefers tea.',
    'The login bug was a race in auth.ts.',
  ];
  const lines = stdout.trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'private: sleep shares 0; electra has []',
    'household: sleep shares 1; electra has ["Mark prefers tea."]',
  ]);
  const [, told = '[]'] = /^team: sleep shares \d; electra has (.*)$/.exec(lines[2] ?? '') ?? [];
  expect(JSON.parse(told)).toEqual(expect.arrayContaining(noted));
  expect(told).not.toMatch(/manager/);
});
