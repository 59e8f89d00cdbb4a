/**
 * Names that grammar shows and capitals don't: "my cat luna", "we moved to seattle", 我叫小明, and topics that the
 * speaker cares about. Precision comes before recall: only a few plain patterns count, and no word of everyday use.
 */
import type { EntityType } from '../domain/records.ts';
import { rarityOf } from './common-words.ts';
import { type ExtractOptions, type FoundName, proseCharacters } from './find-names.ts';
import { adverbs, auxiliaries, prepositions, verbForms } from './grammar.ts';
import { languageOf } from './languages.ts';
import { classOfWord, isAmbiguousName, isGivenName, isGivenOnly, isOrdinaryName, isUnknownWord } from './lexicon.ts';
import { termOf, wordsOf } from './words.ts';
import { conceptStopWords, everydayWords, isNeverAlone, peopleNouns, petNouns, setOf } from './word-lists.ts';

const kin = `${peopleNouns}|nanny|babysitter|therapist|landlord|landlady`;
const people = 'guy|girl|man|woman|boy|kid|baby|person|someone|somebody|child|intern|teacher|doctor|student|client';
const word = "\\p{L}[\\p{L}\\p{M}'-]{1,20}";
/** Of a full name each word has a capital. */
const surname = "\\p{Lu}[\\p{L}\\p{M}'-]{1,20}";
/** "my cat luna just turned 16", "Tom's sister zoe", "my friend Tariq Nasser", "a guy called dmitri". */
const owned = new RegExp(
  `\\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|an?|\\p{L}+['’]s) (?:(?:little|big|older|younger|elder|old|best|dear|new|twin|half|baby|rescue|stray|guide|tabby|ginger|black|white|brown|gr[ae]y|golden) )?` +
    `(?:(?<kin>${kin})|(?<animal>${petNouns})|(?:${people})(?= (?:is )?(?:called|named) )),? ` +
    `(?<called>(?:(?:is|was) )?(?:called|named) )?(?<name>${word}(?: ${surname})?)(?![\\p{L}\\p{M}-])`,
  'dgu',
);
/** "my girlfriend's name is hana", "we named him waffles", "a rabbit!! hes called biscuit". */
const named = new RegExp(
  `\\b(?:names?(?: (?:is|was|are)|['’]s)|(?:named|call(?:ed)?) (?:him|her|it)|(?:[Hh]e|[Ss]he)(?:['’]?s| is) (?:called|named)) (?<name>${word}(?: ${surname})?)(?= and |['’]s|[.,;!?)]|$| (?:he|she|who|but|after)\\b)`,
  'dgu',
);
/** "our cats are called salt and ginger", "two dogs, fips and nala": at least two, of animals only. */
const namedTogether = new RegExp(
  `\\b(?:(?:[Mm]y|[Oo]ur|[Tt]heir) (?:\\p{L}+ )?(?:${petNouns})s (?:are )?(?:called|named) |(?:two|three|four|five|\\d) (?:${petNouns})s(?:,|:)? (?:called |named )?)(?<names>${word}(?:, ${word})*,? (?:and|&) ${word})(?=['’]s|[.,;!?)]|$| (?!of\\b))`,
  'dgu',
);
/** "Rex is Pavel's dog", "Momo was our cat", "Tariq is my brother": what comes before is a name. */
const introduced = new RegExp(
  `(?<=^|[.!?\\n]\\s{0,2})(?<name>\\p{Lu}[\\p{L}\\p{M}'-]{0,20}(?: ${surname})?)(?:,| is| was) (?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|an?|(?:the |The )?\\p{L}+(?: \\p{Lu}\\p{L}+)?['’]s) ` +
    `(?:(?:little|big|older|younger|elder|old|best|new|beloved|rescue|\\p{L}+[- ]year[- ]old) )*(?:(?<kin>${kin})|(?<animal>${petNouns}))(?=[.,;!?)]|$| (?:and|who|that|but|from|of)\\b)`,
  'gu',
);
/** "we moved to seattle", "my mom is visiting from denver". */
const placed = new RegExp(
  `\\b(?:(?:mov(?:e|ed|ing)|fl(?:y|ew|ying)|drove|went|going|go|back|trip|relocat(?:ed|ing)|travel(?:led|ed|ling|ing)?) to|(?:live|lived|lives|living|grew up|born|based|is|are|was|am|stay(?:ed|ing)?|house|flat|apartment|job|office|university) in|from|visit(?:ed|ing)?(?! from\\b)) (?<place>${word}(?: ${word})?)(?![\\p{L}\\p{M}-])`,
  'dgu',
);
/** What the speaker says to care about: two or three words, or a rare one. */
const topic = `(?<topic>${word}(?: ${word}){0,2})`;
const caring = new RegExp(
  `\\b(?:(?:I|i)(?:['’]?m| am|['’]?ve been| have been)(?: also| really| very| so| quite| deeply| always| still)* (?:into|passionate about|interested in|fascinated by|obsessed with|studying)|(?:I|i)(?: also| really| still| always)* (?:care(?: a lot| deeply)? about|study)|[Mm]y (?:passion|hobby|favou?rite (?:topic|subject|hobby)) is) ${topic}(?=[.,;!?)]|$| (?:and|since|because|now|too|these|lately|as|but|for|a lot|so much|very much|deeply|most|more than)\\b)`,
  'dgu',
);
/** The same with the topic first: "Marine biology is what I care about most". */
const cared = new RegExp(
  `(?<=^|[.!?\\n]\\s{0,2})(?<topic>${word}(?: ${word}){1,2}) is (?:what|something|a (?:subject|thing|topic)(?: that)?) I(?: really| always| still)* care (?:(?:a lot|deeply|most) )?about\\b`,
  'dgu',
);
/** What the speaker teaches, studies, and speaks or writes of in public: "I gave a talk on beach cleaning", "my course in tree grafting". */
const practised = new RegExp(
  `\\b(?:(?:I|[Ww]e)(?:['’](?:m|re|ve)| am| are| have)?(?: also| just| recently| once| often)* (?:gave|giv(?:e|en|ing)|held|hold(?:ing)?|took|tak(?:e|en|ing)|attend(?:ed|ing)?|finish(?:ed|ing)?|start(?:ed|ing)?|teach(?:ing)?|taught|wrote|writ(?:e|ing|ten)|run|ran|running|did|do(?:ing)?) (?:an? |my |our |the )?|[Mm]y )(?:\\p{Ll}+ )?` +
    `(?:(?:talk|lecture|workshop|seminar|thesis|dissertation|essay|paper|podcast|blog|class|course|book)s? (?:on|about)|(?:course|degree|diploma|training|ph\\.?d|master['’]?s|apprenticeship)s? in) (?!(?:two|three|four|five|several|short notice)\\b)${topic.replaceAll('\\p{L}', '\\p{Ll}')}?(?=[.,;!?)]|$| (?:and|at|in|for|to|is|was|last|next|starts|started|ends|begins|yesterday|today|but|since|because)\\b)`,
  'dgu',
);
/** What a topic ends before. */
const behindTopic = / (?:lately|recently|now|most|too|again)$/;

