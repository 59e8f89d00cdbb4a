/** What went wrong, in words for a person: nothing of how programs speak to the hub. */

/** What to say of each code, and what to do about it; of others the hub's own sentence is said. */
const said: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  OFFLINE: ['The hub does not answer.', 'Start it again with: madeleine open'],
  UNAUTHORIZED: ['You are signed out.', 'Sign in again; what you typed stays.'],
  FORBIDDEN: ['This page may not do that.'],
  BUSY: ['The hub has too much to do.', 'Try again in a moment.'],
  STORE_TIMEOUT: ['It took too long and was stopped.', 'Ask for less of it, or try again.'],
  STORE_FULL: ['The disk is full, so nothing can be remembered.', 'Make room on it.'],
  INTERNAL: ['Something failed at the hub.', 'The log of the hub says what.'],
  UNKNOWN: ['The hub gave an answer that this page does not understand.', 'Load the page again.'],
};

/**
 * What went wrong and what to do about it.
 *
 * @param detail - the hub's own sentence, such as `why: no memory "fact:x" is in lisa's view.`
 */
export function problemWords(code: string, detail: string): [message: string, hint?: string] {
  const [message, hint] = said[code] ?? [sentenceOf(detail)];
  return hint === undefined ? [message] : [message, hint];
}

/** A sentence without the name of the call in front of it. */
function sentenceOf(detail: string): string {
  const sentence = detail.replace(/^[\w ]+: /, '').trim();
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
