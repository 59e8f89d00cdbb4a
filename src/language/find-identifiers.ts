/** Identifiers of code: `camelCase`, `snake_case`, `SCREAMING_CASE`, and whatever stands in backticks. */
import type { FoundName } from './extracted-entity.ts';

const word = /(?<![\p{L}\p{N}_$@#/])[\p{L}_$][\p{L}\p{N}_$]{2,}(?![\p{L}\p{N}_$])/gu;
const backticked = /(?<!`)`([^`\n]{1,80})`(?!`)/g;
const maxWordCharacters = 80;

const snake = /^_{0,2}\p{L}[\p{L}\p{N}]*_[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*$|^__\p{L}[\p{L}\p{N}_]*__$/u;
const camel = /^\p{Ll}{2}[\p{Ll}\p{N}]*\p{Lu}[\p{L}\p{N}]*$/u;
/** `UserService`: humps alone are also how brands are written, a technical ending is not. */
const pascal =
  /^(?:\p{Lu}[\p{Ll}\p{N}]+)+(?:Service|Error|Exception|Handler|Factory|Controller|Manager|Provider|Config|Component|Client|Builder|Repository|Adapter|Parser|Listener|Middleware|Interface|Schema|Token|Context|Props|Request|Response|Options|Test|Spec|Map|Set|List|Array|Buffer|Stream)$/u;

function isIdentifier(found: string): boolean {
  if (found.length > maxWordCharacters) return false;
  return snake.test(found) || camel.test(found) || pascal.test(found);
}

/** At most three words without operators or quotes: a name or a command, not an example. */
function isQuotedCode(content: string): boolean {
  return /[\p{L}\p{N}]/u.test(content) && !/[|&;<>="'{}]|:\s/.test(content) && content.trim().split(/\s+/).length <= 3;
}

/** Finds identifiers; type `identifier`. */
export function findIdentifiers(text: string): readonly FoundName[] {
  const found: FoundName[] = [];
  if (text.includes('`')) {
    for (const match of text.matchAll(backticked)) {
      const content = match[1] ?? '';
      if (!isQuotedCode(content)) continue;
      const name = content.trim();
      const start = match.index + 1 + content.indexOf(name);
      found.push({ start, end: start + name.length, name, type: 'identifier' });
    }
  }
  if (!/_|\p{Ll}\p{Lu}/u.test(text)) return found;
  for (const match of text.matchAll(word)) {
    const [name] = match;
    if (isIdentifier(name))
      found.push({ start: match.index, end: match.index + name.length, name, type: 'identifier' });
  }
  return found;
}
