import { rarityOf } from '../language/common-words.ts';
import { languageOf } from '../language/languages.ts';
import { honorifics } from '../language/name-forms.ts';
import { tellsOfSelf } from '../language/revision-wording.ts';
import { termsOf, wordsOf } from '../language/words.ts';
import type { ToldRelation } from '../recall-index/memory-table.ts';
import { weightedProfile } from '../recall/profiles.ts';
import { answerFloor } from '../recall/defaults.ts';
import { rank } from '../recall/rank.ts';
import { isOfPeople } from '../recall/said-around.ts';
import type { View } from '../recall/view.ts';
import {
  bearingCloseness,
  fewOfSeed,
  foreignShare,
  unclearFloor,
  leastRareThing,
  maxOfSeed,
  neighbourShare,
  ownFloor,
  readNodes,
  minTerms,
  namedCloseness,
  namedFloorShare,
  triggerCloseness,
  unnamedFloor,
  unnamedShare,
} from './defaults.ts';
import {
  isAboutTheWorld,
  isOfMatter,
  isPointing,
  isRule,
  matterOf,
  orderedVerb,
  ownTerms,
  requestIn,
  rulesBearingOn,
} from './bearing.ts';
import { type WordFits, isToSomebody, rarestOf, sharesTelling, withoutDay, withoutFolders } from './names-in.ts';
import { messageSeed, type Seed, saidOfNeighbours, triggerSeed, withoutUnmeant } from './seeds.ts';

/** A memory that the walk came to. */
export interface WalkNode {
  readonly row: number;
  readonly seed: Seed;
  /** How it was come to. */
  readonly by:
    | 'speaks-of'
    | 'said-by'
    | 'called-for'
    | 'bearing'
    | 'recalled'
    | 'read'
    | 'changed'
    | 'set-for'
    | ToldRelation;
  /** How closely it belongs to the message, 0..1. */
  readonly closeness: number;
}

/** What a walk is for. */
interface Walked {
  readonly message: string;
  readonly fits: WordFits;
  /** Rows of what answers the message or is called for by it. */
  readonly concerned: ReadonlySet<number>;
}

/** The memories one step from some seeds by row, each by its closest way. */
export function walkFrom(view: View, seeds: readonly Seed[], walked: Walked): ReadonlyMap<number, WalkNode> {
  const { message, fits } = walked;
  const nodes = new Map<number, WalkNode>();
  const named = new Set<number>();
  const matter = matterOf(view, message);
  for (const seed of seeds) {
    // Of a town or a river the world has more to say than this memory: unless somebody speaks of themselves, only what the
    // message asks for counts.
    if (!tellsOfSelf(message) && isPlace(view, seed)) continue;
    for (const way of waysFrom(view, seed, walked)) {
      const node = { ...way, closeness: either(way.closeness, matter(way.row)) };
      if (way.by === 'speaks-of' || way.by === 'said-by') named.add(way.row);
      if (node.closeness > (nodes.get(node.row)?.closeness ?? 0)) nodes.set(node.row, node);
    }
  }
  const isBare = (row: number): boolean => !isRule(view, row) && fits.of(row) === 0 && matter(row) === 0;
  for (const row of besideTheMatter(view, nodes, { seeds, named, walked, isBare })) nodes.delete(row);
  return nodes;
}

/** What the nodes of a walk are judged by. */
interface Judged {
  readonly seeds: readonly Seed[];
  /** Rows that have a name of the message. */
  readonly named: ReadonlySet<number>;
  readonly walked: Walked;
  /** Whether a row has nothing of the message but a name. */
  readonly isBare: (row: number) => boolean;
}

/** Rows that go: what only has a name, where another answers or is called for; in talk, what somebody else than the named needs. */
function besideTheMatter(
  view: View,
  nodes: ReadonlyMap<number, WalkNode>,
  { seeds, named, walked: { message, concerned }, isBare }: Judged,
): readonly number[] {
  const isAsking = /[?？]/u.test(message) || requestIn(message).isOrder;
  // "Holger is so tired": what recall has for his name alone answers nothing.
  const isAnswer = (row: number): boolean =>
    concerned.has(row) && (isAsking || !isBare(row) || seeds.some(({ called }) => called.includes(row)));
  const isAnswered = !asksForAll.test(message) && [...named].some(isAnswer);
  return [...nodes.values()].flatMap(({ row, by }) => {
    const isIdle = isAnswered && named.has(row) && !concerned.has(row) && isBare(row);
    return isIdle || (by === 'called-for' && isOfAnother(view, row, seeds)) ? [row] : [];
  });
}

