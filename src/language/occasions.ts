/**
 * When a memory asks to be brought up: the query patterns of its `surfacesWhen` (design E). A pattern matches a text
 * that has all its words, in any form and order.
 *
 * Two lists make patterns. Rules add a word to each concept: "always" makes `pnpm best practice`. Occasions say what
 * a standing statement bears on although it shares no word with it: an allergy bears on a dinner. Both read English.
 */
import { lazily } from '../domain/values.ts';
import { orderedIn } from './grammar.ts';
import { standingIn, statementsIn } from './standing-statements.ts';
import { listed, setOf } from './word-lists.ts';
import { stemOf, wordsOf } from './words.ts';

/** At most so many patterns per memory: they are looked up on every recall. */
export const maxTriggers = 24;

/** The words of a text that call for patterns, and the patterns; `*` stands for a concept. */
const rules: readonly { readonly words: RegExp; readonly patterns: readonly string[] }[] = [
  { words: whole('how'), patterns: ['* how-to'] },
  { words: whole('why'), patterns: ['why *'] },
  { words: whole('error|fix|bug'), patterns: ['* error', '* problem'] },
  { words: whole('always|never|must|^(?:please )?(?:avoid|ensure)'), patterns: ['* best practice', '* how-to'] },
  { words: whole('config(?:s|uration)?|setup|set up'), patterns: ['* setup', '* configuration'] },
  { words: whole('errors|fixes|bugs'), patterns: ['* error', '* problem'] },
];

