/**
 * The step that resolves conflicts. For each pair the verdict of a judge is carried out in the
 * believer's perspective, and nobody else's:
 *
 *   override        the newer takes the place of the older, if it may
 *   merge           the better attested stays, the other one is out of its place
 *   complementary   both stay, and the contradiction is dismissed
 *   exception       both stay, one as an exception to the other
 *
 * Nothing is deleted and no text is changed. What is permanent, what somebody has put in its place
 * himself and what is trusted more is never overridden: then the two are left to contradict each other.
 */
import { type DerivedFrom, type Link, type LinkKind, type LinkState, isFact } from '../domain/records.ts';
import { correctedFrom, Perspective } from '../domain/belief.ts';
import { saysOneThing } from '../language/ended.ts';
import { relationBetween } from '../language/relation-between.ts';
import type { Clause, Statement } from '../language/statement.ts';
import { weightyStatement } from '../language/parse-statement.ts';
import { type StatedLink, type Succession, knownLink, statedLink, supersede } from '../remember/supersede.ts';
import { correctionRule } from '../remember/correction.ts';
import { saidIn } from '../remember/index-change.ts';
import type { Writer } from '../remember/writer.ts';
import { type OpenConflict, type Held, type Suspects, openConflicts, heldMemories, suspectsOf } from './conflicts.ts';
import { givesUp, isDenialOf, isException, isRevision } from '../language/revision-wording.ts';
import {
  type BelievedMemory,
  type ConflictJudge,
  type ConflictPair,
  type SleepBatch,
  type SleepStep,
  type SleepWork,
  type Verdict,
  makeStep,
} from './sleep-step.ts';

/** Resolves conflicts between what a believer holds. */
export const resolve: SleepStep = makeStep<Held>({
  name: 'resolve',
  batchSize: 50,
  find: async ({ writer }) => [...heldMemories(writer.parts.index)],
  handle,
});

async function handle(work: SleepWork, held: readonly Held[]): Promise<SleepBatch> {
  return settle(work, await suspectsAmong(work.writer, held), work.judge ?? judgeByRules);
}

/** Has those of some pairs judged that are open, and carries the verdicts out. */
export async function settle(
  { dryRun, signal, writer }: SleepWork,
  suspects: readonly Suspects[],
  judge: ConflictJudge,
): Promise<SleepBatch> {
  const open = await openConflicts(writer, suspects);
  if (open.length === 0) return { changed: 0, lookedAt: 0 };
  const verdicts = await judge(open, signal);
  const judged = new Map(open.map((pair, at) => [keyOf(pair), verdicts[at]]));
  const verdictOf = (pair: OpenConflict): Verdict | undefined => judged.get(keyOf(pair));
  if (dryRun) return batchOf(resolutionsOf(writer, open, verdictOf));
  const settled = open.filter((pair) => verdictOf(pair) !== undefined);
  if (settled.length === 0) return { changed: 0, lookedAt: 0 };
  const pairs = settled.map(({ believer, newer, older }) => ({
    believer,
    one: newer.memory.id,
    other: older.memory.id,
  }));
  return writer.exclusive(async () => {
    // What was judged may have changed meanwhile.
    const done = resolutionsOf(writer, await openConflicts(writer, pairs), verdictOf);
    if (done.length > 0) await write(writer, done);
    return batchOf(done);
  });
}

/** What may be in conflict, each pair once. */
async function suspectsAmong(
  { parts: { index, ledger } }: Writer,
  held: readonly Held[],
): Promise<readonly Suspects[]> {
  const said = new Map((await ledger.said(held.map(({ memory }) => memory))).map(({ id, content }) => [id, content]));
  const found = held.flatMap((one) => suspectsOf(index, one, said.get(one.memory) ?? ''));
  return [
    ...new Map(found.map((pair) => [JSON.stringify([pair.believer, ...[pair.one, pair.other].sort()]), pair])).values(),
  ];
}

