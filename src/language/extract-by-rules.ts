/**
 * Reads claims out of observations without a language model: sentence by sentence, by the
 * statements that the rules know. Questions, conditions, guesses, jokes, quotations and what
 * others are said to have said claim nothing, nor does what was only recalled.
 */
import type { Observation } from '../domain/records.ts';
import { channelTrust, type FactKind } from '../domain/vocabulary.ts';
import { type ClaimedFact, type ClaimSubject, type Self, type Voice, isConfidential, voiceOf } from './voice.ts';
import { verbForms } from './grammar.ts';
import { isHeld, sentencesOf, toldClauses } from './sentences.ts';
import { type WordClass, classOfWord } from './lexicon.ts';
import { honorifics } from './name-forms.ts';
import { kindOf, systemNouns, tellsWhatGoesOn } from './statement-rules.ts';
import { type ToldClause, type Topic, isPersonsName, toldClause } from './told-clause.ts';
import { asThought, isOpinion, isOpinionOfAgent, opinionIn, personJudged } from './opinions.ts';
import { impliedIn, meantIn, saysMoreThan } from './said-in-passing.ts';
import { wordsOfClause } from './clause-words.ts';
import { predicatesOf } from './predicate.ts';
import { plainSpelling } from './plain-spelling.ts';
import { lacksQuotation, standingSentence, withoutEnd } from './standing-sentence.ts';
import { withYears } from './standing-times.ts';
import { asCalled, writtenName } from './third-person.ts';
import { escaped, helperNouns, peopleNouns, petNouns } from './word-lists.ts';

/** Claims of one observation at the most: a message of more is mostly pasted. */
const maxClaims = 16;

/** A message with one of these is not meant. */
const joke =
  /^(?:oh|ah|well),? (?:great|wonderful|fantastic|lovely|brilliant|perfect|joy)[,!]|\b(?:just kidding|jk|said no one)\b|(?:^|\s)\/s\s*$/iu;
