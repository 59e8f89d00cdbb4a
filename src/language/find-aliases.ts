/**
 * Other names that a text gives somebody or something: "Ministry of Tea (MOT)", "Robert, also known
 * as Bob", "call me Kit". They are forms of the name in the memory that says so, and so are known to whoever has
 * that memory in view.
 */
import { foldName } from './fold.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { isNeverAlone } from './name-exclusions.ts';

const capitalised = "\\p{Lu}[\\p{L}\\p{N}'-]{0,30}";
const known = new RegExp(
  `(?:,? \\(?(?:(?:also|better|otherwise|formerly) known as|a\\.?k\\.?a\\.?)|(?:,| \\()nicknamed) "?(${capitalised}(?: ${capitalised}){0,2})`,
  'uy',
);
const bracketed = /,? \((\p{Lu}[\p{Lu}\p{N}&]{1,7})\)/uy;
const called = new RegExp(
  `(?<!n't |not |never )\\b(?:[Cc]all me|calls me|I(?: usually)? go by|I am known as|I'm known as) (${capitalised})(?=[.,;!?]|$)`,
  'u',
);

/** The entities of a text with the other names that it gives them; a name that turns out to be another's is no entity by itself. */
export function withAliases(
  content: string,
  entities: readonly ExtractedEntity[],
  speaker: string | undefined,
): readonly ExtractedEntity[] {
  const aliases = new Map<string, string>();
  for (const { name, surfaces } of entities) {
    for (const surface of surfaces) {
      const alias = aliasAfter(content, surface);
      if (alias !== undefined) aliases.set(foldName(name), alias);
    }
  }
  const own = speaker === undefined ? undefined : ownAlias(content);
  if (speaker !== undefined && own !== undefined) aliases.set(foldName(speaker), own);
  if (aliases.size === 0) return entities;
  const other = new Set([...aliases.values()].map(foldName));
  const named = speaker === undefined || own === undefined ? entities : withSpeaker(entities, speaker);
  return named.flatMap((entity) => {
    const alias = aliases.get(foldName(entity.name));
    if (alias !== undefined) return [{ ...entity, surfaces: [...entity.surfaces, alias] }];
    return other.has(foldName(entity.name)) ? [] : [entity];
  });
}

/** What whoever speaks wants to be called; "call me Monday" says when. */
function ownAlias(content: string): string | undefined {
  const alias = called.exec(content)?.[1];
  return alias === undefined || isNeverAlone(alias.toLowerCase()) ? undefined : alias;
}

/** The other name that stands right behind a form of a name. */
function aliasAfter(content: string, surface: string): string | undefined {
  for (let at = content.indexOf(surface); at >= 0; at = content.indexOf(surface, at + surface.length)) {
    const end = at + surface.length;
    known.lastIndex = end;
    bracketed.lastIndex = end;
    const acronym = bracketed.exec(content)?.[1];
    if (acronym !== undefined && isAcronym(acronym, surface)) return acronym;
    const alias = known.exec(content)?.[1];
    if (alias !== undefined && foldName(alias) !== foldName(surface)) return alias;
  }
  return undefined;
}

/** "WHO" of "World Health Organization"; small words may be left out. */
function isAcronym(acronym: string, name: string): boolean {
  const words = name.split(/[\s-]+/).filter((word) => word !== '');
  const initials = (some: readonly string[]): string => some.map((word) => word.charAt(0).toUpperCase()).join('');
  return [words, words.filter((word) => /^\p{Lu}/u.test(word))].some((some) => initials(some) === acronym);
}

function withSpeaker(entities: readonly ExtractedEntity[], speaker: string): readonly ExtractedEntity[] {
  if (entities.some(({ name }) => foldName(name) === foldName(speaker))) return entities;
  return [...entities, { name: speaker, type: 'person', surfaces: [speaker] }];
}
