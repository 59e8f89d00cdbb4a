/** Which way something was lent or is owed: "I owe Bruno 50 euros" does not tell what Bruno owes me. English only. */

/** "I still owe", "do I owe", "I borrowed", "lent me", "did Sam lend me" */
const own =
  /\bI(?:['\u2019]ve| have)?(?: \p{L}+)? (?:owe[ds]?|borrow(?:ed)?)\b|\b(?:lent|lends?|loaned) (?:me|us)\b|\bowed by me\b/u;
/** "owes me", "I lent", "did I lend", "borrowed my drill", "borrowed it from me" */
const others =
  /\b(?:owe[ds]?) (?:me|us)\b|\bI(?:['\u2019]ve| have)?(?: \p{L}+)? (?:lent|lend|loaned)\b|\bborrow(?:s|ed)? (?:my|our)\b|\bborrow\w* [^.?!]{0,200}\bfrom me\b/u;

/** Whether a text tells or asks of what its speaker owes, and of what is owed to them. */
export function debtsIn(text: string): { readonly own: boolean; readonly others: boolean } {
  return { own: own.test(text), others: others.test(text) };
}
