/** Asking tests' indexes, and worlds of random texts to ask about. */
import { Perspective } from '../../../src/domain/belief.ts';
import type { IndexedMemory, IndexedVector } from '../../../src/recall-index/entry.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { balanced } from '../../../src/recall/profiles.ts';
import type { Moment, RankFilter } from '../../../src/recall/believer-view.ts';
import { type RankQuery, type RankResult, rank } from '../../../src/recall/rank.ts';
import { View } from '../../../src/recall/view.ts';
import { day0, memoryOf, now, unitVector } from '../recall-index/index-fixture.ts';

/** Ranks for an agent with the balanced profile, ten hits, now, unless said otherwise. */
export function ask(index: RecallIndex, agent: string, text: string, more: Asked = {}): RankResult {
  const { filter, ...moment } = more;
  const view = new View(index, new Perspective(agent), { at: now, ...moment }, filter);
  return rank(view, { text, limit: 10, profile: balanced, ...more });
}

/** What a test asks beside the text: how to rank, and which moment and filter the view has. */
export type Asked = Partial<RankQuery & Moment> & { readonly filter?: RankFilter };

/** The ids of what came up. */
export function idsOf({ hits }: RankResult): readonly string[] {
  return hits.map(({ id }) => id);
}

const words =
  'harbour lantern violin meadow glacier compass orchard thunder saddle marble pepper willow canyon beacon velvet copper'.split(
    ' ',
  );
const speakers = ['Mark', 'Lisa', 'Electra'];

/** Memories of random words, some with a speaker and a session, with vectors for most. */
export function randomWorld(
  random: () => number,
  count: number,
  prefix = 'm',
): { readonly memories: readonly IndexedMemory[]; readonly vectors: readonly IndexedVector[] } {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const memories = Array.from({ length: count }, (_, i) => {
    const text = Array.from({ length: 2 + Math.floor(random() * 8) }, () => pick(words)).join(' ');
    const session = Math.floor(random() * (count / 6));
    return memoryOf(`${prefix}${i}`, random() < 0.2 ? `${text}?` : text, {
      occurredAt: day0 + Math.floor(random() * 3) * 3_600_000 + session * 86_400_000,
      position: i,
      ...(random() < 0.8 ? { session: `session:${session}` } : {}),
      ...(random() < 0.7 ? { speaker: pick(speakers) } : {}),
    });
  });
  const vectors = memories
    .filter(() => random() < 0.9)
    .map(({ id }) => ({ memory: id, vector: unitVector(random, 16) }));
  return { memories, vectors };
}

/** A question of random words, at times with a speaker or a month. */
export function randomQuestion(random: () => number): string {
  const chosen = words.filter(() => random() < 0.2).join(' ');
  const who = random() < 0.4 ? `did ${speakers[Math.floor(random() * 3)]} ` : '';
  return `${random() < 0.3 ? 'When ' : ''}${who}${chosen}${random() < 0.2 ? ' in January' : ''}`;
}
