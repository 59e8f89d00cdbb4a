/**
 * What a text says has ended, by name: "moved from Airflow to Dagster", "dropped cppcheck for clang-tidy", "30 minutes
 * instead of 15", "black is gone, we format with Ruff now", "Mehmet left, Sofia does Android now". What was told of it
 * before, as what is used or done, is so no longer. English only.
 */
import { rarityOf } from './common-words.ts';
import { months, weekdays } from './dates.ts';
import { hasAll, measure, measuresIn, mended, tellsAsValue, timesIn, writtenWords } from './clause-words.ts';
import { classOfWord, isGivenName, isUnknownWord } from './lexicon.ts';
import { isOpen, sentencesOf } from './sentences.ts';
import type { Clause, Ending, Handover, Mending, NamedEnding, NewMeasure } from './statement.ts';
import { escaped, setOf } from './word-lists.ts';
import { termOf, termSetOf, termsOf } from './words.ts';

/** Up to so many words, as few as will do, none of `but`. Only its end may be left out of a word: a long one is no row of short ones. */
const wordsBut = (but: string, most: number, few = '?'): string => {
  const word = String.raw`(?!(?:${but})\b)[^\s,;:!?()]+`;
  return `${word}(?: ${word}){0,${most - 1}}${few} ??`;
};
const object = String.raw`(?<object>(?:(?!from\b|and\b)[^\s,;:!?]+ ){0,4}?)`;
const thing = `(?<what>${wordsBut('to|for|with|by|and|but|so|as|in|on|at|from|because|since|last|this|yesterday|today', 4, '')})`;
const end = String.raw`(?=[\s,;:!?().]|$)`;
const favour = '(?:for|with|by|in favou?r of)';
const dropped = 'dropped|ditched|replaced|swapped|traded|abandoned|scrapped|exchanged';
/** "was replaced by", "is deprecated": what is told of ends. */
const isOver =
  '(?:(?:was|were|is|are|got|(?:has|have) been) (?:replaced|superseded|succeeded) (?:by|with)|(?:is|are|was|were|(?:has|have) been) (?:deprecated|discontinued|decommissioned|retired|banned|switched off|history))';

/** Ways to say what has ended, each with `what` and, where it says so, the `object` that had it and who told `of` it. */
const wordings: readonly RegExp[] = [
  String.raw`^(?<of>.*?)\b(?:moved|migrated|switched|upgraded|downgraded|changed|converted|ported|transitioned|raised|lowered|increased|reduced|cut|bumped) ${object}(?:over |away )?from ${thing} (?:to|onto|into) `,
  String.raw`^(?<of>.*?)\b(?:went|rose|fell|dropped) from (?<what>(?=\S*\d)\S+(?: \S+)?) to `,
  String.raw`^(?<of>.*?)\b(?:${dropped}) (?:out )?${thing} ${favour} `,
  String.raw`^(?<of>.*?)\binstead of ${thing}${end}`,
  String.raw`^(?<what>(?:[^\s,;:!?]+ ){1,4}?)${isOver}\b`,
  String.raw`^(?:.*?[,;] (?:so |and |but )?)??(?<what>(?:[^\s,;:!?]+ ){2,5}?)(?:(?:is|was) (?:off|cancell?ed|called off)|will not happen|won['\u2019]t happen)(?=[.,;!?]|$)`,
  String.raw`^(?<of>.*?)\b(?:quit|resigned|left my job)(?: my job)?(?: (?:at|from|with))? ${thing}${end}`,
  String.raw`^(?<of>.*?)\b(?:sold|gave away|got rid of|traded in|scrapped) ${thing}${end}`,
].map((wording) => new RegExp(wording, 'iu'));
/** The same of what another has taken over, or taken the place of, as the rest of the sentence tells. */
const successions: readonly RegExp[] = [
  /^(?<what>\S+(?: \S+)?) (?:is|are|was) (?:gone|out|no more|history|dead)(?: \w+)?(?:[,;] | and )(?<now>.+)$/iu,
  /^(?<what>\S+(?: \S+)??) (?:has |have )?(?:left|quit|resigned|retired|stepped (?:down|back)|(?:laid|put) down|gave up|given up|bowed out|withdrew|withdrawn|moved (?:on|to)|changed teams|is (?:gone|leaving))\b(?<left>[^,;]*)[,;] (?:and |so )?(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}\S* (?<now>.*\bnow\b.*|(?:takes?|took|has taken) over .*|is (?:the|our) new .*)$/iu,
];

