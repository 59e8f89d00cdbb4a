/**
 * `digest`: a session in one paragraph, without a language model. Gathers what there is to tell, in a
 * perspective; how it is told is `digest-text.ts`'s.
 */
import { tokenCounter } from '../ambient/count-tokens.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { groupBy } from '../domain/group-by.ts';
import { idIn } from '../domain/ids.ts';
import { checked } from '../domain/input.ts';
import { knowledgeTypeOf } from '../language/knowledge-type.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { Memory, Mention } from '../domain/records.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { RecallParts } from '../recall/recall.ts';
import { type DigestMaterial, digestText, type OpenFork } from './digest-text.ts';
import { navigate } from './navigate.ts';
import type { ReasoningChain } from './reasoning-chain.ts';
import { defaultDigestTokens, type DigestOptions, digestSchema, type SessionDigest } from './session-options.ts';
import { type SeenSession, seenSession } from './session-view.ts';

/** The last memories of a session that are read for what was decided and who is spoken of. */
const mostRead = 200;

/** What a digest is made with. */
export interface DigestBudget {
  readonly maxTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tells a session in one paragraph.
 *
 * @throws {NotFoundError} when the session is not in view.
 */
export async function digest(
  parts: RecallParts,
  perspective: Perspective,
  options: DigestOptions,
): Promise<SessionDigest> {
  const { session, ...budget } = checked('digest', digestSchema, options);
  throwIfCancelled('digest', budget.signal);
  await parts.follow();
  return digestOf(
    parts,
    perspective,
    await seenSession(parts, perspective, 'digest', idIn('session', session)),
    budget,
  );
}

/** The paragraph of a session in view. */
export async function digestOf(
  parts: RecallParts,
  perspective: Perspective,
  session: SeenSession,
  { maxTokens = defaultDigestTokens, signal }: DigestBudget,
): Promise<SessionDigest> {
  throwIfCancelled('digest', signal);
  const { index, ledger } = parts;
  const ids = session.slots.slice(-mostRead).map((slot) => index.memories.ids[slot] as string);
  const last = session.slots.findLast((slot) => index.thoughts.get(slot)?.number !== undefined);
  const chain =
    last === undefined ? undefined : await navigate(parts, perspective, { id: index.memories.ids[last] as string });
  const [memories, { mentions }] = await Promise.all([ledger.memories(ids), ledger.edges(ids)]);
  const countTokens = await tokenCounter();
  const material = { session, ...toldOf(index, chain, memories), names: namesOf(mentions) };
  const text = digestText(material, maxTokens, countTokens);
  return { session: session.id, text, tokens: countTokens(text) };
}

/** What a chain, and what was said beside it, give to tell. */
function toldOf(
  index: RecallIndex,
  chain: ReasoningChain | undefined,
  memories: readonly Memory[],
): Omit<DigestMaterial, 'session' | 'names'> {
  const thoughts = new Map(chain?.thoughts.map((thought) => [thought.id, thought]));
  const isLeft = ({ id }: Memory): boolean => thoughts.get(id)?.isCurrent === false;
  return {
    line: chain?.current.flatMap((id) => thoughts.get(id) ?? []) ?? [],
    needsMore: chain?.end.nextThoughtNeeded,
    decisions: memories.filter((memory) => isDecision(memory) && !isLeft(memory)),
    forks: chain === undefined ? [] : openForks(index, chain),
  };
}

function isDecision({ content, knowledgeType }: Memory): boolean {
  if (knowledgeType !== undefined) return knowledgeType === 'decision';
  return !content.trimEnd().endsWith('?') && knowledgeTypeOf(content, 'world.fact') === 'decision';
}

/** Ways beside the current line that nobody revised and that did not say that they are at their end. */
function openForks({ memories, thoughts }: RecallIndex, chain: ReasoningChain): readonly OpenFork[] {
  const contents = new Map(chain.thoughts.map(({ id, content }) => [id, content]));
  return chain.forks
    .flatMap(({ alternatives }) => alternatives)
    .filter(({ fate, last }) => {
      const isBeside = fate === 'continued' || fate === 'ended';
      return isBeside && thoughts.get(memories.slot(last))?.isLast !== true;
    })
    .map(({ last, branchId, reason }) => ({
      id: last,
      content: contents.get(last) ?? '',
      ...(branchId === undefined ? {} : { branchId }),
      ...(reason === undefined ? {} : { reason }),
    }));
}

/** Each entity by the name that was used last, the most frequent first. */
function namesOf(mentions: readonly Mention[]): readonly string[] {
  return [...groupBy(mentions, ({ entity }) => entity).values()]
    .map((told) => ({ times: told.length, name: told.at(-1)?.surfaces[0] ?? '' }))
    .filter(({ name }) => name !== '')
    .sort((one, other) => other.times - one.times || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}
