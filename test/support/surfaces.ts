/** Every place where a space could still tell of something that was forgotten: the one list of them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Madeleine } from '../../src/index.ts';

/** Who asks, and what for. */
export interface SurfacesAsked {
  readonly agents: readonly string[];
  /** Words that nothing else says; they are asked for together. */
  readonly words: readonly string[];
  /** Ids of the memories that said it. */
  readonly ids?: readonly string[];
}

const waysToRecall = {
  recall: {},
  faded: { faded: true },
  archived: { archived: true },
  asOf: { asOf: '2026-06-01' },
  validAt: { validAt: '2020-01-01' },
};

/** How often each surface still says it. */
export async function hitsBySurface(
  memory: Madeleine,
  asked: SurfacesAsked,
): Promise<Readonly<Record<string, number>>> {
  const { agents, words, ids = [] } = asked;
  const query = `What about ${words.join(' and ')}?`;
  const hits: Record<string, number> = {};
  const note = (surface: string, said: unknown): void => {
    const text = JSON.stringify(said).toLowerCase();
    hits[surface] = (hits[surface] ?? 0) + words.filter((word) => text.includes(word.toLowerCase())).length;
  };
  for (const name of agents) {
    const agent = memory.agent(name);
    for (const [kind, options] of Object.entries(waysToRecall)) {
      const { query: _query, ...answer } = await agent.recall({ query, attention: false, limit: 50, ...options });
      note(kind, answer);
    }
    const { query: _query, ...found } = await agent.search({ query, limit: 50, archived: true });
    note('search', found);
    for (const id of ids) {
      if (await answers(agent.why({ id }))) note('why', query);
      if (await answers(agent.explain({ id, query }))) note('explain', query);
    }
  }
  const [one = '', other = one] = agents;
  if (one !== other) {
    const { shared, only, opposed } = await memory.perspectives({ agents: [one, other], topic: query });
    note('perspectives', [shared, only, opposed]);
  }
  for await (const line of memory.export()) note('export', line);
  note('statistics', await memory.stats());
  for (const file of await indexFiles(memory)) note('index files', file);
  return hits;
}

/** The texts of the snapshot and the graphs, in both widths in which they are kept. */
async function indexFiles({ at, space }: Madeleine): Promise<readonly string[]> {
  const folder = join(at, 'index', space);
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return files.flatMap((bytes) => [bytes.toString('latin1'), bytes.toString('utf16le')]);
}

function answers(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}
