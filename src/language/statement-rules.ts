/**
 * The statements that are worth believing, each by the words that make it: what somebody likes,
 * is, has to do with, plans, has decided, and how things are done. Precision comes before recall:
 * what happened, what is felt for an hour and what is asked for is left out.
 */
import type { FactKind } from '../domain/records.ts';
import { months, seasons } from './dates.ts';
import { somebodyNouns, companionNouns, helperNouns, inLawNouns, peopleNouns, superiorNouns } from './word-lists.ts';
import type { ToldClause, Topic } from './told-clause.ts';

/** Ways to state something of one kind. */
interface StatementRule {
  readonly kind: FactKind;
  readonly topics: readonly Topic[];
  /** What the subject has; the rule asks nothing of it where this is missing. */
  readonly subject?: RegExp;
  /** What is said of it begins with this. */
  readonly said: RegExp;
}

const people: readonly Topic[] = ['self', 'group', 'own', 'named'];
const kin = `(?:${somebodyNouns}|student|pupil|client|agent|editor|godson|goddaughter|parent|sibling|twin|child|kid|baby|grandparent|grandchild|lead|pet)(?:s|ren)?`;
const offices = 'captain|president|chair(?:wo)?man|treasurer|secretary|goalkeeper|mayor|conductor|cox';
/** Everybody has some of these: who has one has said nothing yet. */
const distant =
  `(?:${companionNouns}|${superiorNouns}|${inLawNouns}|aunt|auntie|uncle|cousin|mother|mum|mom|father|dad|parent|` +
  'grandmother|grandma|granny|grandfather|grandpa|grandparent|godmother|godfather|lead|assistant|landlord|landlady|doctor|dentist|teacher)s?';
const often = '(?:usually |often |mostly |mainly |regularly )?';
/** An object that the clause itself names; "hate it when" goes on to name it. */
const named = String.raw`(?!(?:it|that|this|them|him|her|you|these|those|your|his|their|what|how|one|yours|mine|to$|too)(?:$| (?!when\b|if\b)))\S`;
/** To do something of one's own, and no courtesy. */
const toDo = String.raw`to (?!(?:know|see|hear|say|ask|thank|talk|understand|be|check|discuss|point|mention|note|share|add|apologi[sz]e|help|tell|let|get|sleep|cry|scream|keep|need|have|try|grab|come|join|make (?:sure|it))\b)\S`;
const illnesses =
  'diabetes|asthma|epilepsy|migraines?|arthritis|adhd|autism|dementia|alzheimer|parkinson|hay fever|(?:high|low) blood pressure|insomnia|depression|vertigo|tinnitus|' +
  'cancer|gout|lupus|glaucoma|psoriasis|eczema|sciatica|anxiety|ptsd|copd|crohn|multiple sclerosis|sleep apno?ea|osteoporosis|endometriosis|anaemia|angina|' +
  '(?:an? )?(?:pacemaker|stoma|heart (?:condition|disease)|(?:bad|weak) (?:back|heart|knees?|hips?|shoulder|lungs?))';
const medicines = String.raw`insulin|aspirin|warfarin|lithium|methotrexate|cortisone|ventolin|blood thinners?|antidepressants?|beta blockers?|painkillers|statins?|\S+(?:olol|pril|statin|formin|prazole|oxetine|sartan|azepam|zolam|traline|thyroxine|triptan)`;
const aids =
  '(?:wheelchair|walking (?:frame|stick)|white cane|crutches|hearing aids?|insulin pump|inhaler|guide dog|pacemaker|prosthesis|prosthetic leg|contact lenses|glasses)';
const bodily =
  'heart|blood|blood pressure|cholesterol|thyroid|kidneys?|liver|lungs?|stomach|back|knees?|joints|pain|nerves|skin|eyes|allerg(?:y|ies)';
const businesses =
  'bakery|butchery|caf[eé]|\\S*shop|\\S*store|restaurant|business|company|firm|farm|hotel|hostel|school|studio|bar|pub|salon|agency|gallery|clinic|practice|kindergarten|library|choir|charity|garage|' +
  '\\S*yard|winery|brewery|distillery|creamery|dairy|nursery|pharmacy|orchard|ranch|stables|inn|guest ?house|campsite|b&b|gym|theatre|cinema|museum|consultancy|magazine|newspaper|podcast|blog';
