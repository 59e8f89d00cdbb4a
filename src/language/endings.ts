/**
 * What a text says has ended, by name: "moved from Airflow to Dagster", "dropped cppcheck for clang-tidy", "30 minutes
 * instead of 15", "black is gone, we format with Ruff now", "Mehmet left, Sofia does Android now". What was told of it
 * before, as what is used or done, is so no longer. English only.
 */
import { rarityOf } from './common-words.ts';
import { months, weekdays } from './dates.ts';
import { measure, measuresIn, mended, momentsIn, timesIn, writtenWords } from './clause-words.ts';
import { isUnknownWord } from './lexicon.ts';
import { isOpen, sentencesOf } from './sentences.ts';
import type { Ending, Handover, Mending, NamedEnding, NewMeasure, NewPlace, NewTime } from './statement.ts';
import { setOf } from './word-lists.ts';
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
  '(?:(?:was|were|is|are|got|(?:has|have) been) (?:replaced|superseded|succeeded) (?:by|with)|(?:is|are|was|were|(?:has|have) been) (?:deprecated|discontinued|decommissioned|retired|banned|switched off|history|sold out|out of stock))';

/** Ways to say what has ended, each with `what` and, where it says so, the `object` that had it and who told `of` it. */
const wordings: readonly RegExp[] = [
  String.raw`^(?<of>.*?)\b(?:moved|migrated|switched|upgraded|downgraded|changed|converted|ported|transitioned|raised|lowered|increased|reduced|cut|bumped) ${object}(?:over |away )?from ${thing} (?:to|onto|into) `,
  String.raw`^(?<of>.*?)\b(?:went|rose|fell|dropped) from (?<what>(?=\S*\d)\S+(?: \S+)?) to `,
  String.raw`^(?<of>.*?)\b(?:${dropped}) (?:out )?${thing} ${favour} `,
  String.raw`^(?<of>.*?)\binstead of ${thing}${end}`,
  String.raw`^(?<what>(?:[^\s,;:!?]+ ){1,4}?)${isOver}\b`,
  String.raw`^(?:.*?[,;] (?:so |and |but )?)??(?<what>(?:[^\s,;:!?]+ ){2,5}?)(?:(?:is|was) (?:off|cancell?ed|called off)|will not happen|won['\u2019]t happen)(?=[.,;!?]|$)`,
  String.raw`^(?<of>.*?)\b(?:gave|given|giving) up (?:on |playing |learning )?${thing}${end}(?! for (?:a|an|the|now|lent|january|one|two|three|\d))`,
  String.raw`^(?<of>.*?)\b(?:quit|resigned|left my job)(?: my job)?(?: (?:at|from|with))? ${thing}${end}`,
  String.raw`^(?<what>\S+)(?: has| have)? (?:stopped|pulled out|withdrew|backed out|folded|went bust|closed down)(?=[,.;!]|$)`,
  String.raw`^(?<of>.*?)\b(?:is|are) no longer (?:in|at|on|with|under) ${thing}${end}`,
  String.raw`^(?<of>.*?)\b(?:sold|gave away|got rid of|traded in|scrapped) ${thing}${end}`,
  String.raw`^(?<of>(?:I|we)(?: have|['\u2019]ve)?(?: just| finally)? )left ${thing}(?=[,;] [^.]{0,80}\bnow\b)`,
].map((wording) => new RegExp(wording, 'iu'));
/** The same of what another has taken over, or taken the place of, as the rest of the sentence tells. */
const successions: readonly RegExp[] = [
  /^(?<what>\S+(?: \S+)?) (?:is|are|was) (?:gone|out|no more|history|dead)(?: \w+)?(?:[,;] | and )(?<now>.+)$/iu,
  /^(?<what>\S+(?: \S+)??) (?:has |have )?(?:left|quit|resigned|retired|stepped (?:down|back)|(?:laid|put) down|gave up|given up|bowed out|withdrew|withdrawn|moved (?:on|to)|changed teams|is (?:gone|leaving))\b(?<left>[^,;]*)[,;] (?:and |so )?(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}\S* (?<now>.*\bnow\b.*|(?:takes?|took|has taken) over .*|is (?:the|our) new .*)$/iu,
];

