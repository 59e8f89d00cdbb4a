/** Files that other tools wrote themselves (`test/support/samples/README.md`), imported into a real store. */
import { cp, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const samples = fileURLToPath(new URL('../../support/samples/', import.meta.url));

/** A record as our export writes it. */
type Line = Readonly<Record<string, unknown>>;

/** What a sample gives. */
interface Imported {
  /** Some fields of the records of one kind. */
  readonly all: (kind: string, ...fields: readonly string[]) => readonly (readonly unknown[])[];
  /** The types of entities by their names. */
  readonly types: Readonly<Record<string, unknown>>;
  /** What a fact is about, by names. */
  readonly about: (content: string) => readonly unknown[];
  /** Relations by the names of their ends. */
  readonly relations: readonly (readonly unknown[])[];
  /** The tags and metadata of what Anna believes, by its content. */
  readonly kept: (content: string) => readonly [tags: unknown, metadata: unknown];
}

/** Imports a sample for Anna, first dry and at last again; both store nothing. */
async function imported(sample: string, format: string, stored: number, folder = samples): Promise<Imported> {
  const memory = await openSpace();
  const asked = { file: join(folder, sample), agent: 'anna' };
  const { found: _found, ...foretold } = await memory.import({ ...asked, dryRun: true });
  expect(foretold).toMatchObject({ format, stored, skipped: 0 });
  expect(await memory.import(asked)).toEqual(foretold);
  expect(await memory.import(asked)).toMatchObject({ stored: 0, merged: stored });
  const lines: Line[] = [];
  for await (const line of memory.export()) lines.push(JSON.parse(line));
  const of = (kind: string): readonly Line[] => lines.filter(({ record }) => record === kind);
  const names = new Map(of('entity').map(({ id, name }) => [id, name]));
  const ids = new Map([...of('fact'), ...of('observation')].map(({ id, content }) => [content, id]));
  return {
    all: (kind, ...fields) => of(kind).map((line) => fields.map((field) => line[field])),
    types: Object.fromEntries(of('entity').map(({ name, type }) => [name, type])),
    about: (content) => {
      const own = of('about').filter(({ fact }) => fact === ids.get(content));
      return own.map(({ target }) => names.get(target)).sort();
    },
    relations: of('relates').map(({ from, predicate, to }) => [names.get(from), predicate, names.get(to)]),
    kept: (content) => {
      const belief = of('believes').find(({ memory, agent }) => memory === ids.get(content) && agent === 'anna');
      return [belief?.['tags'], belief?.['metadata']];
    },
  };
}

it("basic-memory's notes keep their tags, categories, context and the time of their files", async () => {
  const changed = new Date('2026-03-04T05:06:07Z');
  const folder = await temporaryFolder();
  await cp(join(samples, 'basic-memory-0.24'), join(folder, 'notes'), { recursive: true });
  for (const note of ['people/Anna Berg.md', 'places/Harbour Lab.md']) {
    await utimes(join(folder, 'notes', note), changed, changed);
  }
  const { about, all, kept, relations, types } = await imported('notes', 'markdown', 9, folder);
  expect(all('fact', 'content', 'title').map(String)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Anna Berg: Drinks her coffee black (told at the kick-off)'),
      'Anna Berg works at Harbour Lab,works_at',
      'Anna Berg lives with Ben Holt (since 2021),lives with',
    ]),
  );
  expect(all('observation', 'content', 'type', 'occurredAt')).toContainEqual([
    'Harbour Lab: A lab in Kiel, see Anna Berg and the map.\n\n| Room | Use |\n|---|---|\n| 1 | Tanks |',
    'document',
    changed.toISOString(),
  ]);
  expect(types).toMatchObject({ 'Anna Berg': 'person', 'Harbour Lab': 'other', 'Rowing Club Kiel': 'other' });
  expect(about('Anna Berg works at Harbour Lab')).toEqual(['Anna Berg', 'Harbour Lab']);
  expect(relations).toEqual(
    expect.arrayContaining([
      ['Anna Berg', 'works at', 'Harbour Lab'],
      ['Anna Berg', 'lives with', 'Ben Holt'],
    ]),
  );
  expect(kept('Anna Berg: Drinks her coffee black (told at the kick-off)')).toEqual([
    ['kiel', 'rowing', 'coffee', 'morning'],
    { type: 'person', permalink: 'main/people/anna-berg', category: 'preference' },
  ]);
  expect(kept('Anna Berg: She runs the Harbour Lab.')[0]).toEqual(['kiel', 'rowing']);
});

