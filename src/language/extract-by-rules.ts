/**
 * Reads claims out of observations without a language model: sentence by sentence, by the
 * statements that the rules know. Questions, conditions, guesses, jokes, quotations and what
 * others are said to have said claim nothing, nor does what was only recalled.
 */
import type { Observation } from '../domain/records.ts';
import { channelTrust, type FactKind } from '../domain/vocabulary.ts';
import { type ClaimSubject, type ClaimedFact, type Extractor, type Self, type Voice, voiceOf } from './voice.ts';
import { adverbs, verbForms } from './grammar.ts';
import { isHeld, sentencesOf, toldClauses } from './sentences.ts';
import { type ToldClause, isPersonsName, kindOf, toldClause } from './statement-rules.ts';
import { irregularForms } from './word-lists.ts';

/** Claims of one observation at the most: a message of more is mostly pasted. */
const maxClaims = 16;

/** A message with one of these is not meant. */
const joke =
  /\b(?:just kidding|jk|ha(?:ha)+|lol|lmao|rofl|said no one)\b|(?:^|\s)\/s\s*$|[\u{1f602}\u{1f923}\u{1f61c}\u{1f609}]/iu;
/** Words that say that a sentence comes from memory, those of our own answers included. */
const recalled =
  /^(?:from memory|recalled|memory|(?:i|we) (?:recall|remember|recalled|remembered)|as (?:i|we) (?:recall|remember)|primary:|supported by:)|\|\s*(?:supported by|note):/i;
