/**
 * What a text says has ended, by name: "moved from Airflow to Dagster", "dropped cppcheck for clang-tidy", "30 minutes
 * instead of 15", "black is gone, we format with Ruff now", "Mehmet left, Sofia does Android now". What was told of it
 * before, as what is used or done, is so no longer. English only.
 */
import { rarityOf } from './common-words.ts';
import { months, weekdays } from './dates.ts';
import { classOfWord, isGivenName, isUnknownWord } from './lexicon.ts';
import { isOpen, sentencesOf } from './sentences.ts';
import type { Clause, Ending } from './statement.ts';
import { escaped, setOf } from './word-lists.ts';
import { termOf, termSetOf, termsOf } from './words.ts';

const object = String.raw`(?<object>(?:(?!from\b|and\b)[^\s,;:!?]+ ){0,4}?)`;
const thing = String.raw`(?<what>(?:(?!(?:to|for|with|by|and|but|so|as|in|on|at|from|because|since|last|this|yesterday|today)\b)[^\s,;:!?()]+ ?){1,4}?)`;
const end = String.raw`(?=[\s,;:!?().]|$)`;
const favour = '(?:for|with|by|in favou?r of)';
const dropped = 'dropped|ditched|replaced|swapped|traded|abandoned|scrapped|exchanged';
/** "was replaced by", "is deprecated": what is told of ends. */
const isOver =
  '(?:(?:was|were|is|are|got|(?:has|have) been) (?:replaced|superseded|succeeded) (?:by|with)|(?:is|are|was|were|(?:has|have) been) (?:deprecated|discontinued|decommissioned|retired|banned|switched off|history))';

/** Ways to say what has ended, each with `what` and, where it says so, the `object` that had it and who told `of` it. */
const wordings: readonly RegExp[] = [
  String.raw`^(?<of>.*?)\b(?:moved|migrated|switched|upgraded|downgraded|changed|converted|ported|transitioned|raised|lowered|increased|reduced|cut|bumped) ${object}(?:over |away )?from ${thing} (?:to|onto|into) `,
  String.raw`^(?<of>.*?)\b(?:went|rose|fell|dropped) from (?<what>\S*\d\S*(?: \S+)?) to `,
  String.raw`^(?<of>.*?)\b(?:${dropped}) (?:out )?${thing} ${favour} `,
  String.raw`^(?<of>.*?)\binstead of ${thing}${end}`,
  String.raw`^(?<what>(?:[^\s,;:!?]+ ){1,4}?)${isOver}\b`,
  String.raw`^(?<of>.*?)\b(?:quit|resigned|left my job)(?: my job)?(?: (?:at|from|with))? ${thing}${end}`,
  String.raw`^(?<of>.*?)\b(?:sold|gave away|got rid of|traded in|scrapped) ${thing}${end}`,
].map((wording) => new RegExp(wording, 'iu'));
/** The same of what another has taken over, or taken the place of, as the rest of the sentence tells. */
const successions: readonly RegExp[] = [
  /^(?<what>\S+(?: \S+)?) (?:is|are|was) (?:gone|out|no more|history|dead)(?: \w+)?(?:[,;] | and )(?<now>.+)$/iu,
  /^(?<what>\S+) (?:has |have )?(?:left|quit|resigned|retired|stepped down|moved (?:on|to)|changed teams|is (?:gone|leaving))\b[^,;]*[,;] (?:and |so )?\p{Lu}\S* (?<now>.*\bnow\b.*|(?:takes?|took|has taken) over .*|is (?:the|our) new .*)$/iu,
];

