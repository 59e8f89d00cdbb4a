/** What one entity is to another, as a statement: the shortest that can be said of a memory that tells it. */
import { verbForms } from '../../remember/links/verb-forms.ts';
import type { ProseItem } from './prose-item.ts';
import type { Statement } from './told.ts';
import { isSame, nameOf } from './who-told.ts';

type Relation = NonNullable<ProseItem['relations']>[number];

/** `sister of` is told as `Mark's sister`. */
const possessed =
  /^(?:(?:a|the) )?(sister|brother|sibling|mother|father|parent|daughter|son|child|wife|husband|spouse|partner|cousin|aunt|uncle|niece|nephew|friend|colleague|boss|manager|neighbour|flatmate|owner|cat|dog|pet) of$/;
/** What says what something is without a verb. */
const withoutVerb =
  /^(?:an?|part|member|married|engaged|located|based|created|made|written|owned|known|named|called|partner)\b/;

/** The statement, in the second person where it is about the reader. */
export function relationStatement({ from, predicate, to }: Relation, reader: string): Statement {
  const isReader = isSame(from, reader);
  const object = isSame(to, reader) ? 'you' : nameOf(to);
  const [verb = '', ...others] = withVerb(predicate, object).split(' ');
  return { subject: isReader ? 'You' : nameOf(from), rest: [isReader ? bareForm(verb) : verb, ...others].join(' ') };
}

/** What follows the subject: `is part of the shop`, `lives in Seattle`, `is Mark's sister`. */
function withVerb(predicate: string, object: string): string {
  const kin = possessed.exec(predicate)?.[1];
  if (kin !== undefined) return `is ${object === 'you' ? 'your' : `${object}'s`} ${kin}`;
  if (/^(?:is )?an?$/.test(predicate)) return `is ${/^[aeiou]/i.test(object) ? 'an' : 'a'} ${object}`;
  if (predicate === 'member of') return `is a member of ${object}`;
  return `${withoutVerb.test(predicate) ? 'is ' : ''}${predicate} ${object}`;
}

/** `lives` as it goes with `you`. */
function bareForm(third: string): string {
  if (third === 'is') return 'are';
  if (third === 'has') return 'have';
  const candidates = [third.slice(0, -1), third.slice(0, -2), third.replace(/ies$/, 'y')];
  return candidates.find((word) => verbForms.get(word) === 'base') ?? third;
}
