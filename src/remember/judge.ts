/**
 * Judges what a rule has found: whether two memories really support or contradict each other. A
 * judgement is its agent's own: where `system` has found the link, that edge stays as it is for
 * everybody else, and the agent's own edge stands before it in its perspective.
 */
import { type Fields, number, record, words } from '../domain/result.ts';
import { z } from 'zod';
import { ConflictError, NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, type Given, oneOf, recordKey, signal } from '../domain/input.ts';
import { talkField } from '../domain/audience.ts';
import type { Perspective } from '../domain/belief.ts';
import { type LinkKind, linkKinds, type LinkState, linkStates } from '../domain/vocabulary.ts';
import type { IndexedLink } from '../recall-index/entry.ts';
import { memoryInView } from './assert-again.ts';
import type { Writer } from './writer.ts';

const judgeFields = {
  /** The id of a memory in view. */
  one: recordKey(),
  /** The id of another memory in view. */
  other: recordKey(),
  /**
   * `confirmed`: it is so; `dismissed`: it is not so, and the link is neither shown nor used any
   * more; `exception`: both hold, one as an exception to the other; `potential`: undecided again.
   */
  state: oneOf(linkStates),
  /** Which link is meant. Needed if there is none yet (the call makes it), or if there are two. */
  kind: oneOf(linkKinds).optional(),
  ...talkField,
  signal,
};
/** What `judge` takes. */
export interface JudgeOptions extends Given<typeof judgeFields> {}

/** The rules for {@link JudgeOptions}. */
export const judgeSchema: z.ZodType<Checked<JudgeOptions>> = z
  .strictObject(judgeFields)
  .refine(({ one, other }) => one !== other, { path: ['other'], error: 'must be another memory than "one"' });

const judgedLinkFields = {
  kind: z.enum(linkKinds),
  one: words,
  other: words,
  state: z.enum(linkStates),
  /** How it was judged before, in the same perspective: judging it so again takes this back. Missing where it is stated first. */
  before: z.enum(linkStates).exactOptional(),
  /** 0..1; 1 where the agent itself has stated the link. */
  similarity: number,
  /** The rule that found the link, or the agent that stated it. */
  by: words,
  /** In whose perspective it is judged so. */
  believer: words,
};
/** A link as it is judged now. */
export interface JudgedLink extends Fields<typeof judgedLinkFields> {}
export const judgedLinkRules: z.ZodType<JudgedLink> = record(judgedLinkFields);

/**
 * Sets the state of a link in an agent's perspective; with a `kind`, states the link where there is none.
 *
 * @throws {NotFoundError} when a memory is not in view, or the two are not linked and no `kind` is given.
 * @throws {ConflictError} when they are linked both ways and no `kind` is given.
 */
export async function judge(writer: Writer, perspective: Perspective, options: JudgeOptions): Promise<JudgedLink> {
  const { one, other, state, kind, signal: cancel } = checked('judge', judgeSchema, options);
  throwIfCancelled('judge', cancel);
  return writer.exclusive(async () => {
    throwIfCancelled('judge', cancel);
    for (const id of [one, other]) await memoryInView(writer, perspective, 'judge', id);
    const known = knownLink(writer, perspective, one, other, kind);
    const link = known ?? statedLink(perspective, one, other, kind);
    const isOwn = known !== undefined && perspective.mayChange(known.believer);
    if (isOwn) await patch(writer, known, state);
    else await insert(writer, perspective, link, state);
    const { similarity, rule } = link;
    return {
      kind: link.kind,
      one: link.one,
      other: link.other,
      state,
      ...(known === undefined ? {} : { before: known.state }),
      similarity,
      by: rule,
      believer: perspective.agent,
    };
  });
}

/** The link that is meant: the agent's own, else that of `system`; undefined for none. */
function knownLink(
  writer: Writer,
  { believers }: Perspective,
  one: string,
  other: string,
  kind: LinkKind | undefined,
): IndexedLink | undefined {
  const links = writer.parts.index
    .linksOf(believers, one)
    .filter((link) => link.partner === other && (kind === undefined || link.kind === kind));
  if (links.length < 2) return links[0];
  throw new ConflictError(
    'CONFLICT',
    `judge: "${one}" and "${other}" both support and contradict each other; give "kind", ${linkKinds.join(' or ')}.`,
    { details: { one, other } },
  );
}

/** A link that nothing but the agent has found. */
function statedLink(
  { agent, believer }: Perspective,
  one: string,
  other: string,
  kind: LinkKind | undefined,
): IndexedLink {
  if (kind !== undefined) return { believer, kind, one, other, similarity: 1, state: 'potential', rule: agent };
  throw new NotFoundError(
    'NOT_FOUND',
    `judge: no link between "${one}" and "${other}" is in ${agent}'s view; give "kind", ${linkKinds.join(' or ')}, to state one.`,
    { details: { one, other } },
  );
}

/** Writes an edge of the agent's own. */
async function insert(
  writer: Writer,
  { agent, believer }: Perspective,
  link: IndexedLink,
  state: LinkState,
): Promise<void> {
  const { kind, one: from, other: to, similarity, rule: by } = link;
  const edge = { believer, from, to, similarity, state, by };
  await writer.commit({ insert: { agent: await writer.writingAgents([agent, believer]), [kind]: [edge] } });
}

/** Writes what has changed of an edge that is there. */
async function patch(writer: Writer, known: IndexedLink, state: LinkState): Promise<void> {
  if (known.state === state) return;
  const { believer, kind, one: from, other: to } = known;
  await writer.commit({ patches: [{ table: kind, record: { believer, from, to }, set: { state } }] });
}
