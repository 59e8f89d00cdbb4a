/** Co-activation as agents cause it: counted behind recalls, bounded, kept in the ledger and the index alike. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine, SearchOptions } from '../../../src/index.ts';
import { maxPartners } from '../../../src/recall/defaults.ts';
import { openSpace, storeFolder } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dayMs = 86_400_000;
let now: Date;
let memory: Madeleine;

beforeEach(async () => {
  now = new Date('2024-01-01T00:00:00Z');
  memory = await openSpace({ clock: () => now });
});

async function reopened(): Promise<Madeleine> {
  await memory.close();
  memory = await openSpace({ space: memory.space, clock: () => now });
  return memory;
}

interface Pair {
  readonly agent: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly lastAt: string;
}

async function pairs(): Promise<readonly Pair[]> {
  const found: Pair[] = [];
  for await (const line of memory.export()) {
    const { record, ...fields } = JSON.parse(line) as { record: string } & Pair;
    if (record === 'co_activated') found.push(fields);
  }
  return found;
}

async function observe(agent: string, ...contents: readonly string[]): Promise<void> {
  const observations = contents.map((content) => ({ id: content.replaceAll(' ', '-'), content }));
  await memory.agent(agent).observeMany({ observations });
}

const pair = (from: string, to: string) => ({ from: `observation:${from}`, to: `observation:${to}` });

describe('what an agent recalls together', () => {
  it('is counted by pair, for this agent', async () => {
    await observe('lisa', 'quokka b', 'quokka a', 'wombat');
    await memory.agent('lisa').recall({ query: 'quokka' });
    await memory.agent('lisa').recall({ query: 'quokka' });
    await reopened();
    expect(await pairs()).toEqual([
      { agent: 'lisa', ...pair('quokka-a', 'quokka-b'), count: 2, lastAt: now.toISOString() },
    ]);
    now = new Date(now.getTime() + 60 * dayMs - 1);
    await memory.agent('lisa').recall({ query: 'quokka' });
    await reopened();
    expect(await pairs()).toMatchObject([{ agent: 'lisa', count: 2, lastAt: now.toISOString() }]);
  });

  it('is counted in a talk for that talk, also where anybody may hear all of it', async () => {
    await observe('lisa', 'quokka a', 'quokka b');
    await memory.agent('lisa').recall({ query: 'quokka', with: 'user:sofia' });
    await reopened();
    const [counted, ...more] = await pairs();
    expect(counted).toMatchObject({ ...pair('quokka-a', 'quokka-b'), count: 1 });
    expect(counted?.agent).not.toBe('lisa');
    expect(more).toEqual([]);
  });

  it('is at most the first five of a recall', async () => {
    await observe('lisa', ...Array.from({ length: 8 }, (_, at) => `quokka ${at}`));
    expect((await memory.agent('lisa').recall({ query: 'quokka', limit: 8 })).memories).toHaveLength(8);
    await reopened();
    expect(await pairs()).toHaveLength(10);
  });

  it('counts what is universal for the agent that recalls it, and for nobody else', async () => {
    await memory.agent('system').observeMany({
      observations: [
        { id: 'a', content: 'quokka a' },
        { id: 'b', content: 'quokka b' },
      ],
    });
    await memory.agent('lisa').recall({ query: 'quokka' });
    await memory.agent('electra').recall({ query: 'quokka', limit: 1 });
    await reopened();
    expect(await pairs()).toMatchObject([{ agent: 'lisa', count: 1 }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a search', () => memory.agent('lisa').search({ query: 'quokka' })],
    ['a recall without attention', () => memory.agent('lisa').recall({ query: 'quokka', attention: false })],
    ['a recall of the past', () => memory.agent('lisa').recall({ query: 'quokka', asOf: now })],
    ['a recall of one memory', () => memory.agent('lisa').recall({ query: 'quokka', limit: 1 })],
  ])('is not counted by %s', async (_name, ask) => {
    await observe('lisa', 'quokka a', 'quokka b');
    await ask();
    await reopened();
    expect(await pairs()).toEqual([]);
    expect((await memory.stats()).records['co_activated']).toBe(0);
  });

  it('keeps at most twenty partners a memory: the weakest goes, out of the ledger and the index', async () => {
    const lisa = memory.agent('lisa');
    await observe('lisa', 'hub', ...Array.from({ length: maxPartners + 2 }, (_, at) => `partner word${at}`));
    const together = async (at: number): Promise<void> => {
      now = new Date(now.getTime() + 1000);
      const { memories } = await lisa.recall({ query: `hub word${at}`, profile: 'lexical', minRelevance: 0 });
      expect(memories).toHaveLength(2);
    };
    await together(0);
    for (let at = 0; at < maxPartners; at++) await together(at);
    await reopened();
    const partners = async (): Promise<readonly string[]> =>
      (await pairs()).flatMap(({ from, to }) => [from, to].filter((id) => id !== 'observation:hub')).sort();
    expect(await partners()).toHaveLength(maxPartners);
    await memory.agent('lisa').recall({ query: `hub word${maxPartners}`, profile: 'lexical', minRelevance: 0 });
    await reopened();
    const kept = await partners();
    expect(kept).toHaveLength(maxPartners);
    expect(kept).toContain(`observation:partner-word${maxPartners}`);
    // Of the pairs that came up once it is the oldest; word0 came up twice.
    expect(kept).toContain('observation:partner-word0');
    expect(kept).not.toContain('observation:partner-word1');
    expect((await memory.doctor()).ok).toBe(true);
  });
});

describe('what was recalled together before', () => {
  const minuteMs = 60_000;
  const wait = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  const harbours = async (agent: string, options: Partial<SearchOptions> = {}) => {
    const { memories } = await memory.agent(agent).search({ query: 'harbour', ...options });
    return memories.map(({ id, score, signals }) => {
      return { id, score, together: signals.find(({ name }) => name === 'coActivation')?.value };
    });
  };
  const recall = (query: string, agent = 'lisa') =>
    memory.agent(agent).recall({ query, profile: 'lexical', minRelevance: 0 });

  /** The lantern and the beta harbour come up together three times, the gamma harbour as often by itself. */
  async function form(agent: string): Promise<void> {
    await observe(agent, 'alpha lantern', 'beta harbour', 'gamma harbour');
    for (let times = 0; times < 3; times++) {
      expect((await recall('alpha beta')).memories.map(({ id }) => id).sort()).toEqual([
        'observation:alpha-lantern',
        'observation:beta-harbour',
      ]);
      expect((await recall('gamma')).memories).toHaveLength(1);
    }
    await reopened();
  }

  it.each([
    ['of its own', 'lisa'],
    ['that is universal', 'system'],
  ])('comes to mind again once a memory %s has: before an equal one, and by nothing else', async (_what, believer) => {
    await form(believer);
    wait(31 * minuteMs);
    const before = await harbours('lisa');
    expect(before.map(({ together }) => together)).toEqual([0, 0]);
    expect(before[0]?.score).toBe(before[1]?.score);
    await recall('alpha');
    const [first, second] = await harbours('lisa');
    expect(first).toMatchObject({ id: 'observation:beta-harbour', together: expect.closeTo(0.5, 3) });
    expect(second).toEqual({ ...before.find(({ id }) => id === 'observation:gamma-harbour'), id: second?.id });
    expect(first?.score).toBeGreaterThan(second?.score as number);
    wait(31 * minuteMs);
    expect((await harbours('lisa')).map(({ together }) => together)).toEqual([0, 0]);
  });

  it('comes to mind after opening too, as long as it is not long ago', async () => {
    await form('lisa');
    wait(29 * minuteMs);
    expect((await harbours('lisa'))[0]).toMatchObject({
      id: 'observation:beta-harbour',
      together: expect.closeTo(0.5, 3),
    });
  });

  it('is not brought to mind by a search, without attention, or in the past', async () => {
    await form('lisa');
    wait(31 * minuteMs);
    await memory.agent('lisa').search({ query: 'alpha' });
    await memory.agent('lisa').recall({ query: 'alpha', attention: false });
    await memory.agent('lisa').recall({ query: 'alpha', asOf: now });
    expect((await harbours('lisa')).map(({ together }) => together)).toEqual([0, 0]);
    await recall('alpha');
    expect((await harbours('lisa', { asOf: now })).map(({ together }) => together)).toEqual([0, 0]);
  });

  it('is nothing to an agent that believes the same facts: its answers stay as they were, to the bit', async () => {
    for (const agent of ['lisa', 'electra']) {
      for (const content of ['alpha lantern', 'beta harbour', 'gamma harbour']) {
        await memory.agent(agent).believe({ content });
      }
    }
    expect((await memory.stats()).records['fact']).toBe(3);
    wait(dayMs);
    const asked = async (agent: string) => [
      await memory.agent(agent).search({ query: 'harbour' }),
      await memory.agent(agent).search({ query: 'alpha beta', profile: 'cognitive' }),
    ];
    const [electras, lisas] = [await asked('electra'), await asked('lisa')];
    for (let times = 0; times < 3; times++) await recall('alpha beta');
    expect(await asked('electra')).toEqual(electras);
    await reopened();
    expect(await asked('electra')).toEqual(electras);
    expect(await asked('lisa')).not.toEqual(lisas);
    await recall('alpha', 'electra');
    expect((await harbours('electra')).map(({ together }) => together)).toEqual([0, 0]);
  });
});

