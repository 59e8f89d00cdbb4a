/** Functions and methods, known by the brackets of their call. */
import type { FoundName } from './extracted-entity.ts';

/** A name, perhaps qualified, and an opening bracket with what can be seen of the arguments. */
const call =
  /(?<![\p{L}\p{N}_$.@])([\p{L}_$][\p{L}\p{N}_$]{0,80}(?:(?:\.|::|->|#)[\p{L}_$][\p{L}\p{N}_$]{0,80}){0,6})\(([^()\n]{0,120}\))?/gu;

/** Written as no word of prose is: with an underscore, a hump or a qualifier. */
const codeShape = /[\p{L}\p{N}]_|\p{Ll}\p{Lu}|\.|::|->|#/u;

/** Finds `parse_token()`, `User.login()`, and calls with arguments if the name is written as code; type `function`. */
export function findFunctions(text: string): readonly FoundName[] {
  if (!text.includes('(')) return [];
  const found: FoundName[] = [];
  for (const match of text.matchAll(call)) {
    const [whole, name = '', rest] = match;
    if (rest === undefined || (rest !== ')' && !codeShape.test(name))) continue;
    found.push({ start: match.index, end: match.index + whole.length, name, type: 'function' });
  }
  return found;
}
