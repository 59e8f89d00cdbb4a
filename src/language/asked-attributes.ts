/**
 * Which everyday attribute a question asks for, and which ones a text tells or asks: age, work, marriage, home. English
 * only. A question about an attribute that a memory tells nothing of has no answer in it, however much it is about
 * whom the question names. Reading is generous: a text that may tell an attribute counts as telling it.
 */
import { lazily } from '../domain/values.ts';
import { months, numeral, weekdays } from './dates.ts';
import { peopleNouns, petNouns } from './word-lists.ts';
import { relative } from './relatives.ts';
import { splitSentences } from './sentences.ts';
import { termsOf } from './words.ts';

interface Attribute {
  /** In a question: it asks for the attribute. */
  readonly asked: RegExp;
  /** In a statement: it may tell the attribute. */
  readonly told: RegExp;
}

/** Money, but for what somebody saves or owes. */
const money =
  '(?<!\\b(?:sav(?:e|es|ed|ing)|ow(?:e|es|ed))\\b[^.,;]{0,40})(?:[$€£¥]|\\b(?:euros?|dollars?|pounds|francs|bucks|eur|usd|chf)\\b|\\b\\d[\\d.,]* (?:an?|per) (?:hour|day|week|month|year|night|piece|jar|square|cubic|person|lesson|visit|kilo|kg|litre|liter|pound|bottle|pack|ticket|metre|meter|head)\\b|\\b(?:went|gone|goes|going) (?:up|down) (?:from|to|by) \\d)';

const ownKin = `${peopleNouns}|${petNouns}`;
/** "My sister Ana", "our dog is called Rex", "Ana is my sister", "our dog rex is a beagle". */
const ownKinNamed = new RegExp(
  `\\b(?:[Mm]y|[Oo]ur) (?:\\p{Ll}+ )?(?:${ownKin})(?:,| is| is called| is named| called| named|['\u2019]s name is)? \\p{Lu}|\\p{Lu}\\p{L}+,? (?:is )?(?:my|our) (?:\\p{Ll}+ )?(?:${ownKin})\\b|` +
    `\\b(?:my|our) (?:\\p{Ll}+ )?(?:${ownKin}) (?:(?:is )?(?:called|named) \\p{Ll}|(?!\\p{Ll}*(?:s|ed|ing) )\\p{Ll}{2,} (?:is|was|has|and|who) )`,
  'u',
);

/** Whether a text says how old somebody or something is: "turned nine", "is 41", "Tess, 28,", "built in 1931". */
export const tellsAge: RegExp = new RegExp(
  [
    String.raw`^\W*${numeral}\W*$|\b(?:${numeral}|few)[- ](?:years?|yrs?|months?|weeks?|days?)\b|\d ?y/?o\b|\b(?:1[89]|20)\d\d\b`,
    String.raw`\b(?:turn(?:s|ed|ing)?|aged?|born|birthday|teen\w*|toddler|newborn|(?:twen|thir|for|fif|six|seven|eigh|nine)ties|century)\b`,
    String.raw`(?:\b(?:is|am|are|was|were|be|s?hes|its|im)|['\u2019](?:m|s|re)) (?:\p{L}+ )?${numeral}(?=\W*$|[.,;!?)] |,? (?:and|but|now|this|next|today|in|on|since|already|soon)\b)`,
    String.raw`[,(] ?\d{1,3}(?=[,)])`,
  ].join('|'),
  'iu',
);

