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
import type { Writer } from '../remember/writer.ts';
import { type Conflict, conflicts } from './conflicts.ts';
import { judgeByRules } from './judge-by-rules.ts';
import { resolution } from './resolution.ts';
import { type SleepBatch, type SleepStep, type SleepWork, sleepStep } from './sleep-step.ts';
import { type Held, heldMemories, type Suspects, suspectsOf } from './suspects.ts';
import type { Verdict } from './verdict.ts';

/** Resolves conflicts between what a believer holds. */
export const resolve: SleepStep = sleepStep<Held>({
  name: 'resolve',
  batchSize: 100,
  find: async ({ writer }) => [...heldMemories(writer.parts.index)],
  handle,
});

async function handle(work: SleepWork, held: readonly Held[]): Promise<SleepBatch> {
  const { dryRun, judge = judgeByRules, signal, writer } = work;
  const suspects = await suspectsAmong(writer, held);
  const open = await conflicts(writer, suspects);
  if (open.length === 0) return { changed: 0 };
  const verdicts = await judge(open, signal);
  const judged = new Map(open.map((pair, at) => [keyOf(pair), verdicts[at]]));
  if (dryRun) return countsOf(judged.values());
  return writer.exclusive(async () => {
    // What was judged may have changed meanwhile.
    const still = await conflicts(writer, suspects);
    return carryOut(writer, still, (pair) => judged.get(keyOf(pair)));
  });
}
