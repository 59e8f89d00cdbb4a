/**
 * Recall without asking: what a message brings to mind, as prose within a budget of tokens.
 *
 *   message -> names and triggers -> one step in the graph, and what recall ranks -> scored -> the best five -> prose
 *
 * It never throws: whatever goes wrong, the answer is an empty text that says why. Being surfaced is no
 * use of a memory: nobody asked for it, so it strengthens no belief and counts no access.
 */
import { z } from 'zod';
import { CancelledError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked } from '../domain/input.ts';
import { RecentDurations, latencyRules } from '../domain/open-calls.ts';
import type { Perspective } from '../domain/belief.ts';
import { type Fields, count, number, record } from '../domain/result.ts';
import { tokenCounter } from '../embed/count-tokens.ts';
import { anchorsOf } from '../graph/node-score.ts';
import { isSetFor } from '../language/dates.ts';
import { withSmallWordsMended } from '../language/plain-spelling.ts';
import { type ProseOptions, proseOf } from '../language/prose-of.ts';
import type { ProseItem } from '../language/told.ts';
import { askedOfName, asWhoQuestion } from '../language/answer-forms.ts';
import { hydrateIds } from '../recall/constellation.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import { type RecallParts, staleNotice } from '../recall/recall.ts';
import { View } from '../recall/view.ts';
import {
  type AmbientContext,
  type AmbientItem,
  type AmbientOptions,
  type Silence,
  ambientSchema,
  failed,
  silences,
  silent,
} from './ambient-options.ts';
import {
  dedupMessages,
  maxItems,
  maxTextTokens,
  readAtFirst,
  readCharacters,
  readNodes,
  rememberedSessions,
} from './defaults.ts';
import { withNamesMended } from '../recall-index/name-matcher.ts';
import { withKinNamed } from '../recall/kin-names.ts';
import { ambiguitiesIn } from '../recall/ambiguous-names.ts';
import { toldLater } from './changes.ts';
import { WordFits, withSlipsMended, withoutMaterial } from './names-in.ts';
import { type AfterReading, type MessageToRead, readWith } from './reading.ts';
import { type Seed, daysPlanned, rowsNaming, seedsIn, wholeMessage } from './seeds.ts';
import {
  type Choice,
  Exclusion,
  type ScoredNode,
  bestKnown,
  choose,
  isOfOwn,
  signalsOf,
  worthSaying,
} from './choose.ts';
import { type WalkNode, recalledFor, setForDays, walkFrom } from './walk.ts';

/** What ambient memory works with. */
export interface AmbientParts {
  readonly recall: Pick<
    RecallParts,
    'ledger' | 'index' | 'embedder' | 'clock' | 'follow' | 'anchors' | 'technicalTerms'
  >;
  /** Whether anything surfaces by itself. */
  readonly enabled: boolean;
  /** Milliseconds since some moment, for the latency. */
  readonly elapsedMs: () => number;
  /** Hears of what went wrong, and never throws. */
  readonly onError: (error: unknown) => void;
}

/** Runs a call of the memory to its end, unless the memory is closed. */
type RunCall = <T>(call: () => Promise<T>) => Promise<T>;

type Answer = Omit<AmbientContext, 'latencyMs'>;

/** The ambient memory of a space. */
export class Ambient {
  readonly #parts: AmbientParts;
  readonly #sessions: SessionMemory = new SessionMemory();
  /** How it has done since the space was opened. */
  readonly counts: AmbientCounts = new AmbientCounts();

  constructor(parts: AmbientParts) {
    this.#parts = parts;
  }

  /** What a message brings to an agent's mind. */
  async surface(perspective: Perspective, options: AmbientOptions | string, run: RunCall): Promise<AmbientContext> {
    const { elapsedMs } = this.#parts;
    const start = elapsedMs();
    const answer = await this.#answer(perspective, options, run);
    const context = { ...answer, latencyMs: elapsedMs() - start };
    this.counts.note(context);
    return context;
  }

  async #answer(perspective: Perspective, options: AmbientOptions | string, run: RunCall): Promise<Answer> {
    if (!this.#parts.enabled) return silent('off');
    try {
      return await run(async () => {
        const asked = checked('ambient', ambientSchema, typeof options === 'string' ? { message: options } : options);
        throwIfCancelled('ambient', asked.signal);
        // Every memory has all words of a message that has none.
        if (!anyWord.test(withoutMaterial(asked.message.slice(0, readCharacters)))) return silent('no-names');
        return this.#find(perspective, asked);
      });
    } catch (error) {
      if (!(error instanceof CancelledError)) this.#parts.onError(error);
      return failed(error);
    }
  }