/** What is done about some conflicts, the newest first; what is out of its place by one is in no other. */
function resolutionsOf(
  writer: Writer,
  open: readonly OpenConflict[],
  verdictOf: (pair: OpenConflict) => Verdict | undefined,
): readonly Resolution[] {
  const out = new Set<string>();
  const isOut = (believer: string, id: string): boolean =>
    new Perspective(believer).believers.some((agent) => out.has(JSON.stringify([agent, id])));
  return open.flatMap((pair) => {
    const { believer, newer, older } = pair;
    const verdict = verdictOf(pair);
    if (verdict === undefined || [newer, older].some(({ memory }) => isOut(believer, memory.id))) return [];
    const done = resolution(writer, pair, verdict);
    if (done.succession !== undefined) out.add(JSON.stringify([believer, done.succession.edge.to]));
    return [done];
  });
}

async function write(writer: Writer, resolutions: readonly Resolution[]): Promise<void> {
  const put = await supersede(
    writer,
    resolutions.flatMap(({ succession }) => succession ?? []),
  );
  const inserted = (kind: LinkKind): readonly Link[] => resolutions.flatMap(({ link }) => link?.insert?.[kind] ?? []);
  await writer.commit({
    insert: {
      supersedes: put.supersedes,
      derived_from: resolutions.flatMap(({ derivedFrom = [] }) => derivedFrom),
      ...put.links({ supports: inserted('supports'), contradicts: inserted('contradicts') }),
    },
    patches: [...put.patches, ...resolutions.flatMap(({ link }) => link?.patch ?? [])],
  });
}

function batchOf(resolutions: readonly Resolution[]): SleepBatch {
  const counts: Record<string, number> = {};
  for (const { what } of resolutions) counts[what] = (counts[what] ?? 0) + 1;
  return { changed: resolutions.length, lookedAt: resolutions.length, counts };
}

function keyOf({ believer, newer, older }: OpenConflict): string {
  return JSON.stringify([believer, newer.memory.id, older.memory.id]);
}

// Judges conflicts without a language model, by the rules of links and by how a text takes another back. What the
// rules do not settle stays open: a conflict that is left costs less than a belief that is lost.

/** Terms by which two assertions of one subject may differ where the later takes the earlier back. */
const maxReplaced = 3;

/** Judges pairs by the rules. */
export const judgeByRules: ConflictJudge = async (pairs) => pairs.map(verdictOf);

function verdictOf({ newer, older }: ConflictPair): Verdict | undefined {
  const [later, earlier] = [weightyStatement(saidIn(newer.memory)), weightyStatement(saidIn(older.memory))];
  const [laterText, earlierText] = [textOf(newer), textOf(older)];
  if (!isRevision(laterText) && isSpecialCase(later, earlier)) return 'exception';
  const relation = relationBetween(later, earlier);
  const opposed = relation?.kind === 'contradicts' && relation.once !== true;
  if (opposed || isDenialOf(newer.memory.content, older.memory.content)) {
    return isException(laterText) || isException(earlierText) ? 'exception' : 'override';
  }
  if (givesUp(laterText, newer.memory.content, older.memory.content)) return 'override';
  if (isRevision(laterText) && replacesPart(later, earlier)) return 'override';
  return isFact(newer.memory) && isFact(older.memory) && saysTheSame(later, earlier) ? 'merge' : undefined;
}

/** What was said, in the words in which it was first said. */
function textOf({ memory, sources }: BelievedMemory): string {
  return [memory.content, ...sources.map(({ content }) => content)].join('\n');
}

/** Whether one denies in a special case what the other asserts: "on Fridays", and never "on Fridays in December". */
function isSpecialCase(one: Statement, other: Statement): boolean {
  const denies = (denial: Clause, assertion: Clause): boolean =>
    denial.negated &&
    !assertion.negated &&
    isOfOneKind(denial, assertion) &&
    wholeOf(assertion).length > 0 &&
    wholeOf(denial).length > wholeOf(assertion).length &&
    wholeOf(assertion).every((term) => wholeOf(denial).includes(term));
  return one.clauses.some((mine) => other.clauses.some((theirs) => denies(mine, theirs) || denies(theirs, mine)));
}