/** Whether a memory is talk between people and of none of those whom a message names: its trigger calls for what these need. */
function isOfAnother(view: View, row: number, seeds: readonly Seed[]): boolean {
  const named = seeds.filter((seed) => seed.text !== triggerSeed && seed.isThing !== true && !isPlace(view, seed));
  if (named.length === 0 || isOfPeople(view, row)) return false;
  const { mentions, speaker } = view.index.memories;
  const own = termsIn(view, row);
  return !named.some(
    ({ text, entities, speakers }) =>
      speakers.includes(speaker.get(row)) ||
      mentions[row]?.some((one, at) => at % 2 === 0 && entities.includes(one)) ||
      termsOf(text).some((term) => own.has(term)),
  );
}

/** Asks how somebody is, or for whatever is known of them. */
const asksForAll =
  /\bhow(?:['’]s| is| are| was| were| has| have|s)\b(?! \p{L}+['’]s \p{L})|\b(?:tell me|know|remember|remind me|everything|anything|news|heard|update) (?:about|of|from|on)\b|\bwho(?:['’]s| is| are)\b|\bup to\b|\bwhat(?:['’]s| is) new\b/iu;
function isPlace({ index: { memories } }: View, { entities }: Seed): boolean {
  return entities.length > 0 && entities.every((entity) => memories.typeOf(entity) === 'place');
}

/** Every way from a seed to a memory in view; some lead to the same one. */
function* waysFrom(view: View, seed: Seed, walked: Walked): Generator<WalkNode, void, undefined> {
  const { fits } = walked;
  const told = [...new Set([...view.rowsOf(seed.entities, maxOfSeed), ...seed.said])];
  const few = Math.min(namedCloseness, fewOfSeed / Math.max(1, told.length + countSaid(view, seed)));
  const way = (row: number, by: WalkNode['by'], base: number, share = 1): WalkNode => {
    return { row, seed, by, closeness: share * either(base, fits.of(row)) };
  };
  for (const row of told) yield way(row, 'speaks-of', few);
  for (const row of seed.called) yield way(row, 'called-for', triggerCloseness);
  for (const { row, relation, isPlace } of saidOfNeighbours(view, seed.entities, told, walked)) {
    yield way(row, relation, isPlace ? few : 0, neighbourShare);
  }
  for (const row of fits.saidBy(seed.speakers)) if (view.isInside(row)) yield way(row, 'said-by', few);
  // What was said of the name before that counts where it has the message's words.
  if (told.length < maxOfSeed) return;
  for (const row of fits.speakingOf(seed.entities)) if (view.isInside(row)) yield way(row, 'speaks-of', few);
}

/** What is asked of recall. */
interface Asked {
  readonly message: string;
  readonly technicalTerms: readonly string[];
}

/**
 * What recall answers to a message, by row, best first. If the message has names, it is what passes recall's floor. If
 * it names nobody, it is what the user told that has to do with it, and of talk only what is nearly certain to be asked for.
 */
