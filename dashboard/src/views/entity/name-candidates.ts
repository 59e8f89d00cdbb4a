/** Which other entities may be the same as one, by their names. Pure. */

/** An entity as an agent knows it. */
export interface NamedEntity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly memories: number;
}

/** The share of letters that must agree where the names are but spelled otherwise. */
const alike = 0.75;

/** The entities that may be the same as one, the likeliest first. */
export function candidatesFor(
  entity: Pick<NamedEntity, 'id' | 'name' | 'type'>,
  known: readonly NamedEntity[],
  most = 5,
): readonly NamedEntity[] {
  return known
    .filter(({ id, type }) => id !== entity.id && (type === entity.type || type === 'other' || entity.type === 'other'))
    .map((one) => ({ one, likeness: likenessOf(entity.name, one.name) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((one, other) => other.likeness - one.likeness || other.one.memories - one.one.memories)
    .slice(0, most)
    .map(({ one }) => one);
}

/** 0..1: how likely two names mean the same, by their words, their initials and their letters; 0 where nothing says so. */
export function likenessOf(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  if (first.join(' ') === second.join(' ')) return 1;
  const common = first.filter((word) => word.length > 1 && second.includes(word)).length;
  if (common > 0) return 0.5 + (0.5 * common) / Math.max(first.length, second.length);
  if (initialsOf(first) === second.join('') || initialsOf(second) === first.join('')) return 0.6;
  const letters = shareOfPairs(first.join(' '), second.join(' '));
  return letters >= alike ? letters : 0;
}

function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Only of two words or more: else every name would be that of its first letter. */
function initialsOf(words: readonly string[]): string | undefined {
  return words.length < 2 ? undefined : words.map((word) => word.charAt(0)).join('');
}

/** Dice's share of pairs of letters that two texts have in common. */
function shareOfPairs(one: string, other: string): number {
  const pairs = (text: string): readonly string[] =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const [first, second] = [pairs(one), pairs(other)];
  const left = [...second];
  let common = 0;
  for (const pair of first) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return (2 * common) / Math.max(1, first.length + second.length);
}
