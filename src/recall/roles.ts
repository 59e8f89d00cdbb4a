/**
 * Which part each recalled memory plays. By rules alone, so that the same memories always play the
 * same parts, and with caps (defaults.ts):
 *
 *   primary        the best one and those whose score is close to it, unless they oppose a better
 *                  one; for one that is superseded, what took its place answers, if it is in the answer;
 *                  others that are superseded answer only where nothing else does
 *   contradicting  what opposes a primary one (contradicts it, is an exception to it, or one of
 *                  the two superseded the other), then what opposes a supporting one
 *   supporting     of the rest what supports a primary one by a link, then what stands next to one
 *                  in its session, then what shares most of its names and key terms with one
 *   context        the rest
 *
 * A part is given in the order of the scores. Memories that were brought in are there because they
 * contradict; if the cap leaves no room for one, it has no part and is not shown.
 */
import { foldName } from '../language/fold.ts';
import {
  closeShare,
  fewestSharedTerms,
  mostContradicting,
  mostPrimary,
  mostSupporting,
  sharedTermsShare,
} from './defaults.ts';
import type { MemoryRole } from './memory-link.ts';
import type { RecalledMemory } from './recall-options.ts';

/** What is to be given parts. */
export interface Cast {
  /** Best first. */
  readonly ranked: readonly RecalledMemory[];
  /** What contradicts ranked ones and is not among them, best first. */
  readonly broughtIn: readonly RecalledMemory[];
  /** Whether two memories stand next to each other in a session as the perspective knows it. */
  readonly isBeside: (one: string, other: string) => boolean;
}

/** The part of each memory by id; brought-in ones without a part are missing. */
export function rolesOf({ ranked, broughtIn, isBeside }: Cast): ReadonlyMap<string, MemoryRole> {
  const roles = new Map<string, MemoryRole>();
  const free = (): readonly RecalledMemory[] => ranked.filter(({ id }) => !roles.has(id));
  const give = (role: MemoryRole, memories: readonly RecalledMemory[]): void => {
    for (const { id } of memories) roles.set(id, role);
  };
  const primary = primaryOf(ranked, broughtIn);
  give('primary', primary);
  let room = mostContradicting;
  let newcomers = broughtIn.filter((memory) => !primary.includes(memory));
  const contradict = (shown: readonly RecalledMemory[]): void => {
    const found = [...free(), ...newcomers].filter((memory) => shown.some((other) => areOpposed(memory, other)));
    const chosen = found.slice(0, room);
    give('contradicting', chosen);
    room -= chosen.length;
    newcomers = newcomers.filter((memory) => !chosen.includes(memory));
  };
  contradict(primary);
  const supporting = supportingOf(free(), primary, isBeside);
  give('supporting', supporting);
  contradict(supporting);
  give('context', free());
  contradict(ranked);
  return roles;
}

/** Whether two memories cannot both hold as they stand. */
export function areOpposed(one: RecalledMemory, other: RecalledMemory): boolean {
  return (
    one.superseded?.by === other.id ||
    other.superseded?.by === one.id ||
    isLinked('contradicts', one, other) ||
    isLinked('contradicts', other, one)
  );
}

function isLinked(kind: 'supports' | 'contradicts', one: RecalledMemory, other: RecalledMemory): boolean {
  return one.links?.some((link) => link.kind === kind && link.memory === other.id) ?? false;
}

function primaryOf(ranked: readonly RecalledMemory[], broughtIn: readonly RecalledMemory[]): readonly RecalledMemory[] {
  const least = Math.max(0, ...ranked.map(({ score }) => score)) * closeShare;
  const byId = new Map([...ranked, ...broughtIn].map((memory) => [memory.id, memory]));
  const close = new Set(ranked.filter(({ score }) => score >= least).map((memory) => latestOf(memory, byId)));
  const standing = [...close].filter(({ superseded }) => superseded === undefined);
  return unopposed(standing.length > 0 ? standing : [...close], mostPrimary);
}

/** What took the place of a memory, and of that, as far as it is in the answer. */
function latestOf(memory: RecalledMemory, byId: ReadonlyMap<string, RecalledMemory>): RecalledMemory {
  const passed = new Set<RecalledMemory>();
  let latest = memory;
  while (latest.superseded?.by !== undefined) {
    passed.add(latest);
    const next = byId.get(latest.superseded.by);
    // Believers may have put two facts in each other's place.
    if (next === undefined || passed.has(next)) break;
    latest = next;
  }
  return latest;
}

function supportingOf(
  free: readonly RecalledMemory[],
  primary: readonly RecalledMemory[],
  isBeside: Cast['isBeside'],
): readonly RecalledMemory[] {
  const standsBy = (test: (memory: RecalledMemory, answer: RecalledMemory) => boolean): readonly RecalledMemory[] =>
    free.filter((memory) => primary.some((answer) => test(memory, answer) && !areOpposed(memory, answer)));
  const terms = new Map([...free, ...primary].map((memory) => [memory.id, termsOf(memory)]));
  const found = [
    ...standsBy((memory, answer) => isLinked('supports', memory, answer) || isLinked('supports', answer, memory)),
    ...standsBy((memory, answer) => isBeside(memory.id, answer.id)),
    ...standsBy((memory, answer) => shareTerms(terms.get(memory.id) as Terms, terms.get(answer.id) as Terms)),
  ];
  return unopposed([...new Set(found)], mostSupporting);
}

/** The first ones, without those that are opposed to one before them. */
function unopposed(memories: readonly RecalledMemory[], most: number): readonly RecalledMemory[] {
  const chosen: RecalledMemory[] = [];
  for (const memory of memories) {
    if (chosen.length === most) break;
    if (!chosen.some((other) => areOpposed(memory, other))) chosen.push(memory);
  }
  return chosen;
}

function shareTerms(one: Terms, other: Terms): boolean {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  const shared = [...fewer].filter((term) => more.has(term)).length;
  return shared >= fewestSharedTerms && shared >= fewer.size * sharedTermsShare;
}

type Terms = ReadonlySet<string>;

/** Names and key terms in one form, so that a name that is a key term too counts once. */
function termsOf({ concepts, entities }: RecalledMemory): Terms {
  return new Set([...concepts, ...entities.map(({ name }) => foldName(name))]);
}