/** Whether a text may tell what somebody does for a living, or where. */
export const tellsWork: RegExp =
  /\b(?<!\bto )work\b|\bto work (?:at|for|as|with|in)\b|\bwork(?:s|ed|ing|place|shop)\b|\bjobs?\b|\b(?:career|profession|occupation|employ\w*|hire[ds]?|hiring|boss|colleagues?|coworkers?|office|company|firm|startup|business|clients?|customers?|internship|intern|promot\w+|head of|leads?|leading|manag\w+|owns? the|runs? (?:a|an|the|my|his|her|their)|owner|founder|founded|self-employed|freelanc\w*|retired|shifts?|practice|sells?|selling|gigs?|role|position|volunteer\w*|teach(?:es|ing)?|studio|shop|store|(?:started|starting|starts) (?:at|with)|joined|joins|still (?:at|with) (?:the|an?) |still at|trainee|apprentice|ceo|cto|cfo|let go|laid off|fired|sacked|redundant|unemployed|quit|resigned)\b|\b(?:repairs|restores|fixes|builds|bakes|designs|edits|translates|delivers|farms|trains|coaches|tunes|brews|installs|carves|sews)\b|\bI (?:repair|restore|fix|build|bake|design|edit|translate|deliver|farm|train|tune|brew|install|carve|sew)\b|\b(?:is|am|was|as|become|became|['’]m|['’]s|being|be|called) (?:an? |the |our |my |his |her )?(?:(?!of |in |to |at |not |with )[\p{L}-]+ ){0,3}(?!(?:sup|clev|sob|eag|prop|bitt|tend|old|young|bigg|small|bett|lat|soon|ev|nev|ov|oth|anoth|togeth|rath|furth|fast|slow|easi|hard|long|short|tall|cheap|nic|happi|clos|earli|summ|wint|dinn|ord|lett|pap|comput|wat|weath|flow|matt|numb|broth|moth|fath|sist|daught)er\b|(?:import|pleas|brilli|inst|restaur)ant\b|(?:veget|pescat)arian\b)(?:[\p{L}-]+(?:er|or|ist|ian|ant|eer|man|woman|yst|ress|ect|eur|smith|wright|herd)|nurse|chef|cook|pilot|clerk|judge|vet|surgeon|model|coach|guide|priest|monk|athlete|scientist|poet|dev|cop)s?\b/iu;

