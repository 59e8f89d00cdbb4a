/** Time is injected, so that tests and imports can choose it. */

/** Tells the time. */
export type Clock = () => Date;

/** Milliseconds in a day. */
export const dayMs: number = 86_400_000;