/** Who has another thing in charge from now on. */
const keeper = String.raw`(?<to>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}'-]*|me|us)`;
const charge = String.raw`(?<what>(?!(?:it|that|this|them|over|on)\b)${wordsBut('from|now|since|because|while|until|by|to|in|at|during|was|is|has|were|are|have|got', 6)})`;
const until = String.raw`(?=[,;:!?().]|$| (?:from|now|since|as|because|while|until|by|for|in|at|during|yesterday|today|last|this|next|again)\b)`;
const ends = String.raw`(?=[,;:!?().]|$| (?:and|but|since|because|while|yesterday|today|last|this|next|again)\b)`;
const takes = '(?:takes?|took|has taken|have taken|is taking|am taking) over';
/** Ways to say who has taken charge of what. */
const handovers: readonly RegExp[] = [
  String.raw`\b(?:handed|passed|transferred|gave|turned|signed)(?: over| on)? ${charge}(?:over |on )?to ${keeper}${end}`,
  String.raw`(?:^|[,;:] |\b(?:and|so) )${keeper} ${takes} (?:as )?${charge}${until}`,
  `^${charge}(?:was|is|has been|were|are|have been|got) (?:handed|passed|transferred|reassigned|given)(?: over| on)? to ${keeper}${end}`,
  String.raw`(?:^|[,;:] |\band )${keeper} (?:is|does|owns|handles|runs|leads|manages|keeps) ${charge}(?:now|from now on)\b`,
].map((wording) => new RegExp(wording, 'u'));
/** Tells who has something in charge. */
const inCharge =
  /\b(?:own\w*|handl\w*|runs?|running|leads?|leading|manag\w*|maintain\w*|responsible|in charge|look(?:s|ing)? after|car(?:es?|ing) for|takes? care|keeps?|keeping|kept|coordinat\w*|organi[sz]\w*|supervis\w*|heads?|heading|teach\w*|do|does|doing|done|has|have|works? on|working on|writ\w+|edit\w*|by (?=\p{Lu})|represents?|hosts?|chairs?)(?!\p{L})/iu;

const returning = '(?:has |have )?(?:turned up|arrived|come back|reopened|reappeared)';
const anyWords = wordsBut('(?!)', 8);
const mendings = mended.flatMap(([done, undone]) =>
  [
    String.raw`^.*?\b(?:${done}) (?<what>(?!(?:an?|some|another|no|it|that|this|them|up|out|off|by|in|on|at|for|to)\b)${anyWords})${ends}`,
    String.raw`^(?<what>${anyWords})(?:(?:has|have|had|is|was|are|were|got)(?: been)?(?: now| finally| already| all| \w+ly)* (?:${done})|${returning})${end}`,
  ].map((wording) => ({ wording: new RegExp(wording, 'iu'), undone: new RegExp(String.raw`\b(?:${undone})\b`, 'iu') })),
);
const bringing = /\b(?:lost|stolen)\b/i;
const beforePlace = /\b(?:in|of|at|on|for|to|from|with|under|near|beside) /i;

const adjusted =
  'lowered|raised|set|reset|turned|changed|moved|put|increased|reduced|cut|dropped|extended|shortened|lengthened|bumped|adjusted|brought|upped';
