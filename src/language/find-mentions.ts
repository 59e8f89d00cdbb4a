/** People addressed as `@name`, and packages written `@scope/name`. */
import type { FoundName } from './extracted-entity.ts';

const handle =
  /(?<![\p{L}\p{N}_@./])@(\p{L}[\p{L}\p{N}_-]{1,38})(\/[\p{L}\p{N}_.-]{1,60})?(?![\p{L}\p{N}_@(]|\.\p{L})/gu;

/** Tags of documentation and style sheets that look like a handle. */
const tags: ReadonlySet<string> = new Set(
  'param return returns throws see type types default example deprecated internal override media import font-face keyframes supports ts-ignore ts-expect-error todo author since link private public readonly everyone here channel all'.split(
    ' ',
  ),
);

/** Finds `@name` (type `person`, without its `@`) and `@scope/name` (type `identifier`). */
export function findMentions(text: string): readonly FoundName[] {
  if (!text.includes('@')) return [];
  const found: FoundName[] = [];
  for (const match of text.matchAll(handle)) {
    const [whole, name = '', rest] = match;
    if (rest === undefined && tags.has(name.toLowerCase())) continue;
    const trimmed = whole.replace(/[-.]{1,60}$/, '');
    const end = match.index + trimmed.length;
    if (rest !== undefined) found.push({ start: match.index, end, name: trimmed, type: 'identifier' });
    else found.push({ start: match.index, end, name: trimmed.slice(1), type: 'person' });
  }
  return found;
}
