/** The numbers that sleep with a language model is tuned by; all of them are choices, none was measured. */

/** Tokens of what is read to one request: some forty messages, few enough that a small model answers for each. */
export const defaultBatchTokens = 2_000;
/** How often a request that failed is repeated; the pauses (2 s, doubling) are the SDK's. */
export const defaultMaxRetries = 2;
/** How long a request may take with its repetitions: a full batch has a long answer, which takes a slow model a while. */
export const defaultTimeoutMs = 60_000;

/** So many answers of no use in a row, and the model is asked no more until the next sleep. */
export const mostUselessInARow = 8;
/** Claims of one observation at the most; a message seldom has more than three. */
export const mostClaims = 8;
/** The longest claim, in UTF-16 code units: one sentence. */
export const longestClaim = 500;
/** Names that a claim may be about at the most, as `believe` takes them. */
export const mostNames = 16;
