/** What somebody said, as indirect speech where that is safe to form and as a quotation where it is not. */
import { verbForms } from './grammar.ts';
import { splitSentences } from './sentences.ts';
import { looksLikeInstruction, small } from './plain-text.ts';
import { isOrdinary, stopWords } from './word-lists.ts';

/** Whose words they are, and which names may begin them. */
export interface ReportOptions {
  /** Whether the reader said them: `I` then becomes `you`. */
  readonly own: boolean;
  readonly names: readonly string[];
}

const group = /\b(?:[Ww]e|us|[Oo]urs?|[Ll]et['’]s)\b/;
const listener = /\b(?:you|yours?|yourself)\b/i;
/** Words at the beginning that only tie a sentence to the one before. */
const ties =
  /^(?:(?:and|but|so(?! (?:far|that|much|many)\b)|then|well|also|oh|anyway|yeah|yep|yes|nope?|nah|okay|ok)\b,?\s+)+(?=\p{L})/iu;
/** Fewer words are no statement. */
const fewWords = 3;
/** What only makes sense where it was said. */
const exclaimed = /[!?？！]|…./u;

/** What follows `Mark told you`: ` that ...`, or a quotation after a colon. The text is plain words, and not empty. */
export function reported(text: string, options: ReportOptions): string {
  const clause = asReportedClause(text, options);
  return clause === undefined ? `: ${quoted(text)}` : ` that ${clause}`;
}

/** A text between quotation marks, with its final mark inside. */
export function quoted(text: string): string {
  return `“${/[\p{L}\p{N}\p{M})%'’]$/u.test(text) ? `${text}.` : text}”`;
}

/** One statement about others, or about the reader itself, as it stands after `that`; undefined where nobody can tell. */
export function asReportedClause(text: string, { own, names }: ReportOptions): string | undefined {
  if (group.test(text) || listener.test(text) || exclaimed.test(text)) return undefined;
  if (looksLikeInstruction(text) || splitSentences(text, 'space').length !== 1) return undefined;
  const untied = text.replace(ties, '');
  if (untied.split(/\s+/).length < fewWords) return undefined;
  if (!speaksOfSelf(untied)) return asClause(untied, names);
  return own ? asClause(inSecondPerson(untied), names) : undefined;
}

/** A sentence as it stands inside another: without its full stop, and its first letter small unless it begins a name. */
export function asClause(sentence: string, names: readonly string[]): string | undefined {
  const text = sentence.replace(/[.。]$/u, '');
  const [first = ''] = /^[\p{L}\p{N}'’_-]+/u.exec(text) ?? [];
  if (names.some((name) => name !== '' && text.startsWith(name)) || /^(?:I|\p{Ll}.*)$/u.test(first)) return text;
  const lower = first.toLowerCase();
  const bare = lower.replace(/['’].*$/u, '');
  const isPlain = stopWords.has(lower.replace(/['’]/g, '')) || stopWords.has(bare) || isOrdinary(lower);
  return isPlain || text.includes(` ${lower} `) ? small(text) : undefined;
}

// What is said of the reader, said to it: `I was late` and `Lisa was late` become `you were late`.

const self = /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b/;
const secondPerson: readonly (readonly [RegExp, string])[] = [
  [/\bI['’]m\b/g, "you're"],
  [/\bI (am|was)\b/g, 'you @$1'],
  [/\b(am|was) I\b/gi, '@$1 you'],
  [/@am/gi, 'are'],
  [/@was/gi, 'were'],
  [/\bI\b/g, 'you'],
  [/\b[Mm]yself\b/g, 'yourself'],
  [/\b[Mm]ine\b/g, 'yours'],
  [/\b[Mm]y\b/g, 'your'],
  [/\b[Mm]e\b/g, 'you'],
];
const irregular: ReadonlyMap<string, string> = new Map([
  ['is', 'are'],
  ['was', 'were'],
  ['has', 'have'],
  ['does', 'do'],
  ["isn't", "aren't"],
  ["wasn't", "weren't"],
  ["hasn't", "haven't"],
  ["doesn't", "don't"],
]);

/** Whether whoever says it speaks of himself. */
export function speaksOfSelf(text: string): boolean {
  return self.test(text);
}

/** What the reader says of itself, said to it. */
export function inSecondPerson(text: string): string {
  return secondPerson.reduce((said, [pattern, means]) => said.replace(pattern, means), text);
}

/** A sentence whose subject is the reader, said to it: `Lisa thinks` becomes `You think`. Others stay as they are. */
export function aboutReader(text: string, reader: string): string {
  const name = text.slice(0, reader.length);
  const [, verb = '', rest = ''] = /^ ([\p{L}'’]+)(.*)$/u.exec(text.slice(reader.length)) ?? [];
  if (reader === '' || name.toLowerCase() !== reader.toLowerCase() || secondForm(verb) === undefined) return text;
  return `You ${secondForm(verb)}${rest.replaceAll(`${name}'s`, 'your').replaceAll(name, 'you')}`;
}

/** A verb as it goes with `you`; undefined for what is no verb. */
export function secondForm(verb: string): string | undefined {
  const known = irregular.get(verb);
  if (known !== undefined) return known;
  if (verbForms.get(verb) !== 'third') return verbForms.has(verb) ? verb : undefined;
  const candidates = [verb.slice(0, -1), verb.slice(0, -2), verb.replace(/ies$/, 'y')];
  return candidates.find((word) => ['base', 'both'].includes(verbForms.get(word) ?? ''));
}
