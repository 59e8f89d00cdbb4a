/** From a text to its sentences, from a message to those of prose, and from a sentence to the clauses that assert something. */
import { verbForms } from './grammar.ts';
import { asksUnmarked } from './plain-spelling.ts';

/**
 * Where sentences end:
 *
 *   mark    at every mark and line: `Use v1.2. Why?` is `Use v1.`, `2.` and `Why?`. Fast, for counting.
 *   word    at marks that end a word, and at lines: `Use v1.2.` and `Why?`
 *   space   at marks before white space or in a script without spaces, and at no abbreviation: `Ask Dr. May.` is one
 */
export type SentenceEnd = 'mark' | 'word' | 'space';

const cut = {
  mark: /[^.!?\u3002\uff01\uff1f\n]+[.!?\u3002\uff01\uff1f]*/g,
  word: /[^.!?\u3002\uff01\uff1f\n]+(?:[.!?](?=[^\s.!?])[^.!?\u3002\uff01\uff1f\n]*)*[.!?\u3002\uff01\uff1f]*/g,
};
/** A mark goes with what closes it. */
const spaceAfterMark = /(?<=[.!?…]['’)]?)\s+|(?<=[。！？])/u;
/** A full stop after these ends no sentence; in some places only after a title. */
const titles = 'dr|mr|mrs|ms|prof';
/** "at St. Mary's", and not "Main St." */
const saints = '(?:at|in|to|from|of|near|by|behind) (?:st|mt|ft)';
const title = new RegExp(`(?:^|[\\s(])(?:${titles}|${saints})\\.$`, 'i');
const abbreviation = new RegExp(`(?:^|[\\s(])(?:${titles}|st|vs|e\\.g|i\\.e|etc|no|approx|\\p{Lu})\\.$`, 'iu');

/** The sentences of a text with their final marks, trimmed, in order. */
export function splitSentences(text: string, end: SentenceEnd): readonly string[] {
  const parts = end === 'space' ? text.split(spaceAfterMark) : (text.match(cut[end]) ?? []);
  const found: string[] = [];
  for (const part of parts.map((sentence) => sentence.trim())) {
    const before = found.at(-1);
    if (before !== undefined && (end === 'space' ? abbreviation : title).test(before))
      found[found.length - 1] = `${before} ${part}`;
    else if (part !== '') found.push(part);
  }
  return found;
}

// The sentences of prose in a message: no code, no quotations, no tables, no list marks.

/** Longer messages are read this far, in characters: what follows is mostly pasted. */
const readCharacters = 8_000;

const fenced = /(?:```|~~~)[\s\S]*?(?:```|~~~|$)/g;
const apostrophes = /[\u2018\u2019\u02bc\u2032]/g;
/** Three words and more between quotation marks are somebody's words, fewer a name. */
const quotation =
  /["\u201c\u201d\u201e\u00ab\u00bb]([^"\u201c\u201d\u201e\u00ab\u00bb\n]*)["\u201c\u201d\u201f\u00ab\u00bb]/g;
const listMark = /^\s*(?:[-*+\u2022]|\d+[.)]|#{1,6})\s+/;
/** Lines that are no prose: quoted, of a table, or of code. */
const noProse =
  /^\s*(?:>|\||<\/?[a-z!]|[{}[\]();]|import\s.*from|def\s|class\s\w+.*[:{]$|(?:const|let|var)\s\w+\s*=)|[{};]\s*$/;

/** The sentences of prose in a message with their final marks, in order. */
export function sentencesOf(text: string): readonly string[] {
  const plain = text
    .slice(0, readCharacters)
    .replace(fenced, '\n')
    .replace(apostrophes, "'")
    .replace(quotation, (_, inner: string) => (inner.trim().split(/\s+/).length > 2 ? ' ' : ` ${inner} `));
  const found: string[] = [];
  for (const line of plain.split('\n')) {
    if (noProse.test(line)) continue;
    const prose = line.replace(listMark, '').replace(/[*`]|__/g, '');
    found.push(...splitSentences(prose, 'word').filter(({ length }) => length > 2));
  }
  return found;
}

// The clauses of a sentence that assert something. Questions, conditions, wishes, guesses, what others say and what is
// past and over are left out here: a link must not rest on them.

const boundary =
  /[;\u2014\u2013]\s*|\s+-\s+|,?\s+(?:but|however|although|though|because|whereas|considering|given that|even though|especially since|since (?=i\b)|so that)\s+|[,:]\s+(?=(?:and |or |so |then |now )?(?:i|we|you|he|she|it|they|there|can|could|would|do|does|what|how|why|please|here|my|the|this|that)\b)|(?=,)(?<=\S\s+\S+),\s+(?=(?:and |so )?(?!(?:and|or|nor|who|which|where|when|whose|as|with|in|on|at)\b)[^\s,.;:]+(?: (?!and\b|or\b)[^\s,.;:]+){0,2} (?:is|are|was|were|has|isn't|aren't|doesn't|says|still)\b|(?:so )?(?:(?:always|never|don't|do not) (?!have\b|has\b|had\b|was\b|will\b|did\b|an?\b|the\b|on\b|in\b|at\b|with\b|before\b|after\b|more\b|[^\s.;:]+,? (?:\S+ )?(?:or|nor) \S+[.!]*$)|(?:keep|remember|ask|avoid|ignore) )\S+ \S)|\s+and\s+(?=(?:i|we|he|she|they|it|there)\b)/i;

/** "Sorry, I mixed that up: ...": the correction itself follows. */
const announcement =
  /^[^.!?:]{0,60}\b(?:correction|correct myself|wrong|mistaken|mistake|mixed (?:that|this|it) up|mistyped|sorry|chang(?:e|ed|es))\b[^.!?:]{0,30}:\s+/i;

const questionStart =
  /^(?:(?:and|so|but|or|hmm|ok|okay|hey|also|yeah|sure|then|now),? )*(?:can|could|would|will|do|does|did|is|are|was|were|am|has|have|had|should|shall|may|what|what's|how|why|when|where|who|whose|which|whether|any|anything|please)\b/i;
/** "Good news: ..."; one word alone may be who speaks, and "We have three kids: Ada, Finn and Lou" tells who they are. */
const heading =
  /^(?:(?![^:]* (?:have|has|got|owns?|speaks?|keeps?) (?:two|three|four|five|six|several|many|\d+) [^:]+: \p{Lu}\S+(?:,| and) )\p{Lu}\p{Ll}+ [\w ]{1,30}|note|update|fyi|reminder|summary|tip|warning|decision|result):\s+/iu;
/** A person who has managed a part of something is doing it. */
const underway = /\b(?:i|we)(?:'ve| have) (?:managed|succeeded)\b/i;
const attempt = /\b(i|we)(?:'m|'re| am| are) trying to /gi;
/** A polite question, with or without its mark. */
const request = /^(?:can|could|would) you\b/i;
/** The speaker tells of himself. */
const ofSpeaker = /^(?:i|we)(?:'| (?:am|are|have|had|was|were|use|do|did|never|always|only|just)\b)/i;
const leadIn =
  /^(?:in|on|at|by|for|after|before|since|during|from|with|as|to|when|while|once|starting|under|within|without)\b/i;
/** "As of August I live in Colmar": from when on. */
const beginning =
  /^((?:as of|since|from|starting) (?:(?!(?:I|we|he|she|they)\b)\S+ )?\S+) (?=(?:I|we|he|she|they)(?:'\S+)? )/i;
/** May be (a modal, not the month), if, would: nobody says that it is so. */
const unreal =
  /\b(?:(?:would|could|might)(?:n't)?|if|unless|whether|maybe|perhaps|possibly|probably|wish|dream|dreams|imagine|imagining|suppose|assuming|pretend|instead of|rather than|(?:almost|nearly) (?!every|each|all|always|daily)|supposed to|seems?|sounds?|decid(?:e|ing) (?:if|whether)|example)\b|'d\b|\bmay\b/;
/** Hoped for, wanted or planned: it is not so yet. */
const intended =
  /\b(?:hop(?:e|es|ing|ed)|let us|let's|let me|lets|wants?|wanted|wanting|wanna|plan(?:s|ned|ning)? (?:to|on)|intends?|intending|thinking (?:of|about)|consider(?:s|ing|ed)?|(?:try|tries|tried|trying) to|aim(?:s|ing)? to|going to|gonna|about to|love to|like to|forget to|forgot to|next (?:week|month|year))\b/;
const pastAndOver =
  /\b(?:used to(?! it)|formerly|previously|in the past|until|till|back then|back when|as a (?:child|kid|student|teenager|boy|girl)|when (?:i|he|she|we|they) (?:was|were)|at the time|years ago|at first|initially|originally(?<!\bfrom \S+ originally)|once (?:was|were|had|lived))\b/i;
const saidByOthers =
  /\b(?:says?|said|saying|thinks?|thought|believes?|believed|claims?|claimed|told|tells|heard|hears|reckons?|suggests|suggested|mentioned|asked|asks|wonders?|wondered|doubts?|doubted|feels? like|according to|guess(?:es|ed)?|assumed|hates? it|loves? it)\b/i;
const ownKnowledge =
  /^(?:i|we) (?:think|believe|know|noticed|realised|realized|found(?! an? )|am sure|'m sure|see|(?:don't|do not) (?:know|understand|get) why)(?: that)? (?=\w+)/i;

const condition = /^(?:if|unless|given|when|whenever|once|as soon as|in case|assuming|suppose|provided)\b/i;

/** Whether the speaker himself says that something is so or is meant to be: no condition, no guess, nothing that is over. */
export function isHeld(clause: string): boolean {
  const undated = clause.replace(/\d+ May\b|\bMay \d+|^May\b/g, '');
  return !unreal.test(undated) && !pastAndOver.test(clause) && !saidByOthers.test(clause);
}

/** Whether a clause asks; what the speaker says of himself at the end of a question is an assertion. */
function asks(clause: string, { question, last }: { readonly question: boolean; readonly last: boolean }): boolean {
  if (request.test(clause)) return true;
  return question && ((last && !ofSpeaker.test(clause)) || (questionStart.test(clause) && !/^any\b/i.test(clause)));
}

/** "If I won the lottery I would live in Rome", "I wish I had a piano": nothing of it is so. */
const supposing =
  /\bif (?:i|we|he|she|they)\b[^.!?]*(?:\bwould\b|['\u2019]d\b)|(?:\bwould|['\u2019]d) [^.!?]*\bif (?:i|we|he|she|they)\b|\b(?:i|we) wish (?:i|we|my|our)\b/i;

/** Whether a sentence says nothing of how things are: it asks or supposes. */
export function isOpen(sentence: string): boolean {
  return /[?\uff1f]["'”’)\s]*$/u.test(sentence) || asksUnmarked(sentence) || supposing.test(sentence);
}

/** Says that one has heard, or why one asks: "Nice. What have you made so far?" only asks. */
const heard =
  /^(?:oh|wow|nice|cool|great|awesome|amazing|lovely|ah|aha|haha|interesting|really|thanks(?: in advance)?|asking for a friend|just (?:curious|wondering|asking)|no rush|let me know|(?:(?:I )?(?:must|need to|have to|should|gotta|will)|I['\u2019]ll) (?:look|check|google|ask|find)\b.{0,25})(?:,? (?:nice|cool|wow|great))?[.!\u2026]*$/i;

const knowsNothing =
  /^\W*(?:no (?:idea|clue)|I (?:don['\u2019]?t|do not) know|dunno|idk|not sure)\b[^.!?]{0,30}[.!?]*$/i;
/** Whether a text does nothing but ask, suppose, or say that one does not know. */
export function asksOnly(text: string): boolean {
  if (knowsNothing.test(text)) return true;
  const sentences = splitSentences(text, 'space');
  return sentences.some(isOpen) && sentences.every((one) => isOpen(one) || heard.test(one));
}

/** The clauses of a sentence that are asserted, in order, as {@link toldClauses} has them. */
export function assertedClauses(sentence: string): readonly string[] {
  return toldClauses(sentence)
    .map((clause) => clause.replace(ownKnowledge, ''))
    .filter((clause) => isHeld(clause) && !intended.test(clause));
}

/**
 * The clauses of a sentence that neither ask nor depend on a condition, in order; a beginning like
 * "by default," goes to the end of its clause.
 */
export function toldClauses(sentence: string): readonly string[] {
  const question = /[?\uff1f]\s*$/.test(sentence);
  const parts = sentence
    .replace(/[.!?\u3002\uff01\uff1f]+$/, '')
    .replace(announcement, '')
    .replace(heading, '')
    .replace(beginning, '$1, ')
    .replace(underway.test(sentence) ? attempt : /$^/, '$1 ')
    .split(boundary)
    .flatMap(withoutRelatives)
    .map((part) => part.trim().replace(/^(?:and|so|then|plus)\s+/i, ''))
    .filter((part) => part !== '');
  const found: string[] = [];
  let lead = '';
  let asking = false;
  for (let index = 0; index < parts.length; index += 1) {
    const clause = parts[index]!;
    const last = index + 1 === parts.length;
    // What goes on after a question belongs to it, until the speaker comes back to himself.
    asking = asks(clause, { question, last }) || (asking && !ofSpeaker.test(clause));
    if (asking) continue;
    // "If the cache is cleared, the tests pass": neither is asserted.
    if (condition.test(clause)) index += 1;
    else if (leadIn.test(clause) && !last && clause.split(/\s+/).length <= 6) lead = ` ${clause}`;
    else {
      found.push(reordered(clause) + lead);
      lead = '';
    }
  }
  return found;
}

const relative = /,?\s+(?:which|who|whom)\s+/i;

/** "Flask, which I never used" also says "I never used Flask"; other relative clauses are left out. */
function withoutRelatives(part: string): readonly string[] {
  const [main = '', ...relatives] = part.split(relative);
  const antecedent = /[\w.+#-]+$/.exec(main)?.[0] ?? '';
  return [
    main,
    ...relatives.flatMap((text) => (/^(?:i|we)\b/i.test(text) && antecedent ? [`${text} ${antecedent}`] : [])),
  ];
}

/** "By default, it is on" -> "it is on By default"; what "In tests we use pnpm, never npm" leaves out comes last. */
function reordered(clause: string): string {
  const comma = clause.indexOf(', ');
  if (comma < 0) return clause;
  const [before, after] = [clause.slice(0, comma), clause.slice(comma + 2)];
  const isWhole = /\b(?:i|we)\b/i.test(before) && /^(?:never|not)\b/i.test(after);
  return leadIn.test(before) && !isWhole && !/, /.test(after) ? `${after} ${before}` : clause;
}

// Makes texts fit to be shown: as plain words, on one line, shortened, as a list, and told apart from instructions.
// No word is changed.

// Plain words: one line, without the marks of lists, of markup, of chat templates and of quotations.

/** Longer contents are read this far, in characters: prose tells a passage. */
const plainCharacters = 8_000;

/** Before a mark, and before an empty line, a line ends what it says. */
const lineEnd = /(?<=[^\s.!?;:,…])[ \t]*\n(?=\s*\n|\s*(?:[-*+•>#|]|\d{1,3}[.)])+\s)/gu;
const lineMark = /^\s*(?:(?:[-*+•>#|]|\d{1,3}[.)])+\s+)+/gmu;
/** `<|im_start|>`, `[INST]`, `</system>`: what chat templates and markup put around words. */
const templateMarks = /<\|[^|\n]{0,40}\|>|\[\/?INST\]|<\/?[a-z][\w:-]{0,40}(?:\s[^<>\n]{0,200})?\/?>/giu;
const role = /(^\s*|[\n.!?]\s*)(?:system|assistant|user|human|ai|developer)\s*:\s*/giu;
const link = /!?\[([^[\]\n]{1,200})\]\([^()\s]{1,500}\)/gu;
/** Brackets that belong to code (`rows[0]`, `Map<string>`, `->`) or compare stay; others only set words apart. */
const brackets = /(\w\[[\w."'-]*\]|\w<[\w, ]{1,40}>|[-=]>|\s[<>]=?(?=\s))|[[\]{}<>]/gu;
const emphasis = /(\*\*|__)(?=\S)(.{1,400}?\S)\1|`+|(?<![./_-]\*{0,3})\*+(?!\.\w|[/_-]\w)|~~/gu;
const opening = /(^|[\s(:,/-])["“”„«»](?=\S)/gu;
const closing = /["“”„«»]/gu;

/** A text as plain words; '' when none are left. Quotation marks become single ones. */
export function plainWords(content: string): string {
  const bare = content
    .slice(0, plainCharacters)
    .replace(templateMarks, ' ')
    .replace(role, '$1')
    .replace(lineEnd, ';\n')
    .replace(lineMark, '')
    .replace(link, '$1')
    .replace(brackets, '$1')
    .replace(emphasis, '$2');
  return onOneLine(bare.replace(opening, '$1‘').replace(closing, '’')).replace(/ ([,.;!?])(?=\s|$)/g, '$1');
}

// On one line and shortened, for summaries and for models.

/** How far back from the cut a space is looked for, as a share of what is kept: scripts without spaces have none. */
const wordShare = 0.3;

/** A text on one line, without control characters and without those that reorder what is read. */
export function onOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The beginning of a text, at most `most` characters (UTF-16 code units), cut between words and marked with `…`. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, Math.max(0, most - 1));
  const space = kept.lastIndexOf(' ');
  const betweenWords = text[kept.length] === ' ' || space < kept.length * (1 - wordShare);
  const end = betweenWords ? kept : kept.slice(0, space);
  // Half a surrogate pair may be left at the end.
  return `${end.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:(–—-]+$/u, '')}…`;
}

// Whether a text tells its reader to do something. What is remembered is never an order, so such a text is only quoted.

/** How texts address the model that reads them. */
const addressed =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|messages?|guidelines|above|previous|prior)\b|\b(?:system prompt|new instructions?|jailbreak|developer mode)\b|\byou (?:must|should|shall|have to|need to|are now|will now|are (?:an?|the) (?:ai|assistant|model|agent))\b|\b(?:act|behave|respond|reply|answer) (?:as|only|with)\b|\bpretend (?:to|you|that)\b|\bfrom now on,? you\b|\bdo not (?:tell|reveal|mention|inform)\b/i;
const orderOpening = /^(?:please|kindly|just|now|then|and|or|first|next|always|never|do not|don['’]t)[,:]?\s+/i;

/** Whether plain words are, or hold, an instruction. Texts in other languages than English pass for statements. */
export function looksLikeInstruction(text: string): boolean {
  return addressed.test(text) || isImperative(text);
}

/** Whether a sentence begins with the bare form of a verb: `Always use tabs`. */
export function isImperative(text: string): boolean {
  let plain = text;
  while (orderOpening.test(plain)) plain = plain.replace(orderOpening, '');
  const [first = ''] = /^[\p{L}'’]+(?=[\s.!]|$)/u.exec(plain) ?? [];
  const form = verbForms.get(first.toLowerCase());
  return (form === 'base' || form === 'both') && !/^\S+ (?:of|is|are|was|were|has|have|had|will)\b/.test(plain);
}

/** A text with its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text with its first letter written small. */
export function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
