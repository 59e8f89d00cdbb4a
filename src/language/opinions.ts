/**
 * Whether a clause gives an opinion: a judgement that the speaker says is his own. A guess at a matter of fact is none.
 * English only.
 */
import { verbForms } from './grammar.ts';
import { classOfWord } from './lexicon.ts';
import { isHeld, isImperative, sentencesOf } from './sentences.ts';
import { plainSpelling } from './plain-spelling.ts';
import { isPersonsName } from './told-clause.ts';
import { toolIn } from './tool-kinds.ts';
import { isConfidential } from './voice.ts';
import { helperNouns, peopleNouns } from './word-lists.ts';

const own = /^(?:in my (?:opinion|view)|to my mind|imho|imo),?\s+(.+)$|^(.+?),? in my (?:opinion|view)$/i;
const thought =
  /^(?:i|we) (?:\S+ly )?(?:don't |do not )?(?:think|believe|reckon|consider)(?: that)? (?!so\b|about\b|of\b|is\b|was\b|are\b|were\b)(.+)$/i;
const judged =
  /\b(?:too \S|better|best|worse|worst|good|bad|great|awful|terrible|overrated|underrated|worth|beautiful|ugly|elegant|clean(?:er)?|simpl(?:e|er|est)|complicated|confusing|nice(?:r|st)?|useful|useless|important|boring|interesting|unfair|fair|eas(?:y|ier)|hard(?:er)?|clumsy|fragile|readable|safer?|should|ought|(?:more|most|less) \S|wrong|silly|clever|pointless|excellent|mediocre|brilliant|horrible|lovely|annoying|matters?|deserves?)\b/i;
const found = /^(?:i|we) (?:\S+ly )?find (.+)$/i;
const quality = /\w(?:ing|able|ible|ful|less|ous|ive|er|est)$/i;
/** What only the text around it tells. */
const unknown = /^(?:i|we|i'\S+|we'\S+|it|this|that|these|those|he|she|they|you|your|there|him|her|them)\b/i;
/** Whether a clause gives an opinion. */
export function isOpinion(clause: string): boolean {
  const [, before, after] = own.exec(clause) ?? [];
  const stated = before ?? after;
  if (stated !== undefined) return isStanding(stated);
  const felt = found.exec(clause)?.[1];
  if (felt !== undefined) return isStanding(felt) && (quality.test(felt) || judged.test(felt));
  const judgement = thought.exec(clause)?.[1];
  return judgement !== undefined && isStanding(judgement) && judged.test(judgement);
}

function isStanding(stated: string): boolean {
  return !unknown.test(stated) && isHeld(stated);
}

// What an agent thinks of somebody, in its own thoughts: trust, judgements, suspicions. Where somebody lives or works is
// a matter of fact, and a guess at it is no opinion.

const someone = String.raw`\p{Lu}[\p{L}\p{M}'-]*(?: \p{Lu}[\p{L}\p{M}'-]*)*`;
const attitude = new RegExp(
  String.raw`^I (?:(?:\S+ly|do not|don't|no longer|never|still|cannot|can't|have|will always|wouldn't|would not|would never|would always) )*(?:(?:dis|mis)?trust|admire|respect|despise|envy|pity|fear|resent|value|count on|rely on|look up to|look down on|believe in|(?:have )?(?:no|little|great|complete|full)? ?(?:faith|confidence) in|(?:side|agree|disagree) with|doubt|get along with|feel (?:close|loyal|safe|sorry|uneasy) (?:to|with|for|around)|owe|(?:have )?doubts about) (${someone})`,
  'u',
);
const attuned = new RegExp(
  String.raw`^I(?:'m| am) (?:not )?(?:\S+ly )?(?:afraid|scared|wary|suspicious|proud|fond|jealous|envious|sceptical|skeptical|disappointed|impressed|grateful|loyal|devoted) (?:of|with|by|in|to|about) (${someone})`,
  'u',
);
const judging = new RegExp(
  String.raw`^I(?:'m| am|'d| would)? (?:(?:\S+ly|do not|don't|still) )*(?:think|believe|reckon|suspect|guess|bet|assume|feel(?: like)?|consider|find|say|fear|doubt|sure|certain|convinced|positive|have (?:a|the) (?:feeling|impression|hunch|suspicion)|get the (?:feeling|impression)|am of the opinion)(?: that)? (${someone}) (.+)$`,
  'u',
);
const seeming = new RegExp(
  String.raw`^${someone} (?:seems?|appears?|looks|sounds|strikes me|comes across|comes over) (?:to me )?(?:as |like |to be )?\S`,
  'u',
);
const tome =
  /^(?:honestly|frankly|truthfully|personally|in my (?:honest |humble )?(?:opinion|view|eyes|book)|to be (?:honest|frank|fair)|to my mind|to me|if you ask me|as i see it|the way i see it|it seems to me that|it seems to me|my impression is that|my feeling is that),?\s+(?=\p{Lu})/iu;
const toMeLast = new RegExp(`^(${someone} (?:is|isn't|has) .+?),? to me$`, 'iu');
const trait = new RegExp(
  `^${someone} (?:(?:is|was) (?:not |too |very |so |really |rather |quite |always |never )*(?:kind|honest|dishonest|brave|cowardly|loyal|lazy|clever|smart|stupid|wise|arrogant|humble|cruel|gentle|generous|selfish|greedy|patient|impatient|trustworthy|untrustworthy|reliable|unreliable|dangerous|harmless|jealous|ambitious|stubborn|rude|polite|naive|careless|careful|funny|boring|annoying|fair|unfair|weak|strong|cold|warm|nice|mean|evil|good|bad|trusting|sincere|insincere|ruthless|friendly|hostile|moody|vain|shy)|(?:can|can't|cannot) be (?:trusted|relied on|counted on|bought|bribed))$`,
  'u',
);
/** What somebody can look up. */
const matterOfFact =
  /^(?:(?:still |now |also )?(?:lives?|works?|stays?|studies|resides?|comes?|was born)\b(?! (?:too|so|hard|harder|well|against|less|more|for (?:herself|himself|others)))|(?:is|are|was|were|will be) (?:now |still |currently |already )?(?:in|at|from|on|called|named|married|divorced|engaged|born|away|back|out|home|here|there|late|\d)\b|has (?:an?|two|three|\d+) (?:\S+ )?(?:dog|cat|car|house|sister|brother|son|daughter|kid|child|job|meeting)|(?:went|came|moved|called|arrived|left|bought|sold|ate|met|saw)\b)/i;

/** Whether a clause, in an agent's own words, is what it thinks of somebody. */
export function isOpinionOfAgent(clause: string): boolean {
  if (attitude.test(clause) || attuned.test(clause) || trait.test(clause)) return true;
  const said = asThought(clause);
  const judgement = judging.exec(said)?.[2];
  if (judgement !== undefined) return !matterOfFact.test(judgement) && !/\b(?:it|that)$/.test(judgement);
  return seeming.test(said) && !/\b(?:it|that|this)$/.test(said);
}

/** What somebody feels at the moment, or guesses. */
const ofTheMoment =
  /^I(?:'m)? (?:\S+ )*?(?:agree|disagree|side|owe|feel|pity|guess|bet|assume|say|fear|proud|disappointed|impressed|grateful|sure|certain|positive)\b/;
/** What somebody is, or does time and again, in another's eyes; not how he is, or what he is about to do. */
const lasting =
  /^(?:(?:is|isn't|is not) (?:(?:not|too|very|so|really|rather|quite|a bit|always|never|just|only|\S+ly) )*(?!(?:right|wrong|okay?|fine|ready|late|early|here|there|back|home|busy|tired|sick|ill|asleep|awake|drunk|hungry|upset|angry|mad|sad|happy|worried|nervous|stressed|pregnant|gone|done|free|next|up|off|out|in|on|at|about|from|the|that|what|like|going|coming|getting|having|doing|trying|lying|joking|kidding|\S+ing \S+)\b)\S|(?:can|can't|cannot|can not) be (?:trusted|relied on|counted on|bought|bribed)|(?:doesn't|does not|never|always|often|still|secretly|only|just) (?!(?:need|want|have|know|mean|look|seem|get|go|come)s?\b)\S)/;
const passing =
  /^(?:needs|wants|has|looks|seems|sounds|means|knows|feels|gets|goes|comes|says|makes sense|thinks|hopes)\b/;
/** What one says of people alone. */
const ofPeople =
  /^(?:(?:is|isn't) (?:\S+ )*?(?:kind|honest|dishonest|brave|coward(?:ly)?|loyal|lazy|arrogant|humble|generous|selfish|greedy|patient|impatient|trustworthy|untrustworthy|jealous|stubborn|rude|polite|naive|sincere|insincere|ruthless|moody|vain|shy|liar|genius|friend|bully|saint|fool|idiot|cheapskate|miser|snob|gossip|hypocrite|jerk|angel|hero|workaholic|perfectionist)\b|(?:can|can't|cannot|can not) be trusted|(?:always |never |secretly |often )*(?:cheats?|hides?|gambles?|snores?|exaggerates?|complains?|lies|lie|steals?|gossips?|hates?|likes?|loves?|flirts?|drinks?|envies|deserves?)\b)/;

/** The person whom a speaker thinks something of, for longer than the moment; what may be a thing is none. */
export function personJudged(clause: string): string | undefined {
  const said = asThought(clause);
  if (ofTheMoment.test(said)) return undefined;
  const felt = attitude.exec(said) ?? attuned.exec(said);
  const [, name = '', thought] = felt ?? judging.exec(said) ?? [];
  const judgement = /^I (?:\S+ )*?(?:find|consider) /.test(said) && thought !== undefined ? `is ${thought}` : thought;
  const [first = ''] = name.split(' ');
  if (first === '' || !isPersonsName(first) || toolIn([first.toLowerCase()]) !== undefined) return undefined;
  if (judgement === undefined) return name;
  if (matterOfFact.test(judgement) || /\b(?:it|that|this|you|your)\b/.test(judgement)) return undefined;
  const isKnown = classOfWord(first.toLowerCase()) === 'person';
  const [verb = ''] = judgement.split(' ');
  const isHabit = verbForms.get(verb) === 'third' && !passing.test(judgement);
  return ofPeople.test(judgement) || (isKnown && (isHabit || lasting.test(judgement))) ? name : undefined;
}

/** Who somebody with a name is to the speaker: "I think my landlord Vittorio is a cheapskate". */
const whoseName = new RegExp(
  `(?<=^I (?:don't |do not )?(?:think|believe|reckon|suspect|find|consider|trust|admire|distrust)(?: that)? )(?:my|our) (?:\\p{Ll}+ )?(?:${peopleNouns}|${helperNouns}) (?=\\p{Lu})`,
  'u',
);

/** An opinion with who holds it at its beginning. */
export function asThought(clause: string): string {
  return clause
    .replace(tome, 'I think ')
    .replace(toMeLast, 'I think $1')
    .replace(/^(I think) that /, '$1 ')
    .replace(whoseName, '')
    .replace(/ (?:around )?here$/, '');
}

/** What somebody feels about anybody or anything, whoever that is. */
const liking =
  /^I (?:(?:\S+ly|do not|don't|no longer|never|still|cannot|can't) )*(?:(?:dis|mis)?trust|admire|respect|despise|resent|envy|pity|fear|doubt|(?:dis)?like|love|hate|prefer)\b/i;

/** Whether a text stays with the agent that wrote it down, whatever a policy says: a confidence, or an opinion. */
export function isPersonal(content: string): boolean {
  if (isConfidential(content)) return true;
  return sentencesOf(plainSpelling(content)).some(
    (sentence) => isOpinion(sentence) || isOpinionOfAgent(sentence) || liking.test(sentence),
  );
}

const orderBehind =
  /(?<=^I (?:like|love|hate|dislike|detest|loathe|prefer|can't stand) [^,;]+)[,;] ((?:please )?\p{Ll}.*)$/u;

/** "I hate popups, use banners instead" without what follows from the opinion; any other clause as it is. */
export function opinionIn(clause: string): string {
  return clause.replace(orderBehind, (all, rest: string) => (isImperative(rest) ? '' : all));
}
