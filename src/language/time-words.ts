/**
 * The words in which people ask for a time, for each language that recall reads, and nothing but words. Patterns are
 * matched against folded text: lower case, no accents. `{N}` stands for a number, `{U}` for a unit of time.
 */
import type { Language } from './languages.ts';

/** A stretch of time with a name. */
export type Unit = (typeof unitsOfTime)[number];
/** The units, in the order in which they are looked for. */
export const unitsOfTime = ['day', 'weekend', 'week', 'month', 'year'] as const;
/** A part of a day. */
export type DayPart = (typeof dayParts)[number];
/** The parts of a day. */
export const dayParts = ['morning', 'afternoon', 'evening', 'night'] as const;

/** What a phrase says of a time. `back` counts whole days, `last` and `this` calendar units, `past` runs up to now. */
export type TimePhrase = 'this' | 'last' | 'beforeLast' | 'ago' | 'past' | 'recently';

/** The words of time of one language. */
export interface TimeWords {
  /** Whether words of the language stand apart. */
  readonly spaced: boolean;
  /** The words of a day, counted back from today. */
  readonly days: readonly { readonly words: string; readonly back: number; readonly part?: DayPart }[];
  readonly numbers: Readonly<Record<string, number>>;
  readonly units: Readonly<Record<Unit, string>>;
  readonly phrases: readonly { readonly says: TimePhrase; readonly words: string }[];
  /** Parts of a day, before or after the word for the day. */
  readonly parts: Readonly<Record<DayPart, string>>;
  /** A day of the month by its number alone: group 1. */
  readonly dayOfMonth: string;
  /** A year by itself: group 1. */
  readonly year: string;
  /** The days of the week, by which the library of dates is worth asking. */
  readonly weekday: string;
  /** The twelve months, and what leads to one that has no day or year. */
  readonly months: readonly string[];
  readonly month: string;
  /** Spring, summer, autumn and winter of the north, and what leads to one. */
  readonly seasons: readonly [string, string, string, string];
  readonly season: string;
  /** What before or after a season makes it the last one that is over, and what makes it that of the year before. */
  readonly seasonOver?: Edge;
  readonly seasonOfLastYear?: string;
  /** What stands before a time (`before`) or after it (`after`) and makes it the end or the beginning of one. */
  readonly until: Edge;
  readonly after: Edge;
  readonly since: Edge;
  /** What stands between the two ends of a time. */
  readonly between: string;
  /** An event that a time begins or ends with: group 1. */
  readonly beforeEvent: string;
  readonly afterEvent: string;
  /** Words of a question that ask for whatever was said, beside words of grammar. */
  readonly asking: string;
  /** Words of what is still to come or only possible: such a question asks for no time past. */
  readonly future: string;
}

/** What stands before a time, or after it. */
export interface Edge {
  readonly before?: string;
  readonly after?: string;
}

const hanNumbers = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10, 几: 3, 数: 3 };
const hanMonths = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];

