/**
 * Holds something true. A fact that says the same of the same is one fact with several believers;
 * asserting it again restores the belief's strength and leaves its confidence as it was, since
 * repeating a thing is no evidence for it.
 */
import { foldName, normaliseContent } from '../language/fold.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { Perspective } from '../domain/belief.ts';
import { idIn } from '../domain/values.ts';
import { assertAgain, withAudience } from './assert-again.ts';
import {
  type BelieveManyOptions,
  believeManySchema,
  type BelieveOptions,
  believeSchema,
  type CheckedBelief,
} from './believe-options.ts';
import { embedMemories, type TextVectors } from '../embed/check-vectors.ts';
import { idInView } from '../recall-index/chosen-ids.ts';
import { embeddedInput } from './embedded.ts';
import { believerOf, type GivenFactFields, inferFactFields, moodFields } from './new-memory.ts';
import { checkSources, FactBatch, type PreparedFact } from './fact-batch.ts';
import { type Receipt, refusedHalves } from './receipt.ts';
import { supersededIds } from './correction.ts';
import { sharingIn, withSharing } from './sharing.ts';
import { endsFromFile } from './supersede.ts';
import { namedEntities, readEntities, withKnownNames } from './entities.ts';
import { checkInput } from './memory-input.ts';
import type { Writer } from './writer.ts';

/** What `believeMany` answers. */
export interface BelieveManyResult {
  /** One for each fact, in order. */
  readonly receipts: readonly Receipt[];
}

/** Holds one thing true. */
export async function believe(writer: Writer, perspective: Perspective, options: BelieveOptions): Promise<Receipt> {
  const { signal, ...input } = checked('believe', believeSchema, options);
  throwIfCancelled('believe', signal);
  if (input.memory !== undefined) {
    const { memory } = input;
    checkInput('believe', writer.parts.embedder, input);
    return writer.exclusive(() => {
      throwIfCancelled('believe', signal);
      return assertAgain(writer, perspective, { ...input, memory });
    });
  }
  const { receipts } = await believeAll(writer, perspective, { operation: 'believe', inputs: [input], signal });
  return receipts[0]!;
}

/** Holds many things true, in one transaction. */
export async function believeMany(
  writer: Writer,
  perspective: Perspective,
  options: BelieveManyOptions,
): Promise<BelieveManyResult> {
  const { facts, signal } = checked('believeMany', believeManySchema, options);
  throwIfCancelled('believeMany', signal);
  const { receipts } = await believeAll(writer, perspective, { operation: 'believeMany', inputs: facts, signal });
  return { receipts };
}

/** What is held true in one transaction, its rules checked, and how. */
export interface BelieveRun {
  readonly operation: string;
  readonly inputs: readonly CheckedBelief[];
  readonly signal: AbortSignal | undefined;
  /**
   * Whether a file tells it, which gives a fact the same id each time: its subjects and its time may have changed there
   * since. Of a fact that is known its end is taken over. @default false
   */
  readonly isFromFile?: boolean;
  /** Whether it is only told what would come of it. @default false */
  readonly dryRun?: boolean;
}

/** What came of it. */
export interface Believed {
  /** One for each fact, in order. */
  readonly receipts: readonly Receipt[];
  /** Ids of facts that were there and have another end of validity now. */
  readonly ended: ReadonlySet<string>;
}