const han = '\\p{Script=Han}';
/** Chinese surnames of one character. */
export const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧蕭葉蘇魏呂盧鍾譚陸賈韋鄒賀顧龔萬錢嚴湯';
/** After a surname these stand for the rest of the name: 张老师. */
const titles = '老师|老師|先生|女士|小姐|医生|醫生|教授|经理|經理|阿姨|叔叔|师傅|師傅';
const japaneseSurnames =
  '佐藤|鈴木|高橋|田中|伊藤|渡辺|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|清水|山崎|池田|橋本|阿部|石川|山下|' +
  '中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|斉藤|福田|太田|西村|藤井|金子|岡本|藤原|中野|三浦|原田|中川|松田|竹内|小野|田村|中山|和田|石田';
const after = '[\\s,，。！？、；：的是在说說喜去来來和跟与與住有很也想要会會不]|爱|愛|养|養|叫|昨天|今天|明天|$';
/** 김민수는: a surname of one character, a given name of two, and a particle. */
const korean =
  /(?<![\p{Script=Hangul}])(?<name>[김이박최정강조윤장임한오서신권황안송류홍전고문손양배백허남심노하곽성차주우구민]\p{Script=Hangul}{2})(?=(?:은|는|이|가|을|를|와|과|의|도|씨|님|에게|한테)(?![\p{Script=Hangul}]))/gu;