/** Concepts that only say what the text does ("how to always") name no subject to look for. */
const noSubject = setOf(
  'how why error errors problem problems fix fixes fixed bug bugs always never must avoid prefer ensure remember ' +
    'config configuration setup new old good bad best long short big small high low',
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

const meals = listed(
  'book+table cook dinner lunch breakfast meal recipe restaurant snack bake cake menu grocery dish dessert food+order picnic barbecue',
);
const journeys = listed('flight trip travel vacation holiday book+ticket itinerary');
const medicines = listed(
  'penicillin amoxicillin antibiotic antibiotics ibuprofen aspirin paracetamol codeine morphine sulfa latex',
);
const flowers = 'flowers lily lilies roses tulips daisies chrysanthemums hyacinths ragweed plants trees hay';
/** What an allergy may be to that nobody eats: it is for a doctor, and not for a cook. */
export const notEaten: readonly string[] = [
  ...medicines,
  ...listed(
    'pollen grass birch dust mold mould nickel wool feathers cat cats dog dogs horse horses bee bees wasp wasps insects ' +
      'hamsters rabbits fur perfume plasters detergent',
  ),
  ...listed(flowers),
];
const notFood = [...notEaten, 'insect stings?'].join('|');
const appointments = listed('meeting appointment calendar schedule set+call call+team sync+team invite reschedule');

/**
 * Examples: "Tom is allergic to peanuts." is called for by "Plan a dinner"; "I live in Lisbon." by "How is the weather?";
 * "Always use pnpm in this repo." by "Add a dependency"; "No meetings before 10." by "Set up a call with the team".
 */
const occasions: readonly Occasion[] = [
  {
    about: whole(`${medicines.join('|')}|blood thinners?|medication`),
    called: listed(
      'medicine painkiller prescription prescribe antibiotic doctor pharmacy hospital headache fever pain toothache backache',
    ),
  },
  {
    about: whole(
      `(?<!(?:${notFood}) )allerg(?:y|ies|ic)(?! to (?:${notFood})(?!\\p{L}))|intoleran(?:t|ce)|` +
        'vegetarian|vegan|pescatarian|c(?:o)?eliac|gluten|lactose|halal|kosher|' +
        "diabet(?:ic|es)|pork|muslim|hindu|jewish|hives|(?:gets?|get) a rash|must(?:n['\u2019]t| not) (?:have|eat|drink|touch)|\\p{L}+nuts?(?<!doughnuts?|donuts?)|almonds|cashews|pistachios|sesame|strawberr(?:y|ies)|wheat|soy|(?:(?:eats?|eating)(?! (?:too|a lot|so|in|out|much|more|less|late|at|with|it|them|that|this)\\b)|food|meat|fish|seafood|shellfish|dairy|spicy|cuisine|nuts|peanuts|mushrooms?|onions?|" +
        'garlic|olives?|tomato(?:es)?|bananas?|apples?|cilantro|coriander|cheese|eggs?|eggplants?|aubergines?|zucchini|broccoli|spinach|beans|lentils|rice|' +
        'pasta|pizza|sushi|curry|chil(?:l)?i|anchov(?:y|ies)|liver|tofu|avocados?|beets?|beetroot|cucumbers?|peppers?|carrots?|cabbage|celery|coconut|raisins|' +
        'chocolate|licorice|blue cheese|oysters|shrimps?|prawns|squid|lamb|beef|chicken|steaks?|soup|salad|breakfast|dessert|sugar|salt)',
    ),
    called: meals,
  },
  { about: whole('vegetarian|vegan|pescatarian'), called: listed('meat steak cheese fish egg bacon burger leather') },
  {
    about: whole('needles?|injections?|syringes?|blood'),
    called: listed(
      'vaccine vaccination vaccinate blood+test blood+draw flu+shot tattoo piercing acupuncture donate+blood',
    ),
  },
  { about: whole('coffee|tea|wine|beer|alcohol|caffeine'), called: listed('coffee tea wine beer cafe bar drink') },
  {
    // Where one's sister lives is not where one asks of the weather, nor where the tests do.
    about:
      /^(?!(?:my|our|his|her|their) |.*\b(?:tests?|specs?|docs|scripts?|files?|code|secrets?|keys?|modules?|components?|migrations?|settings|logs|assets|templates?) (?:lives?|moved) ).*\b(?:lives?|living|based|moved|resides?|home is) (?:to|in|near|at)\b/iu,
    called: listed(
      'weather forecast rain nearby commute umbrella near+me near+live around+here local timezone time+zone',
    ),
  },
  {
    about: whole(
      'meetings?|calls?|mornings?|afternoons?|calendar|working hours|time ?zone|office|days? off|(?:mon|tues|wednes|thurs|fri)days? (?:is|are) (?:off|free|taken|blocked)|work (?:only )?(?:three|four|two) days',
    ),
    called: appointments,
  },
  {
    about: whole(
      '(?:npm|pnpm|yarn|bun)(?! (?:run|test|start|exec|dlx)\\b| \\p{L}+[:-]\\p{L})|pip|uv(?! (?:lamps?|lights?|rays?|filters?|protection|index))|poetry|conda|cargo|gradle|maven|bundler|composer|package manager|dependenc(?:y|ies)|(?:third-party|external) (?:libraries|packages)',
    ),
    called: listed(
      'dependency package+manager install add+package add+library add+project upgrade+package lockfile node_modules',
    ),
  },
  {
    about: whole(
      'tabs|spaces|indent(?:s|ation)?|semicolons?|quotes|prettier|eslint|biome|line length|naming|(?:neo)?vim|emacs|vs ?code|intellij|pycharm|zed|sublime|editor',
    ),
    called: listed('format code+style indent lint refactor write+function write+code editor ide keybinding'),
  },
  { about: whole('restaurants?|diners?|eateries|take-?aways?'), called: listed('restaurant book+table') },
  {
    about: whole('(?:half )?marathon|triathlon|ironman|(?:10|5) ?k|training for|preparing for (?:a|the) (?:race|run)'),
    called: listed('workout exercise gym jog'),
  },
  {
    about: whole(
      'e-?mails?|mails?|letters?|newsletters?|(?:write|writing|reply) to (?:the |our |all )?(?:clients?|customers?|people|others|guests|users|partners)|sign(?:ed|ing)? (?:off )?(?:as|with)|(?:british|american|plain) english',
    ),
    called: listed('write+email'),
  },
  {
    about: whole(`allerg(?:ic|y|ies) to (?:${flowers.replaceAll(' ', '|')}|pollen)`),
    called: listed('flowers bouquet florist garland wreath'),
  },
  {
    about: whole('CI|continuous integration|gitlab|github actions|jenkins|circleci|travis|build server'),
    called: listed('pipeline ci workflow+file continuous+integration github+actions build+job'),
  },
  {
    about: whole('translations?|locali[sz]ation|i18n|locale files?|lokalise|crowdin|weblate|transifex'),
    called: listed(
      'translate translation locale i18n german+text french+text spanish+text german+label french+label spanish+label',
    ),
  },
  { about: whole('allergic to (?:cats?|dogs?|animals)|(?:cat|dog) allergy'), called: listed('adopt pet kitten puppy') },
  {
    about: whole('tests?|tested (?:by|in|on|with)|vitest|jest|pytest|coverage'),
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
    about: whole('asthma|pregnant|knee|back pain|pacemaker'),
    called: listed('medicine painkiller doctor exercise workout gym prescription'),
  },
  { about: whole('allergic'), called: listed('medicine painkiller doctor prescription') },
  {
    about: whole(
      'spelling|grammar|wording|sentence case|title case|capitali[sz]e|oxford comma|user-facing|copywriting|emojis?|formal|informal|tone|jargon',
    ),
    called: listed('label button copy text email letter readme documentation error+message translate headline post'),
  },
  {
    about: whole(
      'answers?(?! (?:by|on|to|the (?:phone|door|call|mail)s?)\\b)|replies|reply|(?<!(?:api|http|server|error|json|in all) )responses?|explanations?|bullet points|concise|brief|summar(?:y|ies)|step by step',
    ),
    called: listed('explain summarize summarise describe compare answer overview'),
  },
  {
    about: whole('metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|24-hour|iso 8601|date format'),
    called: listed('convert distance temperature recipe weight height date+field timestamp'),
  },
  {
    about: whole('utc|gmt|time ?stamps?|iso 8601'),
    called: listed('date+field date+column date+time+store timestamp due+date'),
  },
  {
    about: whole('log|logs|logging|secrets?|personal data|credentials|api keys?|tokens?'),
    called: listed('log logging debug+output print+statement environment+variable api+key'),
  },
  {
    about: whole('malloc|heap|(?:dynamic|static) (?:memory|allocations?)|allocat(?:e|es|ing|ions?)'),
    called: listed('allocate buffer malloc heap'),
  },
  { about: whole('migrations?'), called: listed('migration schema table+column add+column drop+column alter+table') },
  {
    about: whole('schemas?|database|sql|orm|postgres(?:ql)?|mysql|mariadb|sqlite|mongodb|redis'),
    called: listed('migration schema sql query table+column database psql'),
  },
  {
    about: whole('budget|afford|spend|savings?|sav(?:e|ing) (?:for|up|money)'),
    called: listed('buy order purchase book+hotel price cost budget'),
  },
  {
    about: whole(
      'knees?|back pain|heart|ankles?|shoulder|no (?:running|jogging|lifting)|heavy lifting|wrist|elbow|hip|(?:broke|sprained|twisted|tore) my \\p{L}+|injur(?:y|ies|ed)|asthma|vertigo|heights|wheelchair|crutches',
    ),
    called: listed('hike run exercise workout gym sport climb ski stairs'),
  },
  {
    about: whole('night shifts?|early riser|night owl|bed(?:time)?|sleeps?|wakes? up|before noon'),
    called: listed('alarm wake+up call schedule appointment bedtime babysitter'),
  },
  {
    about: whole('colou?r-?blind|red-green|dyslexi[ac]|low vision|screen reader'),
    called: listed('chart plot palette colour color theme font design'),
  },
  {
    // "200 pounds" is an amount; "in pounds" is how prices are told.
    about: whole('prices?|invoices?|vat|in (?:euros|dollars|pounds)'),
    called: listed('quote discount invoice refund reply+customer price+list special+offer'),
  },
  {
    about: whole('discounts?|refunds?|rebates?'),
    called: listed('discount %+off percent+off rebate refund quote reply+customer price+list special+offer'),
  },
  {
    about: whole('(?:open|closed|shut|opens|closes) (?:on|at|from)'),
    called: listed('opening+hours opening+time sign+open flyer website holiday+notice'),
  },
  { about: whole('(?:phone |telephone )?calls?|phoned?|ring(?:s|ing)? me'), called: listed('phone+call') },
  { about: whole('deaf|hard of hearing|hearing aids?'), called: listed('call phone+call audio video') },
  {
    about: whole('birthdays?|christmas|hanukkah|ramadan|surprises?|gifts?|presents?'),
    called: listed('gift present birthday party christmas'),
  },
  {
    about: whole('brand|logo|slogan|tagline|fonts?|typeface|letterhead|(?:brand|corporate|house) (?:colou?rs?|style)'),
    called: listed(
      'banner logo flyer poster slide website landing+page brochure newsletter business+card presentation',
    ),
  },
  {
    about: whole(
      '(?:bahn|rail|inter|travel|oyster|student|museum|season|annual|monthly|city)[ -]?(?:card|pass|ticket)',
    ),
    called: listed('train book+ticket fare entrance+fee admission museum bus+to'),
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
  {
    about: whole("(?<!(?:never|always|not|to|please|don['\u2019]t) )books?|novels?|authors?|reads?|reading"),
    called: listed('book+recommend novel read+next'),
  },
  { about: whole('music|jazz|rock|songs?|bands?|concerts?'), called: listed('playlist concert music') },
];

/** The plainest occasions in German, French and Spanish: what nobody may be served, how to call and to write, what to read. */
const occasionsElsewhere: readonly Occasion[] = [
  {
    about: whole(
      '^(?!.*(?:pollen|gr[aä]s|staub|katze|hunde|pferde|bienen|wespen|penicillin|ibuprofen|latex|nickel)).*(?:allergisch|\\p{L}*allergie|vegetarisch|vegetarier(?:in)?|vegan(?:er|erin)?|zöliakie|laktoseintolerant|glutenfrei|koscher|kein(?:en)? (?:fleisch|fisch|schweinefleisch|gluten))',
    ),
    called: listed('rezept kochen backen abendessen mittagessen essen speisekarte nachtisch grillen restaurant'),
  },
  {
    about: whole(
      '^(?!.*(?:pollen|poussière|chats?|chiens?|chevaux|abeilles|guêpes|pénicilline|ibuprofène|latex|nickel)).*(?:allergi(?:e|que)|végétarien(?:ne)?|végane?|végétalien(?:ne)?|cœliaque|intolérante?|pas de (?:viande|poisson|porc|gluten))',
    ),
    called: listed('recette cuisiner dîner déjeuner repas restaurant gâteau dessert'),
  },
  {
    about: whole(
      '^(?!.*(?:polen|polvo|gatos?|perros?|caballos|abejas|avispas|penicilina|ibuprofeno|látex|níquel)).*(?:al[eé]rgi(?:co|ca|a)|vegetarian[oa]|vegan[oa]|celíac[oa]|intolerante|no com(?:o|e|emos) (?:carne|pescado|cerdo|gluten))',
    ),
    called: listed('receta cocinar cena almuerzo comida restaurante pastel postre'),
  },
  {
    about: whole(
      '^(?=.*(?<!\\p{L})(?:nicht|nie|immer|nur|lieber|bitte|muss) ).*(?:anrufe?n?|anzurufen|telefon\\p{L}*)',
    ),
    called: listed('anrufen anruf telefonieren telefonat ruf+an rufe+an'),
  },
  {
    about: whole('^(?=.*(?<!\\p{L})(?:jamais|toujours|plutôt|préfère) ).*(?:appels?|appeler|téléphoner?)'),
    called: listed('appeler appelle appel téléphoner'),
  },
  {
    about: whole('^(?=.*(?<!\\p{L})(?:nunca|siempre|prefier[eo]|mejor) ).*(?:llamadas?|llamar|teléfono)'),
    called: listed('llamar llama llamada'),
  },
  {
    about: whole('^(?=.*(?<!\\p{L})(?:nicht|nie|immer|nur|lieber|bitte) ).*(?:e-?mails?|mails?|briefe?)'),
    called: listed('schreib+mail schreibe+mail schreib+brief schreibe+brief verfasse+mail antworte+mail'),
  },
  {
    about: whole('^(?=.*(?<!\\p{L})(?:jamais|toujours|plutôt|préfère) ).*(?:e-?mails?|mails?|courriels?)'),
    called: listed('écris+mail écrire+mail rédige+mail écris+courriel rédige+courriel'),
  },
  {
    about: whole('^(?=.*(?<!\\p{L})(?:nunca|siempre|prefier[eo]) ).*(?:correos?|e-?mails?)'),
    called: listed('escribe+correo escribir+correo redacta+correo'),
  },
  {
    about: whole(
      '(?:mag|mögen|liebe|liebt|lese|liest|hasse|hasst) .*(?:krimis?|romane?|bücher|\\p{L}+bücher|thriller)',
    ),
    called: listed('roman romane buch bücher krimi lektüre'),
  },
];

const allOccasions: readonly Occasion[] = [...occasions, ...occasionsElsewhere];

/** When a rule applies: "before every commit". */
const eachTime = /\b(?:before|after|on|for|with|in) (?:every|each|any) (\p{L}+)/iu;

/** "billing.schema.json": the words of a file's name do not say what a statement is about. */
const fileName = /[^\s/]+(?:\.[\p{L}\d-]+)*\.\p{Ll}{1,5}(?=[\s,;:!?)]|\.?$)/gu;

/** The words that call for the standing statements of a text, those of when a rule applies first. */
function occasionsOf(text: string): readonly string[] {
  const statements = standingIn(text).map((statement) => statement.replace(fileName, ''));
  const events = statements.map((statement) => eachTime.exec(statement)?.[1] ?? '');
  const called = occasions.filter(({ about }) => statements.some((statement) => about.test(statement)));
  const isOfEvent = (occasion: Occasion): boolean => events.some((event) => occasion.called.includes(event));
  const first = called.filter(isOfEvent).flatMap((occasion) => occasion.called);
  // What bears on several occasions is called for by the first words of each: an allergy by a dinner and by a doctor.
  const others = called.filter((occasion) => !isOfEvent(occasion)).map((occasion) => occasion.called);
  const short = statementsIn(text);
  const elsewhere = occasionsElsewhere.filter(({ about }) => short.some((statement) => about.test(statement)));
  others.push(...elsewhere.map((occasion) => occasion.called));
  const longest = Math.max(0, ...others.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, place) =>
    others.flatMap((words) => words.slice(place, place + 1)),
  );
  return [...first, ...inTurn.flat()].map((words) => words.replaceAll('+', ' '));
}

