/** Which assertions are so no longer by what a later text says has ended; `endings.ts` reads those. */
import { beforePlace, bringing } from './endings.ts';
import { hasAll, measuresIn, momentsIn, tellsAsValue, timesIn, writtenWords } from './clause-words.ts';
import { verbForms } from './grammar.ts';
import { classOfWord, isGivenName } from './lexicon.ts';
import { mayBePerson } from './names-asked-for.ts';
import { wordCount } from './revision-wording.ts';
import { sentencesOf, toldClauses } from './sentences.ts';
import type { Clause, Ending, Handover, Mending, NamedEnding, NewMeasure, NewPlace, NewTime } from './statement.ts';
import { escaped } from './word-lists.ts';
import { termOf, termsOf, wordsOf } from './words.ts';

/** A day, an evening or a week that is not meant for good. */
const thisOnce = String.raw`(?:today|tonight|tomorrow|this (?:week|time|once|(?:coming )?\p{L}+day))`;
const once = new RegExp(
  String.raw`\b(?:only|just) (?:(?:for|on) )?${thisOnce}|${thisOnce} only\b|\bno \p{L}+(?: \p{L}+){0,3} ${thisOnce}|\bfor once\b`,
  'iu',
);

/** Whether a text tells of one time alone, after which all is as it was: "only tomorrow we start at five". */
export function isForOnce(text: string): boolean {
  return once.test(text);
}

/** Tells who has something in charge. */
const inCharge =
  /\b(?:own\w*|handl\w*|runs?|running|leads?|leading|manag\w*|maintain\w*|responsible|in charge|look(?:s|ing)? after|car(?:es?|ing) for|takes? care|keeps?|keeping|kept|coordinat\w*|organi[sz]\w*|supervis\w*|heads?|heading|teach\w*|do|does|doing|done|has|have|works? on|working on|writ\w+|edit\w*|by (?=\p{Lu})|represents?|hosts?|chairs?)(?!\p{L})/iu;

/** Whether what a text says has ended is what an assertion tells of as used, done or so; `around` are the terms of its text. */
export function endsWhatIsSaid(ending: Ending, clause: Clause, around: ReadonlySet<string>): boolean {
  if (clause.negated) return false;
  switch (ending.kind) {
    case 'named':
      return endsNamed(ending, clause, around);
    case 'handover':
      return isNow(clause) && endsCharge(ending, clause);
    case 'mending':
      return endsState(ending, clause, around);
    case 'setting':
      return isNow(clause) && endsMeasure(ending, clause, around);
    case 'moving':
      return endsTime(ending, clause);
    case 'placing':
      return isNow(clause) && endsPlace(ending, clause);
  }
}

const isNow = ({ tense }: Clause): boolean => tense === 'present' || tense === 'either';

/** Whether a clause has all words of a thing, and it is not another's own. */
function isOf({ what, self }: Pick<NewMeasure, 'what' | 'self'>, { text, subject }: Clause): boolean {
  const isOwn = /\b(?:[Mm]y|I)\b/.test(`${what} ${text}`);
  return hasAll(text, what) && (!isOwn || subject.split(' ').includes(self));
}

/** Whether a clause tells that another has in charge what was handed over. */
function endsCharge({ what, to }: Handover, { text, subject, verb }: Clause): boolean {
  // Who is happy now takes nothing over.
  const isAlone = hasAll(what, subject) || new RegExp(`\\b(?:the|our) ${escaped(what)}`, 'i').test(text);
  const isRole = verb === 'be' && isAlone && /^\p{Ll}/u.test(what);
  if (!hasAll(text, what) || !(isRole || inCharge.test(text))) return false;
  const own = [...subject.split(' '), ...termsOf(text)];
  if (own.some((term) => to.has(term))) return false;
  const things = new Set(termsOf(what));
  return writtenWords(text).some(
    (word) =>
      /^(?:I|[Mm]y|[Mm]ine|team|[Hh]e|[Ss]he)$/.test(word) ||
      (/^\p{Lu}/u.test(word) && mayBePerson(word) && !things.has(termOf(word.toLowerCase()))),
  );
}

/** "Leo sprained his ankle" tells how the ankle is. */
const befallen = /\b(?:sprained|broke|hurt|injured|twisted|strained|cracked|crashed)\b/i;

