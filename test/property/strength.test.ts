/** How beliefs fade, over lives of chance in real spaces: no pass has to run, and no clock can do harm. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { archiveThreshold, recallThreshold } from '../../src/domain/belief.ts';
import { dayMs } from '../../src/domain/time.ts';
import type { Madeleine } from '../../src/index.ts';
import { often } from '../support/often.ts';
import { openSpace } from '../support/open-space.ts';

const numRuns = often(5, 12);
const start = Date.parse('2026-01-05T12:00:00Z');
const words = ['antler', 'bakery', 'cellar', 'dynamo'] as const;

/** What happens next to one of four facts, of which the last is believed for good. */
interface Turn {
  readonly word: (typeof words)[number];
  readonly act: 'assert' | 'recall' | 'withdraw' | 'wait';
  /** How far the clock goes on, or back, before it. */
  readonly days: number;
  readonly sleeps: boolean;
}

const turns = (mostBackDays: number): fc.Arbitrary<Turn[]> =>
  fc.array(
    fc.record<Turn>({
      word: fc.constantFrom(...words),
      act: fc.constantFrom('assert', 'recall', 'recall', 'withdraw', 'wait'),
      days: fc.oneof(fc.integer({ min: -mostBackDays, max: 60 }), fc.integer({ min: 100, max: 700 })),
      sleeps: fc.boolean(),
    }),
    { minLength: 3, maxLength: 9 },
  );

/** A space whose clock is set by hand. */
class Life {
  readonly memory: Madeleine;
  readonly #time: { now: number };

  private constructor(memory: Madeleine, time: { now: number }) {
    this.memory = memory;
    this.#time = time;
  }

  static async begin(): Promise<Life> {
    const time = { now: start };
    const life = new Life(await openSpace({ clock: () => new Date(time.now) }), time);
    for (const word of words) await life.#assert(word);
    return life;
  }

  #assert(word: string): Promise<unknown> {
    const permanent = word === words.at(-1) ? { permanent: true } : {};
    return this.memory.agent('lisa').believe({ content: `the ${word} of the quokka`, ...permanent });
  }

  /** Lets the clock go on, or back. */
  wait(days: number): void {
    this.#time.now += days * dayMs;
  }

  async act({ word, act, days }: Turn): Promise<void> {
    this.wait(days);
    const lisa = this.memory.agent('lisa');
    if (act === 'assert') await this.#assert(word);
    if (act === 'recall') await lisa.recall({ query: word, archived: true, limit: 1 });
    // What is withdrawn already, or under a clock that went back not yet there, cannot be withdrawn.
    if (act === 'withdraw') {
      const [found] = (await this.#search({ archived: true })).filter(({ content }) => content.includes(word));
      if (found !== undefined) await lisa.withdraw({ id: found.id });
    }
    // Attention is written behind; a dry run waits for it and writes nothing else.
    if (act === 'recall') await this.memory.sleep({ dryRun: true });
  }

  async #search(options: { faded?: boolean; archived?: boolean }) {
    return (await this.memory.agent('lisa').search({ query: 'quokka', ...options })).memories;
  }

  /** What an agent sees now, through the archive and without it. */
  async seen(): Promise<unknown> {
    const all = [await this.#search({}), await this.#search({ faded: true }), await this.#search({ archived: true })];
    return all.map((memories) => memories.map(({ content, score, believers }) => ({ content, score, believers })));
  }

  /** The strength of each belief some days from now, by content, with what each kind of recall shows of it. */
  async strengthsIn(days: number): Promise<ReadonlyMap<string, number>> {
    this.wait(days);
    const [seen, faded, all] = [
      await this.#search({}),
      await this.#search({ faded: true }),
      await this.#search({ archived: true }),
    ].map((memories) => new Map(memories.map(({ content, believers }) => [content, believers[0]?.strength ?? -1])));
    this.wait(-days);
    for (const [content, strength] of all ?? []) {
      expect([seen?.has(content), faded?.has(content)]).toEqual([
        strength > recallThreshold,
        strength >= archiveThreshold,
      ]);
    }
    return all ?? new Map();
  }
}

/** Strengths at some moment from now and at later ones, when every clock that went back has caught up. */
async function strengthsAt(life: Life, days: number): Promise<readonly ReadonlyMap<string, number>[]> {
  const found: ReadonlyMap<string, number>[] = [];
  for (const more of [0, 400, 430, 600, 1300]) found.push(await life.strengthsIn(days + more));
  return found;
}

/** Each belief of one moment that is there in the other as well. */
function pairs(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): readonly (readonly [number, number])[] {
  return [...one].flatMap(([content, strength]) => {
    const there = other.get(content);
    return there === undefined ? [] : [[strength, there] as const];
  });
}

it('shows to the bit the same whether or not sleep has ever run', async () => {
  await fc.assert(
    fc.asyncProperty(turns(0), async (script) => {
      const [asleep, awake] = [await Life.begin(), await Life.begin()];
      for (const turn of script) {
        if (turn.sleeps) await asleep.memory.sleep();
        await asleep.act(turn);
        await awake.act(turn);
        expect(await asleep.seen()).toEqual(await awake.seen());
      }
    }),
    { numRuns },
  );
});

it('archives in one pass what two would', async () => {
  await fc.assert(
    fc.asyncProperty(turns(0), fc.integer({ min: 0, max: 1500 }), async (script, days) => {
      const life = await Life.begin();
      for (const turn of script) await life.act(turn);
      life.wait(days);
      await life.memory.sleep();
      const once = await records(life.memory);
      const { steps } = await life.memory.sleep();
      expect(steps.map(({ changed }) => changed)).toEqual(steps.map(() => 0));
      expect(await records(life.memory)).toEqual(once);
    }),
    { numRuns },
  );
});

it('keeps strengths within 0..1, fading and never growing by themselves, those that are for good at 1', async () => {
  await fc.assert(
    fc.asyncProperty(turns(400), async (script) => {
      const life = await Life.begin();
      for (const turn of script) {
        await life.act(turn);
        const moments: ReadonlyMap<string, number>[] = [];
        for (const days of [-300, 0, 30, 200, 900]) moments.push(await life.strengthsIn(days));
        moments.slice(1).forEach((then, at) => {
          for (const [one, other] of pairs(moments[at] ?? new Map(), then)) expect(other).toBeLessThanOrEqual(one);
        });
        for (const moment of moments) {
          for (const strength of moment.values()) expect(strength >= 0 && strength <= 1).toBe(true);
          expect(moment.get(`the ${words.at(-1)} of the quokka`) ?? 1).toBe(1);
        }
      }
    }),
    { numRuns },
  );
});

it('weakens no belief by asserting or recalling it, even while the clock stands in the past', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(turns(400), async (script) => {
      const life = await Life.begin();
      for (const turn of script) {
        const before = await strengthsAt(life, turn.days);
        await life.act(turn);
        const after = await strengthsAt(life, 0);
        before.forEach((strengths, at) => {
          for (const [one, other] of pairs(strengths, after[at] as ReadonlyMap<string, number>)) {
            expect(other).toBeGreaterThanOrEqual(one - 1e-12);
            compared += 1;
          }
        });
      }
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(numRuns * 40);
});

/** Every record of a space, but what tells of sleep itself. */
async function records(memory: Madeleine): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) {
    if (!/"format":|"record":"sleep_run"/.test(line)) lines.push(line);
  }
  return lines;
}