/** What is not said to have come about. */
const unreal =
  /\b(?:will|would|might|may|could|should|shall|if|not|never|almost|nearly|wish|going to|plan\w*|want\w*|consider\w*|think\w*|thought|hope\w*)\b|n['\u2019]t\b/i;
const determiners = /^(?:(?:the|a|an|our|my|his|her|their|your|its|old|out) )+/i;
const dated = setOf(`${[...weekdays, ...months].join(' ')} am pm`);
/** What measures says of no same thing, nor does what tells of the change. */
const measures = termSetOf(
  'minutes minute hours hour days day weeks week months month years year seconds kg km mg euros dollars pounds now',
);
const versions = termSetOf('version release');

/** What a text says has ended. */
export function endingsIn(content: string, speaker: string): readonly Ending[] {
  return sentencesOf(content).flatMap((sentence) => (isOpen(sentence) ? [] : endingsOf(sentence, speaker)));
}

function endingsOf(sentence: string, speaker: string): readonly Ending[] {
  const words = sentence.trim();
  return [...wordings, ...successions].flatMap((wording): readonly Ending[] => {
    const found = wording.exec(words);
    const { what: said = '', of = '', object: changed = '', now } = found?.groups ?? {};
    const what = said
      .replace(determiners, '')
      .trim()
      .replace(/[.'’]+$/u, '');
    if (found === null || what === '' || unreal.test(found[0].slice(0, found[0].length - (now ?? '').length)))
      return [];
    const parts = new Set(termsOf(what));
    const besides = (text: string): ReadonlySet<string> =>
      new Set(termsOf(text).filter((term) => !parts.has(term) && !measures.has(term)));
    const owner = now === undefined ? ownerOf(of, speaker) : {};
    if (owner === undefined) return [];
    const held = besides(`${'of' in owner ? owner.of : ''} ${changed}`);
    return [
      {
        what,
        ...('self' in owner ? { self: owner.self } : {}),
        held,
        beside: besides(now ?? words),
        isNamed: now === undefined && isNamed(said, words.startsWith(said)),
      },
    ];
  });
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
  return wordsIn(said).some((word, at) => {
    const lower = word.toLowerCase();
    if (dated.has(lower) || !/\p{L}/u.test(word)) return false;
    if (/[\d./_-]/.test(word) || (/\p{Lu}/u.test(word) && !(isFirst && at === 0))) return true;
    return !determiners.test(said) && isUnknownWord(lower) && rarityOf(termOf(lower)) === 1;
  });
}

/** Whether what a text says has ended is what an assertion tells of as used, done or so. */
export function endsWhatIsSaid(ending: Ending, clause: Clause): boolean {
  const { what, self, held, beside, isNamed } = ending;
  if (clause.negated || clause.tense !== 'present' || !tellsAsValue(clause, what)) return false;
  const own = new Set([...clause.subject.split(' '), ...termsOf(clause.text)]);
  const subject = clause.subject.split(' ');
  const shares = (terms: ReadonlySet<string>): boolean => [...terms].some((term) => own.has(term));
  const [first = ''] = wordsIn(clause.text);
  const isOfPerson = isGivenName(first.toLowerCase());
  if (self !== undefined) {
    const isTheirs = subject.includes(self) || clause.subject === 'we';
    return isTheirs ? isNamed || shares(beside) : !isOfPerson && shares(beside);
  }
  if (held.size > 0 && !shares(held)) return false;
  // Where we moved from, others may live.
  const isPlace = wordsIn(what).some((word) => classOfWord(word.toLowerCase()) === 'place');
  const isOurs = clause.subject === 'we' || subject.includes('i');
  if (isPlace ? !isOurs && held.size === 0 : isOfPerson && !shares(beside)) return false;
  return isNamed || shares(beside);
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}._/+#-]*(?<![.])/gu) ?? [];

/** "runs on Airflow", "analysis with cppcheck", "Mehmet does it", and not "Airflow's logs" or "the Airflow user". */
function tellsAsValue({ text, subject }: Clause, what: string): boolean {
  const parts = wordsIn(what).map((word) => ({
    word,
    found: new RegExp(
      String.raw`(?<![\p{L}\p{N}._-])${escaped(word)}(?![\p{L}\p{N}_-]|[.:]\p{N}|['\u2019]s)`,
      'iu',
    ).exec(text),
  }));
  if (parts.some(({ found }) => found === null)) return false;
  const names = new Set(termsOf(what));
  const [first] = parts;
  const before = text.slice(0, first?.found?.index ?? 0);
  if (/\b(?:with|by|on|in|via|using|through|at|to) (?:\S+ )?$/i.test(before)) return true;
  const inSubject = subject.split(' ').filter((term) => !term.startsWith('#'));
  return inSubject.every((term) => names.has(term) || versions.has(term)) || !inSubject.some((term) => names.has(term));
}