/** Who is a couple no longer. */
const partings: readonly RegExp[] = [
  /^(?<what>\p{Lu}\p{L}+) and I (?:are (?:over|through|history|no longer together|not together any ?more)|(?:have |just )?(?:broke|broken|split|splitted) up|(?:have )?separated)\b/u,
  /\b(?:[Bb]roke|broken|[Ss]plit) up with (?<what>\p{Lu}\p{L}+)/u,
];
const couples = termSetOf(
  'boyfriend girlfriend partner husband wife fiance fiancee together dating engaged married couple',
);

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
  `^${charge}(?:is|are) (?:now )?in the hands of ${keeper}`,
  String.raw`(?:^|[,;:] |\band )${keeper} (?:is|does|owns|handles|runs|leads|manages|keeps) ${charge}(?:now|from now on)\b`,
].map((wording) => new RegExp(wording, 'u'));

const ailing =
  /\b(?:wobbl\w*|brok\w*|sprain\w*|hurt\w*|sore|leak\w*|down|crash\w*|slow\w*|closed|sick|ill|limp\w*|weak|flaky|pain\w*|injur\w*|fever|cough\w*|swollen|stuck|offline|fail\w*|dead|dying)\b/i;
const returning = '(?:has |have )?(?:turned up|arrived|come back|reopened|reappeared)';
const anyWords = wordsBut('(?!)', 8);
const mendings = mended.flatMap(([done, undone]) =>
  [
    String.raw`^.*?\b(?:${done}) (?<what>(?!(?:an?|some|another|no|it|that|this|them|up|out|off|by|in|on|at|for|to)\b)${anyWords})${ends}`,
    String.raw`^(?<what>${anyWords})(?:(?:has|have|had|is|was|are|were|got)(?: been)?(?: now| finally| already| all| \w+ly)* (?:${done})|${returning})${end}`,
  ].map((wording) => ({ wording: new RegExp(wording, 'iu'), undone: new RegExp(String.raw`\b(?:${undone})\b`, 'iu') })),
);
/** Ways to say that a thing is well again, and what it had before. */
const recoveries = [
  String.raw`^(?<what>${anyWords})(?:is|are|works?|stands?|runs?|lasts?|looks?|feels?) (?:(?!n['\u2019]t|not)[^\s,;.]+ ){0,2}?(?:again|fine|healed|recovered|back to normal|all right|okay|ok)(?=[\s,;:!?().]|$)`,
  String.raw`\b(?:got|had) (?<what>${anyWords})(?:fixed|repaired|swapped|replaced|changed|mended)${end}`,
].map((wording) => ({ wording: new RegExp(wording, 'iu'), undone: ailing }));
export const bringing: RegExp = /\b(?:lost|stolen)\b/i;
export const beforePlace: RegExp = /\b(?:in|of|at|on|for|to|from|with|under|near|beside) /i;

const adjusted =
  'lowered|raised|set|reset|turned|changed|moved|put|increased|reduced|cut|dropped|extended|shortened|lengthened|bumped|adjusted|brought|upped';