describe('the index', () => {
  const isWhole = async (): Promise<boolean> => (await memory.doctor()).ok;

  beforeEach(async () => {
    await observe('lisa', 'quokka a', 'quokka b', 'quokka c');
    await memory.agent('lisa').recall({ query: 'quokka' });
    await reopened();
    expect(await pairs()).toHaveLength(3);
  });

  it('knows what is recalled together from its snapshot, and from the ledger where there is none', async () => {
    expect(memory.indexOrigin).toBe('snapshot');
    expect(await isWhole()).toBe(true);
    await memory.close();
    await rm(join(await storeFolder(), 'index', memory.space), { recursive: true });
    await reopened();
    expect(memory.indexOrigin).toBe('ledger');
    expect(await isWhole()).toBe(true);
  });

  it('follows what another has counted and dropped', async () => {
    const other = await openSpace({ space: memory.space, clock: () => now });
    await observe('lisa', 'quokka d', ...Array.from({ length: maxPartners + 2 }, (_, at) => `wombat word${at}`));
    for (let at = 0; at <= maxPartners; at++) {
      now = new Date(now.getTime() + 1000);
      await other.agent('lisa').recall({ query: `quokka d word${at}`, limit: 2, profile: 'lexical', minRelevance: 0 });
    }
    await other.close();
    expect((await pairs()).length).toBeGreaterThan(maxPartners);
    expect(await isWhole()).toBe(true);
  });

  it('takes a pair from a file, whichever end comes first, for the agent that it names', async () => {
    const [known] = await pairs();
    const file = join(await temporaryFolder(), 'pairs.ndjson');
    const more = { record: 'co_activated', from: 'observation:quokka-b', to: 'observation:quokka-a', count: 9 };
    const lines = [
      { ...more, agent: 'lisa', lastAt: known?.lastAt },
      { ...more, agent: 'electra', lastAt: known?.lastAt },
    ];
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(await memory.import({ file })).toMatchObject({ stored: 1, merged: 1 });
    expect(await pairs()).toContainEqual({ ...known, ...pair('quokka-a', 'quokka-b'), agent: 'electra', count: 9 });
    expect(await isWhole()).toBe(true);
  });
});

describe('accesses', () => {
  it('are counted on the belief that let the memory be seen', async () => {
    const { id } = await memory.agent('lisa').believe({ content: 'quokka' });
    await memory.agent('electra').believe({ content: 'quokka' });
    await memory.agent('lisa').recall({ query: 'quokka' });
    await memory.agent('lisa').recall({ query: 'quokka' });
    await reopened();
    const counted: object[] = [];
    for await (const line of memory.export()) {
      const { record, agent, accesses, lastAccessedAt, memory: of } = JSON.parse(line) as Record<string, unknown>;
      if (record === 'believes' && of === id) counted.push({ agent, accesses, lastAccessedAt });
    }
    expect(counted).toEqual([
      { agent: 'electra', accesses: 0, lastAccessedAt: undefined },
      { agent: 'lisa', accesses: 2, lastAccessedAt: now.toISOString() },
    ]);
  });
});
