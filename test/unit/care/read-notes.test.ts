/** Notes in Markdown, imported into a real store through the public surface. */
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function folderOf(notes: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(notes)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

async function recordsOf(memory: Madeleine, kind: string, ...fields: readonly string[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const line of memory.export()) {
    const record = JSON.parse(line);
    if (record.record === kind) found.push(fields.map((field) => record[field]));
  }
  return found;
}

const luna = `---
title: Luna
type: animal
tags: [cats, 2024]
created: 2025-10-24
---

# Luna

- [diet] Eats no fish #food #cat (said the vet)
- [ ] buy a brush
- [00:11] not a category
- owned_by [[Mark]] (since 2019)
- "lives with" [[People/Ann|Annie]]

## At the vet

She limps, says [[Dr Weber#Phone|the vet]].
![[x-ray.png]] %% private %%

\`\`\`
- [code] is not read
\`\`\`
`;

it('a note gives its observations and relations as facts, and its text by section', async () => {
  const memory = await openSpace();
  const file = await folderOf({ 'notes/luna.md': luna, '.obsidian/app.json': '{}', 'notes/.trash/old.md': 'Gone.' });
  const dry = await memory.import({ file, agent: 'lisa', dryRun: true });
  const report = await memory.import({ file, agent: 'lisa' });
  expect(dry.stored).toBe(report.stored);
  expect(report).toMatchObject({ format: 'markdown', unit: 'element', lines: 5, stored: 5 });
  expect(await recordsOf(memory, 'fact', 'content')).toEqual([
    ['Luna: Eats no fish (said the vet)'],
    ['Luna owned by Mark (since 2019)'],
    ['Luna lives with Ann'],
  ]);
  expect((await recordsOf(memory, 'relates', 'predicate')).flat().sort()).toEqual(['lives with', 'owned by']);
  expect((await recordsOf(memory, 'believes', 'tags')).map(String)).toContain('cats,2024,food,cat');
  expect(await recordsOf(memory, 'observation', 'content', 'type', 'occurredAt')).toEqual([
    ['Luna: - [ ] buy a brush\n- [00:11] not a category', 'document', '2025-10-24T00:00:00.000Z'],
    [
      'Luna, At the vet: She limps, says the vet.\n\n```\n- [code] is not read\n```',
      'document',
      '2025-10-24T00:00:00.000Z',
    ],
  ]);
  const named = (await recordsOf(memory, 'entity', 'name', 'type')).map(String);
  expect(named).toEqual(expect.arrayContaining(['Luna,animal', 'Mark,other', 'Dr Weber,other']));
  expect(await memory.import({ file, agent: 'lisa' })).toMatchObject({ stored: 0, merged: 5 });
});

it('a daily note happened on the day of its name, and one without a title has the name of its file', async () => {
  const memory = await openSpace();
  const file = await folderOf({ '2025-06-01.md': 'Went to the lake with [[Ann]].' });
  await memory.import({ file: join(file, '2025-06-01.md'), agent: 'lisa' });
  expect(await recordsOf(memory, 'observation', 'content', 'occurredAt')).toEqual([
    ['2025-06-01: Went to the lake with Ann.', '2025-06-01T00:00:00.000Z'],
  ]);
});

it('a note whose front matter breaks off is refused, and the others are read with --on-error skip', async () => {
  const memory = await openSpace();
  const file = await folderOf({ 'a.md': '---\ntags: [a\n---\nText.', 'b.md': 'Fine.' });
  await expect(memory.import({ file, agent: 'lisa' })).rejects.toMatchObject({
    code: 'IMPORT_LINE',
    message: expect.stringMatching(/^import: element 1 of "a.md" is refused: its front matter must be YAML/),
  });
  expect(await memory.import({ file, agent: 'lisa', onError: 'skip' })).toMatchObject({
    stored: 1,
    refused: [{ line: 1, source: 'a.md' }],
  });
});

it('comments are left out over lines and headings, and kept in code', async () => {
  const memory = await openSpace();
  const text = `Luna is fine.
<!--
- [secret] The code of the safe is 4711
## Draft
Not to be kept, says [[Mallory]].
-->
%%
- [secret] Her birthday
%%
\`\`\`one line\`\`\`
- [diet] Eats no fish

\`\`\`html
<!-- kept -->
\`\`\`
`;
  await memory.import({ file: join(await folderOf({ 'Luna.md': text }), 'Luna.md'), agent: 'lisa' });
  expect(await recordsOf(memory, 'fact', 'content')).toEqual([['Luna: Eats no fish']]);
  expect(await recordsOf(memory, 'observation', 'content')).toEqual([
    ['Luna: Luna is fine.\n\n```one line```\n\n```html\n<!-- kept -->\n```'],
  ]);
  expect((await recordsOf(memory, 'entity', 'name')).flat()).not.toContain('Mallory');
});

it.each([
  ['2025', '2025-01-01T00:00:00.000Z'],
  ['20251024', '2025-10-24T00:00:00.000Z'],
  ['202510241030', '2025-10-24T10:30:00.000Z'],
  ['2025-10-24 10:00:00 +0200', '2025-10-24T08:00:00.000Z'],
  ['1761264000', '2025-10-24T00:00:00.000Z'],
  ['last summer', '2024-05-06T00:00:00.000Z'],
])('a note of "%s" happened at %s', async (date, at) => {
  const memory = await openSpace();
  const file = join(await folderOf({ 'Luna.md': `---\ndate: ${date}\n---\nLuna purrs.` }), 'Luna.md');
  await utimes(file, new Date('2024-05-06'), new Date('2024-05-06'));
  await memory.import({ file, agent: 'lisa' });
  expect(await recordsOf(memory, 'observation', 'occurredAt')).toEqual([[at]]);
});

it('a folder is imported whatever else lies in it', async () => {
  const memory = await openSpace();
  const file = await folderOf({ 'data/log.jsonl': '{"level":"info"}\n', 'empty.jsonl': '', 'Luna.md': 'Luna purrs.' });
  await symlink(join(file, 'gone.pdf'), join(file, 'old.pdf'));
  expect(await memory.import({ file, agent: 'lisa' })).toMatchObject({ format: 'markdown', stored: 1 });
  await rm(join(file, 'Luna.md'));
  await expect(memory.import({ file, agent: 'lisa' })).rejects.toThrow(/cannot tell the format of "log.jsonl"/);
});

it.runIf(process.platform === 'linux')('a file that cannot be read is refused in words', async () => {
  const importing = (await openSpace()).import({ file: '/proc/self/mem', agent: 'lisa' });
  await expect(importing).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/^import: cannot read "\/proc\/self\/mem": EIO/),
  });
});