const way = '(?:up |down |back )?';
const values = `(?:from (?<from>${measure}) )?to (?<now>${measure})`;
const time = '(?:at )?(?:half |quarter )?(?:past |to )?(?:\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]\\.?m)?|noon|midnight)';
/** A day of the week, a date or an hour. */
const moment = `(?:(?:on )?(?:${weekdays.join('|')})s?\\b|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${months.join('|')})\\b|(?:${months.join('|')})\\b|${time}\\b)`;
const thingSet = `(?<what>${wordsBut('from|to', 7)})`;
const moving = 'moved|shifted|rescheduled|postponed|pushed|put|brought|changed|delayed';
/** Ways to say that a thing is at another time. */
const movings: readonly RegExp[] = [
  String.raw`\b(?:${moving}) ${thingSet}(?:back |forward |off |on )?to (?<now>${moment})`,
  `^${thingSet}(?:(?:was|is|has been|were|are|have been|got|has|have) )?(?:now |just )?(?:${moving})(?: back| forward| off)? to (?<now>${moment})`,
  `^${thingSet}(?:(?:is|are|meets?|starts?) now|now (?:is|are|meets?|starts?|takes place)) (?:on |at )?(?<now>${moment})`,
].map((wording) => new RegExp(wording, 'iu'));
/** Ways to say that a thing has another measure. */
const settings: readonly RegExp[] = [
  String.raw`\b(?:${adjusted}) ${way}${thingSet}${way}${values}${end}`,
  `^${thingSet}(?:(?:was|is|has been|were|are|have been|has|have) )?(?:now |just )?(?:${adjusted}|went|gone|rose|risen|fell|fallen|climbed|came|come) ${way}${values}${end}`,
  String.raw`^${thingSet}(?:has )?(?:${adjusted}) (?:his|her|their|its) [^;:!?]{1,60}?\b(?:to|it is|it['\u2019]s|is now|now) (?<now>${measure})${end}`,
  `^${thingSet}(?:is|are|costs?|takes?|comes to) now (?<now>${measure})${end}`,
  `^${thingSet}now (?:is|are|costs?|takes?|comes to) (?<now>${measure})${end}`,
  `^${thingSet}(?:is|are|costs?|takes?) (?<now>${measure}) now\\b`,
  `^${thingSet}(?:(?:is|are) )?(?:now )?(?:down|up) to (?<now>${measure})${end}`,
  `^(?<what>${wordsBut('from|to', 4, '')}): (?<now>${measure}) (?:from|since|as of|starting|now|on the new)\\b`,
  String.raw`\b(?:raised|lowered|put up|increased|reduced) ${thingSet}[,:] ?(?:to |it is |it['\u2019]s |now )?(?<now>${measure})(?= (?:from|since|as of|now|starting)\b)`,
  String.raw`\b(?:changed|reset) ${thingSet}(?:(?:after|because|since|when|last|on|this) [^.;:!?,]{1,40})?[,:;] ?(?:it['\u2019]?s|it is|now|(?:the )?new one is) (?:now )?(?<now>${measure})${end}`,
].map((wording) => new RegExp(wording, 'iu'));
/** What is not said to have come about. */
const unreal =
  /\b(?:will|would|might|may|could|should|shall|if|not|never|almost|nearly|wish|going to|plan\w*|want\w*|consider\w*|think\w*|thought|hope\w*)\b|n['\u2019]t\b/i;
const determiners = /^(?:(?:the|a|an|our|my|his|her|their|your|its|old|out) )+/i;
const offices = /^(?:post|role|job|position|office) (?:of|as) (?:the )?/i;
const dated = setOf(`${[...weekdays, ...months].join(' ')} am pm`);
const datedWords = new RegExp(String.raw`\b(?:${[...weekdays, ...months].join('|')})\b`, 'gi');
/** What measures says of no same thing, nor does what tells of the change. */
const measures = termSetOf(
  'minutes minute hours hour days day weeks week months month years year seconds kg km mg euros dollars pounds now',
);

/** "The ramipril makes me cough. He replaced it with candesartan." */
const droppedIt = new RegExp(`\\b(${dropped}|sold|gave away|got rid of) it\\b`, 'i');
/** "Hendrik stepped down. Saoirse does the bindings now." */
const leaves = /^\S+(?: \S+)? (?:has |have )?(?:left|quit|resigned|retired|stepped (?:down|back)|moved on)[.!]*$/iu;
/** "Fakturo drove me mad. Everything goes through Billbird now." */
const allElsewhere = /^(?:everything|it all|all of it)\b.{0,60}\b(?:goes?|runs?|is|are)\b.{0,80}\bnow\b/i;
const notThere = /\b(is|are)(?:n['\u2019]?t| not) ((?:in|at|on|with|under) [^,;.]{1,60}?) any ?more\b/i;
const firstThing = /^(?:the|my|our) (\p{L}[\p{L}\d-]*)/iu;

/** What stands before what ended: "doctor's note: ...", "QA needs another week, so ...". */
const headed = /^(?:[\p{L}'\u2019]+ )?(?:note|update|news|reminder|memo|info|fyi): |^[^.;:!?]{3,80}?, so (?=\p{L})/iu;
/** What a text says has ended. */
export function endingsIn(content: string, speaker: string): readonly Ending[] {
  return sentencesOf(content).flatMap((sentence, at, all) => {
    if (isOpen(sentence)) return [];
    const previous = all[at - 1]?.trim() ?? '';
    const [, before = 'it'] = firstThing.exec(previous) ?? [];
    const [named = ''] = /^\p{L}[\p{L}\d.-]+/u.exec(previous) ?? [];
    const told = sentence
      .trim()
      .replace(headed, '')
      .replace(droppedIt, `$1 ${before}`)
      .replace(notThere, '$1 no longer $2');
    const words = leaves.test(told) ? `${told.replace(/\W+$/, '')}, ${all[at + 1]?.trim() ?? ''}` : told;
    const gone = allElsewhere.test(told) && isNamed(named, false) ? namedIn(`${named} is deprecated`, speaker) : [];
    return [
      ...gone,
      ...namedIn(words, speaker),
      ...partingsIn(words),
      ...handoversIn(words, speaker),
      ...mendingsIn(words, speaker),
      ...settingsIn(words, speaker),
      ...movingsIn(words, speaker),
      ...placingsIn(words, speaker),
    ];
  });
}

function namedIn(words: string, speaker: string): readonly Ending[] {
  return [...wordings, ...successions].flatMap((wording): readonly Ending[] => {
    const found = wording.exec(words);
    const { what: said = '', of = '', object: changed = '', left = '', now } = found?.groups ?? {};
    const what = bare(said);
    const told = found?.[0].slice(0, found[0].length - (now ?? '').length) ?? '';
    if (found === null || termsOf(what).length === 0 || unreal.test(told)) return [];
    const parts = new Set(termsOf(what));
    const besides = (text: string): ReadonlySet<string> =>
      new Set(termsOf(text).filter((term) => !parts.has(term) && !measures.has(term)));
    const owner = now === undefined ? ownerOf(of, speaker) : {};
    if (owner === undefined) return [];
    // Of "Dana's brother" the brother had it.
    const held = besides(`${'of' in owner ? owner.of?.replace(/^.*['\u2019]s (?=\p{Ll})/u, '') : ''} ${changed}`);
    return [
      {
        kind: 'named',
        what,
        ...('self' in owner ? { self: owner.self } : {}),
        held,
        beside: besides(now === undefined ? words : `${left.replace(datedWords, '')} ${now}`),
        isNamed:
          now === undefined &&
          (isOwnHabit(told, owner) || isNamed(said, words.startsWith(said)) || isSwapped(what, words)),
        stops: stopping.test(told),
      },
    ];
  });
}

/** "I gave up coffee": whatever the speaker does with it is over. */
const isOwnHabit = (told: string, owner: object): boolean =>
  'self' in owner && /\b(?:gave|given|giving) up\b/i.test(told);

const stopping = /\b(?:stopped|pulled out|withdrew|backed out|folded|went bust|closed down)$/i;
/** "The ferns are sold out, herons instead." */
const isSwapped = (what: string, words: string): boolean =>
  /\binstead\W*$/i.test(words) && termsOf(what).some((term) => rarityOf(term) === 1);

function partingsIn(words: string): readonly NamedEnding[] {
  return partings
    .flatMap((wording) => readingOf(words, wording))
    .map(({ what }) => ({ kind: 'named', what, held: couples, beside: couples, isNamed: true, stops: false }));
}

const bare = (said: string): string =>
  said
    .replace(determiners, '')
    .replace(offices, '')
    .replace(/[\s.'’]+$/u, '');

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
  return [...mendings, ...recoveries].flatMap(({ wording, undone }) =>
    readingOf(words, wording).map(({ what: said }): Mending => {
      const [what = '', ...rest] = said.split(beforePlace);
      return { kind: 'mending', what: what.trim(), self, held: new Set(termsOf(rest.join(' '))), undone };
    }),
  );
}

function settingsIn(words: string, self: string): readonly NewMeasure[] {
  return settings.flatMap((wording) =>
    readingOf(words, wording).flatMap(({ what, groups }): readonly NewMeasure[] => {
      if (/^(?:its|his|her|their) /i.test(groups['what'] ?? '')) return [];
      const [[from], [now]] = [measuresIn(groups['from'] ?? ''), measuresIn(groups['now'] ?? '')];
      if (now === undefined) return [];
      return [{ kind: 'setting', what, self, times: timesIn(words), now, ...(from === undefined ? {} : { from }) }];
    }),
  );
}

function movingsIn(words: string, self: string): readonly NewTime[] {
  return movings.flatMap((wording) =>
    readingOf(words, wording).map(
      ({ what, groups: { now = '' } }): NewTime => ({ kind: 'moving', what, self, now: momentsIn(now) }),
    ),
  );
}

const placing = new RegExp(
  `^(?:i |we )?(?:have |just )?(?:put|moved|hung|hid|stored) ${thingSet}(?:back )?(?:into|in|to|onto|on|under|behind|inside|beside) (?:the |my |our |a )`,
  'iu',
);

function placingsIn(words: string, self: string): readonly NewPlace[] {
  return readingOf(words, placing).map(({ what }) => ({ kind: 'placing', what, self }));
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