/** Patterns of occasions at most; the rest of {@link maxTriggers} is for those of concepts. */
const maxOccasions = 22;

/**
 * The query patterns of a text: those of its concepts from the strongest on, then those of its occasions; distinct, at
 * most {@link maxTriggers}, none when nothing applies.
 */
export function surfacesWhenOf(text: string, concepts: readonly string[]): readonly string[] {
  const forms = rules.filter((rule) => rule.words.test(text)).flatMap((rule) => rule.patterns);
  const verbs = forms.length === 0 ? noSubject : orderedIn(text);
  const subjects = concepts.filter((concept) => !noSubject.has(concept) && !verbs.has(concept));
  const ofConcepts = new Set(subjects.flatMap((concept) => forms.map((form) => form.replace('*', () => concept))));
  const ofOccasions = occasionsOf(text).slice(0, maxOccasions);
  return [...new Set([...[...ofConcepts].slice(0, maxTriggers - ofOccasions.length), ...ofOccasions])];
}

/** Whether a rule makes or made this pattern of one of some concepts, or an occasion has it, whatever text calls for it. */
export function isTriggerOf(pattern: string, concepts: readonly string[]): boolean {
  if (allOccasions.some(({ called }) => called.some((words) => words.replaceAll('+', ' ') === pattern))) return true;
  const forms = [...rules.flatMap(({ patterns }) => patterns), 'how to *'];
  return forms.some((form) => concepts.some((one) => form.replace('*', () => one) === pattern));
}

