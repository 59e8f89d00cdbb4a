/**
 * Which standing statements bear on a message: those that share two telling words with it, a rare one, or the
 * verb of what it orders. "Commit your changes" brings up "commit messages in imperative mood please", although it names nobody.
 */
import { rarityOf } from '../language/common-words.ts';
import { answering } from '../language/parse-statement.ts';
import { isAskingWord, isCourtesyWord } from '../language/query-wording.ts';
import { plainSpelling } from '../language/plain-spelling.ts';
import { setOf } from '../language/word-lists.ts';
import { stemOf, termSetOf } from '../language/words.ts';
import { roles } from '../recall-index/believer-names.ts';
import { documentOf } from '../recall-index/posting-lists.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import { leastRarity } from '../recall/defaults.ts';
import type { View } from '../recall/view.ts';
import { maxBearing, maxPostings, sharedWeight } from './defaults.ts';

/** The verb of an order or a wish: "Please commit ...", "can you schedule ...", "let's deploy". */
const order =
  /^(?:(?:ok|okay|hey|so|now|then|please|pls|and),? )*(?:(?:can|could|would|will) you (?:please )?|let['’]?s |I (?:want|need|have|would like) to |I['’]d like to |help me (?:to )?|should (?:I|we) |(?:can|may) (?:I|we) )?(\p{L}+)/iu;
/** The thing that is to be planned, bought or mended, of which there is one here: "plan the trip", "paint our new kitchen". */
const ordered =
  /^(?:(?:ok|okay|hey|so|now|then|please|and),? )*(?:(?:(?:how|when|where|what|which \p{L}+) )?(?:should|can|could|do|shall) (?:I|we) |(?:can|could|would|will) you (?:please )?|let['’]?s |I (?:want|need|have|would like) to |help me (?:to )?)?(?:plan|organi[sz]e|book|buy|order|furnish|paint|renovate|prepare|design|schedule|arrange|print|pay for|invite to) (?:the|our|my) (?:\p{L}+ )?(\p{L}+)(?= (?:for|in|on|with|to|at|next|this|tomorrow|today|now|please)\b|[.!?]*$)/iu;
/** Asks for what the world knows: "What does HTTP 404 mean?" */
const ofTheWorld =
  /^(?:what(?:['’]s| is| are| does| do)|explain|define|who (?:is|was)|why (?:is|are|do|does))\b(?!.*\b(?:i|me|my|we|us|our)\b)/i;
/** Verbs that say too little of what is to be done. */
const light = setOf(
  'add always ask be bring buy change check come create do explain find fix get give go have help keep let list look make move need never ' +
    'open plan prepare put read remove run say see send set show start stop take tell think try update use want write',
);

/** Words that make a rule and say nothing of what it is about. */
const ofRules = termSetOf('always never only keep avoid must please do not use make need difference');

/** What a standing statement shares with a message. */
interface Shared {
  readonly weight: number;
  readonly count: number;
}

/**
 * Rows of the standing statements in view that bear on a message, those that share most first.
 *
 * @param asked - the terms of the message without those of names.
 */
export function rulesBearingOn(view: View, message: string, asked: Iterable<string>): readonly number[] {
  const verb = orderedVerb(message);
  const thing = stemOf(ordered.exec(plainSpelling(message))?.[1]?.toLowerCase() ?? '');
  const isOfTheWorld = ofTheWorld.test(message.trim());
  const terms = [...asked]
    .filter((term) => !ofRules.has(term) && !isAskingWord(term) && !isCourtesyWord(term))
    .sort((one, other) => rarityOf(other) - rarityOf(one));
  const shared = new Map<number, Shared>();
  let left = maxPostings;
  for (const term of terms) {
    const rows = rulesWith(view, term);
    left -= rows.size;
    if (left < 0) break;
    // One word is enough that is the verb of an order or its thing, or no word of everyday English.
    const isEnough = term === verb || term === thing || (rarityOf(term) === 1 && !isOfTheWorld);
    const weight = Math.max(isEnough ? sharedWeight : 0, leastRarity + rarityOf(term));
    for (const row of rows) {
      const known = shared.get(row) ?? { weight: 0, count: 0 };
      shared.set(row, { weight: known.weight + weight, count: known.count + (isEnough ? 2 : 1) });
    }
  }
  return [...shared]
    .filter(([row, { weight, count }]) => count > 1 && weight >= sharedWeight && isOfPeople(view, row))
    .sort(([one, { weight }], [other, { weight: less }]) => less - weight || view.compareLearned(other, one))
    .map(([row]) => row)
    .slice(0, maxBearing);
}

/** Rows of the last standing statements that have a term. */
function rulesWith({ index: { memories }, byBeliever }: View, term: string): ReadonlySet<number> {
  const number = memories.vocabulary.find(term);
  if (number < 0) return new Set();
  const rows = byBeliever.flatMap(({ believer }) =>
    Array.from(believer.postings(number).subarray(-maxPostings), (posting) => believer.rowOf.get(documentOf(posting))),
  );
  return new Set(rows.filter((row) => row >= 0 && (memories.answers.get(row) & answerKinds.rule) !== 0));
}

/** What a model said is no rule, nor what people say to each other, nor what is out of view. */
function isOfPeople(view: View, row: number): boolean {
  const { speaker, speakers } = view.index.memories;
  const nameOf = (who: number): string => speakers.text(who).toLowerCase();
  const who = speaker.get(row);
  if (!view.isInside(row)) return false;
  if (who < 0) return true;
  if (roles.has(nameOf(who))) return !answering.has(nameOf(who));
  const known = new Set(view.byBeliever.flatMap(({ believer }) => [...believer.speakers.keys()]));
  return [...known].every((one) => one === who || answering.has(nameOf(one)));
}

function orderedVerb(message: string): string | undefined {
  const verb = order.exec(plainSpelling(message))?.[1]?.toLowerCase();
  return verb === undefined || light.has(verb) ? undefined : stemOf(verb);
}
