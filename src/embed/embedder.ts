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
  /**
   * The same, with vectors of the words of each text out of the same pass. An embedder without it is recalled from by
   * the vectors of whole texts.
   */
  embedWithTokens?(texts: readonly string[], options?: EmbedOptions): Promise<readonly TextEmbedding[]>;
  /**
   * The log-odds that each passage answers a question, by a model that reads both together; of a turn in a talk also the turn
   * before it. Recall asks it about what its own grounds leave in doubt; with an embedder without it, it goes by those alone,
   * and can't recall by the profile `thorough`.
   */
  answers?(
    question: string,
    passages: readonly Passage[],
    options?: Pick<EmbedOptions, 'signal'>,
  ): Promise<Float32Array>;
  /**
   * The log-odds that the later of two texts ends, replaces or corrects what the earlier one says. Recall asks it about
   * memories that answer the same question; with an embedder without it, it goes by the wording of a change alone.
   */
  ends?(changes: readonly EarlierAndLater[], options?: Pick<EmbedOptions, 'signal'>): Promise<Float32Array>;
  /** Ends its workers. Safe to call twice. */
  close(): Promise<void>;
}

/** What may answer a question. */
export interface Passage {
  readonly text: string;
  /** Who said it. @default nobody in particular */
  readonly speaker?: string;
  /** What was said right before, the last first; only that one is read. @default nothing */
  readonly before?: readonly Omit<Passage, 'before'>[];
}

/** Two texts of which the later one may end what the earlier one says. */
export interface EarlierAndLater {
  readonly earlier: string;
  readonly later: string;
}

/** What an embedder makes of one text. */
export interface TextEmbedding {
  /** That of the whole text, as `embed` makes it. */
  readonly vector: Float32Array;
  /** Absent where the model that runs gives none. */
  readonly tokens?: TokenVectors;
}

/** The vectors of a text's words, or of the parts of words that a model reads. */
export interface TokenVectors {
  /** The word that each token belongs to, in lower case without diacritics. */
  readonly words: readonly string[];
  /** As long for each token: a multiple of 16, at most 256 components, L2-normalised, times 127 and rounded. */
  readonly values: Int8Array;
}

/** How a batch of texts is embedded. */
export interface EmbedOptions {
  /** `query` texts are looked for, `document` texts are stored; some models embed them differently. @default 'document' */
  readonly purpose?: 'query' | 'document';
  readonly signal?: AbortSignal;
}
