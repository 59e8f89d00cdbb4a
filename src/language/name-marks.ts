/**
 * A text in which every known name is one character, so that rules see where names stand and not
 * how they are written: "Mark lives in New York" reads "N lives in N". Whoever speaks is a name too.
 */
import { foldName } from './fold.ts';
import type { EntityType } from '../domain/records.ts';

/** A name that a text may relate to another. */
export interface RelatedName {
  readonly name: string;
  readonly type: EntityType;
  /** The forms in which the text writes it. */
  readonly surfaces: readonly string[];
}

/** A relation between two names of a memory. */
export interface NamedRelation {
  readonly from: string;
  /** In words. */
  readonly predicate: string;
  readonly to: string;
  /** Whether it was found in the text: then nobody is told where it makes no edge. */
  readonly found?: true;
}

/** One mark, as the source of a regular expression: of a name, or of whoever speaks as "I". */
export const markSource = '[\\uE000-\\uE0FF\\uF8FF]';
/** The mark of "I". */
export const selfMark = '\uf8ff';

const firstMark = 0xe000;
const privateUse = /[\uE000-\uF8FF]/g;

/** What the marks of a text stand for. */
export class NameMarks {
  readonly #names: readonly RelatedName[];
  readonly #speaker: RelatedName | undefined;

  constructor(names: readonly RelatedName[], speaker: string | undefined) {
    const key = speaker === undefined ? undefined : foldName(speaker);
    this.#names = names;
    this.#speaker =
      names.find(({ name }) => foldName(name) === key) ??
      (speaker === undefined ? undefined : { name: speaker, type: 'person', surfaces: [speaker] });
  }

  /** The name that a mark stands for. */
  of(mark: string): RelatedName | undefined {
    return mark === selfMark ? this.#speaker : this.#names[mark.charCodeAt(0) - firstMark];
  }

  /** The text with marks in the place of names, and of "I" and "my" where it is known who speaks. */
  mark(content: string): string {
    const marks = new Map(
      this.#names.flatMap(({ surfaces }, position) =>
        surfaces.map((surface): [string, string] => [surface, String.fromCharCode(firstMark + position)]),
      ),
    );
    const plain = content.replace(privateUse, ' ').replace(/[\u2018\u2019\u02bc\u2032]/g, "'");
    const marked =
      marks.size === 0 ? plain : plain.replace(anyOf([...marks.keys()]), (form) => marks.get(form) ?? form);
    return this.#speaker === undefined ? marked : withSelf(marked);
  }
}

/** "I'm", "my" and "we": whoever speaks. */
function withSelf(text: string): string {
  return text
    .replace(/\b(?:[Mm]y|[Oo]ur)\b/g, `${selfMark}'s`)
    .replace(/\b(?:I|[Ww]e)(?:'m| am|'re| are)\b/g, `${selfMark} am`)
    .replace(/\b(?:I|[Ww]e)(?:'ve| have)\b/g, `${selfMark} have`)
    .replace(/\b(?:I|[Ww]e)\b(?!['./])/g, selfMark);
}

/** One of some texts as whole words, the longest first. */
function anyOf(forms: readonly string[]): RegExp {
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}
