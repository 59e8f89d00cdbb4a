/** What one entity is to another, as a statement: the shortest that can be said of a memory that tells it. */
import type { ProseItem } from '../ambient/prose-item.ts';
import { secondForm } from './second-person.ts';
import type { Statement } from './told.ts';
import { isSame, nameOf } from './who-told.ts';

type Relation = NonNullable<ProseItem['relations']>[number];

/** What a relation is told for. */
export interface RelationOptions {
  readonly reader: string;
  readonly content: string;
}

/** `sister of` is told as `Mark's sister`. */
const possessed = /^(?:(?:an?|the) )?(?!part|member|kind|type|instance|made|out)(\p{Ll}[\p{Ll}-]*) of$/u;
/** Of which the noun is somebody's. */
const owned = /\b(?:[Mm]y|[Oo]ur|an?)(?: \p{Ll}+)? (\p{Ll}+),?(?: named| called)? $/u;
/** What says what something is without a verb. */
const withoutVerb =
  /^(?:an?|part|member|married|engaged|located|based|created|made|written|owned|known|named|called|partner)\b/;

/** The statement, in the second person where it is about the reader; `content` is what tells it. */
export function relationStatement(relation: Relation, { reader, content }: RelationOptions): Statement {
  const { from, predicate, to } = relation;
  const noun = predicate === 'owns' ? ownedAs(to, content) : undefined;
  if (noun !== undefined)
    return relationStatement({ from: to, predicate: `${noun} of`, to: from }, { reader, content: '' });
  const isReader = isSame(from, reader);
  const object = isSame(to, reader) ? 'you' : nameOf(to);
  const [verb = '', ...others] = withVerb(predicate, object).split(' ');
  const form = isReader ? (secondForm(verb) ?? verb) : verb;
  return { subject: isReader ? 'You' : nameOf(from), rest: [form, ...others].join(' ') };
}

/** What follows the subject: `is part of the shop`, `lives in Seattle`, `is Mark's sister`. */
function withVerb(predicate: string, object: string): string {
  const noun = possessed.exec(predicate)?.[1];
  if (noun !== undefined) return `is ${object === 'you' ? 'your' : `${object}'s`} ${noun}`;
  if (/^(?:is )?an?$/.test(predicate)) return `is ${/^[aeiou]/i.test(object) ? 'an' : 'a'} ${object}`;
  if (predicate === 'member of') return `is a member of ${object}`;
  return `${withoutVerb.test(predicate) ? 'is ' : ''}${predicate} ${object}`;
}

/** What somebody calls what is his: the `cat` of `my cat Luna`. */
function ownedAs(name: string, content: string): string | undefined {
  const at = content.indexOf(name);
  return at < 0 ? undefined : owned.exec(content.slice(0, at))?.[1];
}