const occasionKeys = lazily(
  () => new Set(allOccasions.flatMap(({ called }) => called.map((words) => keyOf(words.split('+').map(stemOf))))),
);

function keyOf(stems: readonly string[]): string {
  return [...new Set(stems)].sort().join(' ');
}

/** The words of {@link rules}' patterns beside the concept, as stems. */
const ruledWords = rules.flatMap(({ patterns }) => patterns.map((form) => wordsOf(form).map(stemOf)));

/**
 * Whether a pattern, as its distinct stems, calls for a memory by itself: given, or of an occasion where these count. A
 * concept with the words of a rule says too little.
 */
export function callsByItself(stems: readonly string[], byOccasion: boolean): boolean {
  const isRuled = ruledWords.some(
    (words) => stems.length <= words.length + 1 && words.every((word) => stems.includes(word)),
  );
  return !isRuled && (byOccasion || !occasionKeys().has(keyOf(stems)));
}

/** Gatherings that stand in a calendar; "the session timeout" and "review the PR" are none. */
const gathering = String.raw`\b(?:review|retro(?:spective)?|stand-?up|sync|call|interview|demo|one-on-one|1:1|session|appointment|kick-?off|workshop|check-in|catch-?up|briefing|huddle|training|presentation)s?(?= (?:with|at|on|for|to|from|in|about|before|after|around|by|between|today|tomorrow|this|next|every|early|first)\b|[?.!,]|$)`;
const clockTime = String.raw`\b\d{1,2}(?::\d{2}| ?(?:am|pm|o['’]clock))\b|\b(?:at|before|from|around|by|to) (?:\d{1,2}|noon|half|eight|nine|ten|seven|six)\b`;
const someDay = String.raw`\b(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this) week|morning|afternoon|evening|with \p{L})`;
const planned = String.raw`\b(?:set up|book|plan|arrange|organi[sz]e|schedule|put|move|add|have|hold|do|find|get|make|squeeze|fit)\b`;

