/**
 * Demands that two patterns tell: how a question asks for something, and the words or forms without which a text tells
 * none of it. In English, and the plainest ones in German, French, Spanish, Chinese and Japanese. Reading is generous: a
 * text that may tell it counts.
 */
import { escaped, helperNouns, peopleNouns } from './word-lists.ts';
import { tellsAge, tellsWork } from './asked-attributes.ts';
import { hourWords, months, numeral, weekdays } from './dates.ts';

export const units: string =
  'seconds?|minutes?|hours?|days?|weeks?|months?|years?|km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|feet|pages?|euros?|dollars?|pounds|percent|degrees|litres?|liters?|kilos?|kg|grams?|people';
const monthName = `(?:${months.join('|')})`;
/** "22:40", "3 p.m." */
const clock = String.raw`\b\d{1,2}[:h]\d\d\b|\b\d{1,2} ?(?:[ap]\.?m\b|o['\u2019]clock)`;
/** "2 May", "the 21st", "v1.2.3" */
const dates = String.raw`\b\d{1,2}\.? ${monthName}\b|\b${monthName} \d{1,2}\b|\b\d+(?:st|nd|rd|th)\b|\bv?\d+\.\d+\.\d+\b`;
/** What stands between "at" and the hour. */
const untilHour = '(?:about |half |a quarter |quarter )?(?:past |to )?';
const anyOf = (...parts: readonly string[]): string => `(?:${parts.join('|')})`;
/** Days, hours, versions and spans of time, which are no amounts. */
export const dated: RegExp = new RegExp(
  anyOf(
    clock,
    dates,
    String.raw`\b(?:one of|(?:the|this|that|which) one)\b`,
    String.raw`\b(?:${numeral}|few|couple of) (?:seconds|minutes|hours|days|nights|weeks|months|years|people|times)\b|\b\p{L}+-\d+\b`,
  ),
  'giu',
);
/** A number by which something is known: "SDK is 26", "version 4". */
export const labelled: string = String.raw`\b(?:android|ios|windows|postgres|node|python|version|sdk|api level|level|build|release|port|pin|code|id|flat|apartment|unit|house|number|no|room|plot|class|floor|chapter|page|line|season|gate|platform|bus|tram)(?: is| was|:| =)? \d[\d.]*\b(?! ?(?:[kmgt]i?b|%|m\u00b2|sq)\b)`;
/** Numbers that count no things: hours, days, versions, money, places in a row, names. */
export const uncounted: RegExp = new RegExp(
  anyOf(
    clock,
    dates,
    String.raw`[$\u20ac\u00a3] ?\d[\d.,]*|\b\d[\d.,]* ?(?:[$\u20ac\u00a3%]|(?:euros?|dollars?|pounds|bucks|percent)\b)`,
    String.raw`\b(?:at|until|till|before|after|from|past) ${untilHour}(?:${hourWords}|\d{1,2})(?![\w:.]* (?:${units})\b)\b`,
    String.raw`\bv?\d+(?:\.\d+)+\b|\b(?:19|20)\d\d\b|\b\p{L}+-?\d+\b`,
    String.raw`\b(?:first|second|third|fourth|fifth|one of|no one|this one|that one)\b`,
    labelled,
  ),
  'giu',
);
export const counts: RegExp = new RegExp(
  String.raw`\d|\b(?:${numeral}|both|couple|pair|twins?|triplets|dozens?|several|few|no|none|only|single|lots?|many|half|all|hundreds?|thousands?|once|twice)\b`,
  'iu',
);
/** A number of people, who are counted apart from things. */
export const countedPeople: RegExp = new RegExp(
  String.raw`\b(?:(?:\d[\d.,]*|${numeral}) (?:\p{L}+ )?)?(?:people|persons|students|pupils|colleagues|interns|volunteers|teachers|men|women|kids|children|boys|girls|adults|friends|neighbours|neighbors|developers|engineers|nurses|guests|customers|clients|users|players|singers|workers|employees|residents|tourists|(?:${peopleNouns}|${helperNouns})s)\b`,
  'giu',
);
export const countedSpans: RegExp = new RegExp(String.raw`\b${numeral} (?:(?!people)(?:${units}))\b`, 'giu');
const amounts: RegExp = new RegExp(
  String.raw`\d|[$\u20ac\u00a3]|\b(?:${numeral}|hundreds?|thousands?|grand|million|half|free|gratis|nothing|none|little|lots?|plenty|enough|some|bit|too much|cheap\w*|expensive|rais\w+|doubl\w+|most|all)\b`,
  'iu',
);
const sizes: RegExp = new RegExp(
  String.raw`\d|\b(?:${numeral}|hundreds?|thousands?|half|huge|tiny|small\w*|big\w*|large\w*|tall\w*|short\w*|far|near\w*|close|next|around the corner|fast\w*|slow\w*|deep|heavy|light|young\w*|old\w*|long\w*|size\w*)\b`,
  'iu',
);
export const spans: RegExp = new RegExp(
  String.raw`\d|\b(?:${numeral}|since|until|till|from|for|years?|months?|weeks?|days?|hours?|minutes?|ages|always|never|long\w*|short\w*|all|forever|soon|while|half|quarter|decades?|overnight|only)\b`,
  'iu',
);
/** "How long has Ken been with us?" is told by that he joined. */
export const spansOrBeginnings: RegExp = new RegExp(
  `${spans.source}|\\b(?:joined|started|began|begun|moved|opened|born|met|married|bought|got|adopted|signed|hired|quit|stopped)\\b`,
  'iu',
);
const hour: RegExp = new RegExp(
  anyOf(
    clock,
    String.raw`\b(?:at|from|until|till|by|around|about|before|after|past|to|for|between) ${untilHour}(?:\d{1,2}(?:\.\d\d)?|${hourWords})\b(?! ?(?:${units}|\p{L}{3})\b)`,
    String.raw`\b(?:noon|midnight|morning|evening|afternoon|night|dawn|dusk|sunrise|sunset|breakfast|lunch|dinner|early|late|later|before|after|any ?time|same time|all day)\b`,
  ),
  'iu',
);

