/** What a verdict on a conflict writes, and whether it may. */
import type { DerivedFrom, LinkKind, LinkState } from '../domain/records.ts';
import { correctedFrom } from '../domain/supersession.ts';
import { correctionRule } from '../remember/correct.ts';
import { knownLink, statedLink, type StatedLink } from '../remember/stated-link.ts';
import type { Succession } from '../remember/succession.ts';
import type { Writer } from '../remember/writer.ts';
import type { Conflict } from './conflicts.ts';
import { saysOneThing } from './says-one-thing.ts';
import type { BelievedMemory, Verdict } from './verdict.ts';

/** What is done about a conflict. */
export interface Resolution {
  /** As a report calls it: a verdict, or `refused` for an override that may not be. */
  readonly what: Verdict | 'refused';
  readonly succession?: Succession;
  readonly link?: StatedLink;
  /** What the one that stays is derived from besides. */
  readonly derivedFrom?: readonly DerivedFrom[];
}

/** Who has found a contradiction that no rule had. */
const sleepRule = 'sleep';
/** The state of a contradiction after a verdict that leaves both memories in their places. */
const stateAfter = { complementary: 'dismissed', exception: 'exception', refused: 'confirmed' } as const;

/** What a verdict on a conflict writes. */
export function resolution(writer: Writer, pair: Conflict, verdict: Verdict): Resolution {
  if (verdict === 'merge') return merged(writer, pair);
  if (verdict === 'override' && mayOverride(writer, pair)) {
    const { newer, older } = pair;
    return { what: verdict, succession: successionOf(writer, pair, newer, older, 'contradicts') };
  }
  const what = verdict === 'override' ? 'refused' : verdict;
  return { what, link: linkOf(writer, pair, 'contradicts', stateAfter[what]) };
}

/** Whether the newer may take the place of the older. */
function mayOverride(writer: Writer, pair: Conflict): boolean {
  const { newer, older } = pair;
  if (isProtected(writer, pair, older) || newer.belief.provenance.trust < older.belief.provenance.trust) return false;
  return older.memory.id.startsWith('fact:') || saysOneThing(older.memory.content);
}

/** Whether a memory is permanent, or was put in the place of another by somebody's own word. */
function isProtected(writer: Writer, { believer, succession }: Conflict, { memory, belief }: BelievedMemory): boolean {
  return (
    belief.permanent ||
    succession.some(
      (edge) =>
        edge.from === memory.id &&
        edge.believer === believer &&
        knownLink(writer, edge, 'contradicts')?.rule === correctionRule,
    )
  );
}

/** The better attested stays, and is derived from what the other was derived from too. */
function merged(writer: Writer, pair: Conflict): Resolution {
  const { believer, newer, older } = pair;
  const [first, second] = [newer, older].map((held) => [
    Number(isProtected(writer, pair, held)),
    held.belief.provenance.trust,
    held.sources.length,
    held.belief.confidence,
  ]);
  const by = (first ?? []).findIndex((value, at) => value !== second?.[at]);
  const [kept, left] = by >= 0 && (first?.[by] ?? 0) > (second?.[by] ?? 0) ? [newer, older] : [older, newer];
  if (isProtected(writer, pair, left)) return { what: 'merge', link: linkOf(writer, pair, 'supports', 'confirmed') };
  const known = new Set(kept.sources.map(({ id }) => id));
  return {
    what: 'merge',
    succession: successionOf(writer, pair, kept, left, 'supports'),
    derivedFrom: left.sources
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => ({ fact: kept.memory.id, observation: id, believer })),
  };
}

function successionOf(
  writer: Writer,
  { believer, said }: Conflict,
  { memory: now }: BelievedMemory,
  { memory: then }: BelievedMemory,
  kind: LinkKind,
): Succession {
  const edge = { believer, from: now.id, to: then.id, at: writer.parts.clock(), saidAt: new Date(said.at) };
  const validTo = correctedFrom(edge, 'validFrom' in now ? now.validFrom : undefined);
  return { edge, validTo, link: { kind, by: knownLink(writer, edge, kind)?.rule ?? sleepRule } };
}

function linkOf(writer: Writer, { believer, newer, older }: Conflict, kind: LinkKind, state: LinkState): StatedLink {
  const ends = { believer, from: newer.memory.id, to: older.memory.id };
  return statedLink(writer, ends, { kind, state, by: knownLink(writer, ends, kind)?.rule ?? sleepRule });
}
