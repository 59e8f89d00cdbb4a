/**
 * The ids of memories in what an agent's verbs take and answer. Where several agents have chosen the same id, a verb gets
 * the one under which the memory in view is stored, and the agent is told the one that it goes by in its view.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Perspective } from '../domain/belief.ts';
import { chosenId } from '../domain/chosen-id.ts';
import { MadeleineError } from '../domain/errors.ts';
import { maxValues } from '../domain/input.ts';
import { IdsInView } from '../recall-index/chosen-ids.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Change } from '../remember/change-feed.ts';
import { agentVerbs } from './agent-verb-table.ts';
import type { Verb } from './verb.ts';

/** What a verb is called with, as it came. */
export type Options = Readonly<Record<string, unknown>>;

const verbs: ReadonlyMap<string, Verb> = new Map(Object.entries(agentVerbs));

const observation = ['observation'];
/** The options that name memories, with the table in which a bare key is looked up, if they take one. */
const idOptions: Readonly<Record<string, readonly string[]>> = {
  id: [],
  ids: [],
  used: [],
  from: [],
  one: [],
  other: [],
  memory: [],
  supersedes: ['fact'],
  derivedFrom: observation,
  follows: observation,
  revisesThought: observation,
  branchFromThought: observation,
};

/** Translates the ids of the calls and the feed of one agent. */
export class IdsTold {
  readonly #index: RecallIndex;
  readonly #inTalk: (options: unknown) => Perspective;

  /** @param inTalk - in whose view a call is, or an item of one, by its options. */
  constructor(index: RecallIndex, inTalk: (options: unknown) => Perspective) {
    this.#index = index;
    this.#inTalk = inTalk;
  }

  /** Calls a verb with the ids that are stored, and answers or refuses with those that are told. */
  async call<Answer>(name: string, options: unknown, verb: (options: unknown) => Promise<Answer>): Promise<Answer> {
    const row = verbs.get(name);
    const ownIds: string = row?.ownIds ?? '';
    const given = isOptions(options) ? (row?.meant(options) ?? options) : options;
    const own = new CallIds(this.#index, this.#inTalk(given));
    const listed = isOptions(given) ? given[ownIds] : undefined;
    // A longer one is refused by the verb, and going through it first could take minutes.
    const list = Array.isArray(listed) && listed.length <= maxValues ? listed : undefined;
    // Each item of a list may be said in a talk of its own.
    const items = (list ?? []).map((item) => new CallIds(this.#index, this.#inTalk(item)));
    const stored = (): unknown => {
      if (!isOptions(given)) return given;
      const within =
        list === undefined
          ? {}
          : { [ownIds]: list.map((item, at) => (isOptions(item) ? items[at]!.options(item, name, ownIds) : item)) };
      return { ...own.options(given, name, ownIds), ...within };
    };
    try {
      const answer = await verb(this.#isNeeded ? stored() : given);
      if (!this.#isNeeded) return answer;
      if (!isOptions(answer) || !Array.isArray(answer['receipts'])) return own.told(answer);
      return { ...answer, receipts: answer['receipts'].map((receipt, at) => items[at]?.told(receipt)) };
    } catch (error) {
      if (!this.#isNeeded || !(error instanceof MadeleineError)) throw error;
      const { message, stack, details } = error;
      const refusal = { message, stack, details };
      const told = (list === undefined ? [own] : items).map((ids) => ids.told(refusal));
      // Of a list one item is refused, and only whoever sees its memory has another id for it.
      throw Object.assign(error, told.find((one) => !isDeepStrictEqual(one, refusal)) ?? refusal);
    }
  }

  /** The same feed with the ids that are told. */
  async *feed(changes: AsyncIterable<Change>, options: unknown): AsyncGenerator<Change, void, undefined> {
    const told = new IdsInView(this.#index, this.#inTalk(options));
    for await (const { at, ids } of changes) {
      yield { at, ids: ids.map((id) => (id.startsWith('session:') ? chosenId(id) : told.told(id))) };
    }
  }

  get #isNeeded(): boolean {
    return this.#index.memories.namesakes.size > 0;
  }
}

/** The ids of one call, or of one item of it. */
class CallIds {
  readonly #index: RecallIndex;
  readonly #ids: IdsInView;
  /** What the caller's ids are told as before the call: it may change what they mean. */
  readonly #asked: Map<string, string> = new Map();

  constructor(index: RecallIndex, perspective: Perspective) {
    this.#index = index;
    this.#ids = new IdsInView(index, perspective);
  }

  /**
   * The options with the ids that are stored.
   *
   * @param ownIds - what the call gives an id itself: that is no id of a memory in view.
   */
  options(given: Options, verb: string, ownIds: string): Options {
    const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
      const tables = name === 'id' && verb === 'navigate' ? observation : idOptions[name];
      return [name, tables === undefined || (name === 'id' && ownIds !== '') ? value : this.#stored(value, tables)];
    });
    return Object.fromEntries(entries);
  }

  /** The same value, in which every id is the one that is told; what was said stays as it is. */
  told<Value>(value: Value): Value;
  told(value: unknown): unknown {
    if (typeof value === 'string') return this.#toldIn(value);
    if (Array.isArray(value)) return value.map((item) => this.told(item));
    if (!isOptions(value) || value instanceof Date) return value;
    const told = Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, name === 'content' ? part : this.told(part)]),
    );
    // The classes of answers are made from their own fields.
    return value.constructor === Object ? told : Reflect.construct(value.constructor, [told]);
  }

  #stored(value: unknown, tables: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#stored(one, tables));
    if (typeof value !== 'string' || (tables === observation && value.startsWith('fact:'))) return value;
    const id = this.#ids.stored(value, tables);
    this.#asked.set(id, this.#ids.told(id));
    return id;
  }

  #toldAs(id: string): string {
    return this.#asked.get(id) ?? this.#ids.told(id);
  }

  #toldIn(text: string): string {
    if (this.#index.has(text)) return this.#toldAs(text);
    return text
      .split(/(?<![\w:])(?=(?:observation|fact):)/)
      .map((part) => {
        const tagged = /^(?:observation|fact):.*?(?:~[0-9a-f]{16})+/s.exec(part)?.[0] ?? '';
        const isTagged = chosenId(tagged) !== tagged;
        const id = isTagged ? tagged : (/^(?:observation|fact):[^\s"]*[^\s".,:;)]/.exec(part)?.[0] ?? '');
        return id === '' ? part : this.#toldAs(id) + part.slice(id.length);
      })
      .join('');
  }
}

/** Whether a value is an object with options, which a verb then checks. */
export function isOptions(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
