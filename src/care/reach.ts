/**
 * How far something reached that came into a space: what was asserted, what was derived from that,
 * and what it put in the place of other facts. Reads the whole ledger and changes nothing.
 *
 * What came by itself stays out: a belief that its believer also holds for another reason was not
 * brought about by a derivation.
 */
import { agentOf, believerName } from '../domain/audience.ts';
import { z } from 'zod';
import { throwIfCancelled } from '../domain/errors.ts';
import { groupBy, present } from '../domain/values.ts';
import { checked, identifier, signal } from '../domain/input.ts';
import { Perspective } from '../domain/belief.ts';
import { type Belief, type DerivedFrom, type Supersedes, systemAgent } from '../domain/records.ts';
import { beliefKey } from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { Impact } from './rollback-options.ts';

/** Where something came from: all that is given holds of it. */
export interface Origin {
  readonly source?: string;
  /** Who believes it, or made `system` believe it. */
  readonly agent?: string;
  /** Since when it is believed. */
  readonly since?: Date;
}

/** A belief that came from an origin. */
export interface Reached {
  readonly belief: Belief;
  /** Whether its source is the origin, or observations that are. */
  readonly how: 'asserted' | 'derived';
}

/** All that came from an origin. */
export interface Reach {
  readonly beliefs: readonly Reached[];
  /** What it put in the place of other facts, as far as that was not taken back. */
  readonly corrections: readonly Supersedes[];
}

/** Memories that are read in one go. */
const pageSize = 500;

/** Finds what came from an origin, withdrawn beliefs included. */
export async function reachOf(ledger: LedgerReader, origin: Origin): Promise<Reach> {
  const asserted = await assertedFrom(ledger, origin);
  const derived = await derivedFrom(ledger, asserted);
  const reached = (held: readonly Belief[], how: Reached['how']): readonly Reached[] =>
    held.map((belief) => ({ belief, how }));
  const beliefs = [...reached(asserted, 'asserted'), ...reached(derived, 'derived')];
  return { beliefs, corrections: await correctionsBy(ledger, origin, beliefs) };
}

async function beliefsIn(ledger: LedgerReader, ids: readonly string[]): Promise<readonly Belief[]> {
  const found: Belief[] = [];
  for (let at = 0; at < ids.length; at += pageSize) {
    found.push(...(await ledger.edges(ids.slice(at, at + pageSize))).believes);
  }
  return found;
}

async function assertedFrom(ledger: LedgerReader, { source, agent, since }: Origin): Promise<readonly Belief[]> {
  const asserted: Belief[] = [];
  // Whether an agent made them universal, only the observations themselves can tell.
  const universal: Belief[] = [];
  for await (const belief of ledger.all('believes')) {
    if (source !== undefined && belief.provenance.source !== source) continue;
    if (since !== undefined && belief.since < since) continue;
    const isBySystem = agentOf(belief.agent) === systemAgent;
    if (agent === undefined || agentOf(belief.agent) === agent || (isBySystem && belief.provenance.source === agent)) {
      asserted.push(belief);
    } else if (isBySystem && belief.memory.startsWith('observation:')) universal.push(belief);
  }
  for (let at = 0; at < universal.length; at += pageSize) {
    const page = universal.slice(at, at + pageSize);
    const observations = await ledger.records(
      'observation',
      page.map(({ memory }) => memory),
    );
    const recorded = new Set(observations.filter((one) => one.agent === agent).map(({ id }) => id));
    asserted.push(...page.filter(({ memory }) => recorded.has(memory)));
  }
  return asserted;
}

/** The beliefs that hold only because of observations among the asserted. */
async function derivedFrom(ledger: LedgerReader, asserted: readonly Belief[]): Promise<readonly Belief[]> {
  const gone = new Set(asserted.map(({ agent, memory }) => beliefKey(agent, memory)));
  const tainted = new Set(asserted.map(({ memory }) => memory));
  const edges = await ledger.list('derived_from');
  const byFact = [...groupBy(edges, ({ fact }) => fact)].filter(([, sources]) =>
    sources.some(({ observation }) => tainted.has(observation)),
  );
  const ids = byFact.flatMap(([fact, sources]) => [fact, ...sources.map(({ observation }) => observation)]);
  const beliefs = groupBy(await beliefsIn(ledger, [...new Set(ids)]), ({ memory }) => memory);
  const believing = (memory: string): readonly Belief[] => beliefs.get(memory) ?? [];
  return byFact.flatMap(([fact, sources]) =>
    believing(fact).filter((belief) => {
      if (gone.has(beliefKey(belief.agent, fact))) return false;
      const own = sources.filter((edge) => concerns(edge, belief.agent, believing(edge.observation)));
      return (
        own.some((edge) => tainted.has(edge.observation) && broughtAbout(edge, belief, believing(edge.observation))) &&
        !own.some(({ observation }) => stands(belief.agent, believing(observation), gone))
      );
    }),
  );
}