/** Amounts of money for a span of time. */
const perTime = String.raw`\d[\d.,]* ?(?:[$\u20ac\u00a3]|euros?|dollars?|pounds)? ?(?:an?|per|each|every) (?:hour|day|night|week|month|quarter|year)\b|\b(?:monthly|weekly|yearly|annual\w*)\b`;
/** "flat 1", "room 12": which one of some things it is. */
const whichOne = String.raw`\b(?:flat|apartment|unit|house|room|plot|floor|gate|platform|bus|tram|line|table|number|no|policy|invoice|order|case) \d{1,3}\b(?![.,]?\d| ?(?:[$\u20ac\u00a3%]|(?:euros?|dollars?|pounds|an?|per)\b))`;
const leftOut = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'giu');
const noSums = leftOut(dated.source, whichOne);
const sumNouns =
  'rent|price|cost|fee|fare|salary|wage|pay|budget|premium|fine|tax|bonus|tip|bill|allowance|amount|total|sum|deposit|retainer|down payment|bail|advance|loan|mortgage|pension|donation';
const asksFor = (nouns: string): string =>
  `\\b(?:what|which|how (?:much|high|big|large)) (?:\\w+ )?(?:${nouns})s? (?:is|are|was|were|do|does|did|has|have|had|will|would|should|can|could)\\b|` +
  `\\bhow (?:high|big|large) (?:is|are|was|were) (?:[\\w'\u2019.]+ ){1,3}(?:${nouns})s?\\b`;

/** What a question asks for, and what tells it. */
export interface PlainDemand {
  readonly asked: RegExp;
  readonly told: RegExp;
  /** What tells none of it, such as hours of an amount. */
  readonly besides?: RegExp;
}

