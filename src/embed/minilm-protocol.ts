/** What the embedder and its worker say to each other, and the contract of the engines that run there. */

import type { Passage, TokenVectors } from './embedder.ts';

/** Which engine to use: `auto` is native where it loads, else WebAssembly. */
export type MiniLmRuntime = 'native' | 'wasm';

/** What a worker is started with. */
export interface WorkerSettings {
  readonly runtime: MiniLmRuntime | 'auto';
  /** Threads of the native engine; WebAssembly always runs on one. */
  readonly threads: number;
}

/**
 * What is judged of two texts: `answers`, whether a passage answers a question, or `ends`, whether a later text ends what an
 * earlier one says.
 */
export type JudgingTask = 'answers' | 'ends';

/** Two texts that are read together: a question or an earlier text, and a passage. */
export interface JudgedPair {
  readonly first: string;
  readonly passage: Passage;
}

/** The embedder asks for the vectors of texts, for the scores of pairs, or for the end. */
export type WorkerRequest =
  | { readonly kind: 'embed'; readonly texts: readonly string[] }
  | { readonly kind: 'judge'; readonly task: JudgingTask; readonly pairs: readonly JudgedPair[] }
  | { readonly kind: 'end' };

/** The worker says which engine it loaded, then answers each request in turn; or it says what went wrong. */
export type WorkerReply =
  | { readonly kind: 'ready'; readonly runtime: MiniLmRuntime }
  | ({ readonly kind: 'vectors' } & EmbeddedBatch)
  | { readonly kind: 'scores'; readonly scores: Float32Array }
  | { readonly kind: 'failed'; readonly reason: string };

/** What an engine makes of some texts. */
export interface EmbeddedBatch {
  /** The vectors of the texts, one after another. */
  readonly vectors: Float32Array;
  /** Those of their words, text by text; absent where the engine gives none. */
  readonly tokens?: readonly TokenVectors[];
}

/** A loaded model. */
export interface SentenceEngine {
  readonly runtime: MiniLmRuntime;
  embed(texts: readonly string[]): Promise<EmbeddedBatch>;
  /** A score for each pair; the first call loads the model for it. */
  judge(task: JudgingTask, pairs: readonly JudgedPair[]): Promise<Float32Array>;
  /** Gives its memory back. */
  close(): Promise<void>;
}
