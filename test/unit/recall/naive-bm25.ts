/** BM25 with neighbour context as the formula says it, without any index: the oracle of the tests. */
import { termsOf } from '../../../src/language/words.ts';
import type { IndexedMemory } from '../../../src/recall-index/entry.ts';

const k1 = 1.2;
const b = 0.75;

/** The scores of memories for a query, by id; a question counts more with what follows it and what it follows. */
export function naiveBm25(memories: readonly IndexedMemory[], query: string): ReadonlyMap<string, number> {
  const ordered = [...memories].sort((one, two) => one.occurredAt - two.occurredAt || one.position - two.position);
  const docs = ordered.map((memory) => documentOf(memory, ordered));
  const average = docs.reduce((sum, { length }) => sum + length, 0) / docs.length;
  const scores = new Map(docs.map(({ id }) => [id, 0]));
  for (const term of new Set(termsOf(query))) {
    const holding = docs.filter(({ frequencies }) => (frequencies.get(term) ?? 0) > 0);
    const rarity = Math.log(1 + (docs.length - holding.length + 0.5) / (holding.length + 0.5));
    for (const { id, frequencies, length } of holding) {
      const frequency = frequencies.get(term) as number;
      const room = k1 * (1 - b + (b * length) / average);
      scores.set(id, (scores.get(id) as number) + (rarity * frequency * (k1 + 1)) / (frequency + room));
    }
  }
  return scores;
}

function documentOf(memory: IndexedMemory, ordered: readonly IndexedMemory[]) {
  const session = ordered.filter((other) => other.session !== undefined && other.session === memory.session);
  const at = session.indexOf(memory);
  const near = at < 0 ? [] : [session[at - 1], session[at - 2], session[at + 1]];
  const frequencies = new Map<string, number>();
  let length = 0;
  [memory, ...near].forEach((neighbour, place) => {
    if (neighbour === undefined) return;
    const terms = [...termsOf(neighbour.speaker ?? ''), ...termsOf(neighbour.content)];
    length += terms.length;
    const asks = near[0]?.content.includes('?') === true;
    const share = [1, asks ? 1.1 : 0.7, asks ? 0.6 : 0.4, 0.3][place] as number;
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + share);
  });
  return { id: memory.id, frequencies, length };
}
