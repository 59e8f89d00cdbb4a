/**
 * Names that grammar shows and capitals don't: "my cat luna", "we moved to seattle", 我叫小明, and topics that the
 * speaker cares about. Precision comes before recall: only a few plain patterns count, and no word of everyday use.
 */
import type { EntityType } from '../domain/records.ts';
import type { ExtractOptions, FoundName } from './find-names.ts';
import { classOfWord, isAmbiguousName, isOrdinaryName } from './lexicon.ts';
import { rarityOf } from './common-words.ts';
import { termOf } from './words.ts';
import { conceptStopWords, isNeverAlone, setOf } from './word-lists.ts';

const kin =
  'sister|brother|mother|mom|mum|father|dad|son|daughter|cousin|aunt|uncle|niece|nephew|grandmother|grandma|' +
  'grandfather|grandpa|partner|boyfriend|girlfriend|fiancee?|husband|wife|friend|roommate|flatmate|neighbou?r|' +
  'colleague|coworker|boss';
const animals =
  'cat|kitten|dog|puppy|pup|rabbit|bunny|hamster|parrot|horse|pony|tortoise|turtle|goldfish|snake|lizard|gecko|' +
  'ferret|guinea pig';
const word = "\\p{L}[\\p{L}\\p{M}'-]{1,20}";
/** Of a full name each word has a capital. */
const surname = "\\p{Lu}[\\p{L}\\p{M}'-]{1,20}";
/** "my cat luna just turned 16", "my sister zoe", "my friend Tariq Nasser": a name stands where the clause goes on or ends. */
const owned = new RegExp(
  `\\b(?:[Mm]y|[Oo]ur) (?:(?:little|big|older|younger|old|best|dear|new) )?(?:(?<kin>${kin})|(?<animal>${animals})),? ` +
    `(?:(?:is )?(?:called|named) )?(?<name>${word}(?: ${surname})?)(?=(?:'s)?(?:[.,;!?)]|$| (?:is|was|has|just|will|got|turned|loves|likes|hates|lives|works|had|and|who|from|for|to|in|at|on|with|always|still|really|never|keeps|called|came|said|told|went|moved|asked|wants|thinks)\\b))`,
  'gu',
);
/** "Rex is Pavel's dog", "Momo was our cat", "Tariq is my brother": what comes before is a name. */
const introduced = new RegExp(
  `(?<=^|[.!?\\n]\\s*)(?<name>\\p{Lu}[\\p{L}\\p{M}'-]{0,20}(?: ${surname})?)(?:,| is| was) (?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|an?|(?:the |The )?\\p{L}+(?: \\p{Lu}\\p{L}+)?['’]s) ` +
    `(?:(?:little|big|older|younger|elder|old|best|new|beloved|rescue|\\p{L}+[- ]year[- ]old) )*(?:(?<kin>${kin})|(?<animal>${animals}))(?=[.,;!?)]|$| (?:and|who|that|but|from|of)\\b)`,
  'gu',
);
const living = new RegExp(
  `\\b(?:moved|moving|move) to (?<place>${word}(?: ${word})?)(?=[.,;!?)]|$| (?:in|last|this|next|for|with|from|when|and|because|to|after|before)\\b)`,
  'gu',
);
const dwelling = new RegExp(
  `\\b(?:[Ii]|[Ww]e) (?:live|lived|grew up) in (?<place>${word}(?: ${word})?)(?=[.,;!?)]|$| (?:in|last|this|next|for|with|from|when|and|because|to|after|before|now)\\b)`,
  'gu',
);
/** What the speaker says to care about; two or three words, since one alone is an everyday word. */
const caring = new RegExp(
  `\\b(?:I(?:'m| am|'ve been| have been)(?: also| really| very| so| quite| deeply| always| still)* (?:into|passionate about|interested in|fascinated by|obsessed with|studying)|I(?: also| really| still| always)* (?:care(?: a lot| deeply)? about|study)|[Mm]y (?:passion|hobby|favou?rite (?:topic|subject|hobby)) is) (?<topic>${word}(?: ${word}){1,2})(?=[.,;!?)]|$| (?:and|since|because|now|too|these|lately|as|but|for|a lot|so much|very much|deeply|most|more than)\\b)`,
  'dgu',
);
/** The same with the topic first: "Marine biology is what I care about most". */
const cared = new RegExp(
  `(?<=^|[.!?\\n]\\s*)(?<topic>${word}(?: ${word}){1,2}) is (?:what|something|a (?:subject|thing|topic)(?: that)?) I(?: really| always| still)* care (?:(?:a lot|deeply|most) )?about\\b`,
  'dgu',
);

