/** Reads the values of options, and says which they may have. What range a value may have is the library's to say. */
import { InvalidArgumentError, type Mood, quadrantMoods, type VerbOption } from '../index.ts';
import { grouped } from './text-layout.ts';

/** Reads a number for an option, e.g. `decimal('observe', '--importance')`. */
export function decimal(operation: string, option: string): (text: string) => number {
  return (text) => {
    if (/^[-+]?(\d+\.?\d*|\.\d+)$/.test(text.trim())) return Number(text);
    throw refused(operation, option, 'must be a number', text);
  };
}

/** Reads a whole number for an option. */
export function wholeNumber(operation: string, option: string): (text: string) => number {
  return (text) => {
    if (/^[-+]?\d+$/.test(text.trim())) return Number(text);
    throw refused(operation, option, 'must be a whole number', text);
  };
}

/** Reads a mood for an option: `VALENCE,AROUSAL`, or the name of a quadrant for its middle. */
export function moodReader(operation: string, option: string): (text: string) => Mood {
  const read = decimal(operation, option);
  return (text) => {
    const named = Object.entries(quadrantMoods).find(([name]) => name === text.trim().toLowerCase());
    if (named !== undefined) return named[1];
    const parts = text.split(',');
    const [valence, arousal] = parts;
    if (parts.length !== 2 || valence === undefined || arousal === undefined) {
      throw refused(
        operation,
        option,
        `must be VALENCE,AROUSAL such as 0.5,-0.2, or one of ${Object.keys(quadrantMoods).join(', ')}`,
        text,
      );
    }
    return { valence: read(valence), arousal: read(arousal) };
  };
}

/** Reads a value that is written as JSON. */
export function jsonReader(operation: string, option: string): (text: string) => unknown {
  return (text) => {
    try {
      const value: unknown = JSON.parse(text);
      return value;
    } catch {
      throw refused(operation, option, 'must be JSON', text);
    }
  };
}

/** Reads a path, which an empty text is none of: it would stand for the working folder. */
export function pathReader(operation: string, option: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text;
    throw refused(operation, option, 'must not be blank', text);
  };
}

/** Gathers an option that may be repeated. */
export function repeated(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Gathers an option that may be repeated and may hold several, separated by commas. */
export function repeatedList(value: string, before: readonly string[] | undefined): readonly string[] {
  return [
    ...(before ?? []),
    ...value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ];
}

/** What an option means with what the rules of the verb say of its value; its default, if words tell one, comes last. */
export function optionWords(words: string, option: VerbOption | undefined): string {
  if (option === undefined) return words;
  const { kind, isList, choices = [], min, max } = option;
  const rules = [
    ...(kind === 'date' ? ['ISO 8601.'] : []),
    ...(min === undefined || max === undefined ? [] : [rangeWords(min, max)]),
    ...(choices.every((choice) => words.includes(`\`${choice}\``)) ? [] : [`One of ${alternatives(choices)}.`]),
    ...(isList ? ['May be repeated.'] : []),
  ];
  const [meaning, ...ifMissing] = words.split(/ (?=Default: )/);
  return [meaning, ...rules, ...ifMissing].join(' ');
}

function rangeWords(min: number, max: number): string {
  return max >= 2 ** 31 - 1 ? `From ${min}.` : `From ${min} to ${grouped(max)}.`;
}

function alternatives(choices: readonly string[]): string {
  const [last, ...others] = choices.map((choice) => `\`${choice}\``).reverse();
  if (others.length < 2) return [...others, last].join(' or ');
  return `${others.reverse().join(', ')}, or ${last}`;
}

function refused(operation: string, option: string, rule: string, text: string): InvalidArgumentError {
  return new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `${operation}: "${option}" ${rule}, got ${JSON.stringify(text)}.`,
  );
}
