/** Two short statements as one sentence, where a person would not make two of them. */
import type { Told } from './told.ts';

/** Longer statements stand alone, in characters. */
const shortStatement = 90;

/** One sentence without its full stop; undefined where the two have nothing in common or are too long for that. */
export function joinStatements(one: Told, other: Told): string | undefined {
  if (one.statement === undefined || other.statement === undefined) return undefined;
  if (one.text.length > shortStatement || other.text.length > shortStatement || /[,;:…]/u.test(one.text))
    return undefined;
  const { subject, rest } = other.statement;
  if (one.statement.subject === subject) return `${one.text} and ${rest}`;
  const [first = '', second] = subject.split(' and ');
  const named = (name: string, text: string): boolean => ` ${text.replace(/['’]s\b|[.,]/g, '')} `.includes(` ${name} `);
  if (second !== undefined && named(first, one.text) && named(second, one.text)) return `${one.text}, and they ${rest}`;
  const isShared = named(subject, one.text) || named(one.statement.subject, other.text);
  return isShared ? `${one.text}, and ${other.text}` : undefined;
}