const eastern: readonly { readonly pattern: RegExp; readonly type: EntityType }[] = [
  { pattern: korean, type: 'person' },
  { pattern: new RegExp(`(?:我叫|名叫|叫做|名字是|名字叫)(?<name>${han}{2,3}?)(?=${after})`, 'gu'), type: 'person' },
  { pattern: new RegExp(`(?:的)?(?:猫|狗|貓|小狗|小猫)叫(?<name>${han}{2,3}?)(?=${after})`, 'gu'), type: 'animal' },
  {
    pattern: new RegExp(
      `(?<=^|[\\s,，。！？、；：和跟与與见見找给給问問])(?<name>[${surnames}]${han}{1,2}?)(?=(?:先生|女士|小姐|老师|老師|医生|醫生|喜欢|喜歡|住在|说|說|告诉|告訴|去了|来了|來了|搬到|觉得|覺得|养了|養了|在))`,
      'gu',
    ),
    type: 'person',
  },
  { pattern: new RegExp(`(?<![${han}])(?<name>[${surnames}](?:${titles}))`, 'gu'), type: 'person' },
  {
    pattern: new RegExp(`(?<!${han})(?<name>(?:${japaneseSurnames})${han}{1,3}?)(?=[はがのともをに])`, 'gu'),
    type: 'person',
  },
  {
    pattern:
      /(?:犬|猫|ペット)の名前は(?<name>[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]{1,8}?)(?=です|だ|で|。|、|$)/gu,
    type: 'animal',
  },
  {
    pattern:
      /(?<name>[\p{Script=Katakana}ー]{2,8})(?=は(?:\p{L}{0,4}の)?(?:犬|猫)(?:です|だ|。|$)|という(?:名前の)?(?:犬|猫))/gu,
    type: 'animal',
  },
  { pattern: /(?<name>[\p{Script=Katakana}ー]{2,8})(?=という(?:名前の)?(?:人|友達|友人|同僚))/gu, type: 'person' },
  {
    pattern: new RegExp(`(?<name>[${han}\\p{Script=Katakana}ー]{1,4})(?=さん|ちゃん|くん|君|様|先生)`, 'gu'),
    type: 'person',
  },
];

/** Finds names by the grammar around them, as they are written. */
export function findToldNames(text: string, { speakers = [] }: ExtractOptions = {}): readonly FoundName[] {
  return [
    ...ownedNames(text),
    ...namesAfterName(text),
    ...namesTogether(text),
    ...introducedNames(text),
    ...actingNames(text),
    ...placesIn(text),
    ...topicsIn(text),
    ...easternNames(text),
    ...smallNames(text),
    ...titledNames(text),
  ].filter(({ name }) => !speakers.includes(name));
}

function* ownedNames(text: string): Generator<FoundName> {
  for (const { 0: whole, groups = {}, indices } of text.matchAll(owned)) {
    const { name = '', animal, called } = groups;
    const [start, end] = indices!.groups!.name!;
    const rest = text.slice(end, end + 40);
    if (name.includes(' ') && (animal !== undefined || !isFullName(name))) continue;
    const lower = name.toLowerCase();
    // A capital shows a name by itself; of others' only the rule for names in prose decides.
    const isOthers = !/^(?:my|our) /i.test(whole) && called === undefined;
    if (
      lower !== name
        ? isOthers || conceptStopWords.has(lower)
        : !mayFollow(lower, { isPet: animal !== undefined, called, rest })
    )
      continue;
    yield { start, end, name, type: animal === undefined ? 'person' : 'animal' };
  }
}

function* namesAfterName(text: string): Generator<FoundName> {
  for (const { groups = {}, indices, index } of text.matchAll(named)) {
    const { name = '' } = groups;
    const [start, end] = indices!.groups!.name!;
    const isPet = new RegExp(`\\b(?:${petNouns})\\b`).test(text.slice(Math.max(0, index - 60), index));
    if (name.includes(' ') ? !isFullName(name) : isNoName(name.toLowerCase()) || (!isPet && isCommon(name))) continue;
    yield { start, end, name, type: isPet ? 'animal' : 'person' };
  }
}

