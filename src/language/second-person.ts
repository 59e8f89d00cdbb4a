/** What is said of the reader, said to it: `I was late` and `Lisa was late` become `you were late`. */
import { verbForms } from './verb-forms.ts';

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