/** All that apply count. */
const attributes: readonly Attribute[] = [
  {
    asked:
      /\bwie alt\b|\bquel âge\b|\bcuántos años\b|几岁|多大年|幾つ|いくつですか|何歳|\bhow old\b|\bage of\b|['’]s age\b|\b(?:my|your|his|her|their) age\b|\bwhat age\b/i,
    told: new RegExp(
      `\\b${numeral}[- ](?:years?|yrs?|months?|weeks?)\\b|\\bturn(?:s|ed|ing)? ${numeral}\\b|\\baged?\\b|\\bborn\\b[^.!?]*\\d|\\d(?:th|st|nd|rd) birthday|\\b(?:is|am|are|was|be|['’]m|['’]s|['’]re)(?: already| now| just| only| about| almost| nearly)? ${numeral}(?=[.,;!]|$| and\\b| now\\b| this\\b| next\\b| today\\b| in\\b)|\\b(?:teenager|toddler|elderly|newborn|in (?:his|her|my|their) (?:twen|thir|for|fif|six|seven|eigh|nine)ties)\\b|^${numeral}[.!]?$|\\bjahre? alt\\b|\\bans\\b|\\baños\\b|[岁歳]`,
      'i',
    ),
  },
  {
    asked: /\bbirthday\b|\b(?:when|what (?:day|year|date)) [^?]*\bborn\b|\bdate of birth\b|\bbirth ?date\b/i,
    told: new RegExp(
      `\\bbirthdays?\\b|\\bb-?day\\b|\\bborn\\b[^.!?]*(?:\\d|\\b(?:${[...months, ...weekdays].join('|')}|yesterday|today|week|month|year)\\b)|\\bbirth\\b|\\bturn(?:s|ed|ing)? ${numeral}\\b`,
      'i',
    ),
  },
  {
    asked:
      /\bjobs?\b|\bfor a living\b|(?:['\u2019]s|\b(?:my|his|her|their)) (?:role|position)\b|\b(?:profession|occupation|career|employer|job title)\b|\bwhere (?:do|does|did|is|am|are) [^?]*\bwork(?:ing)?\b|\bwho (?:do|does|did) [^?]*\bwork(?:ing)? for\b|\bwork as\b|^\s*what (?:do|does) (?!(?:you|we|they|it|this|that)\b)\S+(?: \S+)? do(?: for work)?\s*\??$/i,
    told: tellsWork,
  },
  {
    asked:
      /\b(?:married|marry|marriage|wife|husband|spouse|(?<!\bthe )wedding(?! (?:cake|dress|gift|present|invitations?|photos?|speech|band|venue|party|guests?)\b)|divorced|engaged|fianc[eé]e?|boyfriend|girlfriend|dating|relationship status|in a relationship)\b|^\W*(?:are|is) [^?]*\btogether\s*\?|\b(?:is|am|are) [^?]*\bsingle\s*\?|\b(?:my|your|his|her|their|['’]s) partner\b/i,
    told: /\b(?:marri\w+|marry\w*|wife|husband|hubby|spouse|wedding|wed|single|divorc\w+|widow\w*|engaged|engagement|fianc[eé]e?|partner|boyfriend|girlfriend|honeymoon|dating|dates|bride|groom|anniversary|broke up|break-?up|relationship|in-laws?|proposed|significant other|soulmate|mr and mrs|tied the knot|eloped|hitched|split up|separated)\b/i,
  },
  {
    asked:
      /\bwhere (?:do|does|did|is|are|am) [^?]*\b(?:live|living|reside|based)\b|\b(?:home address|hometown|address)\b|\b(?:which|what) (?:city|country|town|state|village) (?:do|does|did|is) [^?]*\b(?:live|living|based)\b|\b(?:which|what) (?:city|country|town|state|village) (?:is|are|am) (?!the\b)\S+(?: \S+)? in\b|\bhome town\b/i,
    told: /\b(?:lives?|lived|living (?:in|at|on|near|with|by|abroad|here|there)|resid\w+|mov(?:e|es|ed|ing) (?:to|from|in|into|out|here|back|away|house)|moved(?! (?:my|your|our|his|her|their|its?|the|this|that|an?) (?!family|whole|life))|based|home|apartment|flat|house|relocat\w+|settled|neighbou?r\w*|address|(?:am|is|are|['’]m|['’]s|['’]re|im|be|comes?|coming|came|back|works?|writes?) from|hometown|rent\w*|dorm|headquarters|lives?|grew up|here in|still in|kept|stored|found|stay(?:s|ed|ing)? (?:in|at|with)|sits? in|street|road|avenue|suburb|village|downtown|(?:first|second|third|fourth|fifth|ground|top) floor)\b/i,
  },
  {
    asked:
      /\bwhere (?:is|are|am|does|do|was|were) \S+(?: \S+)?(?: originally)? (?:come |originally )?from\s*\??$|\b(?:nationality|home country|country of origin|hometown)\b|\bwhere (?:did|was|were) [^?]*\b(?:grow up|born|raised)\b|\bcountry [^?]*\b(?:come|from)\b/i,
    told: /\b(?:from|born|grew up|raised|home ?town|native|home ?country|roots|nationality|immigra\w+|moved(?! (?:my|your|our|his|her|their|its?|the|this|that|an?) (?!family|whole|life))|citizen\w*|passport|origin\w*|heritage)\b|\b\p{Lu}\p{Ll}+(?:ish|ian|ese|ean|can)\b/u,
  },
  {
    asked:
      /\b(?:salary|salaries|income|wages?|paycheck|net worth)\b|\bhow much (?:money )?(?:do|does|did|is|am) [^?]*\b(?:earn|make|paid|get paid)\b|\bearns?\b/i,
    told: new RegExp(
      `\\b(?:salary|earn\\w*|income|wages?|paid|pays?|raise|paycheck|worth|rich|broke)\\b|${money}`,
      'i',
    ),
  },
  {
    asked: /\b(?:children|child|kids?|sons?|daughters?|bab(?:y|ies)|offspring)\b/i,
    told: /\b(?:child\w*|kids?|kiddos?|sons?|daughters?|bab(?:y|ies)|(?:a|the|single|new|proud|busy|working|as|be|become|becoming|being|of) (?:[a-z]+ )?(?:parent|mom|mum|mother|dad|father)|parenting|parenthood|(?:mum|mom|mother|dad|father|parent) (?:of|to) (?:\d|one|two|three|four|five|six|an?\b)|twins?|pregnan\w+|expecting|toddlers?|family|little ones?|boys?|girls?|newborn|adopt\w*|teenagers?)\b/i,
  },
  {
    asked:
      /\bpets?\b|\b(?:have|has|had|own|owns|got) (?:an? |any )?(?:dogs?|cats?|animals?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|horses?|parrots?)\b/i,
    told: /\b(?:pets?|dogs?|doggos?|cats?|kittens?|kitty|pupp(?:y|ies)|pups?|rabbits?|bunn(?:y|ies)|hamsters?|guinea pigs?|parrots?|birds?|hens?|chickens?|ducks?|goats?|budgies?|fish|turtles?|tortoises?|horses?|pon(?:y|ies)|snakes?|lizards?|geckos?|leash|paws?|fur|furry|bark(?:s|ed|ing)?|meow\w*|purr\w*|vet|shelter|animals?)\b/i,
  },
  {
    asked: /\b(?:siblings?|brothers?|sisters?)\b/i,
    told: /\b(?:siblings?|brothers?|sisters?|sis|bro|twins?|only child)\b/i,
  },
  {
    asked: /\ballerg\w+|\bintolerant|\bintolerances?\b/i,
    told: /\ballerg\w+|\bintoleran\w+|\b(?:reacts? (?:badly )?to|rash|hives|hay fever|asthma\w*|anaphyla\w*|epipen|swells?|swelling|celiac|coeliac|migraines?|makes? (?:me|him|her|them) (?:sick|ill)|sneez\w+|can(?:no|['’])t (?:eat|have|drink|stand|touch|tolerate))\b/i,
  },
  {
    asked: /\b(?:vegetarian|vegan|diet|eat (?:meat|fish|pork|beef|chicken|dairy|gluten)|kosher|halal|gluten-free)\b/i,
    told: /\b(?:vegetarian|veggie|vegan|diet\w*|meat\w*|fish|pork|beef|steaks?|burgers?|ham|bacon|sausages?|chicken|kosher|halal|gluten|dairy|lactose|plant-based|pescatarian|keto|eats?|eating)\b/i,
  },
  {
    asked: /\b(?:phone|mobile|telephone|cell) number\b|\bnumber of (?:my|the) (?:\S+ )?(?:phone|doctor)\b|\be-?mail\b/i,
    told: /\b(?:numbers?|phone|mobile|tel|call (?:me|him|her|us) at|reach\w*|e-?mails?|mailbox)\b|@|\d{5}|\d[\d -]{6}/i,
  },
  {
    asked:
      /\bwhat(?:['’]s| is) my (?:full |first |last )?name\b|\bwho am i\b|\bwhat am i called\b|\bi (?:like|prefer|want) to be called\b|\bmy name\s*\?/i,
    told: /\bmy (?:full |first |last |nick)?name\b|\bcall(?:s|ed)? me\b|\bI(?:['’]m| am) \p{Lu}|\bknown as\b|\bthis is \p{Lu}|\b\p{Lu}\p{Ll}+ here\b|\bname is\b/u,
  },
  {
    asked: /\b(?:surname|last name|maiden name|family name|middle name|full name)\b/i,
    told: /\b(?:[Ss]urname|[Ll]ast name|[Mm]aiden|[Ff]amily name|[Mm]iddle name|n[eé]e)\b|\p{Lu}\p{Ll}+ (?:van |von |de |der |di |da |al-|O['\u2019]|Mc|Mac)*\p{Lu}\p{Ll}+/u,
  },
  {
    asked: /\bnicknames?\b|\b(?:do|does) (?:people|everyone|everybody|friends|we|they) call\b/i,
    told: /\b(?:nick ?names?|nick|calls?|called|known as|goes by|short for|aka|a\.k\.a)\b/i,
  },
  {
    asked:
      /\bhow (?:much|expensive) (?:is|are|was|were|does|do|did|will|would)\b(?![^?]*\b(?:weigh|owe|save|sleep|water|sugar|time|know|want|like|love|drink|eat|earn|make|paid)\b)|\bhow much (?:\p{L}+ )?(?:do|does|did) [^?]*\b(?:cost|pay|spend|charge)\b|\bprices?\b|\bwhat (?:do|does|did) [^?]+ (?:cost|pay|charge)\b/iu,
    told: new RegExp(
      `${money}|\\b(?:costs?|price[sd]?|paid|pays?|fees?|free|grand|k|cents?|pence|quid|rupees?|yen|kronor|crowns|cheap|expensive|per ?cent|million|thousand|hundred|charge[sd]?)\\b|%|\\b(?:rent|rates?|fares?|tuition|deposit|premium|subscription|salary)\\b[^;!?]{0,80}\\b\\d{2,}|\\d[.,]\\d\\d\\b`,
      'i',
    ),
  },
  {
    asked: /\b(?:(?:do|does|did|is|am|are|what|which) [^?]*\b(?:study|studying|studies|major in|majoring)|degree)\b/i,
    told: /\b(?:stud(?:y|ies|ied|ying|ents?)|universit\w+|college|degree|major\w*|graduat\w+|courses?|learn\w*|phd|master['’]?s?|bachelor\w*|professor|thesis|certif\w+|semester|training)\b/i,
  },
  {
    asked:
      /\b(?:where|which|what|did|does|do) [^?]*\b(?:go(?:es)? to (?:school|university|college)|graduate)\b|\b(?:university|college|alma mater|['’]s school|my school|which school|what school)\b/i,
    told: /\b(?:schools?|kindergarten|universit\w+|college|degree|graduat\w+|class(?:es|room)?|educat\w+|phd|master['’]?s?|bachelor\w*|exams?|campus|academy|semester|grade|uni)\b/i,
  },
  {
    asked:
      /\b(?:what|which) (?:(?:kind|sort|make|model|type|brand|colou?r)s? )?(?:of |is |was |are )*(?:(?:my|our|your|his|her|their|the|\S+['\u2019]s) )?(?:cars?|vehicle)\b|\b(?:have|has|had|own|owns|got|buy|bought) [^?]*\b(?:cars?|vehicle)\b|\b(?:do|does|did) [^?]* drive\b/i,
    told: /\b(?:cars?|drives?|drove|driving|driven|vehicle|truck|suv|van|jeep|garage|licen[cs]e|bmw|audi|toyota|ford|dacia|opel|vauxhall|citro[eë]n|suzuki|lexus|jaguar|land rover|mini cooper|estate car|hatchback|honda|volkswagen|vw|tesla|volvo|mercedes|fiat|renault|peugeot|mazda|nissan|hyundai|kia|subaru|skoda|prius|beetle|porsche|ferrari|convertible|tyres?|tires?|parking|parked|carpool)\b/i,
  },
  {
    asked: /\b(?:passwords?|passcode|passphrase|pin(?: code)?)\b/i,
    told: /\b(?:passwords?|passcode|passphrases?|pins?|codes?|secrets?|credentials?|keys?|vault|log ?in)\b/i,
  },
  {
    asked: /\bbreeds?\b/i,
    told: /\b(?:breeds?|bred|retriever|shepherd|terrier|poodle|labrador|lab|beagle|collie|bulldog|dachshund|husky|pug|spaniel|corgi|chihuahua|mutt|mix|mixed|tabby|siamese|persian|maine coon|bengal|ragdoll|sphynx|shorthair|calico|rescue)\b/i,
  },
  {
    asked:
      /\bhow (?:tall|high)\b (?:is|am|are) (?!the\b|mount\b|mt\b)|\bhow much (?:do|does) [^?]* weigh\b|['’]s (?:height|weight)\b|\bmy (?:height|weight|shoe size)\b|\bshoe size\b/i,
    told: /\b(?:tall|short|height|cm|feet|foot|inch(?:es)?|(?:centi)?met(?:re|er)s?|weigh\w*|kilos?|kg|pounds|lbs|sizes?)\b/i,
  },
  {
    asked: /\bfavou?rite\b/i,
    told: /\b(?:favou?rites?|lik(?:e|es|ed|ing)|lov(?:e|es|ed|ing)|enjoy\w*|ador\w+|prefer\w*|best|fan|fond|obsessed|addict\w*|crazy about|can(?:no|['\u2019])t get enough|always (?:order|have|drink|eat)s?|go-to|rather|nothing beats|number one)\b/i,
  },
  {
    asked: /^\s*(?:do|does|did|is|am|are) [^?]*\b(?:like|love|hate|enjoy|prefer|fond|fan)\b/i,
    told: /\b(?:favou?rites?|lik(?:e|es|ed|ing)|dislik\w+|lov(?:e|es|ed|ing)|hat(?:e|es|ed)|enjoy\w*|ador\w+|prefer\w*|best|fan|fond|obsessed|addict\w*|crazy about|can(?:no|['’])t (?:stand|get enough)|always (?:order|have|drink|eat)s?|go-to|rather)\b/i,
  },
  {
    asked: /\b(?:weather|forecast)\b/i,
    told: /\b(?:weather|forecasts?|rain\w*|snow\w*|sunny|storms?|cloud\w*|degrees|windy|heat ?wave|freezing)\b/i,
  },
  {
    asked: /\blicen[cs]ed?\b/i,
    told: /\b(?:licen[cs]\w*|MIT|Apache|BSD|GPL\w*|LGPL|AGPL|MPL|ISC|proprietary|open source|copyright)\b/i,
  },
  {
    asked: /\bwho (?:wrote|maintains|created|built|designed|owns|authored|made)\b|\bauthor of\b/i,
    told: /\b(?:wr(?:ote|itten by)|maintain\w*|creat(?:ed|or)\w*|built|design(?:ed|er)|own(?:s|ed|er)|author\w*|made|by \p{Lu})/iu,
  },
  {
    asked: /\b(?:boss|line manager|supervisor)\b|\bwho (?:do|does) [^?]*\breport to\b/i,
    told: /\b(?:boss|managers?|manages|supervis\w+|report(?:s|ed|ing)? to|leads?|head of|runs|in charge)\b/i,
  },
  {
    asked: /\b(?:music|songs?|bands?|singers?|genres?)\b/i,
    told: /\b(?:music\w*|songs?|bands?|albums?|concerts?|operas?|listen\w*|jazz|rock|pop|metal|classical|blues|hip-?hop|rap|playlists?|sings?|singing|singers?|genres?|tunes?|orchestra|piano|guitar|violin|gigs?)\b/i,
  },
  {
    // Nothing asks for it: which of one's own somebody with a name is.
    asked: /(?!)/,
    told: ownKinNamed,
  },
  {
    // Who somebody's somebody is, by name or by another role.
    asked:
      /\b[Ww]ho(?:['\u2019]s| is| are|['\u2019]re) (?:my|our|the|his|her|their|\p{Lu}\p{L}+['\u2019]s) [\p{Ll} -]+\??\s*$/u,
    told: /\b(?:is|are|was|['\u2019]s|called|named|name|by|to) (?:(?:an?|the|my|our|his|her|their|now|Dr|Mrs?|Ms)\.? )*(?:(?!with|in|at|on|from|for\b)[\p{Ll}-]+ )?\p{Lu}|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)* ?(?:,|is|was|['\u2019]s|as) (?:an?|the|my|our|his|her|their)\b|\b[Mm]y [\p{Ll}-]+,? \p{Lu}|\b[Oo]ur [\p{Ll}-]+,? \p{Lu}|\p{L}: \p{Lu}|\b(?:Doctor|Dr|Professor|Prof|Mr|Mrs|Ms|Miss|Coach)\.? \p{Lu}|\b(?:dr|mrs?|ms|prof)\.? \p{Ll}{2}|\b(?:remains|stays|became|becomes) \p{Lu}|\b\p{Lu}\p{L}+ (?:is|becomes|became|remains|stays) (?:now |still |again )?\p{Ll}+(?: (?:now|again|for \p{Ll}+))?(?=[.,;!]|$)|\p{Ll}, \p{Lu}\p{Ll}+,|^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)? \p{Ll}+s (?:the|our|my|all|for|it)\b|^(?:It['\u2019]s |That['\u2019]s )?\p{Lu}\p{L}+[.!]?$/u,
  },
];

/** Bit of the attribute that says which of one's own somebody with a name is. */
export const ownKinBit: number = 1 << attributes.findIndex(({ told }) => told === ownKinNamed);

const priceBit = 1 << attributes.findIndex(({ asked }) => asked.test('what does it cost'));
const likingBit = 1 << attributes.findIndex(({ asked }) => asked.test('do I like it'));
/** "How was the concert?": what comes after tells whether it was liked. */
const asksLiking =
  /\bhow (?:was|were|did you (?:like|find|enjoy)|(?:is|are) (?:the|your))\b|\bwhat did you think\b|\bwas it (?:good|fun|any good|nice)\b/i;

/** Only this much of a text is looked at, in characters. */
export const readAtMost = 2_000;

const bitsOf = (text: string, way: keyof Attribute): number =>
  attributes.reduce((bits, attribute, place) => (attribute[way].test(text) ? bits | (1 << place) : bits), 0);

/** So many words are a query in key words; more of them ask only where they are a question. */
const keyWords = 6;
const opensQuestion =
  /^\s*(?:(?:and|so|but|hey|please|ok(?:ay)?),? )?(?:who|whose|whom|what|which|when|where|why|how|is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|should|tell me|remind me)\b/i;

/** "What is my daughter afraid of?" does not ask whether there is one, or who she is. */
const asksOfOwn =
  /^(?!\W*(?:who|do|does|have|has|how many|is there|are there|tell me)\b)(?!.*\b(?:names?|called|do)\b).*\b(?:my|our) (?:\p{L}+ )?(?:brother|sister|son|daughter|kid|child|husband|wife|partner|girlfriend|boyfriend)s?(?!['\u2019\p{L}])(?! *\?)/iu;

/** "What does `parse.ts` do?" asks for no profession. */
const doneByCode = /^\W*[Ww]hat (?:do|does) \S*(?:[./()_`]|[a-z][A-Z])\S* do\b/;

/** The attributes that a query asks for, as bits; 0 where it asks for none that is known here, or only states. */
export function attributesAsked(query: string): number {
  if (query.length > readAtMost || doneByCode.test(query)) return 0;
  // "How tall is my brother?" asks for his height, and not whether there is a brother.
  const ofRelative = askedIn(query.replace(relative, '$<whose>one'));
  const asked = ofRelative !== 0 || asksOfOwn.test(query) ? ofRelative : askedIn(query);
  // "How much was the car?" does not ask which car.
  return (asked & priceBit) === 0 ? asked : priceBit;
}

function askedIn(query: string): number {
  if (query.split(/\s+/).length <= keyWords) return bitsOf(query, 'asked');
  const asking = splitSentences(query, 'mark').filter((one) => /[?？]\s*$/.test(one) || opensQuestion.test(one));
  return bitsOf(asking.join(' '), 'asked');
}

/** Whether the attribute that is asked for, as bits, is what something costs. */
export function asksForPrice(asked: number): boolean {
  return asked === priceBit;
}

/** By attribute: the terms of the words by which questions ask for it, and how such words begin. */
const askingWords = lazily(() =>
  attributes.map(({ asked: { source } }) => {
    const words = (text: string): readonly string[] => text.replace(/\\\w|[^\p{L}]/gu, ' ').split(/ +/);
    const beginnings = words((source.match(/\p{L}{4,}(?=\\w)/gu) ?? []).join(' '));
    return { terms: new Set(words(source).flatMap(termsOf)), beginnings: beginnings.filter((word) => word !== '') };
  }),
);

/** Whether a term only asks for one of some attributes, as bits: an answer need not have it. */
export function asksAttribute(term: string, asked: number): boolean {
  return askingWords().some(
    ({ terms, beginnings }, place) =>
      (asked & (1 << place)) !== 0 && (terms.has(term) || beginnings.some((word) => term.startsWith(word))),
  );
}

/** The attributes that some words for people and things stand for, as bits. */
export function attributesNamed(words: string): number {
  return bitsOf(words, 'asked');
}

/** The attributes that a text may tell, as bits. */
export function attributesTold(text: string): number {
  const read = text.slice(0, readAtMost);
  if (!/[?？]/.test(read)) return bitsOf(read, 'told');
  const statements = splitSentences(read, 'mark').filter((sentence) => !/[?？]\s*$/.test(sentence));
  return bitsOf(statements.join(' '), 'told');
}

/** The attributes that a text's questions ask for, as bits. */
export function attributesInQuestions(text: string): number {
  const read = text.slice(0, readAtMost);
  if (!/[?？]/.test(read)) return 0;
  const questions = splitSentences(read, 'mark').filter((sentence) => /[?？]\s*$/.test(sentence));
  const asked = questions.join(' ');
  return bitsOf(asked, 'asked') | bitsOf(asked, 'told') | (asksLiking.test(asked) ? likingBit : 0);
}