/** Whether an agent is the one who derives; without a word on it, those are who believe the observation. */
function concerns({ believer }: DerivedFrom, agent: string, inObservation: readonly Belief[]): boolean {
  return believer === undefined ? inObservation.some((belief) => belief.agent === agent) : believer === agent;
}

/** Whether a belief began with a derivation: one that was there before, or was asserted later, has a reason of its own. */
function broughtAbout({ at }: DerivedFrom, { since }: Belief, inObservation: readonly Belief[]): boolean {
  return at === undefined ? inObservation.some((belief) => belief.since <= since) : at.getTime() === since.getTime();
}

/** Whether an observation is left to derive from: held in the deriver's own view, where it ever was, else by anybody. */
function stands(agent: string, inObservation: readonly Belief[], gone: ReadonlySet<string>): boolean {
  const { believers } = new Perspective(agent);
  const own = inObservation.filter((belief) => believers.includes(belief.agent));
  return (own.length > 0 ? own : inObservation).some(
    (belief) => belief.withdrawnAt === undefined && !gone.has(beliefKey(belief.agent, belief.memory)),
  );
}

/**
 * The corrections that rest on the beliefs: what took a place is believed by the believer it was for, or
 * by `system` where they only have it from there. Where no source is asked for, also those that
 * were made since then, by the agent itself where one is asked for.
 */
async function correctionsBy(
  ledger: LedgerReader,
  { source, agent, since }: Origin,
  beliefs: readonly Reached[],
): Promise<readonly Supersedes[]> {
  const reached = new Set(beliefs.map(({ belief }) => beliefKey(belief.agent, belief.memory)));
  const isMadeSo = ({ at, believer }: Supersedes): boolean =>
    source === undefined &&
    (agent === undefined || agentOf(believer) === agent) &&
    (since === undefined || at >= since);
  const found: Supersedes[] = [];
  for await (const edge of ledger.all('supersedes')) {
    const isReached = new Perspective(edge.believer).believers.some((name) => reached.has(beliefKey(name, edge.from)));
    if (edge.withdrawnAt === undefined && (isReached || isMadeSo(edge))) found.push(edge);
  }
  const own = await ledger.beliefs(found.map(({ believer, from }) => ({ agent: believer, memory: from })));
  const held = new Set(own.map((belief) => beliefKey(belief.agent, belief.memory)));
  return found.filter((edge) => {
    const { believer, from } = edge;
    // A corrector believes the newer fact; one that does not has it from `system`.
    if (!held.has(beliefKey(believer, from))) return reached.has(beliefKey(systemAgent, from)) || agent === undefined;
    return reached.has(beliefKey(believer, from)) || isMadeSo(edge);
  });
}

/** The beliefs with their texts, the corrections, and who else believes the same memories. */
export async function tellReach(
  ledger: LedgerReader,
  { beliefs, corrections }: Reach,
): Promise<Pick<Impact, 'beliefs' | 'corrections' | 'others'>> {
  const reached = new Set(beliefs.map(({ belief }) => beliefKey(belief.agent, belief.memory)));
  const ids = [...new Set(beliefs.map(({ belief }) => belief.memory))];
  const contents = new Map((await ledger.said(ids)).map(({ id, content }) => [id, content]));
  const all = await beliefsIn(ledger, ids);
  return {
    beliefs: beliefs.map(({ belief: { agent, memory, since, provenance, withdrawnAt }, how }) =>
      present({
        agent: believerName(agent),
        memory,
        content: contents.get(memory) ?? '',
        how,
        since,
        provenance,
        withdrawnAt,
      }),
    ),
    corrections: corrections.map(({ believer, from, to, at }) => ({ believer: believerName(believer), from, to, at })),
    others: all
      .filter(({ agent, memory, withdrawnAt }) => withdrawnAt === undefined && !reached.has(beliefKey(agent, memory)))
      .map(({ agent, memory }) => ({ agent: believerName(agent), memory })),
  };
}

/** The rules for the source and for how the call is stopped. */
export const impactSchema: z.ZodType<{ readonly source: string; readonly signal?: AbortSignal | undefined }> =
  z.strictObject({ source: identifier(), signal });

/** Tells what came from a source, and what was derived from that. Changes nothing. */
export async function impact(
  writer: Writer,
  asked: string,
  options: { readonly signal?: AbortSignal },
): Promise<Impact> {
  const { source, signal: cancel } = checked('impact', impactSchema, { ...options, source: asked });
  throwIfCancelled('impact', cancel);
  // As the only writer, so that what is told fits together.
  return writer.exclusive(async () => {
    const { ledger } = writer.parts;
    return { source, ...(await tellReach(ledger, await reachOf(ledger, { source }))) };
  });
}
