/** Ids for what is to be written, made here, so that a call that is made twice writes once and answers as if it was the first. */
import { keyOf, type NewId } from '../domain/ids.ts';
import type { Receipt } from '../remember/receipt.ts';

/** Options as they go over the wire. */
export type WireOptions = Readonly<Record<string, unknown>>;

/** What a call does so that it can be made again. */
export interface Repetition<Result> {
  /** The options with what a second call needs to be the same. */
  readonly identify: (asked: WireOptions) => WireOptions;
  /** What to make of the answer to an attempt, counted from 1. */
  readonly settle: (result: Result, attempt: number) => Result;
}

/** For calls that need nothing. */
export function asItIs<Result>(): Repetition<Result> {
  return { identify: (asked) => asked, settle: (result) => result };
}

/** For what is opened by its id. */
export function openedById<Result>(newId: NewId): Repetition<Result> {
  return { identify: (asked) => ({ id: newId(), ...asked }), settle: (result) => result };
}

/** For one thing that is remembered; a memory that is believed again has its id already. */
export function writtenOnce<Result extends Receipt>(newId: NewId): Repetition<Result> {
  const own = new OwnIds(newId);
  return {
    identify: (asked) => own.give(asked),
    settle: (receipt, attempt) => own.settle(receipt, attempt),
  };
}

/** For many things that are remembered together; `option` holds them. */
export function allWrittenOnce<Result extends { readonly receipts: readonly Receipt[] }>(
  option: string,
  newId: NewId,
): Repetition<Result> {
  const own = new OwnIds(newId);
  return {
    identify: (asked) => ({
      ...asked,
      [option]: (asked[option] as readonly WireOptions[]).map((one) => own.give(one)),
    }),
    settle: (result, attempt) => ({ ...result, receipts: result.receipts.map((one) => own.settle(one, attempt)) }),
  };
}

class OwnIds {
  readonly #newId: NewId;
  readonly #given = new Set<string>();

  constructor(newId: NewId) {
    this.#newId = newId;
  }

  give(asked: WireOptions): WireOptions {
    if (asked['id'] !== undefined || asked['memory'] !== undefined) return asked;
    const id = this.#newId();
    this.#given.add(id);
    return { ...asked, id };
  }

  /** Nobody else has the id: what is there already is there by an earlier attempt. */
  settle<Result extends Receipt>(receipt: Result, attempt: number): Result {
    const isFirst = attempt === 1 || receipt.outcome !== 'merged' || !this.#given.has(keyOf(receipt.id));
    if (isFirst) return receipt;
    const { reason: _thereAlready, ...rest } = receipt;
    return { ...rest, outcome: 'stored' } as Result;
  }
}