  async #find(perspective: Perspective, asked: Checked<AmbientOptions>): Promise<Answer> {
    const { index, clock, follow, anchors: settled } = this.#parts.recall;
    const stale = staleNotice(await follow());
    const now = clock();
    const moment = { at: now.getTime() };
    const view = new View(index, perspective, moment);
    const heard = withSlipsMended(
      view.names,
      withSmallWordsMended(withoutMaterial(asked.message.slice(0, readCharacters))),
    );
    const message = withKinNamed(view, withNamesMended(view.names, heard));
    const context = {
      message,
      exclude: asked.exclude ?? [],
      session: asked.session,
      surfaced: this.#heard(perspective, asked),
    };
    const seeds = seedsIn(view, message);
    const cameUp = await this.#cameUp(view, seeds, { message, now });
    const { signal, readWithinMs } = asked;
    // What is known of somebody bears on any question for all of it.
    const ofName = askedOfName(asWhoQuestion(message));
    const { nodes, ended } = await this.#readWith(view, {
      message,
      nodes: cameUp,
      readWithinMs: ofName === undefined ? readWithinMs : 0,
      signal,
    });
    if (seeds.length === 0 && nodes.size === 0) return silent('no-names');
    const names = seeds.filter(({ entities }) => entities.length > 0).map(({ text }) => text);
    const anchors = anchorsOf(index, { perspective, moment, asked: asked.anchors, settled });
    const relevant = ofName === undefined ? worthSaying(view, nodes.values(), anchors) : [];
    // Whoever a message tells something of is told of, though nothing known of them bears on that.
    const known = /[?？]/u.test(message) ? nodes : cameUp;
    const worth = relevant.length > 0 ? relevant : bestKnown(view, known.values(), { anchors, asked: ofName });
    if (worth.length === 0) return silent('nothing-relevant', names);
    const exclusion = new Exclusion(view, context);
    const fresh = worth.filter(({ row }) => !exclusion.has(row));
    const { chosen, read } = await this.#choose(view, fresh, { ended, exclusion, signal });
    const isThere =
      fresh.length < worth.length ||
      fresh.some(({ id, seed }) => {
        const memory = read.get(id);
        return memory !== undefined && memory.superseded === undefined && isOfOwn(seed, memory);
      });
    if (chosen.length === 0) return silent(isThere ? 'already-there' : 'nothing-relevant', names);
    const { agent: reader } = perspective;
    const maxTokens = asked.maxTokens ?? maxTextTokens;
    const countTokens = await tokenCounter();
    const notices = seeds.some(({ among }) => among.length > 0)
      ? await ambiguitiesIn(this.#parts.recall, perspective.believers, message)
      : [];
    const said = stale === undefined ? notices : [stale, ...notices];
    const noticed = said.length === 0 ? {} : { notices: said };
    const told = tellBehind(view, chosen, { notices, reader, now, maxTokens, message, names, countTokens });
    if (told === undefined) return { ...silent('over-budget', names), ...noticed };
    if (asked.session !== undefined) this.#sessions.note(perspective.believer, asked.session, told.items);
    return { ...told, names, ...noticed };
  }

  /** What is worth saying among some memories, and what was read to know. */
  async #choose(
    view: View,
    fresh: readonly ScoredNode[],
    {
      ended,
      exclusion,
      signal,
    }: Pick<AfterReading, 'ended'> & Pick<MessageToRead, 'signal'> & { readonly exclusion: Exclusion },
  ): Promise<{ readonly chosen: readonly Choice[]; readonly read: ReadonlyMap<string, RecalledMemory> }> {
    const read = new Map<string, RecalledMemory>();
    let chosen: readonly Choice[] = [];
    for (const some of [fresh.slice(0, readAtFirst), fresh.slice(readAtFirst, readNodes)]) {
      if (some.length === 0 || chosen.length === maxItems) break;
      await this.#read(view, some, read);
      for (const id of ended) read.delete(id);
      throwIfCancelled('ambient', signal);
      chosen = choose(view, fresh, read, exclusion);
    }
    return { chosen, read };
  }

  /** Counts the message; answers what surfaced in its session. */
  #heard({ believer }: Perspective, { session }: Checked<AmbientOptions>): ReadonlySet<string> {
    return session === undefined ? new Set() : this.#sessions.hear(believer, session);
  }

  /** The memories that a message may bring up, by row: what recall answers, what is set for its days, what the walk comes to. */
  async #cameUp(
    view: View,
    seeds: readonly Seed[],
    { message, now }: { readonly message: string; readonly now: Date },
  ): Promise<ReadonlyMap<number, WalkNode>> {
    const { technicalTerms } = this.#parts.recall;
    const recalled = recalledFor(view, seeds, { message, technicalTerms });
    const close = new Map([...setForDays(await this.#setFor(view, message, now), seeds), ...recalled]);
    const concerned = new Set([...close.keys(), ...seeds.flatMap(({ called }) => called)]);
    const known = seeds.filter(({ entities, speakers }) => entities.length + speakers.length > 0);
    const fits = new WordFits(
      view,
      message,
      known.map(({ text }) => text),
    );
    return new Map([...walkFrom(view, seeds, { message, fits, concerned }), ...close]);
  }

  /** What came up, read together with the message; where reading fails, as it came up. */
  async #readWith(view: View, cameUp: MessageToRead): Promise<AfterReading> {
    try {
      return await readWith(this.#parts.recall, view, cameUp);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      this.#parts.onError(error);
      return { nodes: cameUp.nodes, ended: new Set() };
    }
  }

  /** Rows of what is set for the days that a message plans for; the memories that name them are read to know. */
  async #setFor(view: View, message: string, now: Date): Promise<readonly number[]> {
    const days = daysPlanned(message, now);
    const rows = days.length === 0 ? [] : rowsNaming(view, days);
    if (rows.length === 0) return [];
    const { memories } = view.index;
    const read = await hydrateIds(
      this.#parts.recall.ledger,
      view,
      rows.map((row) => memories.idOf(row)),
    );
    return read.flatMap(({ id, content, occurredAt }) =>
      days.some((day) => isSetFor(content, day, occurredAt)) ? [memories.row(id)] : [],
    );
  }

  /** Reads memories, those that contradict them and those told later of the same into a map by id, in one round trip. */
  async #read(view: View, nodes: readonly ScoredNode[], read: Map<string, RecalledMemory>): Promise<void> {
    const ids = nodes.map(({ id }) => id);
    const later = nodes.flatMap(({ row }) => toldLater(view, row)).map((row) => view.index.memories.idOf(row));
    const unread = [...new Set([...ids, ...view.opponentsOf(ids), ...later])].filter((id) => !read.has(id));
    for (const memory of await hydrateIds(this.#parts.recall.ledger, view, unread)) read.set(memory.id, memory);
  }
}

/** A letter or a digit of any script. */
const anyWord = /[\p{L}\p{N}]/u;

/** One session of one agent: how many messages it has had, and at which of them each memory surfaced. */
interface Surfaced {
  messages: number;
  readonly at: Map<string, number>;
}

/** What has surfaced in the sessions of a space. */
export class SessionMemory {
  /** By believer and session, the one that was heard of longest ago first. */
  readonly #sessions: Map<string, Surfaced> = new Map();

  /** Counts a message of a session; answers what surfaced there in the last messages. */
  hear(believer: string, session: string): ReadonlySet<string> {
    const key = keyOf(believer, session);
    const known = this.#sessions.get(key) ?? { messages: 0, at: new Map<string, number>() };
    this.#sessions.delete(key);
    this.#sessions.set(key, known);
    if (this.#sessions.size > rememberedSessions) {
      const [oldest] = this.#sessions.keys();
      this.#sessions.delete(oldest!);
    }
    known.messages += 1;
    for (const [memory, message] of known.at) {
      if (known.messages - message > dedupMessages) known.at.delete(memory);
    }
    return new Set(known.at.keys());
  }

  /** Notes what surfaced at the last message of a session. */
  note(believer: string, session: string, items: readonly Pick<AmbientItem, 'memory'>[]): void {
    const known = this.#sessions.get(keyOf(believer, session));
    for (const { memory } of items) known?.at.set(memory, known.messages);
  }
}

/** Names may hold any character that is no control character. */
function keyOf(believer: string, session: string): string {
  return `${believer}\n${session.replace(/^session:/, '')}`;
}

/** What is said, and what of it goes back to which memory. */
interface ToldChoices {
  readonly text: string;
  readonly tokens: number;
  readonly items: readonly AmbientItem[];
}

/** Tells what was chosen, as far as the budget goes. */
function tellChoices(view: View, choices: readonly Choice[], options: ProseOptions): ToldChoices {
  const { text, tokens, sentences } = proseOf(
    choices.map((choice) => proseItem(view, choice)),
    options,
  );
  const items = choices.flatMap((choice): AmbientItem[] => {
    const { id, score, seed } = choice.node;
    const sentence = sentences.find(({ memories }) => memories.includes(id));
    if (sentence === undefined) return [];
    const [signals, path] = [signalsOf(choice.node), pathOf(view, choice)];
    return [{ memory: id, score, signals, sentence: sentence.text, path, seed: seed.text }];
  });
  return { text, tokens, items };
}

/** Tells what was chosen behind notices, or where both do not fit without them; undefined where nothing fits. */
function tellBehind(
  view: View,
  choices: readonly Choice[],
  { notices, ...options }: ProseOptions & { readonly notices: readonly string[] },
): ToldChoices | undefined {
  // Prose has no ids: their letters would cost tokens and tell a reader nothing.
  const lead = notices.map((notice) => `${notice.replaceAll(/ \(entity:[^)]*\)/g, '')} `).join('');
  const spent = lead === '' ? 0 : options.countTokens(lead);
  const behind = tellChoices(view, choices, { ...options, maxTokens: Math.max(0, options.maxTokens - spent) });
  if (behind.text !== '') return { ...behind, text: lead + behind.text, tokens: behind.tokens + spent };
  const alone = lead === '' ? behind : tellChoices(view, choices, options);
  return alone.text === '' ? undefined : alone;
}

function proseItem(view: View, { node, memory, contradictedBy }: Choice): ProseItem {
  const names = namesOf(memory);
  const nameOf = (entity: number): string | undefined => names.get(view.index.memories.names.text(entity));
  const relations = view.relationsIn(node.row).flatMap(({ predicate, ...ends }) => {
    const [from, to] = [nameOf(ends.from), nameOf(ends.to)];
    return from === undefined || to === undefined ? [] : [{ from, predicate, to }];
  });
  return { ...memory, relations, ...(contradictedBy === undefined ? {} : { contradictedBy }) };
}

/** How a memory was come to, in words. */
function pathOf({ index: { memories } }: View, { node: { by, seed }, memory }: Choice): string {
  if (by === 'speaks-of') return `${seed.text}, of which this speaks`;
  if (by === 'said-by') return `${seed.text}, who said this`;
  if (by === 'recalled')
    return `recall's answer ${seed.text === wholeMessage ? 'to the message' : `about ${seed.text}`}`;
  if (by === 'read') return 'the message, which a model read together with this';
  if (by === 'changed') return `what has changed since of something about ${seed.text}`;
  if (by === 'bearing') return 'a rule that shares telling words with the message';
  if (by === 'set-for') return 'what is set for a day that the message names';
  if (by === 'called-for') return 'a trigger of this, all words of which the message has';
  const names = namesOf(memory);
  const nameOf = (entity: number): string =>
    seed.entities.includes(entity) ? seed.text : (names.get(memories.names.text(entity)) ?? 'somebody');
  return `${seed.text}, since ${nameOf(by.from)} ${by.predicate} ${nameOf(by.to)}, and what this says of the other`;
}

/** What a memory calls its entities, by their ids. */
function namesOf({ entities }: RecalledMemory): ReadonlyMap<string, string> {
  return new Map(entities.map(({ id, name }) => [id, name]));
}

// How ambient memory has done since the space was opened; nothing of it is kept on disk.

const ambientStatsFields = {
  messages: count,
  /** The share of messages at which something surfaced, 0..1; 0 before the first. */
  share: number,
  /** How often nothing surfaced, by cause. */
  silence: z.record(z.enum(silences), count),
  /** Names in messages that the agent knew. */
  names: count,
  /** Over the last 1,000 messages, in milliseconds; missing before the first. */
  latencyMs: latencyRules.exactOptional(),
  /** The tokens of a text that was not empty, on average; 0 before the first. */
  tokens: number,
};
/** What `stats` tells of ambient memory, since the space was opened. */
export interface AmbientStats extends Fields<typeof ambientStatsFields> {}
export const ambientStatsRules: z.ZodType<AmbientStats> = record(ambientStatsFields);
/** Counts what ambient memory answers. */
export class AmbientCounts {
  #names = 0;
  #texts = 0;
  #tokens = 0;
  readonly #silence: Record<Silence, number> = Object.fromEntries(silences.map((cause) => [cause, 0])) as Record<
    Silence,
    number
  >;
  readonly #latencies: RecentDurations = new RecentDurations();

  /** Counts one answer. */
  note({ silence, names, tokens, latencyMs }: AmbientContext): void {
    this.#latencies.add(latencyMs);
    this.#names += names.length;
    if (silence !== undefined) {
      this.#silence[silence] += 1;
      return;
    }
    this.#texts += 1;
    this.#tokens += tokens;
  }

  /** What has been counted. */
  read(): AmbientStats {
    const messages = this.#latencies.calls;
    const latencyMs = this.#latencies.read();
    return {
      messages,
      share: messages === 0 ? 0 : this.#texts / messages,
      silence: { ...this.#silence },
      names: this.#names,
      ...(latencyMs === undefined ? {} : { latencyMs }),
      tokens: this.#texts === 0 ? 0 : this.#tokens / this.#texts,
    };
  }
}
