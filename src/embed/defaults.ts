/** The numbers that embedding is tuned by. */

/** The bundled model, as it is kept with every vector. */
export const minilmModel = 'all-MiniLM-L6-v2';

/** The length of the bundled model's vectors. */
export const minilmDimension = 384;

/**
 * How many recent texts keep their vectors, so that repeated questions and facts cost nothing.
 * 1,000 vectors of 384 dimensions are 1.5 MB.
 */
export const recentTexts = 1_000;

/** After so many seconds without a text the model is unloaded. To load it takes 0.3 s (native), to keep it 150 MB. */
export const idleSeconds = 600;

/** A text longer than this many characters is not kept: it is hardly asked for again, and it would be the cache's bulk. */
export const longestRecentText = 2_000;

/** So many scores of pairs are kept for each text that is: a score is small, and a question is read with several memories. */
export const recentPairs = 4;

/**
 * The most texts in one batch. Measured natively on 2 cores with conversation turns of 24 words: 157 texts/s one by one,
 * 195 in fours, 210 in eights, 211 in sixteens; what waits behind a batch waits longer the larger it is.
 */
export const batchTexts = 8;

/** The most characters in one batch of several texts; about 300 tokens, 40 ms natively on 2 cores. */
export const batchCharacters = 1_200;

/**
 * The most tokens of a text that are compared word by word, 3 kB. A turn of LoCoMo has 13. Of a message of BEAM, which
 * has 95, the first 64 find more than all of them or the first 32.
 */
export const mostTokens = 64;

/** After so many batches of queries in a row, waiting documents get one, so that a stream of queries starves nothing. */
export const queriesBeforeDocuments = 8;

/** Threads of the native runtime at most, where the machine has them; a short query gains nothing from more. */
export const nativeThreads = 4;
