/**
 * Which texts are embedded next. Calls with the same purpose take turns, batch by batch; queries go before documents,
 * but not for ever. Runs nothing itself.
 */
import { batchCharacters, batchTexts, queriesBeforeDocuments } from './defaults.ts';

/** A call's texts that wait to be embedded. */
export class WaitingTexts {
  readonly purpose: 'query' | 'document';
  #texts: readonly string[];
  #next = 0;

  constructor(purpose: 'query' | 'document', texts: readonly string[]) {
    this.purpose = purpose;
    // Texts of like length share a batch, so that little of it is padding.
    this.#texts = texts.toSorted((one, other) => one.length - other.length);
  }

  /** Whether nothing waits any more. */
  get empty(): boolean {
    return this.#next >= this.#texts.length;
  }

  /** Takes the next batch: as many texts as the limits allow, at least one if any is left. */
  take(): readonly string[] {
    const start = this.#next;
    let characters = 0;
    while (!this.empty && this.#next - start < batchTexts) {
      characters += this.#texts[this.#next]?.length ?? 0;
      if (characters > batchCharacters && this.#next > start) break;
      this.#next += 1;
    }
    return this.#texts.slice(start, this.#next);
  }

  /** Drops what still waits. */
  clear(): void {
    this.#texts = [];
  }
}

/** The order in which waiting calls get their batches. */
export class BatchQueue<Call extends WaitingTexts> {
  readonly #queries: Call[] = [];
  readonly #documents: Call[] = [];
  #queriesInARow = 0;

  /** Puts a call at the end of its line. */
  add(call: Call): void {
    (call.purpose === 'query' ? this.#queries : this.#documents).push(call);
  }

  /** The next batch and the call that it is for, or nothing if nothing waits. */
  next(): { readonly call: Call; readonly texts: readonly string[] } | undefined {
    for (let call = this.#first(); call !== undefined; call = this.#first()) {
      const texts = call.take();
      if (!call.empty) this.add(call);
      if (texts.length > 0) return { call, texts };
    }
    return undefined;
  }

  #first(): Call | undefined {
    const documentsAreDue = this.#queriesInARow >= queriesBeforeDocuments && this.#documents.length > 0;
    const query = documentsAreDue ? undefined : this.#queries.shift();
    this.#queriesInARow = query === undefined ? 0 : this.#queriesInARow + 1;
    return query ?? this.#documents.shift();
  }
}