/** The words of time of each language. */
export const timeWords: Readonly<Record<Language, TimeWords>> = {
  en: {
    spaced: true,
    days: [
      { words: 'the day before yesterday', back: 2 },
      { words: 'yesterday', back: 1 },
      { words: 'last night', back: 1, part: 'night' },
      { words: 'tonight', back: 0, part: 'evening' },
      { words: '(?:earlier )?today|this(?= (?:morning|afternoon|evening))', back: 0 },
    ],
    numbers: {
      ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
      ...{ 'a couple of': 2, 'a few': 3, few: 3, several: 4 },
    },
    units: { day: 'days?', weekend: 'weekends?', week: 'weeks?', month: 'months?', year: 'years?' },
    phrases: [
      { says: 'ago', words: '{N} {U} ago' },
      { says: 'past', words: '(?:(?:in|over|during|within|for) )?(?:the )?(?:last|past) {N} {U}' },
      { says: 'past', words: '(?:in|over|during|within) the (?:last|past) {U}|the past {U}' },
      { says: 'beforeLast', words: 'the {U} before last' },
      { says: 'last', words: '(?:last|the previous) {U}' },
      { says: 'this', words: '(?:this|the current) {U}' },
      { says: 'this', words: '(?:at|on|over|during) the (weekend)' },
      { says: 'recently', words: 'recently|lately|the other day|these days|not long ago' },
    ],
    parts: { morning: 'morning', afternoon: 'afternoon', evening: 'evening', night: 'night' },
    dayOfMonth: '(?:on|since|by|until|before|after|from|of) the (\\d{1,2})(?:st|nd|rd|th)(?! (?:of )?[a-z]*day)',
    year: '(?:in|since|during|before|after|until|from|of|last) ((?:19|20)\\d\\d)',
    weekday: '(?:mon|tues|wednes|thurs|fri|satur|sun)day',
    months: [],
    month: '',
    seasons: ['spring', 'summer', 'autumn|fall', 'winter'],
    season: '(?:last|this|in|in the|over the|during the)(?: last)?',
    seasonOver: { before: 'last' },
    until: { before: 'before|until|till|up to' },
    after: { before: 'after' },
    since: { before: 'since|ever since' },
    between: 'and|to|until|till|through',
    beforeEvent: "before ((?:the|my|our|his|her|their|[a-z]+['’]s) [^,.;?!]+|i [^,.;?!]+|we [^,.;?!]+)",
    afterEvent: "(?:after|since) ((?:the|my|our|his|her|their|[a-z]+['’]s) [^,.;?!]+|i [^,.;?!]+|we [^,.;?!]+)",
    asking:
      'tell told say said saying talk talked talking speak spoke mention mentioned discuss discussed happen happened ' +
      'happening do did done go going went remember remembered know knew learn learned learnt hear heard write wrote ' +
      'written note noted note notes new news thing things stuff chat chats chatted conversation conversations session ' +
      'sessions memory memories remind reminded day date time much everything anything something up list show give get please back down ' +
      'recap summarise summarize summary record recorded store stored day days week month year first last latest',
    future:
      "will|shall|should|can|could|would|won't|tomorrow|next|going to|(?:am|are|is) (?:i|we|you|they|he|she|\\w+) (?:going|doing|having|meeting|flying|seeing)|i'll|we'll|let's",
  },
  de: {
    spaced: true,
    days: [
      { words: 'vorgestern', back: 2 },
      { words: 'gestern', back: 1 },
      { words: 'letzte nacht|heute nacht', back: 1, part: 'night' },
      { words: 'heute', back: 0 },
    ],
    numbers: {
      ...{ ein: 1, eine: 1, einem: 1, einer: 1, zwei: 2, drei: 3, vier: 4, funf: 5, sechs: 6, sieben: 7, acht: 8 },
      ...{ neun: 9, zehn: 10, 'ein paar': 3, wenigen: 3, einigen: 3 },
    },
    units: {
      day: 'tage?n?',
      weekend: 'wochenenden?',
      week: 'wochen?',
      month: 'monate?n?s?',
      year: 'jahre?n?s?',
    },
    phrases: [
      { says: 'ago', words: 'vor {N} {U}' },
      { says: 'past', words: '(?:(?:in|wahrend) )?(?:den|der) (?:letzten|vergangenen) {N} {U}' },
      { says: 'beforeLast', words: '(?:die |den |das )?vorletzte[nmsr]? {U}' },
      { says: 'last', words: '(?:letzte|vorige|vergangene)[nmsr]? {U}' },
      { says: 'this', words: '(?:diese[nmsr]?|am|ubers) {U}' },
      { says: 'recently', words: 'neulich|kurzlich|in letzter zeit|vor kurzem|letztens' },
    ],
    parts: { morning: 'morgen|fruh|vormittag', afternoon: 'nachmittag|mittag', evening: 'abend', night: 'nacht' },
    dayOfMonth: '(?:am|seit dem|vom|bis zum|vor dem|nach dem|zum) (\\d{1,2})\\.?(?! ?\\p{L}*(?:uhr|\\d))',
    year: '(?:(?:im jahre?|in|seit|vor|nach|bis|von) )?((?:19|20)\\d\\d)(?! ?(?:\\p{L}{0,3}meter|euro|[a-z]{1,2}\\b))',
    weekday: 'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag',
    months: 'januar|janner februar marz april mai juni juli august september oktober november dezember'.split(' '),
    month: '(?:im|seit|bis|vor|nach|letzten|vergangenen|anfang|mitte|ende)',
    seasons: ['fruhling|fruhjahr', 'sommer', 'herbst', 'winter'],
    season: '(?:letzten|letztes|diesen|dieses|im|vergangenen)',
    seasonOver: { before: 'letzten|letztes|vergangenen' },
    until: { before: 'vor dem|vor|bis zum|bis' },
    after: { before: 'nach dem|nach' },
    since: { before: 'seit dem|seit' },
    between: 'und dem|und|bis zum|bis',
    beforeEvent: 'vor (?:dem|der|den|meinem|meiner|unserem|unserer|seinem|seiner|ihrem|ihrer) ([^,.;?!]+)',
    afterEvent: '(?:nach|seit) (?:dem|der|den|meinem|meiner|unserem|unserer|seinem|seiner|ihrem|ihrer) ([^,.;?!]+)',
    asking:
      'erzahlt erzahlen erzahle erzahlte gesagt sagen sagte sage gesprochen sprechen sprachen geredet reden erwahnt ' +
      'besprochen passiert passierte geschehen geschah los gemacht machen machte getan tun erinnerst erinnere weisst ' +
      'weiss gelernt gehort geschrieben notiert neues neu neuigkeiten dinge sachen gesprach gesprache unterhaltung tag ' +
      'tage alles zeig zeige liste nenne fasse zusammen bitte daruber woruber wovon ' +
      'jahr jahre letzten letztes letzter diesen dieses anfang mitte ende',
    future: 'werde|werden|wird|soll|sollte|sollen|kann|konnte|wurde ich|morgen fruh|nachste[nrs]?',
  },
  fr: {
    spaced: true,
    days: [
      { words: 'avant[- ]hier', back: 2 },
      { words: 'hier', back: 1 },
      { words: 'la nuit derniere|cette nuit', back: 1, part: 'night' },
      { words: "aujourd['’ ]?hui|ce(?= (?:matin|soir))|cet(?:te)?(?= apres)", back: 0 },
    ],
    numbers: {
      ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10 },
      ...{ quelques: 3, plusieurs: 4 },
    },
    units: { day: 'jours?', weekend: 'week-?ends?', week: 'semaines?', month: 'mois', year: 'ans?|annees?' },
    phrases: [
      { says: 'ago', words: 'il y a {N} {U}' },
      {
        says: 'past',
        words: '(?:ces|les|des|au cours des|pendant les) {N} derni(?:ers|eres) {U}|ces derni(?:ers|eres) {U}',
      },
      { says: 'last', words: "(?:la |le |l['’])?{U} (?:derniere?|passee?|precedente?)" },
      { says: 'this', words: '(?:cette|ce|cet) {U}|le (week-?end)(?! prochain| dernier)' },
      { says: 'recently', words: "recemment|dernierement|l['’]autre jour|ces temps-ci" },
    ],
    parts: { morning: 'matin', afternoon: 'apres-midi', evening: 'soir', night: 'nuit' },
    dayOfMonth: '(?:le|depuis le|du|au) (\\d{1,2})(?:er)?(?! ?(?:h\\b|\\d|:|%|euros?))',
    year: '(?:en|depuis|avant|apres|de) ((?:19|20)\\d\\d)',
    weekday: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    months: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'.split(' '),
    month: "(?:en|au mois de|au mois d['’]|depuis|avant|apres|debut|mi|fin|jusqu['’]en)",
    seasons: ['printemps', 'ete', 'automne', 'hiver'],
    season: "(?:au|en|cet|ce|le|l['’])",
    seasonOver: { after: 'dernier' },
    until: { before: "avant le|avant|jusqu['’](?:au|en|a)" },
    after: { before: 'apres le|apres' },
    since: { before: 'depuis le|depuis' },
    between: 'et le|et|au|a',
    beforeEvent: "avant (?:le |la |les |l['’]|mon |ma |notre |son |sa |leur )([^,.;?!]+)",
    afterEvent: "(?:apres|depuis) (?:le |la |les |l['’]|mon |ma |notre |son |sa |leur )([^,.;?!]+)",
    asking:
      'dit dire disais raconte raconter parle parler parles parlions mentionne discute passe passer arrive arriver fais faisais ' +
      'souviens souvenir sais appris entendu ecrit note nouveau nouveaux nouvelles choses chose conversation conversations ' +
      'jour jours liste montre donne resume sest cest quest jai tai dernier derniere ' +
      'debut fin',
    future: 'demain|prochaine?|vais|vas|va|allons|devrais|dois|peux',
  },
  es: {
    spaced: true,
    days: [
      { words: 'anteayer|antier|antes de ayer', back: 2 },
      { words: 'anoche', back: 1, part: 'night' },
      { words: 'ayer', back: 1 },
      { words: 'hoy|esta(?= (?:manana|tarde|noche))', back: 0 },
    ],
    numbers: {
      ...{ un: 1, una: 1, uno: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9 },
      ...{ diez: 10, unos: 3, unas: 3, varios: 4, varias: 4, pocos: 3, pocas: 3 },
    },
    units: {
      day: 'dias?',
      weekend: 'fin(?:es)? de semana',
      week: 'semanas?',
      month: 'mes(?:es)?',
      year: 'anos?',
    },
    phrases: [
      { says: 'ago', words: 'hace {N} {U}' },
      { says: 'past', words: '(?:en )?(?:los|las) ultim[oa]s {N} {U}|(?:los|las) ultim[oa]s {U}|estos ultimos {U}' },
      { says: 'last', words: '(?:el |la )?{U} (?:pasad[oa]|anterior)|(?:el|la) ultim[oa] {U}' },
      { says: 'this', words: 'est[ea] {U}|el (fin de semana)' },
      { says: 'recently', words: 'recientemente|ultimamente|el otro dia|hace poco' },
    ],
    parts: {
      morning: '(?:por |en |de )?(?:la )?manana',
      afternoon: '(?:por |en |de )?(?:la )?tarde',
      evening: '(?:por |en |de )?(?:la )?noche',
      night: 'madrugada',
    },
    dayOfMonth: '(?:el|del|al) (?:dia )?(\\d{1,2})(?! (?:de )?\\d|:|%)',
    year: '(?:en|desde|antes de|despues de|de|del) ((?:19|20)\\d\\d)',
    weekday: 'lunes|martes|miercoles|jueves|viernes|sabado|domingo',
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre'.split(
      ' ',
    ),
    month: '(?:en|desde|hasta|antes de|despues de|a principios de|a finales de)',
    seasons: ['primavera', 'verano', 'otono', 'invierno'],
    season: '(?:el|la|en|este|esta|en el|en la)',
    seasonOver: { after: 'pasado|pasada' },
    until: { before: 'antes del|antes de|hasta el|hasta' },
    after: { before: 'despues del|despues de|tras el' },
    since: { before: 'desde el|desde' },
    between: 'y el|y|al|a|hasta el|hasta',
    beforeEvent: 'antes de(?:l| la| los| las| mi| nuestr[ao]| su) ([^,.;?!]+)',
    afterEvent: '(?:despues de|desde|tras)(?:l| el| la| los| las| mi| nuestr[ao]| su) ([^,.;?!]+)',
    asking:
      'dije dijo dicho decir digo conte contado contar hable hablado hablar hablamos mencione mencionado paso pasado pasar ' +
      'ocurrio sucedio hice hacer hecho hicimos recuerdas recuerdo sabes se aprendi escuche escribi anote nuevo nuevos ' +
      'novedades noticias cosas cosa conversacion conversaciones dia dias lista muestra dame resume resumen',
    future: 'manana por|proxim[oa]|voy|vamos|debo|deberia|puedo',
  },
  zh: {
    spaced: false,
    days: [
      { words: '大前天', back: 3 },
      { words: '前天', back: 2 },
      { words: '昨晚|昨夜', back: 1, part: 'night' },
      { words: '昨[天日]', back: 1 },
      { words: '今早|今晨', back: 0, part: 'morning' },
      { words: '今晚', back: 0, part: 'evening' },
      { words: '今[天日]', back: 0 },
    ],
    numbers: hanNumbers,
    units: { day: '天|日', weekend: '周末|週末', week: '周|週|星期|礼拜|禮拜', month: '月', year: '年' },
    phrases: [
      { says: 'ago', words: '{N}个?{U}(?:以|之)?前' },
      { says: 'past', words: '(?:最近|过去|近|這|这){N}个?{U}' },
      { says: 'beforeLast', words: '上上个?{U}(?![一二三四五六日天末])|前{U:year}' },
      { says: 'last', words: '上一?个?{U}(?![一二三四五六日天末])|去{U:year}' },
      { says: 'this', words: '(?:这|這)一?个?{U}(?![一二三四五六日天末])|本{U}|今{U:year}|(周末|週末)' },
      { says: 'recently', words: '最近|近来|前几天|前些天|前阵子|不久前' },
    ],
    parts: { morning: '早上|上午|早晨|清晨', afternoon: '下午|中午', evening: '晚上|傍晚', night: '夜里|凌晨' },
    dayOfMonth: '(?<![月\\d一二三四五六七八九十])(\\d{1,2}|[二三]?十?[一二三四五六七八九十])[号號]',
    year: '((?:19|20)\\d\\d)年(?!\\d|[一二三四五六七八九十]+月)',
    weekday: '星期|周|週|礼拜|禮拜',
    months: hanMonths,
    month: '',
    seasons: ['春天|春季', '夏天|夏季', '秋天|秋季', '冬天|冬季'],
    season: '(?:去年|今年|在|上个|这个)?',
    seasonOfLastYear: '去年',
    until: { after: '之前|以前|前' },
    after: { after: '之后|以后|后' },
    since: { before: '自从|自|从', after: '以来|起|开始' },
    between: '到|至|和|-',
    beforeEvent: '(?:在)?([^,。?!,,、??\\s]{2,10}?)(?:之前|以前)',
    afterEvent: '(?:在)?([^,。?!,,、??\\s]{2,10}?)(?:之后|以后)',
    asking:
      '告诉 讲 聊 聊天 谈 谈话 谈论 提到 提 提过 发生 做 事 事情 记得 知道 记 记录 新 新闻 消息 内容 对话 聊过 说过 讲过 告诉过 东西 那天 天 总结 列出 ' +
      '干 干嘛 过 关于',
    future: '明天|后天|下周|下个|将|应该|可以|能不能',
  },
  ja: {
    spaced: false,
    days: [
      { words: '一昨日|おととい', back: 2 },
      { words: '昨夜|昨晩|ゆうべ', back: 1, part: 'night' },
      { words: '昨日|きのう', back: 1 },
      { words: '今朝|けさ', back: 0, part: 'morning' },
      { words: '今夜|今晩', back: 0, part: 'evening' },
      { words: '今日|きょう', back: 0 },
    ],
    numbers: hanNumbers,
    units: { day: '日間?', weekend: '週末', week: '週間?', month: '[かヶカケ箇ヵ]?月間?', year: '年間?' },
    phrases: [
      { says: 'ago', words: '{N}{U}(?:ほど)?前' },
      { says: 'past', words: '(?:この|ここ|過去|最近){N}{U}' },
      { says: 'beforeLast', words: '先々{U}|一昨年|おととし' },
      { says: 'last', words: '先{U}|前の{U}|去{U:year}|昨{U:year}' },
      { says: 'this', words: '今{U}|この{U}|(週末)に?' },
      { says: 'recently', words: '最近|この間|先日|この前|近頃|ちかごろ' },
    ],
    parts: { morning: 'の?(?:朝|午前)', afternoon: 'の?(?:午後|昼)', evening: 'の?(?:夕方|夜|晩)', night: 'の?深夜' },
    dayOfMonth: '(?<![月\\d一二三四五六七八九十])(\\d{1,2}|[二三]?十?[一二三四五六七八九十])日(?!間|前|本|曜)',
    year: '((?:19|20)\\d\\d)年(?!\\d)',
    weekday: '曜',
    months: hanMonths,
    month: '',
    seasons: ['春', '夏', '秋', '冬'],
    season: '(?:去年の|今年の|昨年の|この)',
    seasonOfLastYear: '去年|昨年',
    until: { after: 'までに|まで|より前|の前|以前|前' },
    after: { after: 'より後|の後|以後|以降|後' },
    since: { after: '以来|から' },
    between: 'から|と|~|〜|-',
    beforeEvent: '([^,。、??\\s]{2,12}?)(?:する|の)前',
    afterEvent: '([^,。、??\\s]{2,12}?)(?:した|の)(?:後|あと)',
    asking:
      '話 話し 話す 話した 話題 言 言っ 言う 伝え 伝える 教え 起き 起こっ 起きた あっ あった やっ やった 覚え 覚えて 知っ 記憶 記録 メモ 新しい ' +
      'ニュース 会話 出来事 内容 日 頃 について まとめ まとめて 何か 述べ',
    future: '明日|来週|来月|来年|べき|予定',
  },
};