/** Nor is a sentence with a laugh, or the one before where it stands alone. */
const laughs = 'ha(?:ha)+|lol|lmao|rofl';
const laugh = new RegExp(`\\b(?:${laughs})\\b|[\\u{1f602}\\u{1f923}\\u{1f61c}\\u{1f609}]`, 'iu');
const onlyLaughs = new RegExp(`^\\W*(?:(?:${laughs})\\W*)+$|^[^\\p{L}\\p{N}]*$`, 'iu');
/** "Rangi has four kids actually, I counted the twins as one haha": only what follows the comma is laughed at. */
const laughedAside = new RegExp(`, (?:I|we|he|she|they|it)\\b(?:'\\S+)?(?: [^\\s,]+){2,},? (?:${laughs})\\W*$`, 'iu');
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
  [/^(I|We) do (?=(?:still |really )?(?:like|love|enjoy|prefer)\b)/i, '$1 '],
  [/\s+(?:instead of|rather than) .*$/i, ''],
  [/(?:'ve| have) got (?=an?\b|no\b|two\b|three\b)/i, ' have '],
  [/ has got (?=an?\b|no\b|two\b|three\b)/i, ' has '],
  // What somebody was until then, was long.
  [/\s+until (?:he|she|they|I) (?:retired|died)\b.*$/, ''],
];
/** A time before the clause that it belongs to. */
const leadingTime = /^((?:next|this) \S+|tomorrow)[\s,]+(.*)$/i;

/** A clause that states something. */
interface Stated {
  readonly text: string;
  readonly kind: FactKind;
  /** What it is about; missing where the words alone decide. */
  readonly clause?: ToldClause;
  /** The person whom an opinion is of. */
  readonly judged?: string;
}

/** Whether what no rule knows is so for long. */
type Lasts = (text: string) => boolean;

/** Who speaks, and to whom. */
interface Hearing extends Voice {
  readonly lasts: Lasts;
  /** What people say to each other in an import: nobody knows who "we" is, nor whom an order was for. */
  readonly isOverheard: boolean;
  /** What somebody thinks of another stays between those who speak. */
  readonly isConfided: boolean;
}

/** Whether people say something to each other in an import. */
export function isOfImport({ provenance }: Observation, voice: Voice | undefined): boolean {
  return provenance.channel === 'import' && voice?.self?.is === 'person';
}

/** How an observation is read. */
export interface RuleReading {
  /** The names of the agents of the space: what one of them says is never universal. */
  readonly agents: ReadonlySet<string>;
  /** Plans for a time before it are over. */
  readonly now: Date;
  /** Tells whether what no rule knows is so for long. @default nothing is */
  readonly lasts?: Lasts;
  /** Who is named in it, as far as that is known. */
  readonly names?: readonly string[];
}

/** The claims of an observation. */
export function extractByRules(observation: Observation, reading: RuleReading): readonly ClaimedFact[] {
  const { plain, restored } = withPlainNames(observation.content, reading.names ?? []);
  const claims = claimsOf({ ...observation, content: plain }, reading);
  return claims.map(({ about, ...claim }) => ({
    ...claim,
    content: restored(claim.content),
    ...(about && {
      about: about.map((one) => (typeof one === 'string' ? restored(one) : { ...one, name: restored(one.name) })),
    }),
  }));
}

/** Names that women and men bear, and that are no other word. */
const standIns = ['Sasha', 'Kim', 'Jesse', 'Charlie'];

/** A text with names that the rules know in place of those that are other words too, "Till", and a function that takes that back. */
function withPlainNames(
  content: string,
  names: readonly string[],
): { readonly plain: string; readonly restored: (text: string) => string } {
  const free = standIns.filter((one) => !content.includes(one));
  // "Henning lives in Graz" is read like "Winning lives in Graz", "Till lives in Graz" like "till then".
  const isOdd = (one: string): boolean => toldClause(`${one} lives in Graz`)?.topic !== 'named';
  const odd = [...new Set(names)].filter((one) => /^\p{Lu}[\p{L}\p{M}'-]+$/u.test(one) && isOdd(one));
  const pairs = odd.slice(0, free.length).map((one, at): readonly [string, string] => [one, free[at]!]);
  const written = (text: string, from: 0 | 1): string =>
    pairs.reduce((said, pair) => said.replace(wholeName(pair[from]), pair[from === 0 ? 1 : 0]), text);
  return { plain: written(content, 0), restored: (text) => written(text, 1) };
}

const wholeName = (one: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(one)}(?![\\p{L}\\p{N}_-])`, 'gu');

function claimsOf(observation: Observation, { agents, now, lasts = () => false }: RuleReading): readonly ClaimedFact[] {
  const { content, id, occurredAt, provenance } = observation;
  const voice = voiceOf(observation, agents);
  if (voice === undefined || joke.test(content)) return [];
  const { self } = voice;
  const isOverheard = isOfImport(observation, voice);
  const hearing: Hearing = {
    ...voice,
    isOverheard,
    isConfided: isConfidential(content),
    lasts,
  };
  const told = meantIn(earnestIn(sentencesOf(plainSpelling(content))));
  const sentences = told.map((one) => withYears(one, occurredAt).replace(toHere, '$1 '));
  const confidence = Math.min(provenance.trust, channelTrust.consolidation);
  const claims = new Map<string, ClaimedFact>();
  for (const { text, kind, clause, judged } of sentences.flatMap((one) => toldIn(one, hearing))) {
    const isAtHome =
      self?.is !== 'person' ||
      isRuleOrDecision(kind, clause) ||
      (!isOverheard && (kind !== 'self.preference' || judged !== undefined || dislikes.test(text)));
    const standingOf = (words: string): ReturnType<typeof standingSentence> =>
      standingSentence({ text: words, kind, self, isAtHome, isOverheard, said: occurredAt, now });
    const standing =
      standingOf(text) ??
      headOf(text)
        .map(standingOf)
        .find((one) => one !== undefined);
    if (standing === undefined || ofItself.test(standing.content)) continue;
    if (claims.has(standing.content) || lacksQuotation(standing.content, content)) continue;
    const about = claimSubjects(text, { self, ...(clause && { clause }), ...(judged !== undefined && { judged }) });
    const claim = { ...standing, believer: voice.believer, kind, confidence, from: [id] };
    claims.set(standing.content, about.length === 0 ? claim : { ...claim, about });
  }
  return withoutBare([...claims.values()]).slice(0, maxClaims);
}

/** Only introduces somebody: "I'm Imani, 34". */
const ofItself = /^(\p{Lu}[\p{L}\p{M}'-]*) is \1\b/u;

/** Sentences but those that are laughed at. */
function earnestIn(sentences: readonly string[]): readonly string[] {
  const isLaugh = (one = ''): boolean => laugh.test(one) && onlyLaughs.test(one);
  return sentences
    .map((one) => one.replace(laughedAside, ''))
    .filter((one, at) => !laugh.test(one) && !isLaugh(sentences[at + 1]));
}

/** Nobody can tell which place it is, and where one came from says enough. */
const toHere = /\b(moved|relocated|(?:im)?migrated) (?:over |back )?here(?: to)? (?=from \p{Lu})/giu;

/** Claims but those that another says more of: "Rosa has a brother" beside "Rosa's brother Jan is a vet". */
function withoutBare(claims: readonly ClaimedFact[]): readonly ClaimedFact[] {
  return claims.filter(({ content }) => !claims.some((other) => saysMoreThan(other.content, content)));
}

/** What a sentence states, and what it takes for granted beside that: "my brother Leo is a vet" says whose brother Leo is. */
function toldIn(sentence: string, hearing: Hearing): readonly Stated[] {
  return [...statedIn(sentence, hearing), ...impliedIn(sentence).flatMap((implied) => statedIn(implied, hearing))];
}

/** No praise of the moment. */
const dislikes =
  /\b(?:prefer|rather|favou?rite|afraid|scared|terrified|hate|dislike|detest|loathe|can't stand|not like|not a fan)\b|n't like\b/i;

function isRuleOrDecision(kind: FactKind, clause: ToldClause | undefined): boolean {
  if (kind === 'intent.rule' || kind === 'intent.anti-pattern') return clause?.topic !== 'self';
  return kind === 'world.fact' && clause?.topic !== 'self' && clause?.topic !== 'own';
}

function statedIn(sentence: string, hearing: Hearing): readonly Stated[] {
  const { self, isOverheard } = hearing;
  if (recalled.test(sentence)) return [];
  if (heading.test(sentence)) return [{ text: sentence, kind: 'world.fact' }];
  const whole = sentence.replace(announced, '').replace(calledAfterwards, '$1 $2 ');
  return toldClauses(whole.replace(leadingPlace, '$1, ').replace(offered, '$1'))
    .filter((clause) => !(usedBefore.test(clause) && since.test(sentence)))
    .flatMap((clause) => clause.split(atATime))
    .flatMap(apart)
    .map((clause) => asCalled(opinionIn(mainOf(clause))))
    .flatMap((text): readonly Stated[] => {
      // Nobody can tell who "I" is in a document.
      if (self === undefined && /\b(?:i|my|me)\b/i.test(text)) return [];
      const judgement = judgementIn(text, hearing);
      if (judgement !== undefined) return judgement;
      // "Kids who have none" are not all kids.
      if (isOverheard && isNarrowed(text, sentence)) return [];
      if (!isOpinion(text)) return claimedIn(text, hearing);
      return isOverheard && pastOpinion.test(text) ? [] : [{ text, kind: 'self.preference' }];
    });
}

/** What somebody who speaks thinks of a person; nothing of it where that was told in confidence. */
function judgementIn(text: string, { self, isConfided }: Hearing): readonly Stated[] | undefined {
  const opinion = { text: asThought(text), kind: 'self.preference' } as const;
  const judged = self === undefined ? undefined : personJudged(text);
  if (self?.is === 'agent') return isOpinionOfAgent(text) ? [{ ...opinion, ...(judged && { judged }) }] : undefined;
  if (judged === undefined) return undefined;
  return isConfided ? [] : [{ ...opinion, judged }];
}

/** What only announces a sentence, or says that it is so now. */
const announced =
  /^(?:for the record|by the way|btw|fyi|fwiw|found out|(?:good|bad|great|sad) news|update|(?:small |quick )?correction|(?:(?:oops|sorry),? )?(?:typo|my (?:mistake|bad)(?=[,:]))|oops|sorry|turns out|guess what|hey|hi|ok so|so|(?:ok(?:ay)? )?so about me|for (?:your|everyone's) information|just so (?:you|everybody|everyone|we all) knows?|to be clear)[,:]? |^(?:please,? )?(?:remember|note|keep in mind|bear in mind|don't forget|do not forget),? that |^(?:these days|nowadays),? (?=(?:I|we)\b)/i;
/** "In the Harbor repo we always squash commits." */
const leadingPlace = /^((?:in|on|at|for) (?!this\b)[\p{L}\d -]{2,30}) (?=we (?:always|never|only|use|don't)\b)/iu;
/** To whom a statement may be of use; it holds for all. */
const offered =
  /, (?:if (?:you|u|anybody|anyone|somebody|someone)(?:'re| are| ever)? (?:ever |in )?(?:needs?|wants?|asks?|wonder(?:s|ing)?|cares?|interested|like|curious)|if that (?:helps|matters)|in case)\b[^?]*?([.!]*)$/i;
/** Where a sentence comes to another time: "I quit in 2019 and tonight I nearly smoked". */
const atATime =
  /,? and (?=(?:honestly|frankly|to be honest),? I\b|(?:now|then|today|tonight|yesterday|tomorrow|lately|recently|sometimes|these days|(?:last|this|next) \p{L}+),? (?:I|we)\b)/iu;
/** What follows from a statement. */
const consequence =
  /,? so (?:not|no|please|do not|don't|never|I|we)\b.*$|, so (?!(?:far|that|much|many|yea|yeah)\b).*$/i;
/** A second verb whose subject is left out: "I'm a vegetarian, have been since college". */
const secondVerb =
  /, (?:(?:always|never|just|only) )?(?:have|has|had|am|is|are|was|were|been|do|did|don't|can't|want|wanna|need|hoping|planning)\b.*$/i;
/** "a dog, a grumpy old dachshund called Bismarck" */
const calledAfterwards = new RegExp(
  String.raw`\b((?:${petNouns})s?), an? (?:[\p{L}-]+ ){0,5}(called|named) (?=\p{Lu})`,
  'u',
);
/** "We used Postgres 14, but last week we migrated": what was used then. */
const usedBefore = /^(?:I|we) used (?!to\b)/i;
const since = /[,;] (?:but|until|and then|then)\b/i;
/** With whom somebody was there, which the sentence before told. */
const withThem = /(?<=\p{Lu}\S*) (?:with|without|near|beside|because of|thanks to) (?:her|him|them)$/u;

/** "I drive a white Berlingo, if it's in the way": what one has doesn't hang on that. */
const ofUse = /^(I (?:drive|have|own|keep) [^,]+), (?:in case|if)\b.*$/i;

/** A clause without what hangs on it. */
function mainOf(clause: string): string {
  const main = clause.replace(consequence, '').replace(withThem, '').replace(ofUse, '$1');
  return withoutEnd(main, secondVerb);
}

/** A beginning that goes with what follows the comma. */
const leads = /^(?:in|on|at|for|if|when|since|as|after|before|from|with|no|not)\b/i;
/** What follows says that it may not be so. */
const doubting =
  /^(?:if|unless|maybe|perhaps|probably|i (?:think|guess|believe|hope)|apparently|supposedly|allegedly|they say|but|right)\b/i;
/** After these what was said first is so no more. */
const undoing = /^(?:divorced|separated|left|quit|sold|moved|died|stopped|lost|broke|split|retired)$/;

/** "I was born in Rome and grew up there" and "I drink it black, never with milk" without what goes on. */
function headOf(clause: string): readonly string[] {
  const [, first, verb = ''] = /^(.+?),? and (?:now |also )?(\p{Ll}+) /u.exec(clause) ?? [];
  const isTwo = first !== undefined && verbForms.has(verb) && verbForms.get(verb) !== 'ing' && !undoing.test(verb);
  const [, start, after = ''] = /^([^,]+ [^,]+), (?!and\b|or\b)([^,]+)/.exec(clause) ?? [];
  const isWhole = start !== undefined && toldClause(start) !== undefined;
  const isAside = isWhole && !leads.test(start) && !doubting.test(after);
  return [...(isTwo ? [first] : []), ...(isAside ? [start] : [])];
}

/** What a clause states that is no opinion. */
function claimedIn(text: string, hearing: Hearing): readonly Stated[] {
  const whole = claimedWhole(text, hearing);
  if (whole.length > 0) return whole;
  return (
    headOf(text)
      .map((head) => claimedWhole(head, hearing))
      .find(({ length }) => length > 0) ?? []
  );
}

function claimedWhole(text: string, hearing: Hearing): readonly Stated[] {
  const plain = plainOf(text);
  const clause = isHeld(plain) ? toldClause(plain) : undefined;
  if (clause === undefined || isVague(clause)) return [];
  const kind = kindOf(clause) ?? (isLasting(text, clause, hearing) ? 'self.identity' : undefined);
  if (kind === undefined || !isKnownTopic(clause, kind, hearing)) return [];
  // What a group does that is no decision and no rule, each of them does, who speaks too.
  if (clause.topic === 'own' && ofMany.test(text))
    return [{ text: text.replace(ofMany, 'The '), kind, clause: { ...clause, topic: 'thing' } }];
  if (clause.topic !== 'group' || hearing.self?.is !== 'person') return [{ text, kind, clause }];
  if (isDecided(kind) && !has.test(clause.said)) return [{ text: ofGroup(text, hearing.self), kind, clause }];
  return asGroup.test(text) ? [] : [{ text: ofOneself(text), kind, clause: { ...clause, topic: 'self' } }];
}

/** Whether a clause that no rule knows is so for long: it tells what goes on, or is read so. */
function isLasting(text: string, clause: ToldClause, { isOverheard, lasts }: Hearing): boolean {
  if (!isOverheard && tellsWhatGoesOn(clause)) return true;
  // What several are, "teammates", one of them is not.
  if (clause.topic === 'group' && /^(?:are|were)\b/.test(clause.said)) return false;
  const isSaid = !text.includes(': ') && (clause.isPresent || predicatesOf(wordsOfClause(text)).length > 0);
  const topics: readonly Topic[] = isOverheard ? ['self'] : ['self', 'group', 'own', 'named', 'thing'];
  return isSaid && topics.includes(clause.topic) && lasts(text);
}

/** What runs for all of a team is nobody's own. */
const ofMany = new RegExp(`^Our (?=(?:\\S+ )*?(?:${systemNouns})\\b)`, 'i');

/** Whether what follows in the sentence says which ones are meant. */
function isNarrowed(clause: string, sentence: string): boolean {
  const from = sentence.indexOf(clause);
  return from >= 0 && /^ (?:who|which|whom|whose)\b/i.test(sentence.slice(from + clause.length));
}

/** Where a sentence goes on about somebody else: "I moved and my dog is old", "Ansel hates peas, Ida hates beans". */
const another = /(?:\s+and|,) (?=(?:my|our|\p{Lu}\p{Ll}+(?:'s|\.)?) )/u;

/** The sentences that an "and" ties together, each with a verb of its own. */
function apart(clause: string): readonly string[] {
  const found = another.exec(clause);
  if (found === null) return [clause];
  const parts = [clause.slice(0, found.index), clause.slice(found.index + found[0].length)];
  const isTwo = parts.every((part) =>
    predicatesOf(wordsOfClause(part)).some(({ modality, subject }) => modality !== 'order' && subject.length > 0),
  );
  return isTwo ? [parts[0]!, ...apart(parts[1]!)] : [clause];
}

/** What is only so of several. */
const asGroup = /\b(?:together|both|all|each other|one another|each|as a (?:team|family|couple|group))\b/i;

/** What they have or are. */
const has = /^(?:have|are) (?!decided|agreed|settled|opted|chosen|picked|not)/;

function isDecided(kind: FactKind): boolean {
  return kind === 'world.fact' || kind === 'intent.rule' || kind === 'intent.anti-pattern';
}

/** A group has the name of who speaks for it. */
function ofGroup(text: string, self: Self): string {
  return text
    .replace(/^we\b('(?:re|ve|ll))?/i, (_, verb: string = '') => `${writtenName(self)} and others${opened[verb] ?? ''}`)
    .replace(/\bour\b/gi, 'their')
    .replace(/\bus\b/g, 'them');
}
const opened: Readonly<Record<string, string>> = { "'re": ' are', "'ve": ' have', "'ll": ' will' };

function ofOneself(text: string): string {
  return text
    .replace(/\bwe(?:'re| are)\b/gi, "I'm")
    .replace(/\bwe\b/gi, 'I')
    .replace(/\bus\b/g, 'me');
}

/** Praise of what is over. */
const pastOpinion = /\b(?:was|were|looked|felt|did|had)\b/i;

/** Whether anybody can tell whom a statement is about. */
function isKnownTopic({ topic, subject, said }: ToldClause, kind: FactKind, { isOverheard }: Hearing): boolean {
  if (topic === 'named' && isOverheard && praise.test(said)) return false;
  if (topic === 'named' && isOverheard && kind !== 'self.preference' && !isOfPerson(subject)) return false;
  if ((topic === 'self' || topic === 'group') && isOverheard && (passing.test(said) || weakly.test(said))) return false;
  if (!isOverheard || topic === 'self' || topic === 'own' || topic === 'named') return true;
  return kind === 'self.preference' || (topic === 'group' && (!isDecided(kind) || has.test(said)));
}

function isOfPerson(subject: string): boolean {
  const [first = ''] = subject.split(' ');
  return honorifics.has(first) || classOfWord(first) === 'person';
}

/** What is offered or wished out of courtesy. */
const weakly =
  /^(?:(?:do not )?(?:want|hope|plan)s? to|would (?:love|like) to) (?:join|lend|show|come|hear|see|meet|check|hang|catch|give|listen|spoil|stay|go (?:home|out|back)|get (?:back|going)|wish|ask|say|savou?r|speak)\b/;
/** What somebody is about to do, does not want just now, or has picked once; a plan that lasts has a date or is wanted. */
const passing =
  /^(?:(?:am|are) going to (?!.*\b(?:in|on|by|next|this|tomorrow)\b)|do not want to|(?:have )?(?:chosen|chose|picked)\b|(?:have )?decided (?:not )?to (?:try|pick|go|take|watch|eat|do|get|give|stay|come|call|put|make|order|cook|skip|sleep|check|just|not)\b|always (?:meant|wanted|been|somehow|end|get)\b)/;
const praise =
  /^(?:is|are) an? (?:\S+ly )?(?:amazing|talented|great|good|true|real|wonderful|beautiful|nice|awesome|incredible|fantastic|perfect|brilliant|inspiring|lovely|cool|super)\b/;

/** What points out of the clause. */
const pointing = /(?<!\bthey(?: and |\/))\b(?:it|them)\b(?! (?:when|if)\b)|\b(?:that|this)$/;

/** Whether only the text around it tells what a clause means: who is the lead leads something. What somebody wants of "you" is a courtesy. */
function isVague({ topic, said }: ToldClause): boolean {
  if (topic === 'named' && /^(?:is|are|was|were) the [a-z]+$/.test(said)) return true;
  return pointing.test(said) || (topic === 'self' && /\b(?:you|your|yours)\b/.test(said));
}

function plainOf(text: string): string {
  let plain = text.replace(hereOnly, '').replace(leadingTime, '$2 $1');
  for (const [said, means] of wished) plain = plain.replace(said, means);
  return plain;
}

// Whom a claim is about: who speaks, whom its subject names, and whom of the speaker's own it names.

const name = String.raw`\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)*`;
const names = `(?<names>${name}(?:(?:, |,? and )${name})*)`;
const called = '(?:[,:]? |(?: is| are)? (?:called|named) )(?:(?:Dr|Mrs?|Ms|Prof)\\.? )?';
/** Behind what the name of a person or a pet stands, and the type of what it names. */
const ofSomebody: readonly (readonly [RegExp, NonNullable<ClaimSubject['type']>])[] = [
  [new RegExp(`\\b(?:(?:${peopleNouns}|${helperNouns}|agent|kid)s?|child(?:ren)?)${called}${names}`, 'gu'), 'person'],
  [new RegExp(`\\b(?:${petNouns})s?${called}${names}`, 'gu'), 'animal'],
];
/** The same in what somebody says of himself. */
const ofSpeaker: typeof ofSomebody = [
  ...ofSomebody,
  [new RegExp(`\\b(?:(?:married|engaged|related) to|married) ${names}`, 'gu'), 'person'],
  [new RegExp(`\\b(?:moved|relocated|migrated) (?:back )?(?:from|to) ${names}`, 'gu'), 'place'],
  [new RegExp(`\\b(?:moved|relocated|migrated) (?:from|to) ${name} (?:from|to) ${names}`, 'gu'), 'place'],
];
/** The same where it may be no name: "my boss is German", "I love Mozart". */
const knownOnly = new RegExp(
  `\\b(?:(?:${peopleNouns})s? (?:is|are)|(?:like|love|hate|dislike|adore|detest|loathe|stand|bear)) ${names}`,
  'gu',
);

/**
 * Whom a claim is about; nobody where its text says so by itself.
 *
 * @param judged - whom an opinion is of.
 */
function claimSubjects(
  text: string,
  { clause, judged, self }: { readonly clause?: ToldClause; readonly judged?: string; readonly self: Self | undefined },
): readonly (ClaimSubject | string)[] {
  const speaker = self?.is === 'person' ? [{ name: self.name, type: 'person' as const }] : [];
  const thinker = self?.is === 'agent' ? [`agent:${self.name}`] : speaker;
  if (judged !== undefined) return [...thinker, judged];
  // What is thought of no person is of who thinks it.
  if (clause === undefined) return /\b(?:I|my)\b/.test(text) ? thinker : [];
  const { topic, subject } = clause;
  // An order binds who hears it, unless it says how somebody wants to be treated.
  const isOfSelf = self?.is === 'agent' || /\b(?:I|me|my|us|our)\b/i.test(text);
  const speaks = topic === 'self' || topic === 'own' || (topic === 'order' && isOfSelf);
  if (speaks && self !== undefined) return self.is === 'agent' ? [`agent:${self.name}`] : [...speaker, ...named(text)];
  // The text says it as well, and without the title.
  if (topic !== 'named' || honorifics.has(subject.split(' ')[0] ?? '')) return [];
  const capitals = text.match(/\p{Lu}[\p{L}\p{M}-]*(?: \p{Lu}[\p{L}\p{M}-]*)*/gu) ?? [];
  // "Falk has two sons, Max and Tim"
  const relatives = ofSomebody.flatMap(([pattern]) => namesAt(text, pattern));
  const isNamed = (one: string): boolean =>
    subject.includes(one.toLowerCase()) || relatives.includes(one) || / (?:called|named) $/.test(text.split(one)[0]!);
  return capitals.filter((one) => isNamed(one) && one.split(' ').some(isPersonsName));
}

/** Whom and what of his own somebody names: "my sister Paula", "a cat called Socks", "moved from Denmark". */
function named(text: string): readonly ClaimSubject[] {
  const found = [
    ...ofSpeaker.flatMap(([pattern, type]) => namesAt(text, pattern).map((one) => ({ name: one, type }))),
    ...namesAt(text, knownOnly).flatMap((one) =>
      classOf(one) === 'person' ? [{ name: one, type: 'person' as const }] : [],
    ),
  ].filter(({ name: one, type }) => classOf(one) !== 'demonym' && (type === 'place') === (classOf(one) === 'place'));
  return found.filter((one, at) => found.findIndex((other) => other.name === one.name) === at);
}

function namesAt(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ groups }) => (groups?.['names'] ?? '').split(/,? and |, /));
}

function classOf(one: string): WordClass {
  return classOfWord(one.split(' ')[0]!.toLowerCase());
}