it("mem0's memories are of those who said them, until the end of their last day", async () => {
  const { about, all, kept } = await imported('mem0-2.2.json', 'mem0', 4);
  expect(all('fact', 'content', 'validFrom', 'validTo')).toEqual([
    ['Ben: Prefers the window seat.', '2026-11-25T22:00:44.696Z', undefined],
    ['anna: The berth at pier 4 is rented.', '2026-11-25T22:00:44.702Z', '2032-01-01T00:00:00.000Z'],
    ['helper: Kiel it is, then.', '2026-11-25T22:00:44.688Z', undefined],
    ['anna: I moved from Bonn to Kiel in March.', '2026-11-25T22:00:44.675Z', undefined],
  ]);
  expect(about('helper: Kiel it is, then.')).toEqual(['helper']);
  expect(kept('anna: I moved from Bonn to Kiel in March.')).toEqual([
    ['home', 'kiel'],
    {
      room: 'office',
      agent_id: 'helper',
      run_id: 'r1',
      role: 'user',
      updated_at: '2026-11-25T22:00:44.675792+00:00',
    },
  ]);
});

it("Graphiti's episodes have their speaker, its edges and attributes are facts", async () => {
  const { about, all, kept, relations, types } = await imported('graphiti-0.31.json', 'graphiti', 6);
  expect(all('observation', 'content', 'type', 'speaker', 'occurredAt')).toEqual(
    expect.arrayContaining([
      ['I started at the Harbour Lab.', 'user_input', 'Anna Berg', '2025-03-01T09:00:00.000Z'],
      ['{"name": "Anna Berg", "left": "2026-01-31"}', 'document', undefined, '2026-02-01T09:00:00.000Z'],
      ['The lab is in Kiel.', 'document', undefined, '2025-03-02T09:00:00.000Z'],
    ]),
  );
  expect(all('fact', 'content', 'validFrom', 'validTo')).toEqual(
    expect.arrayContaining([
      ['Anna Berg works at Harbour Lab.', '2025-03-01T00:00:00.000Z', '2026-01-31T00:00:00.000Z'],
      ['Harbour Lab is located in Kiel.', undefined, undefined],
      ['Anna Berg: role: head', undefined, undefined],
    ]),
  );
  expect(about('Anna Berg: role: head')).toEqual(['Anna Berg']);
  expect(relations).toContainEqual(['Anna Berg', 'works at', 'Harbour Lab']);
  expect(types).toMatchObject({ 'Anna Berg': 'person', 'Harbour Lab': 'organisation', Kiel: 'other' });
  expect(all('derived_from', 'observation')).toHaveLength(3);
  expect(kept('Harbour Lab is located in Kiel.')[1]).toEqual({ since: 2019 });
  expect(kept('The lab is in Kiel.')[1]).toEqual({ name: 'memo', source_description: 'memo' });
});

it("Letta's agent file keeps who spoke, and the tags of blocks and passages", async () => {
  const { all, kept } = await imported('letta-0.16.af', 'letta', 9);
  expect(all('observation', 'content', 'speaker', 'occurredAt')).toEqual([
    ['I row in Kiel.', 'Anna', '2025-05-01T12:01:00.000Z'],
    ['Noted, Anna.', 'assistant', '2025-05-01T12:02:00.000Z'],
    ['And on Sundays I sail.', 'Anna', '2025-05-01T12:04:00.000Z'],
    ['Sailing, too.', 'assistant', '2025-05-01T12:05:00.000Z'],
  ]);
  expect(all('fact', 'content', 'validFrom')).toContainEqual([
    'Anna won the harbour race in 2024.',
    '2025-05-01T12:06:00.000Z',
  ]);
  expect(kept('human: Rows in Kiel')[0]).toEqual(['crew']);
  expect(kept('Anna won the harbour race in 2024.')).toEqual([['race'], { place: 'Kiel' }]);
});

