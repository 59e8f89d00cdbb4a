/**
 * What was told later of the things that memories speak of: beside "We deploy to Heroku" the move to Fly.io. A message that
 * brings the one to mind is told the other, since it holds now. It goes by words that both have, and is for what the user
 * told, not for talk between people.
 */
import { rarityOf } from '../language/common-words.ts';
import { months, weekdays } from '../language/dates.ts';
import { isGivenName } from '../language/lexicon.ts';
import { endedBy } from '../language/relation-between.ts';
import { allChanges, areOfOneMatter, tellsTurn, unitTerms } from '../language/revision-wording.ts';
import { endsLife } from '../language/standing-times.ts';
import { tellsStanding } from '../language/standing-statements.ts';
import { termSetOf, termsOf } from '../language/words.ts';
import { mayReplace, statementOf } from '../recall/replacement.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import { isOfPeople } from '../recall/said-around.ts';
import type { View } from '../recall/view.ts';
import { isPointing, isRule, lightTerms, ownTerms } from './bearing.ts';
import { leastSharedRarity, leastSharedShare, maxLater, maxPlacesOfTerm } from './defaults.ts';

const isTelling = (term: string): boolean => rarityOf(term) >= leastSharedRarity;

/** Rows of what was told after a memory and has a telling word of it, the last ones. */
export function toldLater(view: View, row: number): readonly number[] {
  const { memories } = view.index;
  // Talk between people goes on about a thing without taking back what was said of it.
  if (!isOfPeople(view, row)) return [];
  const said = memories.occurredAt.get(row);
  const rows = ownTerms(memories, row).flatMap((term) => {
    const places = view.byBeliever.reduce((sum, { believer }) => sum + believer.postingCount(term), 0);
    return places <= maxPlacesOfTerm && isTelling(memories.vocabulary.text(term))
      ? view.rowsWith([term], maxLater)
      : [];
  });
  return [...new Set(rows)].filter(
    (other) =>
      other !== row &&
      (memories.occurredAt.get(other) > said ||
        (memories.occurredAt.get(other) === said && view.compareLearned(other, row) > 0)),
  );
}

/** What somebody must do with a thing goes on when the thing changes. */
const duty = /\b(?:[Hh]e|[Ss]he|[Tt]hey|\p{Lu}\p{Ll}+) must\b/u;

/** Says how something is to be done, and not only how it is. */
const ordering =
  /^(?:please )?(?:use|prefer|avoid|don['’]t|do not|no|make sure|keep)\b|\b(?:always|never|must|only)\b/i;

/** Whether a text tells that something is done in another way: that a linter was switched on ends no rule. */
function tellsOtherWay(text: string): boolean {
  return tellsTurn(text) || tellsStanding(text) || otherWay.test(text);
}
const otherWay = /\b(?:switch(?:ed|ing)? (?!on\b|off\b)|moved|migrated|changed|decided|instead|now|lifted|allowed)\b/i;

/**
 * Whether a later memory tells what became of what an earlier one says.
 *
 * @param meant - numbers of the entities because of which the earlier one is told.
 */
export function tellsWhatBecame(
  view: View,
  later: RecalledMemory,
  earlier: RecalledMemory,
  meant: readonly number[] = [],
): boolean {
  const { memories } = view.index;
  const compareLearned = (one: string, other: string): number => view.compareIdsLearned(one, other);
  if (!isOfPeople(view, memories.row(earlier.id)) || !mayReplace(later, earlier, { compareLearned })) return false;
  const [now, before] = [later.content, earlier.content];
  const names = new Set([...later.entities, ...earlier.entities].flatMap(({ name }) => termsOf(name)));
  // What lives beside a file is of no home.
  const isThing = (term: string): boolean =>
    isTelling(term) && !lightTerms.has(term) && !names.has(term) && !isGivenName(term) && term !== 'live';
  const isKept =
    duty.test(before) || (ordering.test(before) && isRule(view, memories.row(earlier.id)) && !tellsOtherWay(now));
  return (
    (!isKept && shareOfMatter(now, before, isThing) >= leastSharedShare) ||
    areOfOneMatter(now, before) ||
    tellsTurnOf(
      later,
      earlier,
      meant.map((entity) => memories.names.text(entity)),
    ) ||
    endsLife(now) ||
    endedBy(statementOf(later), statementOf(earlier)).length > 0
  );
}

/** "Lena is away, Aziz takes over Pellow" tells a turn of what Lena had to do with Pellow: both have the two names. */
function tellsTurnOf(later: RecalledMemory, earlier: RecalledMemory, meant: readonly string[]): boolean {
  const shared = later.entities.filter(({ id }) => earlier.entities.some((other) => other.id === id));
  const isOfMeant = meant.length === 0 || shared.some(({ id }) => meant.includes(id));
  return isOfMeant && shared.length > 1 && (tellsTurn(later.content) || /\b(?:now|left)\b/i.test(later.content));
}

/** What a text speaks of, as terms: neither numbers, unitTerms and days, nor what tells a change. */
interface Matters {
  readonly things: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** What a text speaks of: its things, and the names within it. */
function mattersOf(text: string): Matters {
  const termsIn = (plain: string): ReadonlySet<string> =>
    new Set(termsOf(plain).filter((term) => !unitTerms.has(term) && !days.has(term) && !/\d/.test(term)));
  const things = text.replaceAll(namesAndNumbers, ' ').replaceAll(allChanges, ' ');
  return { things: termsIn(things), names: termsIn((text.match(namesAndNumbers) ?? []).join(' ')) };
}
const somewhere = /\b(?:in|on|at|within|across|throughout) (?:(?:this|the|our|my|that|all|whole|entire) )+\p{L}+/giu;
const namesAndNumbers = /(?<!\S)\S*[\p{L}\d][-_/.:\d]+[\p{L}\d]\S*|\S*\d\S*|(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}]*/gu;
const days = termSetOf([...weekdays, ...months].join(' '));

/**
 * How much of what two texts say is the same, as terms weighed by how rare they are, 0..1. One word of many is no matter in
 * common; neither is a name, but what another name stands beside is another matter.
 */
function shareOfMatter(later: string, earlier: string, counts: (term: string) => boolean): number {
  const now = mattersOf(later);
  const before = mattersOf(earlier);
  const weightOf = (terms: readonly string[]): number => terms.reduce((sum, term) => sum + rarityOf(term), 0);
  const common = [...now.things].filter((term) => before.things.has(term) && counts(term));
  const places = termSetOf((earlier.match(somewhere) ?? []).join(' '));
  // Of clients or of tests much is said; and where a thing is done is not what is done.
  const isMatter = common.length > 1 || common.some((term) => isPointing(term) && !places.has(term));
  const shared = isMatter ? weightOf(common) : 0;
  const own = (one: Matters, other: Matters): readonly string[] => [
    ...[...one.things].filter((term) => !other.names.has(term)),
    ...[...one.names].filter((term) => !other.names.has(term) && !other.things.has(term)),
  ];
  return shared === 0 ? 0 : shared / Math.sqrt(weightOf(own(now, before)) * weightOf(own(before, now)));
}
