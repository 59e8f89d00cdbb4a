/**
 * The names that a text tells to who asks for one, in English; in other languages whether it tells one. And whether a text
 * is of others than whom, or whose, a question names.
 */
import { months, weekdays } from './dates.ts';
import { foldText } from './fold.ts';
import { languageOf } from './languages.ts';
import { classOfWord, isGivenName, isGivenOnly, isUnknownWord } from './lexicon.ts';
import { isAskingWord } from './query-wording.ts';
import { somebodyNouns, escaped, smallSelf, somebodyPronouns, stopWords } from './word-lists.ts';
import { surnames } from './told-names.ts';
import { termsOf, wordsOf } from './words.ts';

/** Whose name may be asked for. */
export const somebody: RegExp = new RegExp(`\\b(${somebodyNouns})s?\\b`, 'gi');

const isSomebody = new RegExp(`^${somebody.source}$`, 'i');

const calling =
  /\b(?:called|named|nicknamed|names?(?:['\u2019]?s| is| was| are)?|call (?:him|her|it|them)|goes by|by the name of)[:,]? (?:the |a )?["\u201c\u2018']?(?<name>\p{L}+)/giu;
const quoted = /["\u201c\u2018]\p{L}[^"\u201d\u2019]*["\u201d\u2019]/u;
/** What comes behind these is a place to go to, or where one comes from. */
const towards = new Set(['in', 'from', 'to', 'near', 'towards']);
/** Words for months and weekdays, which are no names. */
export const days: ReadonlySet<string> = new Set([...months, ...weekdays]);
const notNames = new Set(['i', ...days, ...weekdays.map((day) => `${day}s`), 'ok', 'dr', 'mr', 'mrs', 'ms']);
/** "Captain is our parrot" */
const introduced = /(?:^|[.!?] )\p{Lu}\p{L}+(?:,| is| was) (?:my|our|his|her|their|\p{L}+['\u2019]s) /u;

/** Of what kind the names are that a question asks for. */
interface NamesSought {
  /** Of places and firms, so none of a person. */
  readonly asPlaces?: boolean;
  /** In what somebody says in a chat, where names are written small: "i'm reading pachinko". */
  readonly isChat?: boolean;
  /** Of whoever does something: where one is from is as good as any name. */
  readonly asPeople?: boolean;
  /** Of somebody who is spoken of: where that one lives or works is no name of theirs. */
  readonly ofPeople?: boolean;
}

/** The names in a text that a question has not, in lower case. */
export function namesAskedFor(text: string, question: string, sought: NamesSought = {}): readonly string[] {
  const { asPlaces = false, asPeople = false, ofPeople = false, isChat = false } = sought;
  const asked = new Set(wordsOf(question).flatMap((word) => [word, `${word}s`, word.replace(/s$/, '')]));
  const isNew = (word: string): boolean =>
    !asked.has(word) && !notNames.has(word) && !stopWords.has(word) && !(asPlaces && isGivenName(word));
  const leadsElsewhere = (before: string): boolean =>
    !asPlaces && (towards.has(before) || (ofPeople && /^(?:on|at)$/.test(before)));
  const found = Array.from(text.matchAll(calling), ({ groups }) => (groups?.['name'] ?? '').toLowerCase()).filter(
    isNew,
  );
  if (quoted.test(text) || introduced.test(text)) found.push(text);
  let [before, isFirst] = ['', true];
  for (const { 0: said, 1: owned = '' } of text.matchAll(word)) {
    const lower = said.slice(0, said.length - owned.length).toLowerCase();
    const isEnd = /^[.!?:]$/.test(said);
    const mayName = !isEnd && isNew(lower) && (asPeople || (owned === '' && !leadsElsewhere(before)));
    // Of people "API" is no name.
    const isCapital = /^\p{Lu}/u.test(said) && (asPlaces || !/^\p{Lu}{2,}$/u.test(said));
    const isSmall = isChat && leadsToTitle.test(before) && isUnknownWord(lower);
    if (mayName && (isSmall || isNameAfter(before, lower, { isCapital, isFirst }))) found.push(lower);
    // "Dr. Osei", "St. Brigid's"
    isFirst = isEnd && !/^(?:dr|mr|mrs|ms|st|prof)$/.test(before);
    before = isEnd ? before : lower;
  }
  return found;
}

/** "i'm reading pachinko", "we stayed at the astoria" */
const leadsToTitle =
  /^(?:the|that|at|in|to|from|with|on|called|reads?|reading|watch\w*|saw|see|seeing|finish\w*|book\w*|stayed|love|loved)$/;
const word = /\p{L}[\p{L}\p{M}\p{N}]*(['\u2019]s (?=\p{L}))?|[.!?:]/gu;

/** Whether a word is a name by its letters, or by what stands before it: "my coach gwen". */
function isNameAfter(
  before: string,
  lower: string,
  { isCapital, isFirst }: { readonly isCapital: boolean; readonly isFirst: boolean },
): boolean {
  if (isGivenOnly(lower) || (isCapital && (!isFirst || isGivenName(lower)))) return true;
  return isUnknownWord(lower) && (isCapital ? !/(?:s|ing|ed)$/.test(lower) : isSomebody.test(before));
}

const namingAsked =
  /wie (?:hei(?:ß|ss)|(?:ist|lautet) der name)|comment (?:s['’]appelle|se nomme)|quel est le (?:pré)?nom|c[oó]mo se llama|cu[aá]l es el nombre|叫(?:什么|啥)|名字是(?:什么|啥)|名前は(?:何|なん)|(?:何という|なんて)名前/iu;
const namingTold =
  /hei(?:ß|ss)|namens|genannt|nenn|\bname|getauft|appel|nomm|baptis|llam|nombre|bautiz|[叫名]|という/iu;
/** Nouns for the animals of a kind: in German, French and Spanish, and in Chinese and Japanese. */
const animals: readonly RegExp[] = [
  [
    'hund(?:e[ns]?|es)?|h\u00fcndin|welpen?|\\p{L}*(?:dackel|pudel|terrier|pinscher|sch\u00e4ferhund)|chien(?:ne)?s?|chiots?|perr[oa]s?|perrit[oa]s?|cachorr[oa]s?',
    '[\u72d7\u72ac]|\u3044\u306c|\u30a4\u30cc',
  ],
  ['katzen?|kater|k\u00e4tzchen|chats?|chattes?|chatons?|gat[oa]s?|gatit[oa]s?', '\u732b|\u306d\u3053|\u30cd\u30b3'],
  ['pferde?s?|stuten?|ponys?|cheva(?:l|ux)|juments?|poneys?|caballos?|yeguas?', '[\u9a6c\u99ac]'],
  [
    'v\u00f6gel|vogels?|papagei(?:en)?|wellensittiche?|oiseaux?|perroquets?|perruches?|p\u00e1jaros?|loros?|periquitos?',
    '[\u9e1f\u9ce5]|\u9e66\u9e49|\u30aa\u30a6\u30e0|\u30a4\u30f3\u30b3',
  ],
  ['kaninchen|hasen?|lapine?s?|conej[oa]s?', '\u5154|\u3046\u3055\u304e|\u30a6\u30b5\u30ae'],
  ['hamsters?|h\u00e1msters?', '\u4ed3\u9f20|\u30cf\u30e0\u30b9\u30bf\u30fc'],
  ['schildkr\u00f6ten?|tortues?|tortugas?', '\u4e4c\u9f9f|\u30ab\u30e1'],
].map(([latin = '', eastern = '']) => new RegExp(`(?<!\\p{L})(?:${latin})(?!\\p{L})|${eastern}`, 'iu'));

/**
 * Whether a text may tell the name of the animal that a question in another language than English asks for: it speaks of
 * one of its kind, or says what somebody is called and speaks of no other kind. Undefined where none is asked for.
 */
export function tellsAnimalsName(question: string): ((text: string) => boolean) | undefined {
  const asked = namingAsked.test(question) ? animals.filter((kind) => kind.test(question)) : [];
  if (asked.length === 0) return undefined;
  return (text) =>
    asked.some((kind) => kind.test(text)) || (namingTold.test(text) && !animals.some((kind) => kind.test(text)));
}

/** A name in a question in another language than English: a capital within it, in German without an article before it. */
const foreignName =
  /(?<=[\p{L}\d,] )(?<!(?:[Dd]e[rmns]|[Dd]ie|[Dd]as|(?:[Ee]in|[MmDdSs]ein|[Ii]hr|[Uu]nser|[Kk]ein|[Ww]elch)\p{L}*|viele?|zum|zur|[ai]m|beim|vom) )(?!(?:Herrn?|Frau|Dr|Prof|Madame|Monsieur|Onkel|Tante)(?!\p{L}))\p{Lu}\p{Ll}+/u;
/** Asks who it is, or of the asker. */
const opensToAll =
  /^\W*(?:wer|wem|wen|wessen|qui|qui\u00e9n(?:es)?)(?!\p{L})|(?<!\p{L})(?:ich|mi[rc]h?|mein\p{L}*|wir|uns|unser\p{L}*|je|moi|mon|ma|mes|nous|yo|mis?|nosotr[oa]s)(?!\p{L})/iu;
const somebodySpokenOf = /(?<!\p{L})(?:er|sie|sein\p{L}*|ihr\p{L}*|il|elle|son|sa|ses|su|sus|\u00e9l|ella)(?!\p{L})/iu;
const plainLetters = (text: string): string => foldText(text).replace(/(?<=[aou])e/g, '');
/** What a Japanese sentence is of. */
const topic = /^(?<topic>[^\u3001\u3002\uff1f\uff01\s]{1,12}?)\u306f/u;
const openTopic =
  /^(?:\u79c1|\u50d5|\u4ffa|\u3053\u308c|\u305d\u308c|\u4eca|\u4eca\u65e5|\u6628\u65e5)$|[\u8ab0\u4f55]|\u3069|\u3044\u3064/u;

/** Whose something is, at the head of a Chinese sentence: \u5f20\u8001\u5e08\u7684\u751f\u65e5 */
const owning = /^(?<owner>[^\u7684\uff0c\u3002\uff1f\uff01\s]{1,6})\u7684/u;
const myKin = '我的?[哥弟姐妹爸妈爷奶叔姑姨舅]';
/** Somebody named, before what they are or do, or a relative of who speaks: 王芳是, 小李住在, 我哥哥在 */
const chineseSubject = new RegExp(
  `^(?<owner>[${surnames}小老阿]\\p{sc=Han}{1,2}?(?:老师|先生|女士|太太|医生)?|${myKin}\\p{sc=Han}?)(?=[在是做住喜有叫去会从当养开吃爱对几今昨明上下现也都还就不没正最已刚曾教每跟和]|什么|多)`,
  'u',
);
const isOfMyKin = new RegExp(`^${myKin}`, 'u');
const openOwner = /[\u6211\u4f60\u60a8\u4ed6\u5979\u5b83\u54b1\u8c01\u8fd9\u90a3]/u;

/** In another language what Mia plays is not what Paul plays, nor what \u3055\u304f\u3089\u306f says of \u5065\u592a\u306f. */
export function tellsOfOtherPerson(question: string): (text: string) => boolean {
  const language = languageOf(question, wordsOf(question));
  if (language === 'zh') {
    const ownerOf = (text: string): string =>
      (owning.exec(text) ?? chineseSubject.exec(text))?.groups?.['owner'] ?? '\u6211';
    const asked = ownerOf(question);
    if (openOwner.test(asked)) return () => false;
    return (text) => (!openOwner.test(ownerOf(text)) || isOfMyKin.test(text)) && !text.includes(asked);
  }
  if (language === 'ja') {
    const parts = (topic.exec(question)?.groups?.['topic'] ?? '').split('\u306e');
    const asked = parts.find((part) => part !== '' && !openTopic.test(part));
    if (asked === undefined) return () => false;
    return (text) => {
      const told = topic.exec(text)?.groups?.['topic'] ?? '';
      return told !== '' && !openTopic.test(told) && !text.includes(asked);
    };
  }
  const [asked] = language === 'en' || opensToAll.test(question) ? [] : (foreignName.exec(question) ?? []);
  if (asked === undefined) return () => false;
  const wanted = plainLetters(asked).replace(/s$/, '');
  return (text) =>
    !plainLetters(text).includes(wanted) &&
    (text.match(/\p{Lu}\p{Ll}+/gu) ?? []).some((one) => isGivenName(one.toLowerCase())) &&
    !somebodySpokenOf.test(text);
}

export const namesIn = (text: string): readonly string[] =>
  (text.match(/\p{Lu}\p{Ll}+/gu) ?? []).filter((name) => isGivenName(name.toLowerCase()));
const clauseEnd = /[,;.:!?\u2013\u2014]\s(?!\d)|\s(?:and|but|while|whereas|so|because)\s/;
/** Who may be anybody. */
const meansSomebody = new RegExp(`\\b(?:I|me|my|you|your|${somebodyPronouns})\\b`, 'i');

/** "My name is Gerhard Thaler and I live in Linz." */
const introducesSelf = (text: string, name: string): boolean =>
  new RegExp(`\\b(?:my name is|(?:i am|i['\u2019]m|call me|this is)) (?:\\p{L}+ ){0,2}${escaped(name)}`, 'iu').test(
    text,
  );

/** What the speaker does or has: "I'm on leave", "told her that I might get a dog", "my knee hurts". */
const ofSpeaker =
  /^\W*(?:and |so |but |(?:told|said to) \p{L}+ (?:that )?)?(?:I(?:['\u2019](?:m|ve|ll|d))?|i(?:['\u2019]?(?:m|ve|ll|d))?|[Mm]y \p{Ll}+(?! (?:is|called|named) \p{Lu})) (?!(?:think|hope|heard|guess|know|told|asked|saw|met|believe|suppose|\p{Lu}\p{Ll}+)(?!\p{L}))/u;
const callable = /(?:\d[ ()./-]*){6,}/;

const capital = /(?<=\s)\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+(?=['\u2019])/gu;
/** Whether a word with a capital may be somebody's name. */
export function mayBePerson(name: string): boolean {
  const lower = name.toLowerCase();
  return isGivenName(lower) || (!days.has(lower) && isUnknownWord(lower));
}

/** "Mara is on leave, Deepak stands in" tells of Mara what "When is Deepak on leave?" asks: the words are in her clause. */
export function toldOfAnother(question: string): (text: string) => boolean {
  const [asked, ...others] = new Set((question.match(capital) ?? []).filter(mayBePerson));
  if (asked === undefined || others.length > 0 || speakerSelf.test(question)) return () => false;
  const name = new RegExp(`\\b${escaped(asked)}\\b`, 'i');
  const wanted = new Set(termsOf(question.replace(name, ' ')).filter((term) => !isAskingWord(term)));
  const asksNumber = /\b(?:phone|telephone|mobile|cell) number\b/i.test(question);
  return (text) => {
    if (!name.test(text) || introducesSelf(text, asked)) return false;
    const clauses = text.split(clauseEnd).map((clause) => ({
      clause,
      held:
        new Set(termsOf(clause).filter((term) => wanted.has(term))).size +
        (asksNumber && callable.test(clause) ? 1 : 0),
    }));
    const most = Math.max(...clauses.map(({ held }) => held));
    const telling = clauses.filter(({ held }) => held === most).map(({ clause }) => clause);
    const isOfOther = (clause: string): boolean =>
      // "I'm on leave until May, Lena decides."
      ofSpeaker.test(clause) || (!meansSomebody.test(clause) && namesIn(clause).length > 0);
    return most > 0 && telling.every((clause) => !name.test(clause) && isOfOther(clause));
  };
}

const name = '\\p{Lu}[\\p{L}\\d]+(?: \\p{Lu}[\\p{L}\\d]*| \\d+)*';
/** "the report for Hartwell Foods" */
const ofName = new RegExp(
  `(?<!\\p{L})(?<noun>\\p{Ll}+) (?<by>of|for|with|at|on|from) (?:the |our |my )?(?<name>${name})`,
  'gu',
);
/** "Hartwell's report", "the user's mum's birthday" */
const namesOwn = new RegExp(`(?<name>${name}|[Tt]he user['\u2019]s \\p{Ll}+)['\u2019]s (?<noun>\\p{Ll}+)`, 'gu');

/** The nouns of a text, with how they are tied to whom or what. */
function ownersIn(text: string): readonly { readonly noun: string; readonly owner: readonly string[] }[] {
  return [ofName, namesOwn].flatMap((wording) =>
    Array.from(text.matchAll(wording), ({ groups }) => ({
      // A job at Siemens may be Leo's.
      noun: [groups?.['by'] ?? 'of', ...termsOf(groups?.['noun'] ?? '')].join(' '),
      owner: wordsOf(groups?.['name'] ?? '').filter((word) => !days.has(word)),
    })).filter(({ noun, owner }) => noun.includes(' ') && owner.length > 0),
  );
}

/** "When is the report for Hartwell due?" is not answered by the report for Brackwater. Of a place, another may be a part. */
export function ofOtherOwner(question: string): (text: string) => boolean {
  const asked = ownersIn(question).filter(({ owner }) => owner.every((word) => classOfWord(word) !== 'place'));
  if (asked.length === 0) return () => false;
  return (text) => {
    const said = wordsOf(text);
    const told = ownersIn(text);
    // "Tam" may be Tamsin.
    const isSaid = (word: string): boolean => said.some((one) => one.startsWith(word.slice(0, 3)));
    return asked.some(({ noun, owner }) => !owner.some(isSaid) && told.some((other) => other.noun === noun));
  };
}

/** Asks for a number or a time, which no name is. */
const ofFigures =
  /^\W*(?:how|when)\b|\b(?:budget|rate|price|cost|fee|size|deadline|revenue|turnover|headcount|number|limit|date|port|address)\b/i;
const doer = new RegExp(`^(?<name>${name}) (?:has|have|had|is|are|was|were|\\p{Ll}+(?:s|ed)) `, 'u');

/** "What is the budget of Brackwater?" is not answered by that Northgate has one of 84,000 pounds. */
export function ofOtherSubject(question: string): (text: string) => boolean {
  const asked = ofFigures.test(question) && !meansSomebody.test(question) ? ownersIn(question) : [];
  const owners = asked.flatMap(({ owner }) => owner).filter((word) => !isGivenName(word));
  if (owners.length === 0) return () => false;
  return (text) => {
    const subject = wordsOf(doer.exec(text)?.groups?.['name'] ?? '');
    const said = wordsOf(text);
    return (
      subject.length > 0 &&
      !subject.some(isGivenName) &&
      !owners.some((word) => said.includes(word)) &&
      !meansSomebody.test(text)
    );
  };
}

export const speakerSelf: RegExp = new RegExp(
  `(?<!\\p{L})(?:I|i|[Mm]e|[Mm]y|[Ww]e|[Uu]s|[Oo]ur|${smallSelf})(?!\\p{L})`,
  'u',
);
const somebodyElse = new RegExp(
  String.raw`\b(?:${somebodyPronouns}|its|everybody|everyone|all|(?:${somebodyNouns}|kid|child|children|parent|baby|family|team|guy|man|woman|girl|boy|lady)s?)\b`,
  'iu',
);

/** Whether a note without the name that a question has may still be of whom it names; of what the asker asks for themselves any may be. */
export function mayMeanOthers(question: string, note: string): boolean {
  return speakerSelf.test(question) || somebodyElse.test(note);
}

/** "Who is the contact person at Delmore?" is not answered by that Delmore is a company. */
export const memberAsked: RegExp =
  /\b(?:person|contact|boss|head|director|manager|ceo|cto|owner|founder|assistant|secretary|spokes\w+|chair\w*) (?:at|of|for|in|with) (?:the )?\p{Lu}/u;
export const firms: RegExp =
  /\b(?:the|an?|our|my|their) (?:\p{L}+ ){0,2}(?:company|agency|firm|client|customer|supplier|contractor|bank|school|university|institute|office|organi[sz]ation)s?\b/giu;