const english: readonly PlainDemand[] = [
  {
    asked: new RegExp(
      String.raw`\bhow much\b(?! (?:time|longer|sleep)\b)(?! (?:do|does|did) \S+ (?:like|love|hate|know|miss|care|enjoy)\b)|\bwhat (?:do|does|did) .+ (?:cost|pay|charge|earn|spend|weigh|(?:sell|go) for)\b|\bwhat(?:['\u2019]s| is| was| are| were) (?:the|my|our|his|her|their|\S+['\u2019]s?) (?:\w+ ){0,2}(?:${sumNouns})s?\b|${asksFor(sumNouns)}`,
      'i',
    ),
    told: amounts,
    besides: noSums,
  },
  {
    // What is paid each month is no deposit.
    asked: new RegExp(asksFor('deposit|retainer|down payment|bail|fine|bonus|tip'), 'i'),
    told: amounts,
    besides: leftOut(noSums.source, perTime),
  },
  {
    asked: /^\W*how (?:big|large|far|high|deep|wide)\b/i,
    told: sizes,
    besides: leftOut(dated.source, labelled),
  },
  { asked: /^\W*(?:and |so |at |from |until |till |by )?what time\b/i, told: hour, besides: leftOut(dates) },
  {
    // "When do we close on Sundays?" asks for an hour.
    asked: new RegExp(
      String.raw`^\W*(?:when|until when|how late)\b.*\b(?:open|close|shut|start|begin|leave|finish|end)\b.* on (?:${weekdays.join('|')})s\W*$`,
      'i',
    ),
    told: new RegExp(String.raw`${hour.source}|\b(?:never|closed|open(?:ed)?|when|once|as soon|until|not|n't)\b`, 'iu'),
  },
  {
    asked: /^\W*(?:when|until when|what time|how late)\b.*\b(?:open|close|shut)\b(?! up\b)/i,
    told: /\b(?:open\w*|clos\w+|shut\w*|hours|until|till|from|between|daily|reopen\w*|24\/7)\b|\d ?(?:to|-|\u2013) ?\d/iu,
  },
  {
    asked: /^\W*how full\b/i,
    told: /\d|\b(?:full|fully|empty|half|low|high|charged|flat|dead|percent|quarter|thirds?|overflow\w*|brim|crowded|packed)\b/i,
    besides: leftOut(clock, dates),
  },
  {
    asked: /\b(?:phone|telephone|mobile|cell) numbers?\b/i,
    told: /(?:\d[ ()./-]*){5,}|\bnumbers?\b(?! of\b)|\b(?:extension|ext|dial|hotline|tel|speed dial|reached? (?:at|on|under))\b/iu,
    besides: /\b\d{4}-\d\d-\d\d\b/g,
  },
  {
    asked:
      /\b(?:what|which) year (?:was|were|is) .*\b(?:built|founded|born|established|invented|constructed|erected)\b/i,
    told: /\b(?:1\d|20)\d\d|['\u2019]\d\d\b|\b\d0s\b|centur|\b(?:year|decade|years|war|today|now)\b/i,
  },
  {
    // "Where is Noor's Bakery?" is not answered by what comes from it.
    asked: /^\W*where(?:['\u2019]s| is| are| was| were)\b(?! .*\bfrom\W*$)/i,
    told: /\b(?:in|into|at|on|onto|under|underneath|below|behind|above|over|beside|by|near|nearby|next|between|inside|outside|within|across|around|along|opposite|off|among|against|with|via|back|left|right|up|down|upstairs|downstairs|here|there|home|away|abroad|out|online|somewhere|nowhere|everywhere|lost|gone|missing|stolen|has|have|had|took|takes?|keeps?|kept|holds?|borrow\w*|lent|stor\w*|liv\w*|stay\w*|visit\w*|mov\w*|north|south|east|west|street|road|square|station|km|kilomet\w*|miles?|metres?|minutes?|address|to (?:the|an?|my|our|his|her|their|\p{Lu}\p{L}*))\b|['\u2019](?:s|ve|d)\b|[:/@\u2013\u2014]|, \p{Lu}|(?:strasse|stra\u00dfe|weg|platz|allee|gasse)\b/iu,
  },
  {
    asked: /^\W*how tall\b/i,
    told: /\b(?:tall\w*|short\w*|height|high)\b|\d ?(?:cm|m|(?:centi)?met(?:er|re)s?|feet|foot|ft|in(?:ch(?:es)?)?)\b|\d ?['\u2032\u2019"]|\b1[.,]\d\d\b/iu,
    besides: dated,
  },
  {
    asked: /^\W*how heavy\b|\bhow much (?:do|does|did) .+ weigh\b/i,
    told: /\b(?:heav\w+|light\w*|weigh\w*|tons?|kilos?)\b|\d ?(?:kg|kilos?|pounds?|lbs?|g|grams?|t|stone)\b/iu,
    besides: dated,
  },
  {
    asked: /^\W*what(?:['\u2019]s| is| was)(?! .*\b(?:ip|mac|e-?mail)\b) .*\baddress\b/i,
    told: /\d|@|\b(?:street|road|avenue|lane|square|rue|via|calle|next door)\b|(?:strasse|stra\u00dfe|weg|platz|allee|gasse)\b/iu,
    besides: leftOut(uncounted.source, perTime),
  },
  { asked: /\bblood (?:type|group)\b/i, told: /\b(?:A|B|AB|O|0)(?:[+-]| (?:positive|negative))/ },
  { asked: /^\W*how old\b/i, told: tellsAge },
  {
    // "What can't Walter eat?"
    asked:
      /^\W*what (?:(?:foods? )?(?:can(?:no|['\u2019])?t|must(?:n['\u2019]?t| not)|may not|should(?:n['\u2019]?t| not))|(?:does|do|did)(?:n['\u2019]?t| not)) (?:\S+ ){1,2}(?:eat|drink|have to eat|tolerate)\b/i,
    told: /\b(?:allerg\w*|intoleran\w*|no|not|never|nothing|none|without|avoid\w*|free|off|except|only|veg(?:an|etarian)\w*|pescatarian|swell\w*|rash|hives|sick|ill|chok\w*|kosher|halal|hat\w+|refus\w*|dislik\w*|diet|strict|forbid\w*|forbidden|banned|bad for|react\w*|headaches?|migraines?|celiac|coeliac|diabetic|stay(?:s|ing)? away|cut out|gave up)\b|n['\u2019]t\b|\bcannot\b/i,
  },
  {
    asked: /^\W*(?:what|which) (?:mark|grade|score)\b/i,
    told: /\b(?:[A-F][+-]?|mark|grade|score|pass(?:ed)?|fail(?:ed)?|merit|distinction|honours|top|best|first)\b|\d(?!\d* (?!for\b|in\b|out\b)\p{L}{3})/u,
    besides: dated,
  },
  {
    // "180 degrees", "set to 19", "warm"
    asked: /^\W*(?:at |to )?(?:what|which) (?:\w+ )?temperature\b/i,
    told: /\d ?(?:\u00b0|degrees?\b|[cf]\b)|\b\d{1,3}(?:\.\d)?\b(?! ?[\p{L}%])|\b(?:hot|warm|cool|cold|freez\w+|room temperature)\b/iu,
  },
  {
    asked:
      /^\W*(?:(?:on )?(?:what|which)|(?:what(?:['\u2019]s| is| was)|how (?:high|low|big|large) (?:is|was)) (?:the|my|our|your|his|her|their)) (?:\w+ ){0,2}(?:rate|percentage|ratio)\b/i,
    told: /\d|\b(?:zero|none|half|percent|default|rate)\b/i,
    // "an accuracy of 0.9" is no rate
    besides:
      /\b(?:accuracy|precision|recall|loss|score|f1|auc|size|epochs?|seed|age|width|height|weight|temperature|humidity|speed|voltage|version|price|cost)(?: (?:of|is|was|at|to))*[ :=]*\d[\d.,]*/giu,
  },
  {
    asked: /^\W*(?:on )?(?:what|which) (?:\w+ )?port\b(?!.*\b(?:ship|boat|ferry|cruise|sail\w*)\b)/i,
    told: /\bports? (?:\p{L}+ ){0,3}\d|\d port\b|:\d{2,5}\b|\b\d{4,5}\b|\bon \d{2,5}\b(?! \p{L})|\bdefault port\b/iu,
  },
  {
    asked:
      /\b(?:what|which) version\b.*\b(?:runs?|running|uses?|using|on|have|need|requires?|supports?|deploy(?:ed)?|install(?:ed)?|pinned|production)\b/i,
    told: /(?<!\bport |[\d.])\d{1,3}(?!\d)|\b(?:latest|newest|lts|beta|alpha|nightly|stable|canary)\b/i,
  },
  { asked: /^\W*(?:on |to )?(?:what|which) (?:gpio )?pins?\b/i, told: /\d|\bgpio|\bpins? \p{Lu}|\p{Lu}{2,} pins?\b/iu },
  {
    asked:
      /^\W*(?:who|(?:what|which) (?:team|person|group|squad))(?: \w+ly)? (?:owns|maintains|is (?:responsible|in charge))\b/i,
    told: /\b(?:own(?:s|ed|ers?)?|belongs?|maint\w+|responsib\w+|in charge|charge of|looks?|leads?|head|runs?|manages?\w*|teams?|squad|asks?|contacts?|cares?|takes?|took|hands?|handles?|bought|buys?|got|gift|gave|inherited|mine|ours|hers|theirs|his|my|our|her|their)\b|\p{L}['\u2019]s |s['\u2019] /iu,
  },
  {
    asked: /^\W*[Ww]here (?:does|did) \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)? work\b/u,
    told: new RegExp(`${tellsWork.source}|\\b(?:at|for)\\b`, 'iu'),
  },
  {
    asked: /^\W*when(?:['\u2019]s| is| was) .*\bbirthday\b/i,
    told: /\bbirth|\bb-?day|\bborn\b|\bturn(?:s|ed|ing)? |^\W*(?:on |in |the )*(?:\d|\p{L}+ \d)|\d\W*$/iu,
  },
  {
    asked: /^\W*when\b.*\b(?:due|deadline)\b/i,
    told: new RegExp(
      String.raw`\d|\b(?:${[...months, ...weekdays].join('|')})|\b(?:today|tomorrow|tonight|week\w*|month\w*|year\w*|quarter|end|soon|asap|next|before|after|until|the (?:first|second|third|last|\w+th)|christmas|easter|no deadline)\b`,
      'i',
    ),
  },
  {
    // "What did Ben give me for Christmas?"
    asked:
      /^\W*what (?:did|has|have) (?!I\b).*\b(?:give|given|get|gotten|buy|bought|bring|brought|send|sent)\b.* (?:me|us|for (?:my|our|his|her|their|christmas|easter))\b/i,
    told: /\b(?:g[ai]ves?|giving|given|got|gets?|getting|presents?|gifts?|buys?|bought|brings?|brought|sends?|sent|receiv\w+|unwrap\w*|surpris\w*|knit\w*|made|from)\b/i,
  },
  {
    asked: /^\W*(?:did|has|have) .*\bpass(?:ed)?\b.*\b(?:tests?|exams?|finals|driving|bar|interview|course)\b/i,
    told: /\b(?:pass\w*|fail\w*|flunk\w*|tests?|exams?|licen[cs]e|made it|got (?:it|in|through)|through|grades?|marks?|score\w*|resit\w*|ret(?:ake|aking|ook))\b/i,
  },
  {
    asked: /^\W*how did\b.*\bmeet\b/i,
    told: /\b(?:me[et]t?|know|knew|introduc\w+|through|since|together|classmates?|colleagues?)\b/i,
  },
  {
    asked: /^\W*how did\b.*\bdie\b/i,
    told: /\b(?:of|from|accident|illness|cancer|stroke|heart|fell|after|because|drown\w*|crash\w*|killed|sleep)\b/i,
  },
];

const foreignMonths =
  'januar|februar|m\u00e4rz|april|mai|juni|juli|august|september|oktober|november|dezember|janvier|f\u00e9vrier|mars|avril|juin|juillet|ao\u00fbt|' +
  'septembre|octobre|novembre|d\u00e9cembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
/** An amount: with what is paid in, for nothing, or a number that is no day, hour, year or number of things of time. */
const foreignSums = new RegExp(
  String.raw`[\u20ac$\u00a3\u00a5]|\b(?:euros?|eur|dollars?|franken|francs?|chf|pesos?|kostenlos|gratis|umsonst|gratuite?s?|cent|cents|centimes|c\u00e9ntimos)\b|[元块塊円圆万萬]|免费|無料|タダ|` +
    String.raw`(?<![\d.:,])(?!(?<=\b(?:en|im|in|del?|seit|depuis|desde|bis|jahr|a\u00f1o) )(?:19|20)\d\d\b)\d{2,}(?:[.,]\d+)*(?![\d.:]*(?:\.? ?(?:de )?(?:${foreignMonths}|${months.join('|')})|\.? ?(?:uhr|h|heures?|horas?|jahre?|ans|a\u00f1os|tage?|jours|d\u00edas|minut\p{L}*)\b|[年月日号點点時时分歳岁]))`,
  'iu',
);

/** In German, French, Spanish, Chinese and Japanese. */
const foreign: readonly PlainDemand[] = [
  {
    asked:
      /\bwann\b.*\b(?:geburtstag|geboren)|(?:\bquand\b|\bquel(?:le)? (?:jour|date|est la date)\b).*(?:anniversaire|naissance|(?<!\p{L})née?(?!\p{L}))|(?:cu[aá]ndo|qu[eé] d[ií]a).*(?:cumple|naci)|生日.*(?:什么时候|几号|哪天|何时|几月)|(?:什么时候|几号|哪天|几月).*(?:生日|出生)|(?:誕生日|生まれ).*(?:いつ|何日|何月)|いつ.*(?:誕生日|生まれ)/iu,
    told: /geburtstag|geboren|\bgeb\.|\bwird \p{L}* ?\d|anniversaire|(?<!\p{L})née?s?(?!\p{L})|naissance|naqu|cumple|\bnaci|\b(?:\d+|\p{L}+) (?:ans|años)\b|生日|出生|生于|满.*岁|誕生日|生まれ|歳になる/iu,
  },
  {
    asked:
      /(?:telefon|handy|mobil|festnetz|durchwahl)nummer|num[eé]ro de (?:t[eé]l|portable|mobile)|n[uú]mero de (?:tel[eé]fono|m[oó]vil|celular)|(?:电话|電話|手机)(?:号码|号|番号)/iu,
    told: /(?<!\d)(?!(?:19|20)\d\d(?!\d))[\d０-９]{4,}|\d{2,}(?:[ ./()-]+\d{2,}){2,}|\d{3,}[ /-]+\d{2,}/u,
  },
  {
    asked:
      /\bwie ?viel (?:kostet|kosten|zahl|verdien|bekomm|miete|gehalt|lohn|geld|euro)|\bwas (?:kostet|kosten|verdien|zahl)|\bwie (?:teuer|hoch ist (?:die miete|der preis|der lohn|das gehalt))|combien (?:ça |est-ce que |.*)?(?:co[uû]te|gagne|paie|paye|vaut|prend)|quel(?:le)? est le (?:prix|salaire|loyer|tarif)|cu[aá]nto (?:dinero )?(?:me |le |nos )?(?:cuesta|cost[oó]|cobr|gan|pag|vale)|cu[aá]l es (?:el |mi |su )?(?:precio|sueldo|salario|alquiler)|多少钱|(?:工资|月薪|房租).*多少|いくら(?:です|かか|払|もら|でし|ですか)|(?:給料|家賃|値段)は/iu,
    told: foreignSums,
  },
  {
    asked:
      /welches instrument|was für ein instrument|\bquel instrument|qu[eé] instrumento|(?:什么|哪种|哪个)乐器|何を弾|(?:何の|どんな|どの)楽器|楽器は何/iu,
    told: /instrument|klavier|geige|violin|gitarre|flöte|trompete|schlagzeug|cello|bratsche|harfe|saxo|klarinette|posaune|orgel|akkordeon|harmonika|\bbass\b|trommel|ukulele|keyboard|piano|violon|guitare|flûte|trompette|batterie|\bharpe|clarinette|accordéon|tambour|\borgue|\bbasse\b|guitarra|viol[ií]n|flauta|trompeta|batería|\barpa\b|clarinete|acordeón|\bchelo|\bbajo\b|cajón|órgano|[琴鼓笛箫笙]|吉他|琵琶|二胡|萨克斯|乐器|ピアノ|バイオリン|ヴァイオリン|ギター|フルート|トランペット|ドラム|チェロ|三味線|サックス|クラリネット|ハーモニカ|ウクレレ|ベース|オルガン|楽器/iu,
  },
  {
    asked: /welche[rs]? farbe|\bquelle couleur|qu[eé] color|什么颜色|何色/iu,
    told: /farb|\b(?:hell|dunkel)?(?:rot|blau|grün|gelb|schwarz|wei(?:ß|ss)|grau|braun|lila|rosa|orange|bunt|türkis|violett|silber|gold|beige)|couleur|\b(?:rouge|bleue?|verte?|jaune|noire?|blanc|grise?|marron|brune?|rose|violett?e?|dor|argent)|color|\b(?:roj[oa]|azul|verde|amarill|negr[oa]|blanc[oa]|gris|marrón|morad|naranja|plate|dorad)|[红紅蓝藍绿緑黄黑黒白灰紫粉橙棕色赤青茶銀]|ピンク|オレンジ|ベージュ/iu,
  },
  {
    asked: /\bwie alt\b|quel âge|cu[aá]ntos años|几岁|多大年|多大了|何歳|おいくつ/iu,
    told: /\d|\bjahre?\b|jährig|geboren|\bans\b|(?<!\p{L})née?(?!\p{L})|années?|\baños\b|\bnaci|cumpl|[岁歳才]|生まれ|出生/iu,
  },
  {
    asked:
      /\bwo (?:wohn|lebt|lebst)|welche adresse|\bo[uù] (?:est-ce qu\S+ )?(?:habit|vit\b)|d[oó]nde viv|住在?哪|住什么|どこに住/iu,
    told: /wohn|\bleb(?:t|e|en)\b|\bz(?:ieht|og|ogen)\b|umgezogen|umzug|adresse|stra(?:ß|ss)e|\b(?:bei|in|aus|nach) \p{Lu}|habit|\bvi(?:t|vent|vre)\b|m[ée]nag|install|\b(?:rue|avenue|quai|place)\b|\b(?:à|en|au) \p{Lu}|viv(?:e|o|en|imos|ir)|resid|mud(?:a|ó|ado)|direcci|\bcalle\b|[住搬家]|引っ越|越し|[路街区市町県都府省]/u,
  },
];

/** All of them; those that ask for what a question asks for count together. */
export const plainDemands: readonly PlainDemand[] = [...english, ...foreign];

/** The numbers that a question has itself tell it nothing: "How much is invoice 2026-031?" */
export function numbersIn(question: string): RegExp {
  const numbers = question.match(/\d[\p{L}\d./-]*/gu) ?? [];
  return new RegExp(numbers.length === 0 ? '(?!)' : `(?<![\\d.])(?:${numbers.map(escaped).join('|')})(?!\\d)`, 'g');
}