/** Whether a clause tells the state that a thing came out of. */
function endsState(mending: Mending, clause: Clause, around: ReadonlySet<string>): boolean {
  const { what, held, undone } = mending;
  const { text } = clause;
  // "Bug #212: the grid jumps."
  const isNumbered = /^#?\d{2,}$|^\p{Lu}{2,}-\d+$/u.test(what) && termsOf(what).every((term) => around.has(term));
  if (isNumbered && isNow(clause)) return undone.test(text);
  if (!isOf(mending, clause) || !(isNow(clause) || bringing.test(text) || befallen.test(text))) return false;
  if (befallen.test(text) && undone.test(text)) return true;
  const last = (writtenWords(what).at(-1) ?? '').toLowerCase();
  const at = text.toLowerCase().lastIndexOf(last) + last.length;
  const rest = text.slice(at);
  if (!undone.test(rest) && !bringing.test(text.slice(0, at))) return false;
  const which = termsOf(rest.split(beforePlace).slice(1).join(' '));
  const numbers = which.filter((term) => /\d/.test(term));
  const told = numbers.length > 0 && [...held].some((term) => /\d/.test(term)) ? numbers : which;
  return held.size === 0 || which.length === 0 || told.some((term) => held.has(term));
}

/** Whether a clause tells the measure that a thing had. */
function endsMeasure(setting: NewMeasure, clause: Clause, around: ReadonlySet<string>): boolean {
  const { from, now, times, what } = setting;
  // "Tom is 22 now" says nothing of Tom's brother.
  if (/['\u2019]s\b/.test(clause.text) && new RegExp(`${escaped(what)}['\u2019]s\\b`, 'iu').test(clause.text))
    return false;
  // "Mrs Abara is diabetic. Insulin 12 units before breakfast."
  if (!isOf(setting, clause) && !termsOf(what).every((term) => around.has(term))) return false;
  const other = timesIn(clause.text);
  if (times.size > 0 && other.size > 0 && ![...other].some((time) => times.has(time))) return false;
  const found = measuresIn(clause.text);
  if (from !== undefined) {
    const unit = from.unit === '' ? now.unit : from.unit;
    return found.some((one) => one.number === from.number && (one.unit === '' || unit === '' || one.unit === unit));
  }
  const isBare = now.unit === '' && now.number.length > 1;
  const alike = found.filter(({ unit, number }) =>
    isBare ? number.length > 1 && standsBare(number, clause.text) : unit !== '' && unit === now.unit,
  );
  return alike.length === 1 && alike[0]?.number !== now.number;
}

/** Whether a number counts nothing that is named: "75 for all clients", not "60 croissants". */
function standsBare(number: string, text: string): boolean {
  return new RegExp(
    `${escaped(number)}(?=\\W*$|[,;:!?)]|\\. |(?: \\()? (?:from|since|for|on|per|an?|in|now|at|and|incl\\w*|cold|warm|net|gross)\\b)`,
    'i',
  ).test(text);
}

/** Whether a clause tells another time of what was moved. */
function endsTime(moved: NewTime, clause: Clause): boolean {
  const told = momentsIn(clause.text);
  const isOther = told.length > 0 && moved.now.length > 0 && !told.some((one) => moved.now.includes(one));
  return isOther && isOf(moved, clause) && standsAlone(moved.what, clause.text);
}

/** Whether a clause tells another place of what was put somewhere. */
function endsPlace(placed: NewPlace, { text, subject }: Clause): boolean {
  return (
    hasAll(text, placed.what) &&
    subject !== placed.self &&
    /\b(?:is|are|lies?|hangs?|stands?|kept|keep|stored) (?:\S+ ){0,3}?(?:in|on|at|under|behind|with|inside|beside|near|next)\b/i.test(
      text,
    )
  );
}

/** Whether a text speaks of a thing, and not of what is called by it: of the piano or its lessons, not of a piano recital. */
function standsAlone(what: string, text: string): boolean {
  const last = writtenWords(what).at(-1) ?? '';
  return new RegExp(`${escaped(last)}(?! (?!(?:${follows})(?!\\p{L}))\\p{L})`, 'iu').test(text);
}

const follows =
  'is|are|was|at|on|in|for|with|every|each|and|has|from|to|by|starts?|begins?|takes?|will|goes|planned|booked|scheduled|again|next|this|now|of|' +
  'appointment|teacher|lessons?|class(?:es)?|practice|training|rehearsals?|sessions?|course';

function endsNamed(
  { what, self, held, beside, isNamed }: NamedEnding,
  clause: Clause,
  around: ReadonlySet<string>,
): boolean {
  if (!/^(?:present|future)$/.test(clause.tense) || !tellsAsValue(clause, what)) return false;
  const own = new Set([...clause.subject.split(' '), ...termsOf(clause.text), ...around]);
  const subject = clause.subject.split(' ');
  const shares = (terms: ReadonlySet<string>): boolean => [...terms].some((term) => own.has(term));
  const [first = ''] = writtenWords(clause.text);
  const isOfPerson = isGivenName(first.toLowerCase());
  if (self !== undefined) {
    const isTheirs = subject.includes(self) || clause.subject === 'we';
    return isTheirs ? isNamed || shares(beside) : !isOfPerson && shares(beside);
  }
  if (held.size > 0 && !shares(held)) return false;
  // Where we moved from, others may live.
  const isPlace = writtenWords(what).some((word) => classOfWord(word.toLowerCase()) === 'place');
  const isOurs = clause.subject === 'we' || subject.includes('i');
  if (isPlace ? !isOurs && held.size === 0 : isOfPerson && !shares(beside)) return false;
  return isNamed || shares(beside);
}

/** Whether a text adds something and takes nothing back: "allergic to kiwi too", "also wants a lamp". */
export function isAddition(text: string): boolean {
  return /\b(?:also|as well|another|in addition|on top of that)\b|\btoo\b(?=\s*(?:[,.;:!)]|$))/iu.test(text);
}

/** Says what may be the cause of something. */
const guessed =
  /^(?=.*\b(?:I (?:think|guess|bet|suppose)|suspect(?:ed|s)?|pretty sure|probably|maybe|perhaps|might|must be|looks like|my guess|presumably)\b).*\b(?:because|caus(?:e[sd]?|ing)|comes? from|due to|culprit|blame|fault)\b/iu;
/** Says that it was not that, or what it was indeed. */
const foundOut =
  /\b(?:wasn['\u2019]t|was not|were not|weren['\u2019]t|isn['\u2019]t|is not)\b|\b(?:found it|turn(?:s|ed) out|root cause|culprit|real (?:cause|reason)|in the end it was)\b/iu;

/** Whether a text tells what was the cause where an earlier one only guessed: "Found it: it was not the proxy, it was ...". */
export function findsCause(later: string, earlier: string): boolean {
  if (!guessed.test(earlier) || !foundOut.test(later) || guessed.test(later)) return false;
  const said = new Set(termsOf(earlier));
  return termsOf(later).filter((term) => said.has(term)).length > 1;
}

/** Words of a clause up to which it says one thing, and of a sentence beside it that says nothing: "Sorry." */
const maxWords = 20;
const fewWords = 3;

/** "I live in Leeds and work as a nurse", "... and Ana is a vet": what is told besides. */
const besides =
  /\b(?:and|but|while) (?:(?:I|we|he|she|they|(?:my|our) \p{L}+|\p{Lu}\p{L}+) )?(\p{Ll}+)(?= (?:as|at|in|on|for|with|to|by|an?|the|my|our|his|her|their|\p{Lu}\p{L}*)\b)/gu;
/** Whether a text says one thing only. If that thing is wrong, the whole text is. */
export function saysOneThing(content: string): boolean {
  const all = sentencesOf(content);
  const sentences = all.length === 1 ? all : all.filter((sentence) => wordCount(sentence) > fewWords);
  const [clause, ...others] = sentences.flatMap(toldClauses);
  if (sentences.length !== 1 || clause === undefined || others.length > 0 || wordCount(content) > maxWords)
    return false;
  const isVerb = (word: string): boolean => verbForms.has(word) || /^(?:a[mr]e?|is|ha[sd]|have|was)$/.test(word);
  return !Array.from(clause.matchAll(besides)).some(
    ({ 1: verb = '', index }) => isVerb(verb) && wordsOf(clause.slice(0, index)).some(isVerb),
  );
}
