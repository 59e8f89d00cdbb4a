/** The contract of whatever turns texts into vectors. */

/** Turns texts into vectors; the same text always into the same vector. */
export interface Embedder {
  /** Names the model and, where it matters, its version; kept with every vector. */
  readonly model: string;
  /** The length of its vectors; 0 for the embedder that makes none. */
  readonly dimension: number;
  /**
   * Embeds each text; the vectors come in the order of the texts, finite and L2-normalised.
   *
   * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when the model cannot run.
   * @throws {CancelledError} when the signal fires.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Ends its workers. Safe to call twice. */
  close(): Promise<void>;
}

/** How a batch of texts is embedded. */
export interface EmbedOptions {
  /** `query` texts are looked for, `document` texts are stored; some models embed them differently. @default 'document' */
  readonly purpose?: 'query' | 'document';
  readonly signal?: AbortSignal;
}
