/**
 * When a memory asks to be brought up: the query patterns of its `surfacesWhen` (design E). A pattern matches a text
 * that has all its words, in any form and order.
 *
 * Two lists make patterns. Rules add a word to each concept: "always" makes `pnpm best practice`. Occasions say what
 * a standing statement bears on although it shares no word with it: an allergy bears on a dinner. Both read English.
 */
import { splitSentences } from './sentences.ts';
import { plainSpelling } from './plain-spelling.ts';
import { listed, setOf } from './word-lists.ts';
import { stemOf } from './words.ts';

/** At most so many patterns per memory: they are looked up on every recall. */
export const maxTriggers = 16;

/** The words of a text that call for patterns, and the patterns; `*` stands for a concept. */
const rules: readonly { readonly words: RegExp; readonly patterns: readonly string[] }[] = [
  { words: whole('how'), patterns: ['how to *'] },
  { words: whole('why'), patterns: ['why *'] },
  { words: whole('error|fix|bug'), patterns: ['* error', '* problem'] },
  { words: whole('always|never|must'), patterns: ['* best practice', 'how to *'] },
  { words: whole('config(?:s|uration)?|setup|set up'), patterns: ['* setup', '* configuration'] },
  { words: whole('errors|fixes|bugs'), patterns: ['* error', '* problem'] },
];

/** Concepts that only say what the text does ("how to always") name no subject to look for. */
const noSubject = setOf(
  'how why error errors problem problems fix fixes fixed bug bugs always never must avoid prefer ensure remember ' +
    'config configuration setup',
);