const way = '(?:up |down |back )?';
const values = `(?:from (?<from>${measure}) )?to (?<now>${measure})`;
const thingSet = `(?<what>${wordsBut('from|to', 7)})`;
/** Ways to say that a thing has another measure. */
const settings: readonly RegExp[] = [
  String.raw`\b(?:${adjusted}) ${way}${thingSet}${way}${values}${end}`,
  `^${thingSet}(?:(?:was|is|has been|were|are|have been|has|have) )?(?:now |just )?(?:${adjusted}|went|gone|rose|risen|fell|fallen|climbed|came|come) ${way}${values}${end}`,
  String.raw`^${thingSet}(?:has )?(?:${adjusted}) (?:his|her|their|its) [^;:!?]{1,60}?\b(?:to|it is|it['\u2019]s|is now|now) (?<now>${measure})${end}`,
].map((wording) => new RegExp(wording, 'iu'));
/** What is not said to have come about. */
const unreal =
  /\b(?:will|would|might|may|could|should|shall|if|not|never|almost|nearly|wish|going to|plan\w*|want\w*|consider\w*|think\w*|thought|hope\w*)\b|n['\u2019]t\b/i;
const determiners = /^(?:(?:the|a|an|our|my|his|her|their|your|its|old|out) )+/i;
const dated = setOf(`${[...weekdays, ...months].join(' ')} am pm`);
const datedWords = new RegExp(String.raw`\b(?:${[...weekdays, ...months].join('|')})\b`, 'gi');
/** What measures says of no same thing, nor does what tells of the change. */
const measures = termSetOf(
  'minutes minute hours hour days day weeks week months month years year seconds kg km mg euros dollars pounds now',
);

/** "The ramipril makes me cough. He replaced it with candesartan." */
const droppedIt = new RegExp(`\\b(${dropped}|sold|gave away|got rid of) it\\b`, 'i');
const firstThing = /^(?:the|my|our) (\p{L}[\p{L}\d-]*)/iu;

/** What a text says has ended. */
export function endingsIn(content: string, speaker: string): readonly Ending[] {
  return sentencesOf(content).flatMap((sentence, at, all) => {
    const [, before = 'it'] = firstThing.exec(all[at - 1]?.trim() ?? '') ?? [];
    const words = sentence.trim().replace(droppedIt, `$1 ${before}`);
    if (isOpen(sentence)) return [];
    return [
      ...namedIn(words, speaker),
      ...handoversIn(words, speaker),
      ...mendingsIn(words, speaker),
      ...settingsIn(words, speaker),
    ];
  });
}

function namedIn(words: string, speaker: string): readonly Ending[] {
  return [...wordings, ...successions].flatMap((wording): readonly Ending[] => {
    const found = wording.exec(words);
    const { what: said = '', of = '', object: changed = '', left = '', now } = found?.groups ?? {};
    const what = bare(said);
    const told = found?.[0].slice(0, found[0].length - (now ?? '').length) ?? '';
    if (found === null || what === '' || unreal.test(told)) return [];
    const parts = new Set(termsOf(what));
    const besides = (text: string): ReadonlySet<string> =>
      new Set(termsOf(text).filter((term) => !parts.has(term) && !measures.has(term)));
    const owner = now === undefined ? ownerOf(of, speaker) : {};
    if (owner === undefined) return [];
    const held = besides(`${'of' in owner ? owner.of : ''} ${changed}`);
    return [
      {
        kind: 'named',
        what,
        ...('self' in owner ? { self: owner.self } : {}),
        held,
        beside: besides(now === undefined ? words : `${left.replace(datedWords, '')} ${now}`),
        isNamed: now === undefined && isNamed(said, words.startsWith(said)),
      },
    ];
  });
}

const bare = (said: string): string => said.replace(determiners, '').replace(/[\s.'’]+$/u, '');

interface Reading {
  readonly what: string;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** What a wording finds in a sentence that tells it as done. */
function readingOf(words: string, wording: RegExp): readonly Reading[] {
  const found = wording.exec(words);
  const groups = found?.groups ?? {};
  const what = bare(groups['what'] ?? '');
  const isTold = found !== null && !unreal.test(words.slice(0, found.index + found[0].length));
  return isTold && termsOf(what).length > 0 ? [{ what, groups }] : [];
}

function handoversIn(words: string, speaker: string): readonly Handover[] {
  const found = handovers.flatMap((wording) => readingOf(words, wording));
  return found.map(({ what, groups: { to = '' } }) => {
    return { kind: 'handover', what, to: new Set(/^(?:I|me|us|We)$/.test(to) ? [speaker] : termsOf(to)) };
  });
}

function mendingsIn(words: string, self: string): readonly Mending[] {
  return mendings.flatMap(({ wording, undone }) =>
    readingOf(words, wording).map(({ what: said }): Mending => {
      const [what = '', ...rest] = said.split(beforePlace);
      return { kind: 'mending', what: what.trim(), self, held: new Set(termsOf(rest.join(' '))), undone };
    }),
  );
}

function settingsIn(words: string, self: string): readonly NewMeasure[] {
  return settings.flatMap((wording) =>
    readingOf(words, wording).flatMap(({ what, groups }): readonly NewMeasure[] => {
      const [[from], [now]] = [measuresIn(groups['from'] ?? ''), measuresIn(groups['now'] ?? '')];
      if (now === undefined) return [];
      return [{ kind: 'setting', what, self, times: timesIn(words), now, ...(from === undefined ? {} : { from }) }];
    }),
  );
}

/** Whose it was: the speaker's, ours, or that of what is named; undefined where nobody can tell. */
function ownerOf(words: string, speaker: string): { readonly self?: string; readonly of?: string } | undefined {
  const clause = words.split(/[,;] | (?:and|but|so|because) /).at(-1) ?? '';
  if (/(?<!\p{L})(?:he|she|they|it|who|that|his|her|their)(?!\p{L})/iu.test(clause)) return undefined;
  if (/(?<!\p{L})(?:i|i['\u2019]ve|ive)(?!\p{L})/iu.test(clause)) return { self: speaker };
  return /(?<!\p{L})(?:we|we['\u2019]ve)(?!\p{L})/iu.test(clause) ? {} : { of: clause };
}

/** Whether words alone tell which thing is meant: "cppcheck", "the Fiesta", "2.9-rc", and not "the sofa", a weekday or a number. */
function isNamed(said: string, isFirst: boolean): boolean {
  return writtenWords(said).some((word, at) => {
    const lower = word.toLowerCase();
    if (dated.has(lower) || !/\p{L}/u.test(word)) return false;
    if (/[\d./_-]/.test(word) || (/\p{Lu}/u.test(word) && !(isFirst && at === 0))) return true;
    return !determiners.test(said) && isUnknownWord(lower) && rarityOf(termOf(lower)) === 1;
  });
}

/** Whether what a text says has ended is what an assertion tells of as used, done or so. */
export function endsWhatIsSaid(ending: Ending, clause: Clause): boolean {
  if (clause.negated) return false;
  switch (ending.kind) {
    case 'named':
      return endsNamed(ending, clause);
    case 'handover':
      return isNow(clause) && endsCharge(ending, clause);
    case 'mending':
      return endsState(ending, clause);
    case 'setting':
      return isNow(clause) && endsMeasure(ending, clause);
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
      /^(?:I|[Mm]y|[Mm]ine|team)$/.test(word) ||
      (/^\p{Lu}/u.test(word) &&
        (isGivenName(word.toLowerCase()) || isUnknownWord(word.toLowerCase())) &&
        !things.has(termOf(word.toLowerCase()))),
  );
}

/** Whether a clause tells the state that a thing came out of. */
function endsState(mending: Mending, clause: Clause): boolean {
  const { what, held, undone } = mending;
  const { text } = clause;
  if (!isOf(mending, clause) || !(isNow(clause) || bringing.test(text))) return false;
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
function endsMeasure(setting: NewMeasure, clause: Clause): boolean {
  const { from, now, times } = setting;
  if (!isOf(setting, clause)) return false;
  const other = timesIn(clause.text);
  if (times.size > 0 && other.size > 0 && ![...other].some((time) => times.has(time))) return false;
  const found = measuresIn(clause.text);
  if (from !== undefined) {
    const unit = from.unit === '' ? now.unit : from.unit;
    return found.some((one) => one.number === from.number && (one.unit === '' || unit === '' || one.unit === unit));
  }
  const alike = found.filter(({ unit }) => unit !== '' && unit === now.unit);
  return alike.length === 1 && alike[0]?.number !== now.number;
}

function endsNamed({ what, self, held, beside, isNamed }: NamedEnding, clause: Clause): boolean {
  if (!/^(?:present|future)$/.test(clause.tense) || !tellsAsValue(clause, what)) return false;
  const own = new Set([...clause.subject.split(' '), ...termsOf(clause.text)]);
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