/** What somebody does time and again. */
const habits =
  '(?:drink|eat|walk|run|jog|swim|cycle|read|practi[cs]e|meditate|pray|visit|cook|bake|train|fast|go|take|play|do (?:yoga|pilates|sports?|judo|karate)|attend|sing|dance|paint|write|volunteer|travel|ride|come|meet|work|teach|help|donate|garden|hike|climb|skate|ski|row|commute|call|phone)(?:e?s)?';
const timeAndAgain = String.raw`(?:every (?:single |other )?(?:day|morning|evening|afternoon|night|week|weekend|month|year|summer|winter|spring|autumn|#w:\S+)|on (?:\^?\S+days|weekends)|(?:once|twice|#n:\d times) (?:a|per) (?:day|week|month|year)|for a living)`;
const movedTo = String.raw`(?:have |has )?(?:moved|relocated|(?:im|e)?migrated) (?:from .+ )?(?:back )?to \^`;
const death = String.raw`(?:have |has )?(?:died|passed away)\b`;
/** What runs for many, and is known by its name. */
export const systemNouns =
  'service|server|api|app|application|backend|frontend|database|website|site|module|pipeline|cluster|repository|repo|dashboard|bot|system';
const attributes =
  '(?:name|nickname|surname|birthday|pronouns?|age|job|profession|occupation|nationality|e-?mail|address|hometown|' +
  'native language|mother tongue|home ?town|home country|role|title|number|time ?zone|religion|anniversary|blood type|' +
  'shoe size|star sign)';
const aims = '(?:goals?|plans?|aims?|ambition|objective|intention|resolution)$';
/** What somebody is for an hour, or to somebody. */
const passing = String.raw`(?:bit|little|lot|fan|mess|fool|genius|idiot|one|person|same|only|first|last|best|worst|good|bad|great|huge|big|problem|bug|question|issue|reason|case|point|right|wrong|nervous|wreck|mix|must|man|woman|blast|joy|dream|part|time|thing|shame|pity|pleasure|breeze|relief|treat|way|blessing|total)\b`;
const day = String.raw`(?:next|this) (?:week|month|year|${seasons.join('|')}|quarter|semester|term)\b|tomorrow\b|(?:in|on|at) (?:#[ydw]|the (?:${seasons.join('|')})\b|\^(?:${months.join('|')})\b)`;

/** "I'm working from home this week": how things go on just now is no plan. */
const underway = String.raw`(?:working|staying|living|feeling|doing|using|wearing|reading|watching|eating|sleeping|struggling|enjoying|missing|recovering|resting|studying|helping|covering)\b.* (?:this|these) `;

/** What is only said, felt, wanted or done just now. */
const ofTheMoment =
  '(?:trust|love|like|hate|prefer|enjoy|admire|respect|fear|dislike|envy|adore|say|think|want|need|hope|seem|look|sound|feel|know|ask|tell|mean|get|go|come|make|give|let|be|do|plan|mis|miss|wish|show|finish|start|begin|arrive|end|stay|leave|turn|guess|bet|believe|wonder|remember|forget|agree|mention|suggest|claim|insist|swear|promise|thank|congratulate|deserve|worry|worrie|happen|see|notice|understand|realize|realise|appreciate|suppose|assume|expect|imagine|recommend|wait|admit|doubt|care|mind|apologi[sz]e|try|find|found|put|can|could|will|would|may|might|should|must|have|ha|am|is|are|been|i|wa|doe|joke|regret|blame|learn|struggle|root|shine|first|keeps? (?:an eye|\\S+ing|going)|take (?:care|a look)|look forward|bring|join|owe|lack|lose|win|call)';
/** When it is so, where that is but now or once. */
const once = String.raw`\b(?:on #w|in the middle|today|tonight|tomorrow|now|this|next(?! to)|just|again|soon|until|later|when|if|moment|first time|as we speak|back|yet|behind|well)\b`;
/** What somebody has for a while. */
const passingThing = String.raw`(?:\S+ )?(?:cold|flu|headache|fever|meeting|appointment|questions?|ideas?|problems?|deadline|interview|call|date|party|test|exam|flight|plans?|feeling|look|chance|visit|visitors?|guests?|days?|time|point|birthday|moment|minute|break|class|lot|way|reason|offer|leak|bug|error|hangover|crush|say|good|great|nice|choice|right|hunch|suspicion|doubts?|fun|news|work|stuff|things?|pictures?|photos?|couple)\b`;
/** What somebody does in general, as the simple present has it, and what somebody has. */
const doing = String.raw`(?:only |always |usually |often |still |do not |does not |never )?(?!${ofTheMoment}(?:e?s)?\b)[a-z]{2,}(?<!ed|ing) (?!(?:that|to|it|me|us|you|this|so|how|what|why|if|and|or|for|about it|out|up|off|over|a lot|hard)\b)\S(?!.*${once})`;
const having = String.raw`(?:have|has) (?:an?|no|#n:\S+|several|many) (?!${passingThing}|(?:\S+ )?(?:${peopleNouns}|${inLawNouns}|${helperNouns})s?$)\S(?!.*${once})`;