/** Holds things true whose rules are checked, in one transaction. */
export async function believeAll(writer: Writer, perspective: Perspective, run: BelieveRun): Promise<Believed> {
  const { operation, inputs, signal, isFromFile = false, dryRun = false } = run;
  const { embedder, index } = writer.parts;
  for (const input of inputs) checkInput(operation, embedder, input);
  const vectors = dryRun ? [] : await embedMemories(operation, embedder, inputs.map(embeddedInput), signal);
  const { agent } = perspective;
  const sharing = await sharingIn(writer);
  const prepared = inputs.map((input, at) => prepareFact(writer, agent, withSharing(sharing, input), vectors[at]));
  return writer.exclusive(async () => {
    throwIfCancelled(operation, signal);
    checkSources(writer, perspective, prepared);
    const read = prepared.map((item) => {
      const { input, names } = item;
      const sources = [...(input.derivedFrom ?? []).map((id) => idIn('observation', id)), ...supersededIds(input)];
      const believer = believerOf(agent, withAudience(index, perspective, input, sources));
      return { ...item, believer, names: withKnownNames(writer, believer, input.content, names) };
    });
    const facts = isFromFile ? await knownById(writer, read) : read;
    const batch = await FactBatch.load(writer, agent, facts);
    const receipts = facts.map((item) => batch.add(item));
    const ends = await newEnds(writer, facts);
    if (!dryRun) await batch.commit(ends);
    return { receipts, ended: new Set(ends.flatMap(({ record }) => record.memory ?? [])) };
  });
}

/** Facts that a file tells, each with what is there in its words under its id. */
async function knownById(writer: Writer, facts: readonly PreparedFact[]): Promise<readonly PreparedFact[]> {
  const { index, ledger } = writer.parts;
  const idOf = ({ believer, input: { id = '' } }: PreparedFact): string | undefined =>
    idInView(index, new Perspective(believer), idIn('fact', id));
  const there = await ledger.records('fact', [...new Set(facts.flatMap((item) => idOf(item) ?? []))]);
  const byId = new Map(there.map((fact) => [fact.id, fact]));
  return facts.map((item) => {
    const known = byId.get(idOf(item) ?? '');
    const isSame = known !== undefined && normaliseContent(known.content) === normaliseContent(item.input.content);
    return isSame ? { ...item, known } : item;
  });
}

/** The ends of validity that a file gives to what is known. */
async function newEnds(writer: Writer, facts: readonly PreparedFact[]): ReturnType<typeof endsFromFile> {
  const said = facts.flatMap(({ known: fact, believer, input: { channel, validTo } }) =>
    fact === undefined ? [] : [{ believer, fact, channel, validTo }],
  );
  return said.length === 0 ? [] : endsFromFile(writer, said);
}

/** Makes all of a fact ready that needs no queue. */
export function prepareFact(
  writer: Writer,
  agent: string,
  input: CheckedBelief,
  vectors: TextVectors | undefined,
): PreparedFact {
  const given = input.content ?? '';
  const content = given.toWellFormed();
  const { inferMood, technicalTerms } = writer.parts.settings;
  const about = (input.about ?? []).filter((entry) => typeof entry !== 'string' || !isAgentId(entry));
  const said = readEntities({
    content,
    entities: [...about, ...(input.entities ?? [])],
    relations: input.relations,
  });
  // What the text shows a name to be holds for whom the fact is about, too.
  const byKey = new Map(said.names.map((named) => [foldName(named.input.name), named]));
  return {
    input: { ...input, content },
    believer: believerOf(agent, input),
    ...inferFactFields(content, givenOf(input), { technicalTerms }),
    felt: moodFields(content, input.mood, inferMood),
    aboutNames: namedEntities(about, []).names.map((named) => byKey.get(foldName(named.input.name)) ?? named),
    aboutAgents: (input.about ?? []).flatMap((entry) => (typeof entry === 'string' && isAgentId(entry) ? [entry] : [])),
    ...said,
    refused: [...refusedHalves(given), ...said.refused],
    vectors,
  };
}

/** What the caller says of the fact itself. */
function givenOf(input: CheckedBelief): GivenFactFields {
  const { kind, title, knowledgeType, ring, importance, permanent, channel, concepts } = input;
  return {
    ...(concepts === undefined ? {} : { concepts }),
    ...(channel === undefined ? {} : { channel }),
    ...(kind === undefined ? {} : { kind }),
    ...(title === undefined ? {} : { title }),
    ...(knowledgeType === undefined ? {} : { knowledgeType }),
    ...(ring === undefined ? {} : { ring }),
    ...(importance === undefined ? {} : { importance }),
    ...(permanent === undefined ? {} : { permanent }),
  };
}

function isAgentId(name: string): boolean {
  return name.startsWith('agent:') && name.length > 'agent:'.length;
}
