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
import { type Link, type LinkKind, systemAgent } from '../domain/records.ts';
import { supersede } from '../remember/supersede.ts';
import type { Writer } from '../remember/writer.ts';
import { type Conflict, conflicts } from './conflicts.ts';
import { judgeByRules } from './judge-by-rules.ts';
import { type Resolution, resolution } from './resolution.ts';
import { type SleepBatch, type SleepStep, type SleepWork, sleepStep } from './sleep-step.ts';
import { type Held, heldMemories, type Suspects, suspectsOf } from './suspects.ts';
import type { ConflictJudge, Verdict } from './verdict.ts';

/** Resolves conflicts between what a believer holds. */
export const resolve: SleepStep = sleepStep<Held>({
  name: 'resolve',
  batchSize: 50,
  find: async ({ writer }) => [...heldMemories(writer.parts.index)],
  handle,
});

async function handle(work: SleepWork, held: readonly Held[]): Promise<SleepBatch> {
  const { dryRun, signal, writer } = work;
  const judge: ConflictJudge = work.judge ?? judgeByRules;
  const suspects = await suspectsAmong(writer, held);
  const open = await conflicts(writer, suspects);
  if (open.length === 0) return { changed: 0 };
  const verdicts = await judge(open, signal);
  const judged = new Map(open.map((pair, at) => [keyOf(pair), verdicts[at]]));
  const verdictOf = (pair: Conflict): Verdict | undefined => judged.get(keyOf(pair));
  if (dryRun) return batchOf(resolutionsOf(writer, open, verdictOf));
  const settled = open.filter((pair) => verdictOf(pair) !== undefined);
  if (settled.length === 0) return { changed: 0 };
  const pairs = settled.map(({ believer, newer, older }) => ({
    believer,
    one: newer.memory.id,
    other: older.memory.id,
  }));
  return writer.exclusive(async () => {
    // What was judged may have changed meanwhile.
    const done = resolutionsOf(writer, await conflicts(writer, pairs), verdictOf);
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
  open: readonly Conflict[],
  verdictOf: (pair: Conflict) => Verdict | undefined,
): readonly Resolution[] {
  const out = new Set<string>();
  const isOut = (believer: string, id: string): boolean =>
    [believer, systemAgent].some((agent) => out.has(JSON.stringify([agent, id])));
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
  return { changed: resolutions.length, counts };
}

function keyOf({ believer, newer, older }: Conflict): string {
  return JSON.stringify([believer, newer.memory.id, older.memory.id]);
}