/** What is on one's mind is no habit, and what happened once is none. */
const habit = String.raw`(?!(?:know|think|have|need|want|see|understand|remember|care|mind|forget|had|was|were|been|saw|got|went|knew|thought|said|did|look|hope|quit|miss|lose|ever|\S+ed|\S+ing)\b)${named}`;
/** What is asked of a thing; what "must have been fun" is a guess. */
const demanded = String.raw`(?:not )?(?:be (?:\S+(?:ed|en|wn|pt|lt)\b|(?:in|at|on|under)\b|#)|(?!be\b|feel\b|have (?:been|felt|\S+(?:ed|en))\b)\S)`;
const demand = String.raw`(?:must|shall|has to|have to) ${demanded}|(?:is|are) (?:not allowed|forbidden|required|mandatory|(?:never|always) \S+ed\b)|(?:can|may) not be \S+ed\b`;
/** What stands for all of a kind. */
const general = String.raw`^(?:all|every|each|any|no|only)\b|^(?!the |an? |some |both )(?:\S+ )*\S+s$`;
const since = '(?:no longer |do not |does not )?(?:(?:am|is|are|have been|has been) )?';

/** In order: the first rule that applies decides. */
const rules: readonly StatementRule[] = [
  rule('self.constraint', people, [
    String.raw`(?:am|is|are|have|has) (?:not |no longer )?(?:\S+ly )?(?:an? )?(?:\S+ )?(?:allerg(?:ic|y|ies) to|vegetarians?|vegans?|diabetics?|coeliac|celiac|intolerant|colou?r-?blind|deaf|blind|autistic|epileptic|asthmatic|bipolar|paraly[sz]ed|hard of hearing)\b`,
    `can not have (?!fun|children|kids|babies|visitors|guests|pets|everything|anything|nothing|both|more|time|meetings|people)\\S+$|(?:can|do|does) not (?:eat|drink|digest) (?!an? lot|(?:too )?(?:much|many)|until|till|before|after)${named}`,
    `(?:never|only) (?:eat|drink)s? ${named}|eats? (?:everything|anything|all \\S+) (?:except|but|apart from) \\S`,
    `(?:have|has) (?:\\S+ ){0,3}?(?:${illnesses})s?\\b`,
    String.raw`suffers? from \S|(?:was|were|(?:have|has) been) diagnosed with \S`,
    `(?:takes?|(?:am|is|are) on|injects?) (?:\\S+ ){0,2}?(?:${medicines})\\b`,
    `takes? (?:\\S+ ){1,4}for (?:my|his|her|their) (?:\\S+ )?(?:${bodily}|${illnesses})\\b`,
    `(?:uses?|wears?|has|have|needs?|(?:am|is) in) (?:an? )?(?:\\S+ )?${aids}(?:$| (?:because|since|for|when|on|in|,))`,
    String.raw`can not (?:hear|see|walk|speak|smell|taste|bend|lift) (?:well|properly|without|on (?:my|his|her) (?:left|right))\b`,
    String.raw`can not (?:meet|work|come|join|attend|review|take|do) (?:\S+ ){0,4}?on (?:\^?\S+days|weekends)`,
    `can not (?:swim|drive|ski|cook|ride an? bike|read music)$`,
  ]),
  // Who has to do with whom.
  rule('world.fact', ['own', 'named'], [String.raw`(?:is|are) (?:called |named |an? |the |\^)`], `\\b${kin}\\b`),
  rule('world.fact', people, [
    String.raw`(?:am|is|are|got) (?:\S+ly )?(?:married|engaged|related) to ${named}|(?:have |has )?married \^\S`,
    String.raw`(?:report|answer)s? to \^`,
    String.raw`(?:is|are) (?:my|our|\^\S+ 's) (?:\S+ ){0,2}(?:${kin}|${offices})\b`,
    String.raw`(?:is|are) the ${kin} of \S`,
    String.raw`(?:have|has) (?:(?:an?|one|#n:\S+|some) (?:\S+ ){0,2})?${kin}\b(?!-)(?<!\b${distant})|(?:have|has) (?:an?|one|#n:\S+) (?:\S+ ){0,2}${distant} (?:called|named|from|in|who|that|with)\b`,
    String.raw`(?:am|is|are) (?:together with|in a relationship with|dating) \^`,
    `are (?:cousins|siblings|sisters|brothers|twins|married|engaged|friends|colleagues|neighbou?rs|partners|flatmates)$`,
  ]),
  rule(
    'world.fact',
    ['self', 'own', 'named'],
    [
      String.raw`(?:own|maintain|lead|run|manage|handle|oversee|supervise|coordinate)s? (?:the|our|all) \S|looks? after (?:the|our|all) \S`,
      `only (?:accept|take|sell|ship|deliver|open|work)s? ${named}`,
      String.raw`(?:am|is|are) (?:responsible for|in charge of) \S`,
    ],
  ),
  rule('world.fact', ['named'], [death]),
  rule('world.fact', ['own'], [death], `\\b${kin}\\b`),
  rule(
    'world.fact',
    ['own', 'thing'],
    [
      String.raw`(?:uses?|runs? (?:on|at)|listens? on|depends? on|(?:is|are) (?:written|built|hosted|deployed|stored) (?:in|on|at|by|with)) (?:\S+ ){0,3}?[\^#]`,
      String.raw`(?:is|are) (?:at )?\S+[^\s.]\.[a-z]{2,}`,
    ],
    `^(?:the|our|my) .*\\b(?:${systemNouns})$`,
  ),
  // What somebody likes.
  rule('self.preference', people, [
    `(?:do not |does not |never )?(?:like|love|hate|dislike|prefer|enjoy|adore|detest|loathe|despise)s? ${named}`,
    `can not (?:stand|bear|abide|tolerate) ${named}`,
    String.raw`(?:am|is|are) (?:not )?(?:(?:an? |no )?(?:\S+ly )?(?:\S+ )?(?:fan|lover) of|(?:\S+ly |so |more )?(?:fond of|keen on|into|crazy about|all about|partial to|obsessed with|passionate about|addicted to|afraid of|scared of|terrified of|interested in(?! (?:hearing|seeing|knowing|joining|learning|what|how)\b))) ${named}`,
  ]),
  rule(
    'self.preference',
    ['own', 'named'],
    [String.raw`(?:is|are) \S`],
    String.raw`^(?:my|our|.+ 's) (?:\S+ ){0,2}favou?rites? (?!one)\S`,
  ),
  rule('self.preference', ['own'], [String.raw`(?:is|are) \S`], 'preference|passion|hobb(?:y|ies)|pet (?:hate|peeve)'),
  rule(
    'self.preference',
    ['named', 'thing'],
    [
      String.raw`(?:is|are) (?:one of )?(?:my|our|\^\S+ 's) (?:\S+ )?(?:favou?rites?|preference|preferred|passion|hobby|pet (?:hate|peeve))`,
      String.raw`(?:bore|annoy|disgust|fascinate|delight|excite)s? (?:me|\^\S+)$`,
    ],
  ),
  rule('self.preference', people, [
    '(?:am|is) not an? (?:(?:morning|evening|night|early|cat|dog|people|beach|city|outdoors|coffee|tea|wine|dessert|breakfast|party|phone|numbers) person|(?:big|heavy|great) (?:drinker|eater|reader|smoker|gamer|cook|sleeper|talker))$',
  ]),
  // What parents did is said of their lives.
  rule(
    'world.fact',
    ['own'],
    [`was an? (?!(?:\\S+ )?${passing})\\S`],
    '\\b(?:(?:grand)?(?:mother|father)|grand(?:ma|pa)|granny|mum|mom|dad)(?: \\S+)?$',
  ),
  // Who somebody is. "My goal is to" is a plan, whatever a goal is.
  rule('intent.goal', ['own', 'named'], [String.raw`(?:is|are) (?:still )?(?:to|\S+ing)\b`], aims),
  rule('self.identity', ['own', 'named'], [String.raw`(?:is|are) \S`], `\\b${attributes}$`),
  rule(
    'self.identity',
    ['self', 'own', 'named'],
    [
      String.raw`(?:am|is) (?:called|named) \^|goes? by \^`,
      String.raw`(?:am|is) #n:\d+(?: years? old)?(?:$| and\b)|(?:have |has )?(?:just )?turned #n:\d+(?:$| (?:in|on|last) )`,
      String.raw`(?:was|were) born (?:in|on|at)\b|(?:come|comes|am|is|are) (?:originally )?from \^|(?:have |has )?(?:moved|relocated|(?:im|e)?migrated) from \^|(?:come|comes) from an? |grew up (?:in|near|on)\b`,
      String.raw`${since}(?:lives?|living|resides?|residing|based|located) (?:\S+ ){0,2}(?:in|at|near|outside|with|on (?:an?|the))\b`,
      String.raw`${since}(?:works?|working|employed|teach|teaches|stud(?:y|ies|ying)) (?:\S+ly |part-time |full-time |from home )?(?:at|as|in|to be|with \^\S+|for (?!a while|\S+ (?:hour|day|week|month|year)))\b`,
      String.raw`(?:have|has) (?:lived|worked|played|taught|led|run|written|sung|\S+ed) \S.*\bsince (?:about )?#`,
      String.raw`(?:have|has) (?:perfect pitch|a photographic memory|an? (?:\S+ )?(?:tattoo|beard|twin|scar|garden|balcony|piano|motor(?:bike|cycle)|bike|bicycle|boat|caravan|allotment|licen[cs]e|degree|phd)\b|(?:\S+ )?(?:blue|green|brown|red|long|short|curly|gr[ae]y|blonde?|black) (?:eyes|hair)\b)`,
      String.raw`shares? an? (?:flat|apartment|house|room|office|studio|car|garden) with \^`,
      String.raw`(?:go|goes) to (?:the )?(?:\^?\S+ ){1,3}(?:school|kindergarten|college|university)$`,
      String.raw`(?:quit|left|lost) (?:my|his|her|their) job (?:at|with) (?:the )?\^|(?:have |has )?(?:joined|started (?:working )?at) (?!\^(?:zoom|slack|discord|teams)\b)\^`,
      String.raw`(?:do not|does not) have (?:any )?(?:children|kids|siblings|pets|brothers|sisters)\b|(?:have|has) no (?:children|kids|siblings|pets|brothers|sisters)\b`,
      String.raw`(?:am|is) (?:an? |the )?(?:(?:head|senior|junior|chief|lead|deputy|assistant|managing|executive) )(?:\S+ ){1,2}?(?:at|of|for|in) (?:the )?\^|(?:am|is) (?:the )?(?:(?:${offices})(?:$| of\b)|(?:head|director|editor) of \S)`,
      String.raw`(?:have|has) an? (?:\S+ )?\^(?!(?:${months.join('|')})\b|\S+day\b)\S+$`,
      String.raw`${movedTo}|moved into an? (?:\S+ ){1,3}in \^`,
      String.raw`(?:(?:am |is |are )?studying|study|studies|studied|majors? in|majored in) (?!(?:for|hard|a lot|all|it|that|this|too|every)\b)\S+(?: \S+){0,3} (?:at|in) \^`,
      String.raw`speaks? (?:\S+ly )?\^|speaks? #n:\d+ languages`,
      String.raw`drives? (?:an? |my |our )?(?:\S+ )?\^|drives? an? (?:\S+ )?(?:bus|taxi|truck|lorry|tram|train|van|ambulance|crane)\b`,
      `teach(?:es)? (?!(?:me|us|myself|people|someone|somebody|everyone)\\b)${named}`,
      `(?:(?:run|manage|own)s?|(?:have|has) been running) (?:an?|#n:\\S+|(?:my|his|her|their) own) (?:\\S+ ){0,3}?(?:${businesses})s?\\b`,
      String.raw`(?:was|were|had|ran|owned) an? (?!(?:\S+ )?${passing})(?:\S+ ){1,5}?for (?:\S+ )?\S+ years\b`,
      String.raw`(?:have |has )?switched to (?:\^?\S+ ){0,2}(?:soprano|alto|tenor|bass|baritone|#\S+|days|nights)(?:$| in\b)`,
      String.raw`(?:have |has )?retired(?:$| (?:in|at|on|from) (?:about )?[#\^]| last \S| as an? \S)`,
      String.raw`(?:quit|resigned|(?:was|got) (?:fired|laid off)) (?:at|from|by) \^`,
      String.raw`commutes? (?:to|from|by) \S|(?:do not |does not )?(?:smoke|vape)s?$`,
      String.raw`(?:am|is) training to (?:be|become) an? \S`,
      String.raw`(?:have |has )?(?:quit|gave up|given up|stopped) (?:smoking|drinking|vaping|gambling|alcohol|meat|sugar|caffeine|coffee|eating \S+)(?:$| completely| for good| (?:in|since) (?:about )?#)`,
      String.raw`owns? (?:an?|#n:\S+) \S`,
      String.raw`works? (?:nights|night shifts|shifts|part-time|full-time|weekends|from home)(?:$| at\b)`,
      String.raw`${often}(?:(?:play|collect|coach|paint|draw|sing|bake|knit|volunteer)s?|listens? to|watch(?:es)? (?:a lot of|lots of|mostly|only)) (?!a (?:few|role|part|video|game)\b|along\b|some\b|out\b|on\b|around\b)${named}`,
      String.raw`(?:am|is|are|have been|has been|got) (?:happily )?married(?:$| since\b| for\b| with\b| in (?:about )?#\S+$)|got divorced(?:$| (?:in|from)\b)|(?:am|is) (?:divorced|separated) from \^`,
      String.raw`(?:have |has )?switched from \^\S+(?: \^\S+)? to \^|uses? \^\S+(?: \^\S+)?,? (?:and )?not \^`,
      String.raw`(?:am|is) (?:an?|the) (?!(?:\S+ )?${passing})\S`,
      String.raw`(?:have|has) been an? (?!(?:\S+ )?${passing})\S.*\b(?:for|since)\b`,
      String.raw`(?:am|is|are) learning (?:to \S|\^\S|(?:greek|french|spanish|german|italian|portuguese|japanese|chinese|dutch|swedish|arabic|russian|turkish|welsh|irish)\b|(?:the )?(?:guitar|piano|violin|chess|sign language)\b)`,
      String.raw`takes? (?:my|his|her|their) (?:coffee|tea) \S`,
      String.raw`(?:usually|always|mostly) (?:wake|wakes|get|gets) up (?:at|before|around) \S`,
      `${often}${habits} (?:(?!and\\b)\\S+ )*?${timeAndAgain}(?:$| )`,
      String.raw`(?:am|is) (?:not married|\^\S+|retired|unemployed|self-employed|divorced|single|widowed|dyslexic|bilingual)$|(?:am|is) (?:\S+ ){0,3}?(?:left|right)[- ]handed\b`,
    ],
  ),
  // Of those who moved together each did.
  rule('self.identity', ['group'], [movedTo]),
  rule('self.identity', ['order'], [String.raw`(?:please )?(?:call|address) me \^`]),
  // What was decided.
  rule(
    'world.fact',
    [...people, 'thing'],
    [
      `(?:have |has )?(?:decided|agreed|settled) (?:not )?(?:to|on|upon|that|against|for|in favou?r of) ${named}`,
      `(?:have |has )?opted (?:not )?(?:for|to|out of|against) ${named}`,
      String.raw`(?:have |has )?(?:chosen|chose|picked) (?!up\b|out\b)${named}`,
      `(?:am|are|is) going with ${named}|(?:will|am going to|are going to) (?:go|stick|stay) with ${named}`,
    ],
  ),
  rule('world.fact', ['order'], [`let 's (?:go|stick|stay) with ${named}`]),
  // What somebody plans.
  rule('intent.goal', people, [
    `(?:do not |does not )?(?:plan|intend|aim|hope|want)s? ${toDo}`,
    `(?:am|is|are) (?:not )?(?:planning|intending|aiming|hoping|going) ${toDo}`,
    String.raw`will (?:not )?\S+ .*\b(?:${day}|before\b|by\b)`,
    String.raw`(?:am|is|are) (?:not )?(?!${underway})\S+ing .*\b(?:${day})`,
  ]),
  // How things are done.
  rule(
    'intent.rule',
    ['order'],
    [
      String.raw`(?:please )?(?:always|never|do not) (?:text|call|e-?mail|message|phone|ping|remind|wake|book|address|disturb|interrupt) (?:me|us) \S`,
      String.raw`(?:please )?(?:answer|reply|respond|speak) (?:to (?:me|us) )?(?:(?:only|always) )?(?:in|briefly|concisely) ?(?!time\b|a (?:minute|moment|sec))`,
      String.raw`(?:please )?(?:always|make sure|be sure|ensure|remember to) (?!been\b|\S+ing\b)${named}`,
      String.raw`(?:please )?(?:never|avoid|do not(?= \S+ \S)|refrain from) (?!(?:mind|worry|bother|hesitate|panic|be|give|get|tell|let|say|stop)\b)(?!\S+ (?:it|that|this|me)$)${habit}`,
      String.raw`.*\b\^?from (?:now )?on\b|.*\b(?:whenever|every time|each time|by default|in future|in the future|going forward|for (?:every|each|all)|before (?:every|each)|after (?:every|each))\b`,
    ],
  ),
  rule('intent.rule', ['you', 'group'], [String.raw`(?:should|must|have to|need to) (?:always|never) \S`]),
  rule('intent.rule', ['thing'], [`should ${demanded}`, String.raw`(?:needs?|requires?) \S`, demand], general),
  rule('intent.rule', ['thing'], [demand]),
  rule(
    'intent.rule',
    ['group'],
    [
      `(?:always|never|only) ${habit}`,
      `(?:do not )?(?:use|name|call|write|keep|store|put|deploy|release|merge|squash|review|follow|format|prefix|tag|test|version|document|track|ship|branch|pin|publish|sign|log|allow|accept|support|commit) ${named}`,
    ],
  ),
  rule('intent.rule', ['self'], [`(?:always|never) ${habit}`]),
  rule(
    'world.fact',
    ['own', 'named', 'self'],
    [
      String.raw`(?:am|is|are) (?:due (?:in|on) [\^#]|expecting (?:an?|(?:my|her|their|our) (?:first|second|third|next)) (?:baby|child|boy|girl)|expecting twins)`,
    ],
  ),
];

