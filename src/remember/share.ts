/**
 * Shares a memory that is there with every agent, and takes that back. Sharing adds a belief of `system` beside the
 * agent's own, within the audience that the memory has and trusted no further. What others believe themselves stays.
 */
import { z } from 'zod';
import { agentOf, audienceOf, believerWithin, talkField } from '../domain/audience.ts';
import { type Perspective, placeAmong } from '../domain/belief.ts';
import { ConflictError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, type Given, recordKey, signal } from '../domain/input.ts';
import { type Belief, isFact, type Memory, systemAgent } from '../domain/records.ts';
import type { LedgerPatch } from '../store/codec.ts';
import { assertAgain, assertion, memoryInView } from './assert-again.ts';
import { newBelief } from './new-memory.ts';
import { isPromoted } from './past-sleeps.ts';
import { type Receipt, toldOwner } from './receipt.ts';
import { movedEnds } from './supersede.ts';
import type { Writer } from './writer.ts';

const shareFields = {
  /** The id of a memory in view. */
  id: recordKey(),
  ...talkField,
  signal,
};
/** What `share` and `unshare` take. */
export interface ShareOptions extends Given<typeof shareFields> {}

/** The rules for {@link ShareOptions}. */
export const shareSchema: z.ZodType<Checked<ShareOptions>> = z.strictObject(shareFields);

/** Makes `system` a believer of a memory in view, from the same channel as the agent has it. */
export async function shareMemory(writer: Writer, perspective: Perspective, options: ShareOptions): Promise<Receipt> {
  const { id, signal: cancel } = checked('share', shareSchema, options);
  return writer.exclusive(async () => {
    throwIfCancelled('share', cancel);
    const memory = await memoryInView(writer, perspective, 'share', id);
    const [held] = await heldBy(writer, perspective, memory.id, (believer) => perspective.owns(believer));
    const [seen] = held === undefined ? await heldBy(writer, perspective, memory.id, () => true) : [held];
    const channel = (seen ?? memory).provenance.channel;
    const { confidence } = held ?? {};
    return assertAgain(writer, perspective, { memory: memory.id, shared: true, channel, confidence });
  });
}

/** Ends what `system` believes of a memory, if it does so on this agent's account alone; the agent keeps it within the same audience. */
export async function unshareMemory(writer: Writer, perspective: Perspective, options: ShareOptions): Promise<Receipt> {
  const { id, signal: cancel } = checked('unshare', shareSchema, options);
  const { clock, index, ledger, settings } = writer.parts;
  return writer.exclusive(async () => {
    throwIfCancelled('unshare', cancel);
    const memory = await memoryInView(writer, perspective, 'unshare', id);
    const shared = await heldBy(writer, perspective, memory.id, (believer) => agentOf(believer) === systemAgent);
    const [first] = shared;
    if (first === undefined)
      throw refused(`"id" must name a memory that is shared, got "${id}"; it is nobody else's`, id);
    for (const belief of shared) {
      if (await isOnAccountOf(writer, perspective.agent, memory, belief)) continue;
      const remedy = `the owner of the space can end it: madeleine withdraw ${memory.id} --agent system`;
      throw refused(`"id" must name a memory that ${perspective.agent} alone has shared, got "${id}"; ${remedy}`, id);
    }
    const at = clock();
    const patches: LedgerPatch[] = [];
    for (const { agent } of shared) {
      patches.push({ table: 'believes', record: { agent, memory: memory.id }, set: { withdrawnAt: at } });
      patches.push(...(await movedEnds(writer, agent, memory.id, false)));
    }
    const own = await heldBy(writer, perspective, memory.id, (believer) => perspective.owns(believer));
    const position = placeAmong(memory, shared, writer.nextPosition);
    const keeperOf = (one: Belief): string => believerWithin(perspective.agent, audienceOf(one.agent));
    const believes: Belief[] = [];
    for (const one of own.length > 0 ? [] : shared) {
      const agent = keeperOf(one);
      const { confidence, permanent, provenance } = one;
      const before = await ledger.belief(agent, memory.id);
      if (before !== undefined)
        patches.push(...assertion(before, { confidence, provenance, decay: settings.decay }, at));
      else believes.push(newBelief({ agent, memory, provenance, confidence, permanent, at, position }, settings));
    }
    const agent = await writer.writingAgents([perspective.agent, ...believes.map((kept) => kept.agent)]);
    await writer.commit({ insert: { agent, believes }, patches });
    return {
      id: memory.id,
      outcome: 'merged',
      reason: 'it is shared no more, and this agent keeps it',
      ...toldOwner(own[0]?.agent ?? keeperOf(first)),
      strength: own[0]?.strength ?? first.strength,
      confidence: first.confidence,
      linked: [],
      refused: [],
      embedded: index.hasVector(memory.id),
    };
  });
}

/** The beliefs in a memory that are held by some of the believers in view. */
async function heldBy(
  { parts: { index, ledger } }: Writer,
  perspective: Perspective,
  memory: string,
  isOne: (believer: string) => boolean,
): Promise<readonly Belief[]> {
  const held = perspective.believers.filter((believer) => isOne(believer) && index.isHeld([believer], memory));
  return ledger.beliefs(held.map((agent) => ({ agent, memory })));
}

/** Whether `system` believes a memory because of one agent: it recorded or shared it, or sleep read it out of its observations alone. */
async function isOnAccountOf(
  { parts: { ledger } }: Writer,
  agent: string,
  memory: Memory,
  belief: Belief,
): Promise<boolean> {
  if (!isFact(memory)) return memory.agent === agent || belief.provenance.source === agent;
  if (!isPromoted(belief)) return belief.provenance.source === agent;
  const edges = await ledger.edgesAround('derived_from', [memory.id]);
  const own = edges.filter(({ fact, believer }) => fact === memory.id && (believer ?? belief.agent) === belief.agent);
  const sources = await ledger.records('observation', [...new Set(own.map(({ observation }) => observation))]);
  return sources.length > 0 && sources.every((source) => source.agent === agent);
}

function refused(rule: string, id: string): ConflictError {
  return new ConflictError('CONFLICT', `unshare: ${rule}.`, { details: { id } });
}
