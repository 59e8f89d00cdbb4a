/** What it takes to read and change the text of a configuration, whatever its syntax. */

/** The way to a value: names of tables and places in lists. */
export type ValuePath = readonly (string | number)[];

/** One way of writing configuration. */
export interface ConfigText {
  /** What an error calls it. */
  readonly name: string;
  /** The data of a text. @throws when the text is damaged. */
  readonly read: (text: string) => unknown;
  /** The text with a value set, made where there is none; undefined takes it out, and what is left empty above it. */
  readonly write: (text: string, path: ValuePath, value: unknown) => string;
}