/** A whole word, in any case. */
function whole(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${words})(?![\p{L}\p{N}_])`, 'iu');
}

/** What a standing statement bears on. */
interface Occasion {
  /** What the statement speaks of. */
  readonly about: RegExp;
  /** The words that call for it: `+` joins words that must all be there. */
  readonly called: readonly string[];
}

const meals = listed('book+table cook dinner lunch breakfast meal recipe restaurant snack bake menu grocery dish');
const journeys = listed('flight trip travel vacation holiday book+ticket itinerary');
const appointments = listed('meeting appointment calendar schedule set+call call+team sync+team invite reschedule');

/**
 * Examples: "Tom is allergic to peanuts." is called for by "Plan a dinner"; "I live in Lisbon." by "How is the weather?";
 * "Always use pnpm in this repo." by "Add a dependency"; "No meetings before 10." by "Set up a call with the team".
 */
const occasions: readonly Occasion[] = [
  {
    about: whole('penicillin|amoxicillin|antibiotics?|ibuprofen|aspirin|paracetamol|latex|blood thinners?|medication'),
    called: listed('medicine painkiller prescription prescribe antibiotic doctor pharmacy hospital'),
  },
  {
    about: whole(
      'allerg(?:y|ies|ic)|intoleran(?:t|ce)|vegetarian|vegan|pescatarian|c(?:o)?eliac|gluten|lactose|halal|kosher|' +
        'diabet(?:ic|es)|pork|muslim|hindu|jewish|(?:(?:eats?|eating)(?! (?:too|a lot|so|in|out|much|more|less|late|at|with|it|them|that|this)\\b)|food|meat|fish|seafood|shellfish|dairy|spicy|cuisine|nuts|peanuts|mushrooms?|onions?|' +
        'garlic|olives?|tomato(?:es)?|bananas?|apples?|cilantro|coriander|cheese|eggs?|eggplants?|aubergines?|zucchini|broccoli|spinach|beans|lentils|rice|' +
        'pasta|pizza|sushi|curry|chil(?:l)?i|anchov(?:y|ies)|liver|tofu|avocados?|beets?|beetroot|cucumbers?|peppers?|carrots?|cabbage|celery|coconut|raisins|' +
        'chocolate|licorice|blue cheese|oysters|shrimps?|prawns|squid|lamb|beef|chicken|steaks?|soup|salad|breakfast|dessert|sugar|salt)',
    ),
    called: meals,
  },
  { about: whole('coffee|tea|wine|beer|alcohol|caffeine'), called: listed('coffee tea wine beer cafe bar drink') },
  {
    // Where one's sister lives is not where one asks of the weather.
    about: /^(?!(?:my|our|his|her|their) ).*\b(?:lives?|living|based|moved|resides?|home is) (?:to|in|near|at)\b/iu,
    called: listed(
      'weather forecast rain nearby commute umbrella near+me near+live around+here local timezone time+zone',
    ),
  },
  {
    about: whole('meetings?|calls?|mornings?|afternoons?|calendar|working hours|time ?zone|office'),
    called: appointments,
  },
  {
    about: whole('npm|pnpm|yarn|bun|pip|uv|poetry|conda|cargo|gradle|maven|bundler|composer|package manager'),
    called: listed(
      'dependency package+manager install add+package add+library add+project upgrade+package lockfile node_modules',
    ),
  },
  {
    about: whole('vim|neovim|emacs|vs ?code|vscodium|intellij|pycharm|webstorm|zed|sublime|helix|nano|editor'),
    called: listed('editor ide keybinding snippet editor+config extension plugin'),
  },
  {
    about: whole('tabs|spaces|indent(?:s|ation)?|semicolons?|quotes|prettier|eslint|biome|line length|naming'),
    called: listed('format code+style indent lint refactor write+function write+code'),
  },
  {
    about: whole('tests?|vitest|jest|pytest|coverage'),
    called: listed('write+test add+test run+test unit+test test+suite'),
  },
  {
    about: whole('commits?|branch(?:es)?|rebase|squash|pull requests?|PRs?|merge|main'),
    called: listed('commit push branch pull+request pr merge rebase'),
  },
  {
    about: whole('deploy(?:s|ed|ment|ments)?|releases?|production|staging|fridays?'),
    called: listed('deploy deployment release ship roll+out'),
  },
  {
    about: whole('fly|flying|flights?|planes?|trains?|airports?|window seats?|aisle|hotels?|passport|seasick|carsick'),
    called: [...journeys, ...listed('ferry boat cruise sail')],
  },
  {
    about: whole('asthma|pregnant|knee|back pain|pacemaker|allergic'),
    called: listed('medicine painkiller doctor exercise workout gym prescription'),
  },
  {
    about: whole(
      'spelling|grammar|wording|sentence case|title case|capitali[sz]e|oxford comma|user-facing|copywriting|emojis?|formal|informal|tone|jargon',
    ),
    called: listed('label button copy text email letter readme documentation error+message translate headline post'),
  },
  {
    about: whole(
      'answers?|replies|reply|(?<!(?:api|http|server|error|json|in all) )responses?|explanations?|bullet points|concise|brief|summar(?:y|ies)|step by step',
    ),
    called: listed('explain summarize summarise describe compare answer overview'),
  },
  {
    about: whole('metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|24-hour|iso 8601|date format'),
    called: listed('convert distance temperature recipe weight height date+field timestamp'),
  },
  {
    about: whole('log|logs|logging|secrets?|personal data|credentials|api keys?|tokens?'),
    called: listed('log logging debug+output print+statement environment+variable api+key'),
  },
  {
    about: whole('migrations?|schemas?|database|sql|orm'),
    called: listed('migration schema sql query table+column database'),
  },
  {
    about: whole('budget|afford|spend|savings?|sav(?:e|ing) (?:for|up|money)'),
    called: listed('buy order purchase book+hotel price cost budget'),
  },
  {
    about: whole(
      'knees?|back pain|heart|ankles?|shoulder|wrist|elbow|hip|(?:broke|sprained|twisted|tore) my \\p{L}+|injur(?:y|ies|ed)|asthma|vertigo|heights|wheelchair|crutches',
    ),
    called: listed('hike run exercise workout gym sport climb ski stairs'),
  },
  {
    about: whole('night shifts?|early riser|night owl|bed(?:time)?|sleeps?|wakes? up|before noon'),
    called: listed('alarm wake+up call schedule appointment'),
  },
  {
    about: whole('colou?r-?blind|red-green|dyslexi[ac]|low vision|screen reader'),
    called: listed('chart plot palette colour color theme font design'),
  },
  {
    about: whole('prices?|discounts?|refunds?|invoices?|vat|euros|dollars|pounds'),
    called: listed('quote discount %+off invoice refund reply+customer price+list special+offer'),
  },
  {
    about: whole('(?:open|closed|shut|opens|closes) (?:on|at|from)'),
    called: listed('opening+hours opening+time sign+open flyer website holiday+notice'),
  },
  { about: whole('deaf|hard of hearing|hearing aids?'), called: listed('call phone+call audio video') },
  {
    about: whole('birthdays?|christmas|hanukkah|ramadan|surprises?|gifts?|presents?'),
    called: listed('gift present birthday party christmas'),
  },
  {
    about: whole('(?:shoe|shirt|dress|ring) size|sizes?|wool|fragrance|perfume'),
    called: listed('shoe shirt dress gift present sweater order+clothes'),
  },
  {
    about: whole('drive|driving|licen[cs]e'),
    called: listed('drive rental+car rent+car road+trip pick+up'),
  },
  { about: whole('movies?|films?|horror|series'), called: listed('movie film watch+tonight cinema') },
  { about: whole('books?|novels?|authors?|reads?|reading'), called: listed('book+recommend novel read+next') },
  { about: whole('music|jazz|rock|songs?|bands?|concerts?'), called: listed('playlist concert music') },
];

/** Who a standing statement is about. */
const subject = String.raw`(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]he user|(?:[Mm]y|[Oo]ur) \p{L}+(?: \p{Lu}[\p{L}’'-]+)?|(?!They|It|This|That|There|What|Who|I['’]|We['’])\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)`;
/** What somebody is. */
const being = String.raw`(?:['’](?:m|s|re)| am| is| are) (?:\p{L}+ly |also |both |all )?(?:allergic|(?:lactose |gluten )?intolerant|vegetarian|vegan|pescatarian|diabetic|c(?:o)?eliac|pregnant|afraid of|scared of|terrified of|based in|living in|colou?r-?blind|deaf|dyslexic|left-handed|muslim|jewish|hindu|saving for|an? (?:vegetarian|vegan|night owl|early riser))\b`;
/** What somebody does or never does. */
const doing = String.raw` (?:\p{L}+ly |also |just |still |both |all )?(?:lives? (?:in|near)|moved to|prefers?|hates?|avoids?|must|only|always|never|ha(?:s|ve) (?:asthma|diabetes|vertigo|an? (?:bad|weak) \p{L}+)|works? night shifts|wears?|(?:don['’]t|doesn['’]t|do not|does not|can['’]t|cannot|won['’]t) (?:eat|drink|like|use|take|fly|drive|travel|wear|have|do|work|deploy|push|commit|merge|stand|tolerate|swim|celebrate|log))\b`;

/** Statements that stand for long: orders, and what somebody is, must, prefers or never does. */
const standing: readonly RegExp[] = [
  /^(?:please )?(?:always|never|no \w+ (?:before|after|on|in|at|during|without|for)|only|don['’]t|do not|use|prefer|avoid|make sure|remember|reminder)\b/i,
  /^(?:please )?(?:keep (?:your |the |all |every )?\w+|answer|reply|respond|speak|address me|call me) /i,
  // How somebody wants things to be is a rule where it says how.
  /^(?:I|We) (?:like|want|love) (?:my |our )?(?:very )?(?:short|small|long|clear|simple|strict|early|late|plain|brief|concise|detailed|spicy|strong)\b/,
  /^(?:the|our|my) (?:budget|maximum|limit|policy|convention|house rule|size|\w+ size) (?:is|for|says)\b/i,
  // "Prices are always in euros", "Run the tests before every commit"
  /^(?:(?:the|our|all|my) )?(?:(?!th[eo]se\b|they\b)\p{L}+ ){1,3}(?:is|are) (?:always|never|only) (?:in|at|on|by|to|for|with|under|\p{L}+(?:ed|en)\b)/iu,
  /^(?!I\b|[Ww]e\b)[\p{Lu}\p{Ll}][\p{L}]*\b.* (?:before|after|on|for|with|in) (?:every|each|any)\b/u,
  // When a shop or an office is open.
  /^(?:(?:the|our|my) )?(?:\p{L}+ ){1,3}(?:is|are|opens?|closes?) (?:open |closed |shut )?(?:on|at|from) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|(?:public )?holidays|\d)/iu,
  /^\w+ only (?:after|before|on|with|when)\b/i,
  // "Feature branches are named after their ticket", "Releases are tagged on main": how a team's things are done.
  /^(?!th[eo]se\b|they\b)(?:(?:all|every|each|our|the|new) )?(?:\p{L}+ ){1,3}(?:is|are) (?:named|called|tagged|versioned|prefixed|squashed|reviewed|merged|formatted|deployed|released|documented|translated|sorted|stored) (?:after|as|with|by|in|on|from|to|like|\S*[/_-])/iu,
  /^I (?:always |often |easily )?get (?:very )?(?:sea|car|motion|air)[ -]?sick\b/i,
  /^(?:we|i) use\b/i,
  // "We store amounts in cents", "We write our docs in plain English": how a team does a thing.
  /^we (?:keep|store|write|name|call|put|log|count|save|track|format|prefix|tag|pin|cache|sort|review|squash|deploy|release|ship|document|version|import|export|handle|validate|wrap) (?!it\b|them\b|him\b|her\b|you\b|a lot\b)[^,;]+ (?:in|as|after|with|by|to|under|through|on|before|from|via|without)\b/i,
  // "In tests always mock the clock", "For dates we use date-fns"
  /^(?:in|on|for|when|with|at|before|after) [^,;]{2,40}?,? (?:please |we |i )?(?:always|never|must|use|prefer|avoid|don['’]t|do not|only)\b/i,
  // "New endpoints must have a description", "Error messages should never blame the user", "Secrets live in the vault"; but no
  // guess, as "That must be great".
  /^(?:(?:all|every|new|each) )?(?:(?!I\b|we\b|you\b|it\b|he\b|she\b|they\b|that\b|this\b|those\b|if\b|your\b)\p{L}+ ){1,4}(?:must (?:never |always |not )?(?:have (?:an? |no |the |at )|(?!be |have |feel |['’])\p{L}+ )|should (?:always|never|only) |may (?:only|never) |(?:live|belong|go) (?:in|into|through|under|to) (?:the |an? )?\p{L}+[.!]?$)/iu,
  // What does somebody no good.
  /^I (?:always |often |sometimes |still )?(?:get|have) (?:an? |my |bad |terrible )*(?:migraines?|headaches?|heartburn|hives|rash(?:es)?|cramps|eczema|reflux|panic attacks?) (?:from|of|when|if|after|with)\b/,
  /\b(?:gives?|causes?) (?:me|him|her|my \p{L}+) (?:an? |the )?(?:\p{L}+ )?(?:migraines?|headaches?|heartburn|hives|rash|cramps|nightmares|eczema)\b|\b(?:makes?|made) me (?:sick|ill|sneeze|itch|nauseous)\b|\bupsets my stomach\b/iu,
  /^I (?:have|own|'?ve got) no (?:car|licen[cs]e|oven|microwave|garden|balcony|lift|printer|passport)\b|^I (?:don['’]t|do not) (?:have|own) an? (?:car|oven|microwave|garden|balcony|printer|passport)\b/i,
  new RegExp(`^${subject}(?:${being}|${doing})`, 'u'),
  // What somebody is said to like is a statement; what a speaker loves at the moment is talk.
  /^(?!They|It|This|That|There|What|Who)\p{Lu}[\p{L}’'-]+ (?:really )?(?:loves|likes|dislikes|enjoys|drinks|eats)\b/u,
  /\b(?:(?:has|have|my|his|her|['’]s) (?:\w+ ){0,2}allerg(?:y|ies)|favou?rite \w+ (?:is|are))\b/i,
  /\b(?:we|i|the team) (?:always|never|only)\b/i,
];
/** What a clause within a sentence orders, whatever stands before it. */
const ordered =
  /^(?:please )?(?:always|never|(?:run|use|merge|deploy|push|call|work|eat|drink|take)? ?only|no \w+ (?:before|after|on|in|at|during|without|for)|don['’]t|do not|use|prefer|avoid|make sure)\b(?! (?:worry|mind|forget|care|know|think)\b)/i;
/** What somebody gave up, what a doctor or a boss says, and what something takes. */
const bound: readonly RegExp[] = [
  /^(?:I|[Ww]e|[Hh]e|[Ss]he)(?:['’](?:m|re|s)| am| are| is) (?:trying to |on a )?(?:sav(?:e|ing) (?:money|for|up)|diet\b|budget\b|cutting down on)/u,
  /^(?:I(?:['’]ve| have)? )?(?:stopped|quit|gave up|given up|cut out) (?:\p{L}+ing\b|coffee|alcohol|sugar|meat|smoking)/iu,
  /^I(?:['’]ve| have)? (?:just )?(?:broke|broken|sprained|twisted|tore|torn|injured) my \p{L}+/u,
  /\b(?:doctor|physio|dentist|vet|therapist|boss|landlord|manager) (?:says?|said|told me|wants|insists)\b/i,
  /\b(?:needs?|requires?) (?:an? |the |prior |written |one |two |three |\d )*(?:approvals?|permission|sign-?offs?|reviews?|reviewers?)\b/i,
  /\b(?:is|are) (?:only (?:used |meant |there )?for|not (?:allowed|for)|forbidden|off limits|frozen|required|mandatory)\b/i,
];
/** "commit messages in imperative mood please": how things are to be, and not what is to be done once. */
const requested =
  /^(?!(?:can|could|would|will) you\b|(?:(?:please|pls|plz) )?(?:send|give|show|tell|find|write|check|fix|run|make|look|remind|cancel|book|order|call|update|change|delete|remove|add|create|explain|help|open|get|put|wait|stop|try|let|do|go|come|list|move|read|set|say)\b)\p{L}.*\b(?:please|pls|plz)[.!]*$/iu;
/** What only begins a clause. */
const opener = /^(?:and|but|so|oh|ok(?:ay)?|btw|by the way|also|fyi|hey|hi|well|ah|note|then),? /i;
/** A longer sentence tells a story. In characters. */
const longestStatement = 120;
/** Only so many sentences of a text are read. */
const readSentences = 8;

/** The standing statements of a text: what holds until somebody says otherwise. */
function standingIn(text: string): readonly string[] {
  return splitSentences(plainSpelling(text.slice(0, readSentences * longestStatement)), 'space')
    .slice(0, readSentences)
    .filter((sentence) => sentence.length <= longestStatement && !/[?？]\s*$/u.test(sentence))
    .filter(isStanding);
}

function isStanding(sentence: string): boolean {
  if (standing.some((form) => form.test(sentence))) return true;
  const clauses = sentence.split(/[,;:]\s|\s[-\u2013\u2014]\s/u).map((clause) => clause.trim().replace(opener, ''));
  return clauses.some((clause) => [ordered, requested, ...bound].some((form) => form.test(clause)));
}

/** Whether a text has a rule, or says what somebody needs, prefers or never does. */
export function tellsStanding(text: string): boolean {
  return standingIn(text).length > 0;
}

/** When a rule applies: "before every commit". */
const eachTime = /\b(?:before|after|on|for|with|in) (?:every|each|any) (\p{L}+)/iu;

/** The words that call for the standing statements of a text, those of when a rule applies first. */
function occasionsOf(text: string): readonly string[] {
  const statements = standingIn(text);
  const events = statements.map((statement) => eachTime.exec(statement)?.[1] ?? '');
  const called = occasions.filter(({ about }) => statements.some((statement) => about.test(statement)));
  const isOfEvent = (occasion: Occasion): boolean => events.some((event) => occasion.called.includes(event));
  const inOrder = [...called.filter(isOfEvent), ...called.filter((occasion) => !isOfEvent(occasion))];
  return inOrder.flatMap((occasion) => occasion.called).map((words) => words.replaceAll('+', ' '));
}

/** Patterns of occasions at most; the rest of {@link maxTriggers} is for those of concepts. */
const maxOccasions = 12;

/**
 * The query patterns of a text: those of its concepts from the strongest on, then those of its occasions; distinct, at
 * most {@link maxTriggers}, none when nothing applies.
 */
export function surfacesWhenOf(text: string, concepts: readonly string[]): readonly string[] {
  const forms = rules.filter((rule) => rule.words.test(text)).flatMap((rule) => rule.patterns);
  const subjects = concepts.filter((concept) => !noSubject.has(concept));
  const ofConcepts = new Set(subjects.flatMap((concept) => forms.map((form) => form.replace('*', () => concept))));
  const ofOccasions = occasionsOf(text).slice(0, maxOccasions);
  return [...new Set([...[...ofConcepts].slice(0, maxTriggers - ofOccasions.length), ...ofOccasions])];
}

/** Whether a rule makes this pattern of one of some concepts, or an occasion has it, whatever text calls for it. */
export function isTriggerOf(pattern: string, concepts: readonly string[]): boolean {
  if (occasions.some(({ called }) => called.some((words) => words.replaceAll('+', ' ') === pattern))) return true;
  const forms = rules.flatMap((rule) => rule.patterns);
  return forms.some((form) => concepts.some((concept) => form.replace('*', () => concept) === pattern));
}

/** The words of {@link rules}' patterns beside the concept, as stems. */
const ruledWords: readonly (readonly string[])[] = [
  ...new Set(rules.flatMap((rule) => rule.patterns.map((form) => form.replace('*', '').trim()))),
].map((words) => words.split(' ').map(stemOf));

/** Whether a pattern, as its distinct stems, is a concept with the words of a rule, and says little by itself. */
export function isRuledPattern(stems: readonly string[]): boolean {
  return ruledWords.some((words) => stems.length <= words.length + 1 && words.every((word) => stems.includes(word)));
}