function* namesTogether(text: string): Generator<FoundName> {
  for (const { groups: { names = '' } = {}, indices } of text.matchAll(namedTogether)) {
    const words = [...names.matchAll(/[\p{L}\p{M}'’-]+/gu)].filter(({ 0: name }) => name !== 'and');
    const isVerb = ({ 0: name }: RegExpExecArray): boolean =>
      conceptStopWords.has(name) || /(?:ed|ing|ly)$/.test(name) || verbForms.get(name) === 'third';
    if (words.some(isVerb)) continue;
    const [from] = indices!.groups!.names!;
    for (const { 0: name, index } of words) {
      yield { start: from + index, end: from + index + name.length, name, type: 'animal' };
    }
  }
}

/** What follows a name: the clause goes on, or ends. */
const goesOn = /^(?:['’]s)?(?:\s*[.,;:!?)\n]|\s*$|\s+(?:and|&|who|that|whose|on|btw|lol|haha)\b)/;

/** Whether a word written small is a name behind a noun of a person or an animal. */
function mayFollow(
  lower: string,
  { isPet, called, rest }: { readonly isPet: boolean; readonly called: string | undefined; readonly rest: string },
): boolean {
  if (isWordAndName(lower, rest)) return true;
  if (isNoName(lower)) return false;
  const kind = classOfWord(lower);
  // "a dog called biscuit"; but "my mom called drunk".
  // "my dog rex is a beagle"; but not "my dog will eat".
  const isGiven = kind === 'person' || (isAmbiguousName(lower) && !auxiliaries.has(lower));
  if (called !== undefined) return isPet || isGiven || !isCommon(lower);
  const next = /^(?:['’]s)? (\p{L}+)/u.exec(rest)?.[1] ?? '';
  const isClause = auxiliaries.has(next) || adverbs.has(next) || verbForms.has(next) || prepositions.has(next);
  if (!isClause && !/ed$/.test(next) && !goesOn.test(rest)) return false;
  if (isGiven || (isPet && !ofPets.has(lower) && ofAnimals.test(rest))) return true;
  // "my dog limps", "my roommate snores": a verb where nothing shows that another one follows.
  if (kind !== 'unknown' || isCommon(lower) || (lower.endsWith('s') && !auxiliaries.has(next))) return false;
  return !isPet || !ofPets.has(lower);
}

/** "my grandma rose lives in Leeds", "my friend summer is a midwife": a word that is a name too, with a verb of its own behind it. */
function isWordAndName(lower: string, rest: string): boolean {
  if (!isAmbiguousName(lower) || auxiliaries.has(lower)) return false;
  const next = /^ (\p{L}+)/u.exec(rest)?.[1] ?? '';
  return auxiliaries.has(next) || verbForms.get(next) === 'third';
}

/** Whether everybody writes the word, whatever it means. */
function isCommon(word: string): boolean {
  const lower = word.toLowerCase();
  return classOfWord(lower) !== 'person' && (rarityOf(termOf(lower)) < 1 || everydayWords.has(lower));
}

function* introducedNames(text: string): Generator<FoundName> {
  for (const { groups = {}, index } of text.matchAll(introduced)) {
    const { name = '' } = groups;
    const lower = name.toLowerCase();
    const kind = classOfWord(lower);
    // "Coffee is my friend": what everybody writes of is no name.
    const isRare = kind === 'unknown' && rarityOf(termOf(lower)) === 1;
    const mayBeName = kind === 'person' || isRare || isAmbiguousName(lower);
    if (name.includes(' ') ? !isFullName(name) : conceptStopWords.has(lower) || !mayBeName) continue;
    // A bare name means somebody too, wherever it stands: of two types it would be two.
    yield { start: index, end: index + name.length, name, type: 'person' };
  }
}

/** Words that are also names, at the head of a sentence. */
const everydayName =
  /(?<=^|[.!?\n]\s{0,2})(?:Will|May|Hope|Grace|Rose|Joy|Faith|Mark|Bill|Dawn|Frank|Jack|Rob|Drew|Chase|April|June|Summer|Autumn|Sky)(?=['’ ])/gu;
/** What only somebody does: "Hope is lost" is none, "Hope teaches yoga" is. */
const bySomebody =
  /^ (?:said|told|called|came|went|broke (?:his|her)|got|bought|moved|asked|texted|wrote|teaches|drives|lives (?:in|near|with|on)|works (?:at|for|as|in)|plays|studies|speaks|paints|is (?:my|our|his|her|\p{Lu}\p{L}+['’]s|an? \p{L}+(?:er|or|ist|ian)\b|allergic|vegan|vegetarian|pregnant|married|coming|visiting|moving|limping)|has (?:an? |two |three )?(?:\p{Ll}+ )?(?:dog|cat|brother|sister|son|daughter|kids|children|parrot|car|house|cold))\b/u;

/** "May broke her arm", "Will drives a van": everyday words that are names where somebody does something. */
function* actingNames(text: string): Generator<FoundName> {
  for (const { 0: name, index } of text.matchAll(everydayName)) {
    const end = index + name.length;
    if (bySomebody.test(text.slice(end, end + 60))) yield { start: index, end, name, type: 'person' };
  }
}

/** Two words with capitals, neither of them one that is known for something else. */
function isFullName(name: string): boolean {
  const kinds: ReadonlySet<string> = new Set(['person', 'unknown']);
  return name.split(' ').every((one) => /^\p{Lu}/u.test(one) && kinds.has(classOfWord(one.toLowerCase())));
}

/** What only an animal does or is, so that an everyday word before it is its name: "our cat mango just turned three". */
const ofAnimals =
  /^ (?:(?:just|also|still|always|never|already|only|really|often|sometimes|almost|nearly) )*(?:turn(?:s|ed) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|\d+)|bark(?:s|ed)|meow(?:s|ed)|purr(?:s|ed)|growl(?:s|ed)|eats|ate|drinks|drank|sleeps|slept|loves|loved|likes|liked|hates|hated|wants|wanted|chas(?:es|ed)|bites|bit|caught|lick(?:s|ed)|limp(?:s|ed)|scratch(?:es|ed)|escaped|vomit(?:s|ed)|threw up|died|passed away|ran (?:away|off)|got (?:sick|hurt|scared|neutered|spayed)|(?:is|was) (?:\p{Ll}+ly )?(?:\d+ (?:years|months|weeks) old|afraid|scared|allergic|pregnant|deaf|blind|asleep|hungry|thirsty|sick|ill|limping|barking|purring|sleeping|eating|shy))\b/u;

/** What is one's pet's, and no pet. */
const ofPets = setOf(`
food litter bed toy toys house hair fur park show tree walker sitter owner lover shelter collar leash tag treat treats
breeder carrier video videos bowl door training trainer groomer allergy allergies breed race races group vet doctor rider handler
nanny nurse people person`);

/** What follows a noun as often as a name does. */
function isNoName(lower: string): boolean {
  if (conceptStopWords.has(lower) || isNeverAlone(lower) || verbForms.has(lower)) return true;
  return adverbs.has(lower) || prepositions.has(lower) || /(?:ed|ing|ly)$/.test(lower);
}

// Names in chat that is written small: given names that are nothing else, and rarer ones where only a name stands.

const smallWord = /(?<![\p{L}\p{M}\p{N}_@#'’-])\p{Ll}[\p{L}\p{M}]{2,20}(?![\p{L}\p{M}\p{N}_-])/gu;
/** Words before the rest of a place: "san jose". */
const ofPlaces: ReadonlySet<string> = setOf('san santa saint st los las el port mount new de la le');
/** What one does with people only. */
const meeting =
  /\b(?:met|dating|dated|texted|messaged|hugged|emailed|(?:talk(?:ed|ing)?|sp(?:oke|eak)) (?:to|with)|engaged to|proposed to|married to|hang(?:ing)? out with|hung out with) $/;
/** What only people are or do. */
const ofPeople =
  /^ (?:(?:just |still |also |really )*(?:said|says|told|asked|wants|wanted|thinks|hates|loves|likes|lives|moved|texted|invited|got (?:engaged|married|divorced|fired|promoted))|(?:is|was) (?:\p{L}+ly |also |just |still )?(?:vegan|vegetarian|allergic|pregnant|engaged|married|single|divorced|sick|coming|visiting|moving|turning|my|our|his|her))\b/u;

interface SmallWord {
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

function* smallNames(text: string): Generator<FoundName> {
  const read = text.slice(0, proseCharacters);
  const words: SmallWord[] = [...read.matchAll(smallWord)].map(({ 0: lower, index: start }) => {
    return { lower, start, end: start + lower.length };
  });
  if (words.length === 0 || languageOf(read, wordsOf(read)) !== 'en') return;
  const isGiven = words.map(({ lower }) => isGivenOnly(lower));
  for (const [place, { start, end, lower }] of words.entries()) {
    const before = words[place - 1];
    const isJoined = before !== undefined && read.slice(before.end, start) === ' ';
    if (isJoined && ofPlaces.has(before.lower)) continue;
    if (!isGiven[place] && !(isRareName(lower) && standsAsName(read, { words, place, isGiven }))) continue;
    const next = words[place + 1];
    const isFull = next !== undefined && read.slice(end, next.start) === ' ' && isSurname(next.lower);
    const last = isFull ? next.end : end;
    yield { start, end: last, name: read.slice(start, last), type: 'person' };
  }
}

/** "mr halloran", "dr. anand" */
const titled = /(?<![\p{L}\p{N}.])(?:mr|mrs|ms|miss|dr|prof)\.? (?<last>\p{Ll}[\p{L}'-]{2,20})(?![\p{L}\p{N}_])/gu;

function* titledNames(text: string): Generator<FoundName> {
  for (const { groups = {}, index, 0: name } of text.matchAll(titled)) {
    const last = groups['last'] ?? '';
    if (!isCommon(last) && !isNoName(last)) yield { start: index, end: index + name.length, name, type: 'person' };
  }
}

/** Whether a rare word is said of somebody: beside a given name, as one who is met, or who says and wants. */
function standsAsName(
  text: string,
  {
    words,
    place,
    isGiven,
  }: { readonly words: readonly SmallWord[]; readonly place: number; readonly isGiven: readonly boolean[] },
): boolean {
  const { start, end } = words[place]!;
  const [before, after] = [text.slice(Math.max(0, start - 30), start), text.slice(end, end + 40)];
  const isBeside = [place - 2, place + 2, place - 1, place + 1].some((other) => {
    const one = words[other];
    if (one === undefined || !isGiven[other]) return false;
    const between = other < place ? text.slice(one.end, start) : text.slice(end, one.start);
    return between === ' and ' || between === ' & ';
  });
  if (isBeside || meeting.test(before)) return true;
  return /(?:^|[.!?,\n]\s*|\b(?:and|but|so|because|that|if|when) )$/u.test(before) && ofPeople.test(after);
}

function isSurname(lower: string): boolean {
  return classOfWord(lower) === 'person' && !isGivenName(lower) && !isAmbiguousName(lower) && !everydayWords.has(lower);
}

/** Whether nothing is known of a word, and its form is none of a verb or of a thing. */
function isRareName(lower: string): boolean {
  if (isNoName(lower) || auxiliaries.has(lower) || !isUnknownWord(lower)) return false;
  return !/(?:s|ery|ship|ity|ism|ence|ance|tion|ness|ment|er)$/.test(lower);
}

function* placesIn(text: string): Generator<FoundName> {
  for (const { groups = {}, indices } of text.matchAll(placed)) {
    const { place = '' } = groups;
    const [first = ''] = place.split(' ');
    const name = [place, first].find((one) => isPlace(one.toLowerCase()));
    if (name === undefined) continue;
    const [start] = indices!.groups!.place!;
    yield { start, end: start + name.length, name, type: 'place' };
  }
}

function isPlace(lower: string): boolean {
  return classOfWord(lower) === 'place' && !everydayWords.has(lower);
}

function* topicsIn(text: string): Generator<FoundName> {
  for (const pattern of [caring, cared, practised]) {
    for (const { groups = {}, indices } of text.matchAll(pattern)) {
      const name = (groups.topic ?? '').replace(behindTopic, '');
      const words = name.toLowerCase().split(' ');
      if (words.some((one) => conceptStopWords.has(one)) || isOrdinaryName(name.toLowerCase())) continue;
      if (words.length === 1 ? isCommon(name) : words.some((one) => classOfWord(one) === 'time')) continue;
      if (words.some((one) => /ing$/.test(one)) && words.length > 2) continue;
      const [start] = indices!.groups!.topic!;
      yield { start, end: start + name.length, name, type: 'concept' };
    }
  }
}

function* easternNames(text: string): Generator<FoundName> {
  if (!/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/.test(text)) return;
  for (const { pattern, type } of eastern) {
    for (const { groups: { name = '' } = {}, index, 0: whole } of text.matchAll(pattern)) {
      const start = index + whole.lastIndexOf(name);
      yield { start, end: start + name.length, name, type };
    }
  }
}