const near = (one: string, other: string): string => `(?:${one}).{0,60}?(?:${other})`;

const meal = whole(
  'brunch|supper|barbecue|bbq|picnic|potluck|buffet|cater(?:ing)?|feast|takeaway|takeout|cakes?|menus?|curry|paella|risotto|stew|sushi|lasagn[ae]|casserole|tapas',
);

const weather =
  'rain|snow|hail|storm|thunder|freez\\p{L}*|windy|sunny|foggy|icy|humid|cloudy|stormy|(?:too |very |really )?(?:hot|cold|warm)';

/** What a message plans in other words than those that occasions are called by, and one of these for it. */
const plans: readonly (readonly [RegExp, string])[] = [
  [new RegExp(near(gathering, clockTime), 'iu'), 'meeting'],
  [new RegExp(near(clockTime, gathering), 'iu'), 'meeting'],
  [new RegExp(near(planned, near(gathering, someDay)), 'iu'), 'meeting'],
  [meal, 'dinner'],
  [
    whole(
      '\\p{L}*(?:rezepte?|kuchen|torten?|gerichte?|nachtisch|abendessen|mittagessen|frühstück)|(?:koche?|backe?) (?:mir|uns|ich|wir|etwas)|zu essen',
    ),
    'rezept',
  ],
  [
    whole(
      '(?:some(?:where|place)|places?|where) (?:\\p{L}+ )?(?:to|for|can (?:I|we)|should (?:I|we)|could (?:I|we)) (?:go )?(?:eat|dine|dinner|lunch|breakfast)|eat(?:ing)? out|out (?:for|to) (?:dinner|lunch|breakfast|eat)|dine out',
    ),
    'restaurant',
  ],
  [
    whole(
      '(?:what|something|anything) (?:(?:can|could|should|shall|may) (?:I|we) (?:eat|have for)|(?:\\p{L}+ )?to eat)',
    ),
    'meal',
  ],
  [
    whole(
      `(?:(?:is|will) it|it['’]ll|it (?:will|is)|it['’]s|(?:will|is) there(?: be)?|does it) (?:going to |gonna |be |get |an? )*(?:${weather})|how (?:hot|cold|warm|windy|humid) (?:(?:is|will|does|did|do) (?:it|the (?:weather|summers?|winters?|nights?|days?))|(?:is|will) \\p{Lu})|(?:${weather}) (?:outside|today|tonight|tomorrow|this week(?:end)?|on the way|coming)`,
    ),
    'weather',
  ],
  [whole('how (?:hot|cold|warm)|(?:degrees|oven|fridge|freezer|thermostat)'), 'temperature'],
  [whole('(?:call|ring|phone) (?:me|us)|give (?:me|us) a (?:call|ring)'), 'phone call'],
  [
    whole(
      '(?:write|draft|compose|send|prepare|reply to|answer|word|shorten|phrase|type)(?: up)? (?!.*\\b(?:code|function|parser|regex|validator)\\b)(?:\\p{L}+ ){0,3}(?:e-?mails?|mails?|letters?|newsletters?)|(?:e-?mail|mail) (?:him|her|them|my|our|the|\\p{Lu}\\p{Ll}+) ',
    ),
    'write email',
  ],
  [
    whole(
      '(?:save|store|record|persist|log|keep|capture|track|insert|add) (?:\\p{L}+ ){0,3}(?:times?|datetimes?|moment)|(?:save|store|record|log|track) when|\\p{L}+(?:[_ -]at|At) (?:field|column|property|attribute)',
    ),
    'timestamp',
  ],
  [
    whole(
      '(?:training|running|fitness) (?:plan|schedule|program(?:me)?|session)|\\d+ ?(?:k|km|kilomet(?:er|re)s?|miles?) (?:run|race|jog|hike)|(?:run|jog|hike) (?:of )?\\d+ ?(?:k|km|kilomet(?:er|re)s?|miles?)|(?:go for|long|morning|evening) (?:an? )?(?:long )?runs?',
    ),
    'workout',
  ],
  [
    whole(
      '(?:fly|flying|get me) (?:to|from|out)|getaway|city break|weekend away|airfare|airbnb|(?:hotels?|hostel) (?:in|near|for|at)',
    ),
    'trip',
  ],
  [
    whole('(?:get|give|buy) (?:my|our|her|him|them|\\p{L}+) (?:for|something)|secret santa|(?:wedding|birthday) list'),
    'gift',
  ],
  [
    whole(
      'check (?:this|it|that|them) in|cherry-?pick|squash|amend|(?:open|raise|file) an? (?:mr|merge request)|land (?:this|it)',
    ),
    'commit',
  ],
  [whole('go(?:es)? live|(?:push|ship|promote) .{0,30}to prod(?:uction)?|hotfix|roll(?:ing)? back'), 'deploy'],
  [
    whole(
      'bump|npm i|(?:upgrade|update|move) \\S+ to v?\\d|(?:pull in|bring in|need) an? (?:\\S+ )?(?:library|package)',
    ),
    'dependency',
  ],
  [
    whole(
      '(?:failing|flaky|missing|broken|new) tests?|tests? (?:for|fails?)|cover .{1,40} (?:with|by) (?:an? )?tests?',
    ),
    'unit test',
  ],
];

/** A message with the words by which what bears on its plans is called for. */
export function withPlans(message: string): string {
  return [message, ...plans.flatMap(([plan, word]) => (plan.test(message) ? [word] : []))].join(' ');
}

/** Whether a message plans a meal, in words that {@link withPlans} knows. */
export function plansMeal(message: string): boolean {
  return meal.test(message);
}
