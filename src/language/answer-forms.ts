/**
 * What form the answer to a question has, where its wording tells: who somebody is, what happened to somebody, what
 * somebody does or did, and how things are now. It only decides between memories that answer. English only.
 */
import { seasons, weekdays } from './dates.ts';
import { type Language, languageOf } from './languages.ts';
import { termsOfEventBefore } from './query-wording.ts';
import { escaped } from './word-lists.ts';
import { termsOf, wordsOf } from './words.ts';

const who = /^\W*who(?:['\u2019]s| is| are| was) (?!(?:my|our|your|his|her|their|the|an?)\b)(?<name>[^?]+?)\s*\??\s*$/i;
const happened = /^\W*what (?:has )?happened (?:to|with) (?<name>[^?]+?)\s*\??\s*$/i;
const done = /^\W*(?:when|where|what|which|why|how|who)\b.*? (?:did|do) (?:I|we) (?<verb>\p{L}+)/iu;
const whenAsked = /^\W*(?:(?:on|at) )?(?:when\b|(?:what|which) (?:day|date|time|week|month)\b)/i;
const where = /^\W*where(?:['\u2019]s| is| are| do I| did I)\b/i;
/** Says where a thing is. */
const standing =
  /\b(?:in|at|behind|under|on top of|next to|near|inside|beside|above|below|between|on) (?:the|my|our|your|his|her|their|an?) (?!(?:morning|evening|afternoon|night|week|weekend|month|year|moment|end)\b)\p{L}/iu;
const bySelf = /(?<!\p{L})(?:I|[Ww]e)(?:['\u2019]ve)? (?:\p{L}+ ){0,2}?\p{L}+/gu;
/** "What do I drive?", and not "What did I do in May?" */
const atPresent =
  /^\W*(?:where|what|which|who|how)\b(?:(?!\bdid\b).)*?\b(?:do|does|is|are|am)\b(?!.*\b(?:used to|before|was|were|did|first|originally|once)\b)/i;
const ofWhatWas = /\b(?:used to|was|were|did|had|first|originally|once|ever)\b|\bbefore\W*$/i;
/** Of how things are, also when something is, and whether. */
const ofPresent =
  /^(?:\W*(?:(?:on|in|at|from|for|to) )?(?:when|where|what|which|who|how)\b.*?(?:\b(?:do|does|is|are|am|can|may|must|should|has|have|will)\b|['\u2019]s\b)|\W*(?:is|are|am|do|does|can|may|must|has|have)\b|\W*who \p{Ll}+s\b|\W*(?:what|which) \p{L}+ \p{Ll}+s\b)/iu;
/** Of what was so: "Before that I lived in Rome", "She used to smoke", "In 2019 the choir met in the mill". */
const ofThePast =
  /^(?!.*\b(?:is|am|are|now|moved|became)\b)(?:(?:[Bb]ack )?[Ii]n (?:19|20)\d\d\b|.*\b(?:used to \p{L}+|(?:I|we|he|she|they|\p{Lu}\p{L}+) (?:lived|worked|was|were|had|owned|studied|played|drove))\b)/u;

/** The same in other languages. */
const presentIn: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /^(?!.*\b(?:früher|damals|vorher|zuerst|war(?:en|st)?|hatten?|wurden?|habe? .*ge\p{L}+(?:t|en)|wohnte|arbeitete)\b)\W*(?:wo|wer|was|wie|wann|wem|wen|welche[rsmn]?)\b/iu,
  fr: /^(?!.*(?:avant|autrefois|était|étais|avais|avait|habita))\W*(?:où|qui|que|quel(?:le)?s?|quand|comment|combien|qu)(?!\p{L})/iu,
  es: /^(?!.*(?:antes|era|fue|había|vivía|tenía))\W*(?:dónde|donde|quién|qué|cuál|cuándo|cómo|cuánt[oa]s?)(?!\p{L})/iu,
  zh: /^(?!.*(?:以前|之前|过去|曾|过[吗？?])).*(?:什么|哪|谁|几|怎么|吗)/u,
  ja: /^(?!.*(?:以前|前に|昔|(?:ました|でした|った|いた)(?:か|の|[？?]|$))).*(?:何|どこ|誰|だれ|いつ|どの|どう|どれ|ですか|ますか)/u,
};

/** "How is Luna doing?", "How's my mother?", "How has Mark been lately?" */
const howOneIs =
  /^\W*(?:(?:[Hh]ey|[Ss]o|[Aa]nd),? )?[Hh]ow(?:['\u2019]?s| is| are| has| have) (?:(?:\S+ ){1,4}?(?:doing|feeling|getting (?:on|along)|holding up|coping|keeping|been)|(?:(?:my|our) \p{Ll}+|\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)?)(?: (?:today|now|lately|recently|these days|at the moment|then))?[\s?!.]*$/u;
const health =
  'sick|ill|better|worse|tired|hurts?|recover\\w*|limp\\w*|cough\\w*|sneez\\w*|wheez\\w*|vomit\\w*|fever\\w*|pains?|painful|\\w*aches?|vet|doctor|hospital|surgery|operat(?:ed|ion)|sprain\\w*|injur\\w*|diagnos\\w*|pregnant|swollen|bleed\\w*|dizzy|died|dead|broke (?:an?|his|her|their|my|its)|broken|fractured|stitches|crutches|allergic|pills?|medication|therapy|exhausted|burn(?:ed|t) out|fired|laid off|promoted|retired|engaged|divorced|widowed|broke up|split up';
/** Says who somebody is, or what something is: "Hana is our designer", "my sister Carla". */
export const tellsIdentity: RegExp =
  /\p{Lu}[\p{L}'’-]*(?: \([^)]*\))? (?:is|are|was|were) (?:an?|the|my|our|your|his|her|their|one of|\p{Lu}[\p{L}'’]*['’]s)\b|\b(?:my|our|your|his|her|their) (?:(?!(?:on|in|at|to|from|with|by|for|until|before|after|and|or)\b)[\p{Ll}-]+ ){1,3}(?:is (?:called |named )?)?\p{Lu}\p{Ll}|(?!\p{Lu}\p{Ll}*day,)\p{Lu}\p{L}+, (?:an?|the|my|our|his|her|their) |\b(?:works? as|called|named)\b/u;
/** Says how somebody is, where it does not say who: "Luna feels the cold", "Max is sick", and not "Max got a new collar". */
export const tellsState: RegExp = new RegExp(
  String.raw`\b(?:is|are|am|was|were|been|feels?|felt|feeling|seems?|${health})\b|\blooks? (?!at|for|after|into|up)|\b(?:got|gets|becomes?|became) (?!an?\b|the\b|some\b|new\b|up\b|out\b|home\b|(?:my|our|her|his|their|its)\b|\d)|\p{L}['’]s (?:not|so|very|been|still|\p{Ll}+ing|${health}|fine|ok(?:ay)?|well|good|great|happy|sad|busy|back|away|home|in|at|on)\b`,
  'iu',
);

/** Whether a question asks how somebody is. */
export function asksHowOneIs(question: string): boolean {
  return howOneIs.test(question);
}

/** "Tell me about Hana", "What do we know of Hana?", "What can you tell me about Hana?" */
const tellOf =
  /^\W*(?:(?:(?:please|can you|could you|what can you)[, ]+)?(?:tell|remind) me (?:more |something |a bit |everything |all )?(?:about|of)|what do (?:you|we|I) (?:know|remember) (?:about|of)) (?=(?!(?:the|an?|my|our|your|his|her|their|its?|this|that|these|those|you|yourself|him|them|me|us)\b)\p{L}+(?: \p{L}+){0,2}[\s?.!]*$)/iu;

/** A question that asks for whatever is known of a name, as one that asks who that is. */
export function asWhoQuestion(question: string): string {
  return question.replace(tellOf, 'Who is ');
}

const ofOpinion = /\bwhat(?:['\u2019]s| is| was) .{1,60} like\b|\bthinks? (?:of|about)\b/i;

/** Whether a question asks what somebody or something is like, or what is thought of them: any opinion answers. */
export function asksForOpinion(question: string): boolean {
  return ofOpinion.test(question);
}

/** What is asked of a name alone: how somebody is, or who. */
export type AskedOfName = 'state' | 'identity';

/** What a question asks for by a name alone; undefined where it asks for something. */
export function askedOfName(question: string): AskedOfName | undefined {
  if (asksHowOneIs(question)) return 'state';
  return who.test(question) ? 'identity' : undefined;
}

/** Whether a text has the form of the answer; names are those of whom the text is, as far as the question means them. */
type HasForm = (text: string, names: readonly string[]) => boolean;

const beforeThen =
  /^\W*(?:where|what|which|who|how)\b.{0,200}?\b(?:did|was|were|had)\b.{0,200}?\bbefore\b(?! (?:I|we|he|she|they) (?:go|leave|die)\b)/i;
/** Tells what was so before. */
const tellsBefore =
  /\b(?:before|used to|previously|formerly|until|ex-\p{L}+|(?:moved|came|switched|changed|migrated)\b.{0,200}\bfrom|(?:I|we|he|she|they|\p{Lu}\p{L}+) (?:lived|worked|was|were|had|owned|studied|played|drove|used))\b/u;

/** Which texts are of the time that a question asks for, before others that may answer; absent where it asks for none. */
export interface TimeAskedFor {
  readonly isOfTime: (text: string) => boolean;
  /** The least relevance of such a text, as a share of the best. */
  readonly least: number;
}

const figureAsked =
  /\bhow (?:much|many|long|often|old|high|tall|far|big|large|hot|warm|deep|fast|heavy|wide)\b|\b(?:what|which)(?:['\u2019]s)? (?:is|are|was|were|the|my|our|his|her)\b|\b(?:what|which)\b.*\b(?:cost|charge|pay|earn|weigh|prices?|rent|rate|dose|dosage|code|number|fee|limit|threshold|temperature|set|budget|size|amount|version)\b/i;

/** The time that a question asks for: how things are now, or how they were before; and whether a change counts for it. */
export function timeAskedFor(question: string): {
  readonly time?: TimeAskedFor;
  readonly ofNow: boolean;
  readonly asksWhen: boolean;
  readonly asksFigure: boolean;
} {
  const asksWhen = whenAsked.test(question);
  const asksFigure = figureAsked.test(question);
  if (beforeThen.test(question))
    return { time: { isOfTime: (text) => tellsBefore.test(text), least: 0 }, ofNow: false, asksWhen, asksFigure };
  const ofNow =
    !asksOfPast(question) && (presentIn[languageOf(question, wordsOf(question))] ?? ofPresent).test(question);
  if (!atPresent.test(question)) return { ofNow, asksWhen, asksFigure };
  return { time: { isOfTime: (text) => !ofThePast.test(text), least: presentShare }, ofNow, asksWhen, asksFigure };
}

const times = `(?:${['time', 'week', 'weekend', 'month', 'year', 'night', 'evening', 'name', ...seasons, ...weekdays].join('|')})`;
const lastOf = new RegExp(
  String.raw`^(?!\W*how long\b(?! ago\b)).*?(?:\blast time\b|\bmost recent(?:ly)?\b|\b(?:the|my|our|his|her|their) latest\b|\b(?:did|was|were|have|has)\b.* last\b(?! ${times}))`,
  'i',
);
const firstOf = /\bfirst time\b|\b(?:did|was|were)\b.* first\W*$|\bdid (?:I|we|he|she|they|\p{Lu}\p{L}*) first\b/iu;

/**
 * Which of several occasions a question asks for, where it asks for one: "When was I last in Rome?", not "How long did it
 * last?". How somebody is, is told by what was said last of how they are: `now`.
 */
export function occasionAsked(question: string): 'first' | 'last' | 'now' | undefined {
  if (asksHowOneIs(question)) return 'now';
  return lastOf.test(question) ? 'last' : firstOf.test(question) ? 'first' : undefined;
}

const plural = String.raw`\p{Ll}{2,}s(?<!ss|us|is)`;
const allOf = new RegExp(
  String.raw`^\W*(?:(?:please |can you |could you )?(?:list|name|enumerate|show|tell|give)(?: me)? (?:all|every|the|our|my)\b|(?:which|what)(?: of)? (?:(?:the|our|my|other|all) )?(?:\p{Ll}+ ){0,2}?${plural} (?:do|did|have|had|are|were|am|can|could|should|will|must|need|live|work|play|belong|use|go)\b|(?:which|what) are (?:all )?(?:the|our|my) (?:\p{Ll}+ ){0,2}?${plural}\b|who all\b|all (?:of )?(?:(?:the|our|my) )?(?:\p{Ll}+ )?${plural}\W*$)`,
  'iu',
);

/** Whether a question asks for everything of a kind: "Which suppliers do we have?" */
export function asksForAll(question: string): boolean {
  return allOf.test(question);
}

/** Whether a question may ask for how things were. */
export function asksOfPast(question: string): boolean {
  return ofWhatWas.test(question);
}

/** Asks for what happened, or what has. */
const ofWhatHappened =
  /\b(?:[Dd]id|[Ww]as|[Ww]ere|[Hh]ad|happened)\b|\b(?:[Hh]as|[Hh]ave) (?:I|we|you|they|he|she|\p{Lu}\p{L}+|\p{L}+(?:ed|en))\b(?! been\b)|\b(?:I|we|you|they|he|she|\p{Lu}\p{L}+) (?:said|told|\p{L}+ed)\b/u;
const ownHaving = /\bdo(?:es)? (?:\S+ ){1,3}have\b/i;
/** Leads to a time that something is for or about: "What did I book for January?", "... say about the party on December 5?" */
const leadsToMatter = /\b(?:about|for|of|regarding) $/i;
const leadsToDate =
  /\b(?:about|for|of|regarding) (?:(?:the|an?|my|our|your|his|her|their) [^?.,]+ (?:in|on) )?(?:the )?$/i;

/** Whether a question asks for what happened at some times that it names, by their places in it, and at no other. */
export function asksWhatHappened(
  question: string,
  times: readonly { readonly at: number; readonly date?: unknown; readonly isVague?: boolean }[],
): boolean {
  const isOpen = times.some(
    ({ at, date, isVague }) =>
      isVague === true || (date === undefined ? leadsToMatter : leadsToDate).test(question.slice(0, at)),
  );
  return !isOpen && ofWhatHappened.test(question.replace(ownHaving, ' '));
}

/** Beside what was so, what is so now leads from this share of its relevance on. */
const presentShare = 0.3;

/** Asks for tastes and habits: "What does Luna like?" */
const ofTaste =
  /^\W*(?:(?:and|so),? )?what (?:\p{L}+ )?do(?:es)? .* (?:like|love|enjoy|prefer|hate|dislike|eat|drink|want|need|fear)\b/iu;
/** Says who somebody is and nothing else, so none of these: "Luna is Mark's cat." */
const onlyIdentity =
  /^\W*\p{Lu}[\p{L}'\u2019-]* (?:is|was) (?:an?|the|my|our|your|his|her|their|\p{Lu}[\p{L}'\u2019]*['\u2019]s) (?:[\p{L}-]+ ?){1,3}[.!]*$/u;

/** "After the launch we fixed the login bug" says itself what was after it. */
const tellsBeside =
  (side: RegExp, event: readonly string[]): HasForm =>
  (text) => {
    const said = new Set(termsOf(text));
    return side.test(text) && event.every((term) => said.has(term));
  };

/** What tells which of some texts have the form that a question asks for, the most telling first. */
export function answerForms(question: string): readonly HasForm[] {
  const isWho = who.test(question);
  const name = (isWho ? who : happened).exec(question)?.groups?.['name'];
  if (name !== undefined) return [(text, names) => (isWho ? introduces : happensTo)(text, [name, ...names])];
  if (asksHowOneIs(question)) return [(text) => !tellsIdentity.test(text) && tellsState.test(text)];
  const event = termsOfEventBefore(question);
  if (beforeThen.test(question) && event.length > 0) return [tellsBeside(/\bbefore\b/i, event)];
  const eventAfter = termsOf(/\bafter (?<event>[^,?]+)/i.exec(question)?.groups?.['event'] ?? '');
  if (eventAfter.length > 0) return [tellsBeside(/\bafter\b/i, eventAfter)];
  const [verb] = termsOf(done.exec(question)?.groups?.['verb'] ?? '');
  if (verb !== undefined)
    return [(text) => (text.match(bySelf) ?? []).some((clause) => termsOf(clause).includes(verb))];
  const isHere = where.test(question) ? [(text: string) => standing.test(text)] : [];
  const isOfTaste = ofTaste.test(question) ? [(text: string) => !onlyIdentity.test(text)] : [];
  return [...isHere, ...isOfTaste, ...(atPresent.test(question) ? [(text: string) => !ofThePast.test(text)] : [])];
}

/** "Rose is my aunt", "my aunt Rose" */
function introduces(text: string, names: readonly string[]): boolean {
  const name = `(?:${names.map(escaped).join('|')})`;
  const whose = "(?:my|our|his|her|their|the|\\p{L}+['\u2019]s)";
  const is = `(?<!\\p{L})${name}(?:,| is| was| are|['\u2019]s) (?:also |still )?(?:an?|${whose}) `;
  return new RegExp(
    `${is}|(?<!\\p{L})${whose} (?:\\p{L}+ ){1,2}(?:is )?(?:called |named )?${name}(?!\\p{L})`,
    'iu',
  ).test(text);
}

/** "May broke her arm", and not that she is a neighbour. */
function happensTo(text: string, names: readonly string[]): boolean {
  const is = '(?:is|are|has an?|may|will|said)\\b';
  return new RegExp(`(?:^|[.!;,] )(?:${names.map(escaped).join('|')}) (?!${is})\\p{Ll}`, 'u').test(text);
}
