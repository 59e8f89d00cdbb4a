/** What in a message a walk begins from: the names that this perspective knows, its speaker's own, and the triggers that it has. */
import { dayMs } from '../domain/time.ts';
import { daysAhead, weekdays, wordsForDay } from '../language/dates.ts';
import { isAmbiguousName, isOrdinaryName } from '../language/lexicon.ts';
import { kinOf, namesLike } from '../language/meant-names.ts';
import { withPlans } from '../language/occasions.ts';
import { isSomebodyActing, thingsOf } from '../language/one-of-ours.ts';
import { plainSpelling } from '../language/plain-spelling.ts';
import { conceptStopWords, escaped } from '../language/word-lists.ts';
import { termsOf } from '../language/words.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { roles } from '../recall-index/believer-names.ts';
import type { MemoryTable, ToldRelation } from '../recall-index/memory-table.ts';
import { namesMeant } from '../recall-index/name-matcher.ts';
import type { Meant, NameMatch } from '../recall-index/who-is-meant.ts';
import { isFactIn } from '../recall/believer-view.ts';
import { isOfPeople } from '../recall/said-around.ts';
import type { View } from '../recall/view.ts';
import { asksOfSelf, isAboutTheWorld, requestIn } from './bearing.ts';
import { daysOfYear, daysToWeekday, maxDays, maxNeighbours, maxOfDay, maxOfSeed, maxReadOfDays } from './defaults.ts';
import type { WordFits } from './names-in.ts';

/** What stands for a trigger, which has no name. */
export const triggerSeed = 'trigger';

/** A name in the message that this perspective knows, or words that call for some memories. */
export interface Seed {
  /** As the message writes it; `trigger` for all triggers together. */
  readonly text: string;
  /** Numbers of all that are called so; none for a trigger. */
  readonly entities: readonly number[];
  /** Numbers of the speakers who are called so. */
  readonly speakers: readonly number[];
  /** Each one who may be meant, where the name means several. */
  readonly among: readonly Meant[];
  /** Rows of the memories that the trigger calls for; none for a name. */
  readonly called: readonly number[];
  /** Rows of the memories that say it in the same words, whatever they take it for: the last ones. */
  readonly said: readonly number[];
  /** What a memory must say besides, in the words of whoever talks to the agent ("my sister"), or who said it: "I, Ada". */
  readonly mustSay?: RegExp;
  /** Set for a thing: it names nobody, and other memories are not looked for because of it. */
  readonly isThing?: true;
}

/** What stands for a message that names nobody. */
export const wholeMessage = 'message';
export const messageSeed: Seed = { text: wholeMessage, entities: [], speakers: [], among: [], called: [], said: [] };