/** "In this project" names no other project than every sentence about it. */
const hereOnly = /\b(?:in|for|on|of) (?:this|our) (?:project|app|codebase|repository|repo|team)\b,?\s*/gi;
const heading = /^decision:\s*/i;
/** "I would like to" is a plan, "I would rather" a preference. */
const wished: readonly (readonly [RegExp, string])[] = [
  [/(?: would|'d) (?:really )?(?:like|love) to\b/i, ' want to'],
  [/(?: would|'d) (?:much )?(?:rather|prefer to)\b/i, ' prefer to'],
  [/(?: would|'d) (?:much )?prefer\b/i, ' prefer'],
  // Somebody who hates it when something happens says so himself.
  [/\b((?:like|love|hate)s?) it (?=when|if)/i, '$1 that '],
  [/\s+(?:instead of|rather than) .*$/i, ''],
];
/** A time before the clause that it belongs to. */
const leadingTime = /^((?:next|this) \S+|tomorrow)[\s,]+(.*)$/i;

/** Words at either end of a clause that only tie it to what stands around it. */
const openings =
  /^(?:(?:and|but|so|also|well|yeah|yes|oh|honestly|actually|anyway|since|because|plus)\b,?\s+)+|\s+by the way$/gi;

/** A clause that states something. */
interface Stated {
  readonly text: string;
  readonly kind: FactKind;
  /** What it is about; missing where the words alone decide. */
  readonly clause?: ToldClause;
}

/** Reads claims by the rules. */
export function rulesExtractor(agents: ReadonlySet<string>): Extractor {
  return async (observations) => observations.map((observation) => extractByRules(observation, agents));
}

/**
 * The claims of an observation.
 *
 * @param agents - the names of the agents of the space: what one of them says is never universal.
 */
export function extractByRules(observation: Observation, agents: ReadonlySet<string>): readonly ClaimedFact[] {
  const { content, id, provenance } = observation;
  const voice = voiceOf(observation, agents);
  if (voice === undefined || joke.test(content)) return [];
  const stated = sentencesOf(content).flatMap((sentence) => statedIn(sentence, voice));
  const confidence = Math.min(provenance.trust, channelTrust.consolidation);
  return stated.slice(0, maxClaims).map(({ text, kind, clause }) => {
    const about = clause === undefined ? [] : aboutOf(clause, voice.self, text);
    const claim = { content: standing(text, voice.self), believer: voice.believer, kind, confidence, from: [id] };
    return about.length === 0 ? claim : { ...claim, about };
  });
}

function statedIn(sentence: string, { self }: Voice): readonly Stated[] {
  if (recalled.test(sentence)) return [];
  if (heading.test(sentence)) return [{ text: sentence, kind: 'world.fact' }];
  return toldClauses(sentence).flatMap((text): readonly Stated[] => {
    // Nobody can tell who "I" is in a document.
    if (self === undefined && /\b(?:i|my|me)\b/i.test(text)) return [];
    if (isOpinion(text)) return [{ text, kind: 'self.preference' }];
    const plain = plainOf(text);
    if (!isHeld(plain)) return [];
    const clause = toldClause(plain);
    const kind = clause === undefined || isVague(clause) ? undefined : kindOf(clause);
    return clause === undefined || kind === undefined ? [] : [{ text, kind, clause }];
  });
}

/** What points out of the clause. */
const pointing = /(?<!\bthey(?: and |\/))\b(?:it|them)\b(?! (?:when|if)\b)|\b(?:that|this)$/;

/** Whether only the text around it tells what a clause means; what somebody wants of "you" is a courtesy. */
function isVague({ topic, said }: ToldClause): boolean {
  return pointing.test(said) || (topic === 'self' && /\b(?:you|your|yours)\b/.test(said));
}

function plainOf(text: string): string {
  let plain = text.replace(hereOnly, '').replace(leadingTime, '$2 $1');
  for (const [said, means] of wished) plain = plain.replace(said, means);
  return plain;
}

/** Whom it is about: who speaks, or the people that its subject names. */
function aboutOf(
  { topic, subject }: ToldClause,
  self: Self | undefined,
  text: string,
): readonly (ClaimSubject | string)[] {
  const speaks = topic === 'self' || topic === 'own' || topic === 'order';
  if (speaks && self !== undefined) {
    if (self.is === 'agent') return [`agent:${self.name}`];
    return self.is === 'person' ? [{ name: self.name, type: 'person' }] : [];
  }
  if (topic !== 'named') return [];
  const names = text.match(/\p{Lu}[\p{L}\p{M}-]*(?: \p{Lu}[\p{L}\p{M}-]*)*/gu) ?? [];
  return names.filter((name) => subject.includes(name.toLowerCase()) && name.split(' ').some(isPersonsName));
}

/** A clause as a sentence that says by itself whom it is about. */
function standing(text: string, self: Self | undefined): string {
  const plain = text.replace(openings, '').replace(/\s+/g, ' ').trim();
  const said = self === undefined ? plain : inThirdPerson(plain, self.name);
  const sentence = self?.is === 'agent' && said.startsWith(self.name) ? said : said[0]?.toUpperCase() + said.slice(1);
  return /[.!]$/.test(sentence) ? sentence : `${sentence}.`;
}

// Whether a clause gives an opinion: a judgement that the speaker says is his own. A guess at a matter of fact is
// none.

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
function isOpinion(clause: string): boolean {
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

/** Stands for the speaker until all is said. */
const mark = '\u0000';
const opened: readonly (readonly [RegExp, string])[] = [
  [/\bI(?:'m| am)\b/g, `${mark} is`],
  [/\bI(?:'ve| have)\b/g, `${mark} has`],
  [/\bI'd\b/g, `${mark} would`],
  [/\bI'll\b/g, `${mark} will`],
  [/\bI do(?=n't\b| not\b)/g, `${mark} does`],
  [/\b(?:my|mine)\b/gi, `${mark}'s`],
  [/\b(?:me|myself)\b/gi, mark],
];
/** Before the verb these stand, and change nothing in it. */
const before = new Set([...adverbs, 'never', 'no', 'longer', 'much']);
const modal = /^(?:can|could|will|would|shall|should|must|may|might|ought)(?:n't|not)?$|'/;

/** A clause about the speaker by name; one that does not speak of him stays as it is. */
function inThirdPerson(clause: string, name: string): string {
  let text = clause.replace(/[\u2018\u2019\u02bc\u2032]/g, "'").replace(/(?<![\w.])i(?=[' ])/g, 'I');
  for (const [said, means] of opened) text = text.replace(said, means);
  const words = text.split(' ');
  for (const [position, word] of words.entries()) {
    if (word !== 'I') continue;
    words[position] = mark;
    let verb = position + 1;
    while (isBeforeVerb(words[verb] ?? '')) verb += 1;
    if (verb < words.length) words[verb] = thirdPerson(words[verb]!);
  }
  return words.join(' ').replaceAll(mark, name);
}

function isBeforeVerb(word: string): boolean {
  return (
    before.has(word) || (/ly$/.test(word) && !verbForms.has(word) && !/^(?:re|supp|comp|multip|imp)ly$/.test(word))
  );
}

/** A verb as it goes with a name; a past stays as it is. */
function thirdPerson(verb: string): string {
  const [, stem = '', rest = ''] = /^(\p{L}+)(.*)$/u.exec(verb) ?? [];
  const form = verbForms.get(stem);
  if (stem === '' || form === 'past' || form === 'both' || modal.test(verb)) return verb;
  if (form === undefined && (irregularForms.has(stem) || /ed$|^was$/.test(stem))) return verb;
  if (/(?:s|x|z|ch|sh|o)$/.test(stem)) return `${stem}es${rest}`;
  return `${stem.replace(/([^aeiou])y$/, '$1ie')}s${rest}`;
}
