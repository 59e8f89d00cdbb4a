/** URLs with a scheme, `www.` and well-known bare domains; e-mail addresses, so that nothing else takes them apart. */
import type { FoundName } from './extracted-entity.ts';
import { maxNameCharacters } from './extracted-entity.ts';

const url = /(?<![a-z0-9@.+_-])(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)[^\s<>"'`“”«»，。、；！？（）「」\\^{}|]{2,}/giu;
const bareDomain =
  /(?<![a-z0-9@./_-])(?:[a-z0-9][a-z0-9-]{0,40}\.){1,4}(?:com|org|net|edu|gov|dev)(?![a-z0-9_@-]|\.[a-z0-9])(?:\/[^\s<>"'`]*)?/giu;
const email = /(?<![\w.+@-])\w[\w.+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?![\w@-])/giu;

/** Cuts off punctuation that ends the sentence and not the address; a closing bracket stays if it was opened. */
function withoutTrailing(found: string): string {
  let end = found.length;
  while (end > 0) {
    const last = found[end - 1] ?? '';
    if (".,;:!?*_~…'".includes(last)) end -= 1;
    else if (last === ')' && !found.slice(0, end).includes('(')) end -= 1;
    else if (last === ']' && !found.slice(0, end).includes('[')) end -= 1;
    else break;
  }
  return found.slice(0, end);
}

function* matches(text: string, pattern: RegExp, type: 'url' | 'identifier'): Generator<FoundName> {
  for (const match of text.matchAll(pattern)) {
    // Trimming is bounded by first passing over what is too long to be a name.
    if (match[0].length > maxNameCharacters) continue;
    const name = withoutTrailing(match[0]);
    yield { start: match.index, end: match.index + name.length, name, type };
  }
}

/** Finds URLs (type `url`) and e-mail addresses (type `identifier`). */
export function findUrls(text: string): readonly FoundName[] {
  const found: FoundName[] = [];
  if (text.includes('://') || /www\./i.test(text)) found.push(...matches(text, url, 'url'));
  if (text.includes('.')) found.push(...matches(text, bareDomain, 'url'));
  if (text.includes('@')) found.push(...matches(text, email, 'identifier'));
  return found;
}