/** "What is a unit test?" asks what words mean, and plans nothing; "What is a good dinner?" does. */
const asksMeaning =
  /^\W*(?:what(?:['’]s| is) an? (?!(?:good|nice|quick|easy|healthy|cheap|great)\b)[\p{L}-]+(?: [\p{L}-]+)?|define .*|what (?:does|do) .{1,40} mean)[?.! ]*$/iu;

/** The seeds in a message: each name once, in the order of the message, then whose sister or boss it speaks of. */
export function seedsIn(view: View, message: string): readonly Seed[] {
  const { index, believers: agents } = view;
  const believers = agents.flatMap((agent) => index.believer(agent) ?? []);
  const seeds = new Map<string, Seed>();
  const acting = new Set(actingIn(view, message));
  const known = [...acting, ...namesMeant(view.names, message)];
  for (const name of known) {
    const { from, to, surface, entities, speakers, among } = name;
    const who = `${entities} ${speakers}`;
    const text = message.slice(from, to);
    const isWord = isOrdinaryName(surface) && !acting.has(name);
    const said = among.length > 0 || isWord ? [] : rowsSaying(view, text);
    if (!seeds.has(who)) seeds.set(who, { text, entities, speakers, among, called: [], said });
  }
  for (const text of namesLike(message, known)) {
    const { entities, speakers } = view.names.named(text);
    // A name that is known and not meant here stays unsaid.
    const said = entities.length + speakers.length > 0 ? [] : rowsSaying(view, text);
    if (said.length > 0) seeds.set(text, { ...messageSeed, text, said });
  }
  for (const [text, seed] of ownIn(view, message)) if (!seeds.has(text)) seeds.set(text, seed);
  const planned = asksMeaning.test(message) ? '' : withPlans(message);
  const called = view
    .asLearned(triggeredBy(index.memories, believers, planned))
    .filter((row) => view.isInside(row) && isCalledFor(index.memories, row, planned));
  const trigger = { ...messageSeed, text: triggerSeed, called, ...ofNamedAlone(view, [...seeds.values()]) };
  return called.length === 0 ? [...seeds.values()] : [...seeds.values(), trigger];
}

/** Of several people what one says of themselves is called for by nothing that is for another: "I can't stand olives" by a cake for Rui. */
function ofNamedAlone(view: View, seeds: readonly Seed[]): Pick<Seed, 'mustSay'> {
  const named = seeds.filter(({ entities, speakers }) => entities.length + speakers.length > 0);
  if (named.length === 0 || !view.byBeliever.some(({ believer }) => believer.speakers.size > 1)) return {};
  const names = named.map(({ text }) => escaped(text)).join('|');
  return { mustSay: new RegExp(`^(?!\\W*(?:I|My)\\b)|(?:${names})`, 'u') };
}

/** What a message calls its speaker's own: relatives, pets and things, by its words for them. */
function* ownIn(view: View, message: string): Generator<readonly [text: string, seed: Seed]> {
  for (const { text, nouns, mustSay } of kinOf(message)) {
    const said = toldOf(view, nouns);
    if (said.length > 0) yield [text, { ...messageSeed, text, said, mustSay }];
  }
  for (const { text, nouns, mustSay } of isAboutTheWorld(message) ? [] : thingsOf(message)) {
    const said = toldOf(view, nouns);
    if (said.length > 0) yield [text, { ...messageSeed, text, said, mustSay, isThing: true }];
  }
}

/** Rows of what whoever talks to the agent told it, as far as is known, that have one of some nouns. */
function toldOf(view: View, nouns: readonly string[]): readonly number[] {
  const { memories } = view.index;
  const { speaker, speakers } = memories;
  const rows = [...new Set(nouns.flatMap((noun) => rowsSaying(view, noun)))].filter((row) => isOfPeople(view, row));
  const isUnnamed = (row: number): boolean => {
    const who = speaker.get(row);
    return !isFactIn(memories, row) && (who < 0 || roles.has(speakers.text(who).toLowerCase()));
  };
  return rows.some(isUnnamed) ? rows.filter((row) => isFactIn(memories, row) || isUnnamed(row)) : rows;
}

/** Words of a message that are looked at, at most. */
const maxWords = 200;
const smallWord = /(?<![\p{L}\p{N}_-])\p{Ll}{2,20}(?![\p{L}\p{N}_-])/gu;

/** Names of people and pets that are words, where the message has somebody alive by them: "pepper hasn't eaten". */
function actingIn(view: View, message: string): readonly NameMatch[] {
  const words = [...message.matchAll(smallWord)].slice(0, maxWords);
  return words.flatMap(({ 0: surface, index: from }) => {
    const called = calledByWord(view, surface);
    if (called === undefined) return [];
    const to = from + surface.length;
    return isSomebodyActing(message, { from, to, isAnimal: called.isAnimal }) ? [{ ...called.match, from, to }] : [];
  });
}

/** Somebody known who is called by an everyday word. */
function calledByWord(
  { names, index }: View,
  surface: string,
): { readonly match: Omit<NameMatch, 'from' | 'to'>; readonly isAnimal: boolean } | undefined {
  if ((conceptStopWords.has(surface) && !isAmbiguousName(surface)) || !isOrdinaryName(surface)) return undefined;
  const meaning = names.meaning(surface);
  const types = meaning.entities.map((entity) => index.memories.typeOf(entity));
  const isAnimal = types.includes('animal');
  return isAnimal || types.includes('person') ? { match: { surface, ...meaning }, isAnimal } : undefined;
}

/** A message without the words that are also somebody's name, and mean nobody here: "add pepper to the soup". */
export function withoutUnmeant(view: View, seeds: readonly Seed[], message: string): string {
  return message.replace(smallWord, (word) => {
    if (seeds.some(({ text }) => text === word)) return word;
    return calledByWord(view, word) === undefined ? word : ' ';
  });
}

/** Rows of the memories in view that have all words of a text, the last ones. */
function rowsSaying(view: View, text: string): readonly number[] {
  const terms = [...new Set(termsOf(text))].map((term) => view.index.memories.vocabulary.find(term));
  if (terms.length === 0 || terms.some((term) => term < 0)) return [];
  return view.rowsWith(terms, maxOfSeed);
}

/** Whether a trigger says enough by itself: any of a fact; of talk only those that were given or that an occasion makes. */
function isCalledFor(memories: MemoryTable, row: number, message: string): boolean {
  const { cognitive } = memories;
  return isFactIn(memories, row) || cognitive.isCalledBy(row, cognitive.patternsIn(message), true);
}

/**
 * The rows of the memories of some believers one of whose patterns (`surfacesWhen`) has all its words
 * in a message, each once. Whether they are in view is for the caller to see to.
 */
export function triggeredBy(
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  message: string,
): readonly number[] {
  const patterns = [...memories.cognitive.patternsIn(message)];
  const rows = believers.flatMap((believer) =>
    patterns.flatMap((pattern) => believer.triggeredBy(pattern).map((document) => believer.rowOf.get(document))),
  );
  return [...new Set(rows)].sort((one, other) => one - other);
}

// One step further: what is said of the neighbours of whom a message names.

/** What is said of a neighbour. */
export interface SaidOfNeighbour {
  readonly row: number;
  /** What leads to the neighbour. */
  readonly relation: ToldRelation;
  /** Whether it says where the neighbour is, and with it the name. */
  readonly isPlace: boolean;
}

/** Asks where somebody is, or for what is near or on the way. */
const asksForPlace =
  /\b(?:where|near|nearby|close to|closest|nearest|local|around (?:here|there)|address|city|town|country|visit(?:ing)?|come over|live[sd]?|living|home|moved?|send|sending|deliver\p{L}*|parcel|post|weather|rain|snow|storm|cold|heat|hot|warm|outside|outdoors|winter|summer|temperature|time zone|travel\p{L}*|trip|flight|train|drive)\b/iu;

/** Relations whose two ends are mostly in one place. */
const together: ReadonlySet<string> = new Set(['owns', 'married to', 'partner of', 'part of', 'lives with']);
/** Relations that say where something is. */
const places: ReadonlySet<string> = new Set(['lives in', 'located in']);

/**
 * What memories in view tell of at most three nearest neighbours of some entities: relations of neighbours that share a
 * word with the message, and the place of neighbours that are together with them, where the message asks for one.
 */
export function saidOfNeighbours(
  view: View,
  entities: readonly number[],
  told: readonly number[],
  { message, fits }: { readonly message: string; readonly fits: WordFits },
): readonly SaidOfNeighbour[] {
  const asksWhere = asksForPlace.test(message);
  return [...neighboursOf(view, entities, told)].flatMap(([neighbour, relation]) => {
    const same = view.sameAs(neighbour);
    return view.rowsOf(same, maxOfSeed).flatMap((row) => {
      const own = view.relationsIn(row).filter(({ from }) => same.includes(from));
      const isPlace =
        asksWhere && together.has(relation.predicate) && own.some(({ predicate }) => places.has(predicate));
      return isPlace || (own.length > 0 && fits.of(row) > 0) ? [{ row, relation, isPlace }] : [];
    });
  });
}

/** The neighbours of some entities with the relation that leads there: those of what is told last, and those that are together with them first. */
function neighboursOf(
  view: View,
  entities: readonly number[],
  told: readonly number[],
): ReadonlyMap<number, ToldRelation> {
  const relations = told.flatMap((row) => view.relationsIn(row));
  const ordered = [true, false].flatMap((near) =>
    relations.filter(({ predicate }) => together.has(predicate) === near),
  );
  const neighbours = new Map<number, ToldRelation>();
  for (const relation of ordered) {
    const { from, to } = relation;
    const isFrom = entities.includes(from);
    const other = isFrom ? to : from;
    if (isFrom === entities.includes(to) || neighbours.has(other)) continue;
    if (neighbours.size < maxNeighbours) neighbours.set(other, relation);
  }
  return neighbours;
}

// What is set for the days that a message plans for.

/** Somebody wants to meet, or it is asked whether a day suits. */
const asksForTime = new RegExp(
  String.raw`\b(?:wants?|wanted|would like|['’]d like|asks?|asked|suggests?|proposes?|coming|comes?|visits?|visiting)\b|\b(?:how|what) about\b|\b(?:is|does|would|will) (?:next |this )?(?:${weekdays.join('|')}|tomorrow|the \d{1,2}\p{L}{2})\b.*\b(?:free|good|fine|ok|okay|work|works|suit|possible|taken|busy|booked)\b|\b(?:free|available|busy|make it|meet|have time)\b|\b(?:my|our) (?:calendar|agenda|schedule|diary|plans?)\b|\bwhat(?:['’]s| is) (?:on|planned|coming up)\b`,
  'iu',
);
/** "Tell me a fact about Wednesday" plans nothing for it; "How about Wednesday?" does. */
const isTopic = new RegExp(String.raw`(?<!\b(?:how|what) )\babout (?:next |this )?(?:${weekdays.join('|')})`, 'iu');
/** Words by which what was said on the day before or the day itself calls it. */
const nearDayWords = ['tomorrow', 'tonight', 'today', 'weekend'];

/** The days to come for which a message plans or asks for time; none of a question for what the world knows. */
export function daysPlanned(message: string, now: Date): readonly number[] {
  const plain = plainSpelling(message);
  const isPlan =
    !isAboutTheWorld(plain) &&
    !isTopic.test(plain) &&
    (asksOfSelf.test(plain) || asksForTime.test(plain) || requestIn(plain).isOrder);
  return isPlan ? daysAhead(plain, now) : [];
}

/** Rows of what was told to the agent and may be set for one of some days, by its words for them; those with the date first. */
export function rowsNaming(view: View, days: readonly number[]): readonly number[] {
  const { memories } = view.index;
  const saying = (words: string, withinDays: number, max = maxOfDay): readonly number[] => {
    const terms = termsOf(words).map((term) => memories.vocabulary.find(term));
    const earliest = view.time - withinDays * dayMs;
    return terms.some((term) => term < 0)
      ? []
      : view.rowsWith(terms, max).filter((row) => memories.occurredAt.get(row) >= earliest);
  };
  const named = days.slice(0, maxDays).map(wordsForDay);
  const rows = [
    ...named.flatMap(({ dates }) => dates.flatMap((date) => saying(date, daysOfYear))),
    ...named.flatMap(({ weekday }) => saying(weekday, daysToWeekday)),
    ...nearDayWords.flatMap((word) => saying(word, daysToWeekday)),
    // A stretch of days has the name of its month.
    ...named.flatMap(({ month }) => saying(month, daysOfYear)),
  ];
  return [...new Set(rows)].filter((row) => isOfPeople(view, row)).slice(0, maxReadOfDays);
}
