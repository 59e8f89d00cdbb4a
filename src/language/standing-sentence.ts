/**
 * Makes a clause into a sentence that stands by itself, or says that none can be made. The sentence names the speaker,
 * needs no neighbour and no clock. Owns the wording of facts that sleep writes by the rules. English only.
 */
import type { FactKind } from '../domain/vocabulary.ts';
import { wordsOfClause } from './clause-words.ts';
import { verbForms } from './grammar.ts';
import { predicatesOf } from './predicate.ts';
import { withTimes } from './standing-times.ts';
import { inThirdPerson } from './third-person.ts';
import type { ClaimedFact, Self } from './voice.ts';

/** A clause, and what has to be known to let it stand alone. */
export interface StandingClause {
  readonly text: string;
  readonly kind: FactKind;
  readonly self: Self | undefined;
  /** Whether it may speak to a reader or of what every reader knows: a rule, a decision, an agent's own thought. */
  readonly isAtHome: boolean;
  /** Whether it was said to somebody else than the agent: then nobody knows who "you" is. */
  readonly isOverheard: boolean;
  /** When it was said. */
  readonly said: Date;
  readonly now: Date;
}

/** The clause as a sentence; undefined where it needs its neighbour, is over, or is no good English. */
export function standingSentence({
  text,
  kind,
  self,
  isAtHome,
  isOverheard,
  said,
  now,
}: StandingClause): Pick<ClaimedFact, 'content' | 'validTo'> | undefined {
  const trimmed = trimmedClause(text);
  const timed = withTimes(trimmed, { kind, said, now });
  if (timed === undefined) return undefined;
  const { dated, ...until } = timed;
  if (isBroken(dated) || pointsElsewhere(dated, isAtHome)) return undefined;
  if (isOverheard && secondPerson.test(dated)) return undefined;
  if (!isAtHome && hasUnknownThing(dated)) return undefined;
  const named = self === undefined ? dated : inThirdPerson(dated, self);
  if (named === undefined) return undefined;
  const sentence =
    self?.is === 'agent' && named.startsWith(self.name) ? named : named[0]?.toUpperCase() + named.slice(1);
  const content = /[.!]$/.test(sentence) ? sentence : `${sentence}.`;
  return { ...until, content };
}

// What only ties a clause to the talk around it is left out.

const openings =
  /^(?:(?:no(?=,)|and|but|so|also|well|yeah|yes|yep|oh|ok|okay|honestly|actually|anyway|since|because|plus|personally|basically|man|dude|like|now|then|though|although|lol|haha|hmm)\b,?\s+|i mean,?\s+)+/i;
const closings =
  /(?:,? (?:too|as well|though|by the way|myself|personally|honestly|for sure|actually|anyway|since then|right now|now|these past \p{L}+ (?:years|months)|these days|nowadays|already|haha|lol|btw|fyi|tbh|pl(?:ease|s|z)|no (?:question|doubt|contest)|hands down|(?:funny|oddly|strangely|weirdly) enough|at last|never have|day \d+|(?:touch|knock on) wood|fingers crossed|thank (?:god|goodness|heavens)|(?:heaven|god|lord) (?:help|knows)(?: \p{L}+)?|of course|obviously|to be honest|for some reason|if that makes sense)|,? so (?:far|yeah?)|,?\s*(?:\p{Extended_Pictographic}|[:;]-?[)D(P])(?:\p{Extended_Pictographic}|\uFE0F|\u200D)*)+$/iu;
/** Between who speaks and the verb these say nothing that lasts. */
const fillers =
  'also|just|actually|honestly|personally|definitely|absolutely|totally|truly|literally|currently|basically|now|already|kind of|sort of|even';
const fillerAfterSelf = new RegExp(`^(I(?:'m|'ve| am| have)?) (?:(?:${fillers})\\b,? )+`, 'i');
const beforeVerb = new RegExp(`^(I (?:don't|do not|can't|cannot)) (?:(?:${fillers})\\b,? )+`, 'i');
/** "I do like": the verb alone says it. */
const emphatic = /^I do (?=(?:still |really )?(?:like|love|enjoy|prefer|hate|play|own|work|live)\b)/i;
/** "Hi Ana, I am ...", "..., Ana". */
const courtesy = /,? (?:nice|good|great|pleased) to (?:meet|see) you\b.*$/i;