export function recalledFor(
  view: View,
  seeds: readonly Seed[],
  { message: said, technicalTerms }: Asked,
): ReadonlyMap<number, WalkNode> {
  const nodes = new Map<number, WalkNode>();
  const message = withoutDay(withoutUnmeant(view, seeds, said)).replace(timeLeft, 'When is');
  const named = seeds.filter(({ text, isThing }) => text !== triggerSeed && isThing !== true);
  const [seed = messageSeed] = named;
  const terms = named.flatMap(({ text }) => termsOf(text));
  // That two people are called "Mr" is nothing in common.
  const names = new Set(terms.filter((term) => !honorifics.has(term)));
  const asked = new Set(termsOf(withoutFolders(message)).filter((term) => !terms.includes(term)));
  const matter = matterOf(view, message);
  const bearing = rulesBearingOn(view, message, asked).filter(([row]) => !isForOther(view, row, named, message));
  for (const [row, closeness] of bearing)
    nodes.set(row, { row, seed, by: 'bearing', closeness: either(closeness, matter(row)) });
  const isNamed = named.length > 0;
  const isStatement = statesOfSelf.test(message);
  const isOfTheWorld = isAboutTheWorld(message);
  const isShort = asked.size < minTerms;
  // In other languages few terms are left of a sentence.
  const isEnglish = languageOf(said, wordsOf(said)) === 'en';
  // Of names alone nothing is asked, nor by a few words about the world or oneself.
  if (asked.size === 0 || (!isNamed && isShort && (isStatement || isOfTheWorld))) return nodes;
  const leastOf = (row: number): number => {
    if (isNamed) return answerFloor * namedFloorShare;
    if (!isStatement && isOfPeople(view, row))
      return (isShort && isEnglish) || isOfTheWorld ? unclearFloor : ownFloor * (isEnglish ? 1 : foreignShare);
    return isShort ? 1 : unnamedFloor;
  };
  // Of what the user told without the name, a word that everybody uses is chance: "Which Postgres do we run?" So is a word for
  // a sort in what is told of another name: "a call with the client Northgate" is of no other client.
  const isUnnamed = (row: number): boolean =>
    isNamed && isOfPeople(view, row) && ![...termsIn(view, row)].some((term) => names.has(term));
  const isChance = (row: number, relevance: number): boolean => {
    if (!isUnnamed(row)) return false;
    const own = termsIn(view, row);
    const shared = [...asked].filter((term) => own.has(term));
    if (shared.length === 0 && terms.some((term) => own.has(term))) return true;
    if (speaksOfOthers(view, row, named) && !shared.some((term) => isTelling(term) && isPointing(term))) return true;
    return relevance < unclearFloor && shared.length > 0 && !shared.some(isTelling);
  };
  const profile = weightedProfile('balanced', {});
  const { hits } = rank(view, { text: rarestOf(view, message), limit: readNodes, profile, technicalTerms });
  const best = Math.max(...hits.map(({ score }) => score));
  const called = new Set(seeds.flatMap((each) => each.called));
  const telling = [...asked].filter(isOfMatter);
  const verb = orderedVerb(message);
  const isVerbOnly = telling.every((term) => term === verb);
  const isApt = (row: number): boolean =>
    !called.has(row) &&
    !isForOther(view, row, named, message) &&
    sharesTelling(termsIn(view, row), telling, isVerbOnly);
  for (const { id, score, relevance } of hits) {
    const row = view.index.memories.row(id);
    if (relevance < leastOf(row) || (called.has(row) && isOfAnother(view, row, seeds))) continue;
    if (isNamed ? isChance(row, relevance) : !isApt(row)) continue;
    const answers = (score / best) * (isUnnamed(row) ? unnamedShare : 1);
    const closeness = either(either(answers, nodes.get(row)?.closeness ?? 0), matter(row));
    nodes.set(row, { row, seed, by: 'recalled', closeness });
  }
  return nodes;
}

const isTelling = (term: string): boolean => rarityOf(term) >= leastRareThing;

/** What Ravi likes in a mail is for no mail to the landlord. */
function isForOther(view: View, row: number, named: readonly Seed[], message: string): boolean {
  return (named.length > 0 || isToSomebody(message)) && speaksOfOthers(view, row, named, 'person');
}

/** Whether a memory names somebody or something (of a type), and none of what a message names. */
function speaksOfOthers({ index: { memories } }: View, row: number, seeds: readonly Seed[], type?: string): boolean {
  const all = memories.mentions[row]?.filter((_, at) => at % 2 === 0) ?? [];
  const spokenOf = type === undefined || all.some((entity) => memories.typeOf(entity) === type) ? all : [];
  return spokenOf.length > 0 && !seeds.some(({ entities }) => spokenOf.some((entity) => entities.includes(entity)));
}

/** What is set for the days of a message, as far as nothing closer led to it. */
export function setForDays(rows: readonly number[], seeds: readonly Seed[]): readonly (readonly [number, WalkNode])[] {
  const [seed = messageSeed] = seeds.filter(({ text }) => text !== triggerSeed);
  return rows.map((row) => [row, { row, seed, by: 'set-for', closeness: bearingCloseness }]);
}

/** Asks for a day by what is left until then. */
const timeLeft = /\bhow (?:long|much time|many (?:days|weeks|months))\b.{0,40}? (?:until|till|before)\b/i;

/** Tells of oneself, and asks for nothing: "I sleep badly on Mondays." */
const statesOfSelf = /^\W*(?:I|we|my|our)\b(?! (?:(?:want|need|['\u2019]d like|would like)\b|have to\b))[^?]*$/i;

function termsIn({ index: { memories } }: View, row: number): ReadonlySet<string> {
  return new Set(ownTerms(memories, row).map((term) => memories.vocabulary.text(term)));
}

/** Either is enough, both are better: 0..1. */
function either(one: number, other: number): number {
  return 1 - (1 - one) * (1 - other);
}

/** How many memories are theirs who are called so. */
function countSaid({ index, believers }: View, { speakers }: Seed): number {
  const counts = believers.flatMap((agent) => speakers.map((speaker) => index.believer(agent)?.speakers.get(speaker)));
  return counts.reduce<number>((sum, count = 0) => sum + count, 0);
}