function isOfOneKind(one: Clause, other: Clause): boolean {
  return one.subject !== '' && one.subject === other.subject && one.verb === other.verb;
}

/** Whether two assertions of one subject are the same but for a part that each has of its own. */
function replacesPart(later: Statement, earlier: Statement): boolean {
  return later.clauses.some((mine) =>
    earlier.clauses.some((theirs) => {
      if (!isOfOneKind(mine, theirs) || mine.negated !== theirs.negated || mine.tense !== theirs.tense) return false;
      const shared = [...mine.terms].filter((term) => theirs.terms.has(term)).length;
      const gone = theirs.terms.size - shared;
      const come = mine.terms.size - shared;
      return shared > 0 && gone > 0 && come > 0 && gone <= maxReplaced && come <= maxReplaced;
    }),
  );
}

/** Whether two texts are one assertion each, and the same one, in whichever form and with whichever small words. */
function saysTheSame(one: Statement, other: Statement): boolean {
  const [mine, theirs] = [one.clauses, other.clauses];
  return mine.length === 1 && theirs.length === 1 && keyOfClause(mine[0]!) === keyOfClause(theirs[0]!);
}

function wholeOf({ terms, values }: Clause): readonly string[] {
  return [...terms, ...values];
}

function keyOfClause({ subject, verb, order, negated, tense, modality }: Clause): string {
  return JSON.stringify([subject, verb, order.filter((term) => term !== ''), negated, tense, modality]);
}

// What a verdict on a conflict writes, and whether it may.

/** What is done about a conflict. */
interface Resolution {
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
function resolution(writer: Writer, pair: OpenConflict, verdict: Verdict): Resolution {
  if (verdict === 'merge') return merged(writer, pair);
  if (verdict === 'override' && mayOverride(writer, pair)) {
    const { newer, older } = pair;
    return { what: verdict, succession: successionOf(writer, pair, newer, older, 'contradicts') };
  }
  const what = verdict === 'override' ? 'refused' : verdict;
  return { what, link: linkOf(writer, pair, 'contradicts', stateAfter[what]) };
}

/** Whether the newer may take the place of the older. */
function mayOverride(writer: Writer, pair: OpenConflict): boolean {
  const { newer, older } = pair;
  if (isProtected(writer, pair, older) || newer.belief.provenance.trust < older.belief.provenance.trust) return false;
  return older.memory.id.startsWith('fact:') || saysOneThing(older.memory.content);
}

/** Whether a memory is permanent, or was put in the place of another by somebody's own word. */
function isProtected(
  writer: Writer,
  { believer, succession }: OpenConflict,
  { memory, belief }: BelievedMemory,
): boolean {
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
function merged(writer: Writer, pair: OpenConflict): Resolution {
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
  { believer, said }: OpenConflict,
  { memory: now }: BelievedMemory,
  { memory: then }: BelievedMemory,
  kind: LinkKind,
): Succession {
  const edge = { believer, from: now.id, to: then.id, at: writer.parts.clock(), saidAt: new Date(said.at) };
  const validTo = correctedFrom(edge, 'validFrom' in now ? now.validFrom : undefined);
  return { edge, validTo, link: { kind, by: knownLink(writer, edge, kind)?.rule ?? sleepRule } };
}

function linkOf(
  writer: Writer,
  { believer, newer, older }: OpenConflict,
  kind: LinkKind,
  state: LinkState,
): StatedLink {
  const ends = { believer, from: newer.memory.id, to: older.memory.id };
  return statedLink(writer, ends, { kind, state, by: knownLink(writer, ends, kind)?.rule ?? sleepRule });
}