const han = '\\p{Script=Han}';
const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧蕭葉蘇魏呂盧鍾譚陸賈韋鄒賀顧龔萬錢嚴湯';
const after = '[\\s,，。！？、；：的是在说說喜去来來和跟与與住有很也想要会會不]|爱|愛|养|養|叫|昨天|今天|明天|$';
const eastern: readonly { readonly pattern: RegExp; readonly type: EntityType }[] = [
  { pattern: new RegExp(`(?:我叫|名叫|叫做|名字是|名字叫)(?<name>${han}{2,3}?)(?=${after})`, 'gu'), type: 'person' },
  { pattern: new RegExp(`(?:的)?(?:猫|狗|貓|小狗|小猫)叫(?<name>${han}{2,3}?)(?=${after})`, 'gu'), type: 'animal' },
  {
    pattern: new RegExp(
      `(?<=^|[\\s,，。！？、；：和跟与與见見找给給问問])(?<name>[${surnames}]${han}{1,2}?)(?=(?:先生|女士|小姐|老师|老師|医生|醫生|喜欢|喜歡|住在|说|說|告诉|告訴|去了|来了|來了|搬到|觉得|覺得|养了|養了|在))`,
      'gu',
    ),
    type: 'person',
  },
  {
    pattern: new RegExp(`(?<name>[${han}\\p{Script=Katakana}ー]{1,4})(?=さん|ちゃん|くん|君|様|先生)`, 'gu'),
    type: 'person',
  },
];

/** Finds names by the grammar around them, as they are written. */
export function findToldNames(text: string, { speakers = [] }: ExtractOptions = {}): readonly FoundName[] {
  return [
    ...ownedNames(text),
    ...introducedNames(text),
    ...placesIn(text),
    ...topicsIn(text),
    ...easternNames(text),
  ].filter(({ name }) => !speakers.includes(name));
}

function* ownedNames(text: string): Generator<FoundName> {
  for (const { groups = {}, index, 0: whole } of text.matchAll(owned)) {
    const { name = '', animal } = groups;
    const lower = name.toLowerCase();
    if (name.includes(' ') && (animal !== undefined || !isFullName(name))) continue;
    // A capital shows a name by itself.
    if (lower !== name ? conceptStopWords.has(lower) : isNoName(lower, animal !== undefined)) continue;
    const start = index + whole.lastIndexOf(name);
    yield { start, end: start + name.length, name, type: animal === undefined ? 'person' : 'animal' };
  }
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

/** Two words with capitals, neither of them one that is known for something else. */
function isFullName(name: string): boolean {
  const kinds: ReadonlySet<string> = new Set(['person', 'unknown']);
  return name.split(' ').every((one) => /^\p{Lu}/u.test(one) && kinds.has(classOfWord(one.toLowerCase())));
}

/** What is one's pet's, and no pet. */
const ofPets = setOf(`
food litter bed toy toys house hair fur park show tree walker sitter owner lover shelter collar leash tag treat treats
breeder carrier video videos bowl door training trainer groomer allergy allergies breed race races group`);

/** What follows a noun as often as a name does. */
function isNoName(lower: string, isPet: boolean): boolean {
  if (conceptStopWords.has(lower) || isNeverAlone(lower) || /(?:ed|ing|ly)$/.test(lower)) return true;
  const kind = classOfWord(lower);
  return kind !== 'person' && !(isPet && kind === 'unknown' && !ofPets.has(lower));
}

function* placesIn(text: string): Generator<FoundName> {
  for (const pattern of [living, dwelling]) {
    for (const { groups = {}, index, 0: whole } of text.matchAll(pattern)) {
      const { place = '' } = groups;
      const [first = ''] = place.split(' ');
      const name = [place, first].find((one) => classOfWord(one.toLowerCase()) === 'place');
      if (name === undefined) continue;
      const start = index + whole.length - place.length;
      yield { start, end: start + name.length, name, type: 'place' };
    }
  }
}

function* topicsIn(text: string): Generator<FoundName> {
  for (const pattern of [caring, cared]) {
    for (const { groups = {}, index, indices } of text.matchAll(pattern)) {
      const { topic = '' } = groups;
      const words = topic.toLowerCase().split(' ');
      if (words.some((one) => conceptStopWords.has(one)) || isOrdinaryName(topic.toLowerCase())) continue;
      if (words.some((one) => /ing$/.test(one)) && words.length > 2) continue;
      const start = indices?.groups?.topic?.[0] ?? index;
      yield { start, end: start + topic.length, name: topic, type: 'concept' };
    }
  }
}

function* easternNames(text: string): Generator<FoundName> {
  if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return;
  for (const { pattern, type } of eastern) {
    for (const { groups: { name = '' } = {}, index, 0: whole } of text.matchAll(pattern)) {
      const start = index + whole.lastIndexOf(name);
      yield { start, end: start + name.length, name, type };
    }
  }
}