it("Elefante's memories keep their taxonomy, title, tags and own metadata", async () => {
  const { all, kept } = await imported('elefante-2025-12.json', 'elefante', 3);
  const fields = ['content', 'title', 'kind', 'importance', 'domain', 'topic', 'validFrom', 'validTo'];
  expect(all('fact', ...fields)[0]).toEqual([
    'Anna works four days a week.',
    'Self-Constraint-Hours',
    'self.constraint',
    8,
    'work',
    'working hours',
    '2025-11-01T08:00:00.123Z',
    '2025-12-01T08:00:00.000Z',
  ]);
  expect(all('fact', 'domain', 'validTo')[2]).toEqual(['project:harbour', '2026-01-05T09:30:00.000Z']);
  const [tags, metadata] = kept('Anna works four days a week.');
  expect(tags).toEqual(['hours', 'team']);
  expect(metadata).toMatchObject({ seen: 2, keywords: 'four days', source: 'user_input' });
  expect(metadata).not.toHaveProperty('session_id');
});

it("what Chroma's get() gives of Elefante's collection is the same", async () => {
  const { all, kept } = await imported('chromadb-1.5.json', 'elefante', 1);
  expect(all('fact', 'content', 'title', 'kind', 'validFrom')).toEqual([
    ['Anna works four days a week.', 'Self-Constraint-Hours', 'self.constraint', '2025-11-01T08:00:00.123Z'],
  ]);
  expect(kept('Anna works four days a week.')[0]).toEqual(['hours', 'team']);
});

it("the MCP memory server's file gives entities, observations and relations, without blank ones", async () => {
  const { about, all, relations, types } = await imported('mcp-memory-2026.8.jsonl', 'mcp-memory', 10);
  expect(
    all('fact', 'content')
      .flat()
      .filter((content) => String(content).startsWith('Harbour Lab: ')),
  ).toEqual(['Harbour Lab: Founded in 2019', 'Harbour Lab: Moved to Kiel in March 2024']);
  expect(about('Anna_Berg: Says "never before ten" – ☕\nand means it')).toEqual(['Anna_Berg']);
  expect(types).toMatchObject({ Anna_Berg: 'person', 'Harbour Lab': 'organisation', 'Nameless plan': 'other' });
  expect(relations).toEqual(
    expect.arrayContaining([
      ['Anna_Berg', 'works at', 'Harbour Lab'],
      ['Harbour Lab', 'haunted by', 'Ghost'],
    ]),
  );
});

it.each([
  ['codex', 'codex-0.169.jsonl', ['39:47.623', '39:47.651', '40:00.454', '40:00.480']],
  ['claude-code', 'claude-code-2.1.jsonl', ['39:48.976', '39:49.087', '40:01.176', '40:01.244']],
])(
  'a transcript of %s gives what was typed and answered, and nothing of the program',
  async (format, sample, times) => {
    const { all, types } = await imported(sample, format, 4);
    const said = [
      ['My cat is called Luna. Which vet do we see?', undefined],
      ['The vet is Dr Weber, in Kiel.', 'assistant'],
      ['And when does she open?', undefined],
      ['The vet is Dr Weber, in Kiel.', 'assistant'],
    ];
    expect(all('observation', 'content', 'speaker', 'occurredAt')).toEqual(
      said.map((turn, at) => [...turn, `2026-11-25T21:${times[at]}Z`]),
    );
    expect(all('session', 'id')).toHaveLength(1);
    expect(types).toMatchObject({ Luna: 'animal' });
  },
);
