/**
 * The observations that are out of their place with a fact: those that it was derived from and
 * that say nothing else. An observation is never rewritten, and what else it tells still answers.
 */
import { Perspective } from '../domain/perspective.ts';
import { systemAgent } from '../domain/records.ts';
import { wordsOf } from '../language/terms.ts';
import { stopWords } from '../language/terms-stop-words.ts';
import type { Succession } from './succession.ts';
import type { Writer } from './writer.ts';

/**
 * The share of an observation's words that a fact may lack while the observation still says nothing
 * else: a third, so that a greeting or "by the way" may be left over and a second matter may not.
 */
const mostLeftOver = 1 / 3;
/** Letters at which two words count as one, in whichever form each stands: `live`, `lives`. */
const sameStart = 4;

/** The same successions, over the observations that go with the old facts. */
export async function outdatedObservations(
  writer: Writer,
  successions: readonly Succession[],
): Promise<readonly Succession[]> {
  const { index, ledger } = writer.parts;
  const corrected = successions.filter(({ link }) => link.kind === 'contradicts');
  const derived = await ledger.derivations(corrected.map(({ edge }) => edge.to).filter((id) => id.startsWith('fact:')));
  if (derived.length === 0) return [];
  const said = await ledger.said(derived.flatMap(({ fact, observation }) => [fact, observation]));
  const starts = new Map(said.map(({ id, content }) => [id, startsOf(content)]));
  /** Whose view of an observation changes: what counts for everybody spares who holds the old fact too. */
  const holdersOf = (believer: string, fact: string, observation: string): readonly string[] => {
    if (believer !== systemAgent) {
      return index.isHeld(new Perspective(believer).believers, observation) ? [believer] : [];
    }
    const agents = Array.from(index.believers(), ({ agent }) => agent);
    return agents.filter(
      (agent) => index.isHeld([agent], observation) && (agent === systemAgent || !index.isHeld([agent], fact)),
    );
  };
  return corrected.flatMap(({ edge, ...succession }) =>
    derived
      .filter(
        ({ fact, believer }) => fact === edge.to && new Perspective(edge.believer).believers.includes(believer ?? ''),
      )
      .filter(({ fact, observation }) => saysNothingElse(starts.get(observation), starts.get(fact)))
      .flatMap(({ fact, observation }) =>
        holdersOf(edge.believer, fact, observation).map((believer) => ({
          ...succession,
          edge: { ...edge, believer, to: observation },
        })),
      ),
  );
}

function saysNothingElse(observed: ReadonlySet<string> = new Set(), held: ReadonlySet<string> = new Set()): boolean {
  const leftOver = [...observed].filter((word) => !held.has(word)).length;
  return observed.size > 0 && leftOver <= observed.size * mostLeftOver;
}

function startsOf(content: string): ReadonlySet<string> {
  const words = wordsOf(content).filter((word) => !stopWords.has(word));
  return new Set(words.map((word) => word.slice(0, sameStart)));
}