function trimmedClause(text: string): string {
  let trimmed = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(openings, '')
    .replace(courtesy, '')
    .replace(/[\s,;-]+$/, '');
  trimmed = trimmed
    .replace(closings, '')
    .replace(emphatic, 'I ')
    .replace(fillerAfterSelf, '$1 ')
    .replace(beforeVerb, '$1 ');
  // What begins a clause keeps its capital when it goes to the end.
  trimmed = trimmed.replace(
    /(?<=[\p{Ll}\d,] )(?:In|On|At|By|For|After|Before|Since|During|From|With|As|To|When|While|Under|Within|Without|Once)(?= (?:\p{Ll}|I\b))/gu,
    (lead) => lead.toLowerCase(),
  );
  trimmed = trimmed
    .replace(/\balso /g, '')
    .replace(/(?<!\b(?:for|by|until|till|right|even|just|from)) now(?=,| (?:in|at|as|with|near|for|and)\b)/i, '')
    .replace(/,? so I(?:'m|'ve| am| have| just| do)? (?!can\b).*$/, '')
    .replace(/^(I'm|I am) (?:even |much )?more (?=into\b)/, '$1 ')
    .replace(/(\b(?:works? as|am|is|I'm) an? [^,]+?) there(?: now)?$/, '$1');
  trimmed = trimmed.replace(/^(I\b.*?) and (?:don't|do not|can't|cannot|won't|haven't|am|have)\b.*$/, '$1');
  // "I'm allergic to wasps and carry an EpiPen": the second verb would not agree.
  trimmed = trimmed.replace(/^(I'm|I am)(\b.*?) and (\p{Ll}+) .*$/u, (all, am: string, said: string, verb: string) =>
    verbForms.get(verb) === 'base' ? `${am}${said}` : all,
  );
  return withoutSplice(trimmed)
    .replace(/^Our (?=\p{L})/iu, 'My ')
    .trim();
}

/** A text without what ends it, where a statement is left of it. */
export function withoutEnd(text: string, end: RegExp): string {
  const left = text.replace(end, '');
  return predicatesOf(wordsOfClause(left)).length > 0 ? left : text;
}

/** What somebody is asked to do about it. */
const asked =
  /, (?:and |so )?(?:please )?(?:tell|remind|ask|call|text|note|let|make sure|check|write|remember|don't|do not|be careful|put (?:that|this|it)|save (?:that|this|it)|jot|keep(?! \p{L}+ing))\b.*$/iu;

/** "I like tea, a friend showed me how": what follows the comma is another sentence. */
function withoutSplice(given: string): string {
  const text = withoutEnd(given, asked);
  for (const { index } of text.matchAll(
    /, (?=(?:a|an|the|my|some|most|all|people|which|so|they|he|she|it|we|you)\b)/gi,
  )) {
    const rest = text.slice(index + 2);
    const [first] = predicatesOf(wordsOfClause(rest));
    if (first === undefined ? /\p{L}ed (?:me|us|him|her|them)\b/u.test(rest) : first.modality !== 'order')
      return text.slice(0, index).replace(closings, '');
  }
  return text;
}

// What is no good English, or none that anybody else would write down.

const fewestWords = 2;
const mostWords = 28;
const slang =
  /\b(?:gonna|gotta|gimme|lemme|dunno|ain't|y'all|lmao|ngl|tbh|idk|imo|smh|bro|brb|dude|vibes?|skillz|stoked|omg|nah|yo|yea|btw|kinda|sorta|ya|stuff like that|and (?:stuff|so on|all)|or (?:something|whatever))\b|\bstuff$|[!?].|\.\.|…|[~^{}|]|^(?!decision:)\S+:|:$|[("][^)"]*$|\b(?:etc|e\.g|i\.e)\b/i;
const doubled = /\b(\p{L}+) \1\b/iu;
const disagreeing =
  /\b(?:I (?:is|are|has|does|was been|be)\b|(?:me|my)'s\b|(?:I|we|they) (?:\S+ly )?(?:likes|loves|wants|needs|goes|does|has|is|was going|lives|works)\b|(?:he|she|it) (?:are|have|do)\b|(?:wants?|likes?|loves?|plans?|hopes?) to \S+(?:ing|ed)\b(?! (?:it|them)))/i;

/** A second sentence begins without a word that joins it. */
const glued =
  /\S(?<!\b(?:when|if|that|because|so|as|while|where|what|how|who|which|whenever|until|before|after|and|or|but|than|every time|since|whether)) (?:I'm|I am|I've|I don't|I didn't|I can't)(?= )|\band \w+ly I\b|\bI mean\b|\band what\b|\bthat's (?:when|why|how|what|where|because)\b|\b(?:and|or|but|so|(?:wants?|going|likes?|loves?|have|needs?|plans?|hopes?|try|trying|not) to|to (?:see|understand|know|find out|check|tell|explain|decide)|wants? to learn|the|a|an|because|that)$/i;

const chat = /\b(?:u|ur|r|rn|bc|af|em|til|smth|sth)\b(?!-)|^[Ii]d\b/;

/** "My son Max isn't": what he isn't stood in another clause. */
const cutShort = /(?:n['\u2019]t| (?:is|are|was|were|does|did|has))$/i;

/** What is on somebody's calendar, or passes. */
const passing =
  / (?:has|have|have got|has got) an? (?:\p{L}+ ){0,2}(?:gala|match|game|exam|recital|interview|test|concert|race|tournament|audition|rehearsal|performance|cold|fever|headache|hangover)$/u;

/** "My brother, is a vet": what stood before the first comma is gone. */
const headless = /^(?:\S+ ){0,3}\S+, (?:is|are|was|were|has|have)\b/i;

function isBroken(text: string): boolean {
  const count = text.split(' ').length;
  return (
    count < fewestWords ||
    count > mostWords ||
    slang.test(text) ||
    chat.test(text) ||
    cutShort.test(text) ||
    passing.test(text) ||
    (doubled.test(text) && !/\b(?:that that|had had)\b/i.test(text)) ||
    disagreeing.test(text) ||
    headless.test(text) ||
    glued.test(text)
  );
}

// Words that only their neighbours explain.

const pointing: readonly RegExp[] = [
  /\b(?:it|its|it's)\b(?! (?:when|if)\b)/i,
  /\b(?:this|these|those)\b/i,
  /\b(?:that's|that (?:is|was)|like that|(?:about|of|with|for|to|in|on|at|do|does|than|from|all|after|before|by|like|love|hate|enjoy|prefer|see|and|or) that)(?![\w'])(?! (?:when|if|i|we|he|she|people|is|are|has|have|can)\b)/i,
  /\bthat(?:,|$)/i,
  /\b(?:here|over there|out there|up there|in there|(?:go|goes|going|went|been|live|lives|get|getting|back|is|are) there|there(?:$|,))\b|\bthere$/i,
  /(?<!\b(?:every|any|no|some|each|number|(?:to|than|over|from)(?: \S+){1,2})) \bones?$|(?<!\b(?:to|than|over|from)(?: \S+){0,1} )\b(?:the|a|my|to|like|small|big|little|good|new|other|many) ones?\b(?! of)|\bone (?:day|to)\b/i,
  /\b(?:go(?:es|ing)? to|to (?:have|get|try|see|buy|own|make|find|be|play|watch|visit)|have|has|own) one$/i,
  /\b(?:the (?:other|others|former|latter|above|below|following|rest|way|idea|fact|whole (?:thing|time))|as (?:mentioned|said|you)|back (?:home )?then|either of|both of|each of them|so (?:i|we|they) (?:could|can't))\b/i,
];
/** What is too vague for anybody but who speaks. */
const vague =
  /\b(?:something|anything|everything)\b(?! (?:that|i|with|made|about)\b)|\b(?:somewhere|someone|somebody) (?:like|else|new)\b|\b(?:not|never) to$|\bplay(?:ing)?(?: (?:for fun|occasionally|alone|together|with friends|online))?$|\b(?:great|good|best|nice|better) (?:choices?|options?|ones?|ideas?)$|\b(?:go|going|get|come) back$|\bdoing (?:so|good|well)\b|\bthings?$/i;
/** A plan that names nothing. */
const unnamedPlan =
  /\b(?:do|get|buy|make|try|plan|find|cook|eat|watch|see|have) something(?: (?:special|nice|new|good|else|different|fun|similar))?$/i;
const third = /\b(?:he|him|his|she|her|hers|himself|herself|they|them|their|theirs|themselves)\b/i;
/** Somebody whom a later "his" or "their" can mean. */
const somebody =
  /\b(?:my|our) (?:\S+ )?\p{L}+\b.*?\b(?:he|him|his|she|her|hers|they|them|their|theirs)\b|\b(?:people|kids|children|others|friends|everyone|everybody|men|women|\p{L}{3,}s)\b.*?\b(?:they|them|their|theirs|themselves)\b/iu;
/** What somebody with a name does to himself: "I think Ben is too hard on himself". */
const toOneself = /(?<=^I \P{Lu}*\p{Lu}\p{Ll}+ .*)\b(?:himself|herself|themselves)\b/gu;

/** Somebody with a name whom an agent goes on about: "I admire Claire for her patience". */
const namedBefore = /^I \P{Lu}*(?<!\b(?:in|at|from|to|near|on) )\p{Lu}\p{Ll}+ .*\b(?:his|him|her|their|them)\b/u;

const secondPerson = /\b(?:you|your|yours|yourself)\b/i;

/** Who tells a rule knows where it holds. */
const atHome = /\b(?:in|for|on|of) this (?:project|app|codebase|repository|repo|team)\b/gi;

function pointsElsewhere(text: string, isAtHome: boolean): boolean {
  if (unnamedPlan.test(text)) return true;
  const pointed = isAtHome ? text.replace(atHome, '') : text;
  if (pointing.some((pattern) => pattern.test(pointed))) return true;
  const isKnown = somebody.test(text) || (isAtHome && namedBefore.test(text));
  const isUnnamed = /^(?:I|He|She|They)\b/.test(text) || !/^\p{Lu}|\b[Pp]ronouns\b/u.test(text);
  if (third.test(text.replace(toOneself, '')) && !isKnown && isUnnamed) return true;
  if (isAtHome) return false;
  if (vague.test(text) || /\b(?:such|same|similar|another|likewise|respective)\b/i.test(text)) return true;
  return /\b(?:we|us|ourselves|let's)\b/i.test(text);
}

// "The movie": which one only the talk tells. What there is only one of, or what is described, stands.

const definite = /\bthe ((?:\S+ )?\S+)(.*)/i;
const onlyOne =
  /^(?:\p{Lu}|\p{L}+est\b|(?:best|worst|most|least|only|main|separation|importance|value|power|(?:smell|sound|sight|taste|feeling|feel|colou?r)s? of|north|south|east|west|user|\d+)\b|(?:sea|seaside|ocean|beach|mountains?|outdoors|countryside|country|suburbs|sun|snow|rain|cold|heat|dark|stars|moon|world|earth|environment|forest|woods|internet|web|news|radio|tv|mornings?|evenings?|afternoons?|nights?|weekends?|summer|winter|spring|autumn|fall|holidays|theat(?:re|er)|cinema|movies|gym|library|piano|guitar|violin|cello|flute|drums|trumpet|saxophone|bass|harp|clarinet|ukulele|keyboard|past|future|present|arts|public|military|army|navy|police|government|community|poor|elderly|homeless|bus|train|subway|dentist|doctor|zoo|park)(?=$|[,.]| (?:and|or|in|on|at|with|of|for|to|when|because|as|every|by|is|are|than|from|during|after|before|near|so|while|without|more|best|most|all|much|but|where)\b))/u;
const described = /^(?:\S+ ){1,3}(?:that|who|which|of (?!the\b)|for (?!the\b)|in \p{Lu})/u;

/** Whether a clause names a thing by an article alone. */
function hasUnknownThing(text: string): boolean {
  let rest = text;
  for (let found = definite.exec(rest); found !== null; found = definite.exec(rest)) {
    const from = rest.slice(found.index + 4);
    if (!onlyOne.test(from) && !described.test(from)) return true;
    rest = from;
  }
  return false;
}

/** "Sign as", of "sign as "The Fernhill team"": quotations are not read, and an order ends where one was. */
export function lacksQuotation(claim: string, content: string): boolean {
  return /["“„«]/u.test(content) && /\b(?:as|with|by|to|say|write|called|named)[.]?$/.test(claim);
}
