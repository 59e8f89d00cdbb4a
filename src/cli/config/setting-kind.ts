/** What kinds of values settings have: how each is read from text and what it may be. */

/** A kind of value. */
export interface SettingKind<T> {
  /** In words, for messages and the documentation, e.g. `a whole number, 1-200`. */
  readonly words: string;
  /** The value that a text in the environment stands for; what it cannot read it leaves as it is. */
  fromText(text: string): unknown;
  /** Whether a value is of this kind. */
  accepts(value: unknown): value is T;
}

/** A text that is not blank. */
export const textKind: SettingKind<string> = {
  words: 'a text',
  fromText: (text) => text,
  accepts: (value): value is string => typeof value === 'string' && value.trim() !== '',
};

/** Yes or no. */
export const switchKind: SettingKind<boolean> = {
  words: 'true or false',
  fromText: (text) => ({ true: true, false: false, '1': true, '0': false })[text.toLowerCase()] ?? text,
  accepts: (value): value is boolean => typeof value === 'boolean',
};

/** A list of texts; separated by commas in the environment. */
export const listKind: SettingKind<readonly string[]> = {
  words: 'a list of texts',
  fromText: (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  accepts: (value): value is readonly string[] => Array.isArray(value) && value.every((part) => textKind.accepts(part)),
};

/** Lists of texts by name; `name=text,text;name=text` in the environment. */
export const listsKind: SettingKind<Readonly<Record<string, readonly string[]>>> = {
  words: 'lists of texts by name',
  fromText: (text) => {
    const parts = text.split(';').filter((part) => part.trim() !== '');
    const lists = parts.map((part) => {
      const [, name, list] = /^([^=]+)=(.*)$/s.exec(part) ?? [];
      return name === undefined || list === undefined ? undefined : ([name.trim(), listKind.fromText(list)] as const);
    });
    return lists.includes(undefined) ? text : Object.fromEntries(lists as (readonly [string, unknown])[]);
  },
  accepts: (value): value is Readonly<Record<string, readonly string[]>> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((list) => listKind.accepts(list)),
};

/** One of a closed list of words. */
export function choiceKind<T extends string>(choices: readonly T[]): SettingKind<T> {
  return {
    words: `one of ${choices.join(', ')}`,
    fromText: (text) => text,
    accepts: (value): value is T => choices.some((choice) => choice === value),
  };
}

/** A number in a closed range. */
export function numberKind(min: number, max: number): SettingKind<number> {
  return {
    words: `a number, ${min}-${max}`,
    fromText: numberFromText,
    accepts: (value): value is number => typeof value === 'number' && value >= min && value <= max,
  };
}

/** A whole number in a closed range. */
export function wholeNumberKind(min: number, max: number): SettingKind<number> {
  return {
    words: `a whole number, ${min}-${max}`,
    fromText: numberFromText,
    accepts: (value): value is number => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}

function numberFromText(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