function rule(kind: FactKind, topics: readonly Topic[], said: readonly string[], subject?: string): StatementRule {
  const read = { kind, topics, said: new RegExp(`^(?:${said.join('|')})`, 'u') };
  return subject === undefined ? read : { ...read, subject: new RegExp(subject, 'u') };
}

/** Whether a convention forbids. */
const forbids = /^(?:please )?(?:\S+ ){0,2}(?:never|avoid|not|refrain|forbidden)\b/;

const goingOn = new RegExp(`^(?:${doing}|${having}|makes? [a-z]{3,}s (?:at|in|for|from|of)\\b(?!.*${once}))`, 'u');
const somebodys = new RegExp(`\\b(?:${somebodyNouns})(?: \\S+)?$`, 'u');
const onceIn = new RegExp(once, 'u');
/** Where a workshop is, what one's van is. */
const thingIs = /^(?:is|are) (?:(?:in|near|at) \^|an? \S|room #)/u;

/** What somebody does not do now; only of some things it is always so. */
const fleetingDenial =
  /^do not (?!(?:own|drive|smoke|wear|use|watch|work|eat|drink|play|speak|read|cook|bake|travel)\b)/;

/** Whether a clause tells what goes on: what somebody does or has in general, or where what is theirs is. */
export function tellsWhatGoesOn({ topic, subject, said, isPresent }: ToldClause): boolean {
  if (!isPresent || topic === 'you' || topic === 'order' || topic === 'thing' || /,| we$/.test(subject)) return false;
  // What we do is one thing, where we live another; what I don't do may be what I don't just now.
  if (topic === 'group' && !/^(?:live|rehearse|share|own)\b/.test(said)) return false;
  if (topic === 'self' && (/,/.test(said) || fleetingDenial.test(said))) return false;
  if (topic !== 'own' || somebodys.test(subject)) return goingOn.test(said);
  return thingIs.test(said) && !onceIn.test(said);
}

/** The kind of the statement that a clause makes; undefined when it is nothing to believe. */
export function kindOf({ topic, subject, said }: ToldClause): FactKind | undefined {
  const found = rules.find(
    (one) => one.topics.includes(topic) && one.said.test(said) && (one.subject?.test(subject) ?? true),
  );
  return found?.kind === 'intent.rule' && forbids.test(said) ? 'intent.anti-pattern' : found?.kind;
}
