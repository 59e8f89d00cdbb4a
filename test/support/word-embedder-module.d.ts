/** The type of `word-embedder.mjs`, which is plain JavaScript so that child programs can import it too. */
declare module '*/word-embedder.mjs' {
  /** An embedder of words: deterministic, and texts that share words lie close. */
  export function createWordEmbedder(options?: {
    /** @default 16 */
    readonly dimension?: number;
    /** @default 'words-' and the dimension */
    readonly model?: string;
  }): import('../../src/embed/embedder.ts').Embedder;
}
