/**
 * The lists of words by which texts are read, and nothing but lists: stop words, words that are no concept or name,
 * technical terms, irregular forms, words that count as one. Words of grammar are in `grammar.ts`.
 */
import { months, seasons, shortMonths, weekdays } from './dates.ts';
import { foldName } from './fold.ts';

/** The words of a list that is written with white space between them. */
export function listed(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

/** A text as a part of a pattern, each of its characters taken as it is. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The same as a set. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(listed(words));
}

// What recall leaves out: English words that carry grammar and not meaning, without apostrophes (`dont`, `im`), as the
// tokeniser leaves them. Words that date a thing (`may`, `march`, `now`) or count it stay in.

const articlesAndPronouns =
  'a an the i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself ' +
  'she her hers herself it its itself they them their theirs themselves this that these those who whom whose ' +
  'which what someone somebody something anyone anybody anything everyone everybody everything nobody';

const verbs =
  'am is are was were be been being do does did doing done have has had having can could will would shall should ' +
  'might must im ive id ill youre youve youd youll hes shes theyre theyve theyd theyll weve wed were thats theres ' +
  'whats whos dont doesnt didnt isnt arent wasnt werent wont wouldnt cant cannot couldnt shouldnt hasnt havent ' +
  'hadnt mustnt aint lets';

const connections =
  'and or but nor so yet if then else than as because while until of at by for with about against between into ' +
  'through to from in out on off over under onto upon via per within without among toward towards';

const adverbs =
  'when where why how here there again once not no too very just also only own same such both each few more most ' +
  'other some any all ever still even really quite';

/** The words that recall leaves out of texts and of queries. */
export const stopWords: ReadonlySet<string> = new Set(
  [articlesAndPronouns, verbs, connections, adverbs].flatMap(listed),
);

// Words that are never a concept: they tie sentences together and name nothing. `always`, `never` and `must` are not
// among them, since they carry what a rule says.

const english = `
a about above after again against ago ah all almost along already also although am among an and another any anybody
anyone anything anyway anywhere are around as ask asked at away back be became because become been before began begin
being below between both bring but by bye call called came can cannot cant could did didnt do does doesnt doing don done
dont down during each either else enough even ever every everybody everyone everything everywhere far few find for found
from further gave get gets getting give given gives go goes going gone gonna good got gotta great had has hasnt have
havent having he hello hence her here hers herself hey hi him himself his hmm how however i id if ill im in indeed
instead into is isnt it its itself ive just keep kept kind know known knows last later least less let lets like likely
little ll look looked looking looks lot lots made make makes making many may maybe me mean means might mine more most
much my myself near need needs no nobody none nor not nothing now nowhere of off often oh ok okay on once one ones only
onto or other others ought our ours ourselves out over own people perhaps please pretty put quite rather re really said
same saw say says see seem seems seen several shall she should since so some somebody someone something sometimes
somewhere soon still such sure take taken takes taking tell than thank thanks that thats the their theirs them
themselves then there these they thing things think this those though thought through thus till to today together told
tomorrow too took toward towards tried try trying under until up upon us use used uses using usually ve very via want
wanted wants was wasnt way we well went were werent what whatever when whenever where wherever whether which while who
whoever whole whom whose why will with within without wont would wouldnt wow yeah yes yesterday yet you your youre
yours yourself yourselves`;

/** The most frequent function words of other languages: single words that would crowd out names. */
const others = `
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только её ее мне было вот от меня ещё
о из ему это
der das dem des und ist nicht ein eine einen mit auf von zu im ich wir sie er es
le la les un une des du et est dans que qui je nous vous il elle ne pas ce au aux
el los las una y en del por con para que se su lo
的 了 是 在 我 你 他 她 它 们 我们 你们 他们 这 那 和 与 就 都 也 很 不 有 个 一 一个 上 下 到 说 要 去 会 着 没有 吗 呢 吧
は が を に で と も の へ や から まで より です ます だ た て し れ さ い する した ある いる この その あの これ それ な
ない こと もの よう そう か ね よ
은 는 이 가 을 를 에 의 와 과 도 로`;

/** The stop words, folded as concepts are. */
export const conceptStopWords: ReadonlySet<string> = new Set(listed(`${english} ${others}`).map(foldName));

// Words that are written with a capital and still name nobody and nothing in particular.

/** Words of other languages for days and their parts: many sentences begin with one. */
export const timesElsewhere: readonly string[] = listed(
  "heute gestern vorgestern morgen übermorgen abend nacht mittag jetzt hoy ayer anteayer mañana manana ahora anoche noche tarde aujourd'hui " +
    'aujourd’hui hier demain avant-hier après-demain soir matin maintenant oggi ieri domani adesso stasera hoje ontem amanhã agora vandaag ' +
    'gisteren vanavond idag igår imorgon dzisiaj dziś wczoraj jutro сегодня вчера завтра сейчас 今日 明日 昨日 今天 明天 昨天 今晩 今晚 現在 现在',
);

const ordinary: ReadonlySet<string> = setOf(`
i i'm i've i'll i'd mom mum mommy mama dad daddy papa grandma grandpa granny auntie god lord jesus sir madam
internet web tv pc ok okay lol lmao omg btw idk imo imho tbh fyi asap diy faq am pm ad bc rip ps pov
congrats congratulations yay yup yep nope nah aww aw awww hmm ugh oops phew woah whoa wow haha hehe hey hi hello
thanks thx cheers bye goodbye welcome sorry please absolutely totally definitely exactly sounds cool awesome amazing
good great nice happy best dear morning evening night afternoon tonight
ii iii iv vi vii viii ix xi xii
note todo fixme warning error info debug yes no ${timesElsewhere.join(' ')}`);

/** Parts of names ("East Coast", "Pride Month", "Black Friday"), but none alone. */
const onlyParts: ReadonlySet<string> = new Set([
  ...months,
  ...shortMonths,
  ...seasons,
  ...weekdays.flatMap((day) => [day, `${day}s`]),
  ...listed(`
mon tue tues wed thu thur thurs fri sat sun sept
north south east west northern southern eastern western english french german spanish italian portuguese dutch swedish
danish norwegian finnish polish russian ukrainian chinese mandarin cantonese japanese korean arabic hebrew hindi
turkish greek latin irish welsh scottish european asian african american british`),
]);

/** Whether a word (lower case) is no part of a name: function words, greetings, forms of address. */
export function isOrdinary(lower: string): boolean {
  return ordinary.has(lower) || conceptStopWords.has(lower.replace(/['’]/g, ''));
}

/** Whether a word (lower case) is never a name by itself: what is ordinary, and days, months, languages, directions. */
export function isNeverAlone(lower: string): boolean {
  return onlyParts.has(lower) || isOrdinary(lower);
}

/**
 * Everyday words that are also names of pets, people, places, products and companies, as far as the
 * lexicon doesn't tell: written small they mean what they say ("add some pepper").
 */
export const everydayWords: ReadonlySet<string> = setOf(`
angel apollo apple bandit banner bath bear bird bishop block blue bolt boots box brick brook brown buck buffalo bug
bunny butter buttercup button candy captain card carol cash castle cat champion chance chase chat cherry chili china
chip chocolate cinnamon clay cloud clover coal coffee comet cookie copper coral cotton court cowboy cream cricket crow
crown crystal daisy dash deal delta diamond dog dollar dolphin dot dove dragon dream duck duke dust eagle earth echo
edge ember emerald express fern finch fire fisher flame flash flora flower focus forest fox freedom friday frost fudge
gap garden gem ghost giant ginger glen gold goose grass gravel green grey hammer happy harmony harvest hash hawk hazel
heart heat heather heaven herb hero hill honey hull ice indigo ink iris iron ivory ivy jade jam jasmine jersey jet
jewel journey judge key king kitty knight lady lake lamp lance lark leaf legend lemon library lightning lime linen
lion lobster lotus magic magnet mango maple marble mars melody mercury meta mint mist misty mocha monkey moon moss
mouse muffin mustard navy nest ninja nova nugget nutmeg oak oasis ocean onion onyx opal opera orchid otter owl panda
panther paper party patch patches peach peanut pebble penguin pepper phantom phoenix pickle pie piper pixel plum pluto
polo pony poppy porter potato powder prince princess puma pumpkin puppy queen quill rabbit radar rain rainbow ranger
raven react reading rebel rest ridge river road robot rock rocket rocky rooster rover royal rugby sable safari saffron
sage sailor salt sand sandwich sapphire satin scarlet scout shade shadow shell sherry shield ship signal silk silver
sky slate smoke smokey smoky snow snowball socks spark sparky sparrow spice spike spirit spot spring sprite square
star steel stella stone storm stripe subway sugar sun sunny sunshine swan table tank tea teams teddy temple thread
thunder tide tiger timber titan toast toffee token topaz tower trip trooper truffle tulip turkey turtle twist velvet
venus viper visa waffle walnut wave whale whiskers willow wind window windows winner wolf wood word world wren yard
zebra zen zoom`);

/** Words of software work, folded as concepts are. */
export const defaultTechnicalTerms: ReadonlySet<string> = setOf(`
algorithm ansible api apis apt async auth authentication authorization aws azure backend bash bearer benchmark bigint
boolean bytecode cache changelog chromium ci cli cmake codebase codec commit compiler config container cookie cors cpu
cron crud css csrf csv daemon dataset database databases debugger dependency deployment deserialize django dns docker
dockerfile dom elasticsearch embedding embeddings endpoint endpoints enum eslint express fastapi firewall firestore flask
frontend git github gitlab golang gpu gradle grafana graphql grpc hash haskell heap hostname html http https ide json
jupyter jwt kafka kernel kotlin kubectl kubernetes lambda latency ldap linter linux llm llms localhost lockfile macos
makefile markdown mcp metadata middleware migration mongodb mutex mysql namespace nginx nodejs npm nuget numpy oauth
onnx openai openssl orm pandas payload php pip plugin pnpm podman postgres postgresql powershell prometheus protobuf
pydantic pypi pytest python pytorch rabbitmq react redis redux refactor refactoring regex repo repository rest rollback
rpc ruby runtime rust saml schema sdk semaphore serializer sha256 sqlite sql ssh ssl stacktrace stdin stderr stdout
subnet surrealdb svelte swagger systemd tcp telemetry tensorflow terraform thread timeout tls token tokenizer tokens toml
typescript javascript ubuntu udp unicode url utf8 uuid vector venv vite vitest vue wasm webassembly webhook webpack
websocket xml yaml yarn zsh`);

/** Words for a sort of thing, of which whoever has one has many: which one is meant they do not say. */
export const sortWords: readonly string[] = listed(
  'api app client customer user table row column record field entry page screen report package module component endpoint request response ' +
    'service server host job task item data bug error issue test build project branch script',
);

/** Endings (without the dot) by which a bare word is known for a file name; none is an English word that ends a sentence. */
export const fileExtensions: ReadonlySet<string> = setOf(`
astro avi bash bat bib bmp bz2 c cc cfg cjs clj cmd conf cpp cs css csv cts cu cxx dart db dll dmg doc docx dylib
eot epub erl ex exe exs fish flac fs gif go gql gradle graphql gz h heic hpp hrl hs htm html ico ini ino ipynb jar java
jpeg jpg js json json5 jsonc jsonl jsx kt kts less lock log lua m4a map md mdx mjs mkv mov mp3 mp4 mpeg mts ndjson nix
odt ogg onnx otf parquet patch pdf php pkl pl plist png ppt pptx prisma proto ps1 pt py pyc pyi pyx rar rb rs rst rtf
safetensors sass scala scss sh sol sql sqlite surql svelte svg swift tar tex tf tgz tif tiff toml ts tsv tsx
ttf txt vue wasm wav webm webp whl woff woff2 xls xlsx xml xz yaml yml zig zip zsh`);

/**
 * English forms that no stemmer brings back to their base (`went`, `bought`, `children`).
 * Each line: the base, then its irregular forms. Forms that are words of their own with another
 * meaning (`left`, `found` a company, `saw` a plank) are taken as the far more common verb form.
 */

const forms = `
arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun|bend bent
bet betted|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought
build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt|dig dug
draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed
feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown
hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led
lean leant|leap leapt|learn learnt|leave left|lend lent|lie lain|light lit|lose lost|make made|mean meant
meet met|mistake mistook mistaken|overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung
rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken
shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|speak spoke spoken|speed sped|spend spent|spill spilt|spin spun|spring sprang sprung|stand stood
steal stole stolen|stick stuck|sting stung|strike struck|strive strove striven|swear swore sworn|sweep swept
swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought
throw threw thrown|understand understood|undertake undertook undertaken|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|withdraw withdrew withdrawn|write wrote written|rewrite rewrote rewritten
child children|person people|man men|woman women|foot feet|tooth teeth|goose geese|mouse mice|wife wives
life lives|knife knives|leaf leaves|half halves|shelf shelves|wolf wolves|loaf loaves|scarf scarves
mother mom mum mommy mummy mama|father dad daddy papa|grandmother grandma granny|grandfather grandpa|kid kiddo kiddos
`;

/** From an irregular form to its base. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  forms
    .trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [base = '', ...others] = line.trim().split(' ');
      return others.map((form): [string, string] => [form, base]);
    }),
);

/** Words that count as one, so that "built" negates "wrote" and "colour" is "color": each group stands for its first. */
export const sameWords: readonly string[] = [
  'like love enjoy adore fond fan',
  'hate dislike detest loathe',
  'make implement write build create develop code program',
  'use utilise utilize employ',
  'finish complete',
  'begin start',
  'buy purchase',
  'need require',
  'allow permit',
  'forbid prohibit disallow',
  'have own possess',
  'live reside',
  'rise increase grow climb',
  'fall decrease drop shrink decline',
  'pass succeed',
  'fix repair',
  'remove delete',
  'visit been',
  'practise practice',
  'big large huge',
  'small little tiny',
  'fast quick rapid',
  'optional voluntary',
  'mandatory compulsory obligatory',
  'holiday vacation',
  'colour color',
  'favourite favorite',
  'flat apartment',
  'film movie',
  'licence license',
  'doctor physician',
  'minute min',
  'second sec',
  'hour hr',
];

/** "Im", "ive" and "ill" for the speaker, written small; who "is ill" is another. Part of a pattern. */
export const smallSelf =
  'im|ive|(?<!\\b(?:is|are|was|were|be|been|fell|feels?|felt|got|gets|very|so|too|seriously|critically|the|and|or) )ill(?= \\p{Ll})';

// Nouns for people by what they are to somebody, and for pets: each list the alternatives of a pattern, in the singular.
// Lists that say which nouns mean the same stand where they are needed.

/** Of one's family, but for partners and children without a sex. */
export const kinNouns =
  'mother|mum|mom|father|dad|sister|sis|brother|son|daughter|cousin|aunt|auntie|uncle|niece|nephew|grandmother|grandma|granny|' +
  'grandfather|grandpa|grandson|granddaughter|godmother|godfather|stepmother|stepfather|stepson|stepdaughter|stepmum|stepmom|stepdad|stepsister|' +
  'stepbrother';
export const inLawNouns = '(?:mother|father|sister|brother|son|daughter)-in-law';
const partnerNouns = 'wife|husband|hubby|spouse|partner|boyfriend|girlfriend|gf|bf|fianc[eé]e?';
export const companionNouns = 'friend|roommate|flatmate|housemate|neighbou?r|colleague|co-?worker|classmate|teammate';
export const superiorNouns = 'boss|manager|supervisor|mentor|coach|trainer|tutor';
/** Whoever is somebody's. */
export const peopleNouns = [kinNouns, inLawNouns, partnerNouns, companionNouns, superiorNouns].join('|');
/** Pronouns for somebody, or for several with the speaker, who was named before. */
export const somebodyPronouns = 'he|him|his|she|her|hers|they|them|their|it|we|us|our|both';
/** Who works for many. */
export const helperNouns =
  'doctor|dentist|vet|physio|therapist|accountant|lawyer|landlord|landlady|teacher|plumber|electrician|cleaner|nanny|babysitter|' +
  'gardener|hairdresser|mechanic|foreman|forewoman|apprentice|trainee|intern|assistant|secretary|tenant|midwife';
export const petNouns =
  'dog|puppy|pup|cat|kitten|donkey|mule|alpaca|llama|goat|budgie|canary|cockatiel|parakeet|chinchilla|rabbit|bunny|hamster|horse|pony|parrot|tortoise|turtle|goldfish|snake|lizard|gecko|ferret|guinea pig|' +
  'greyhound|labrador|retriever|terrier|poodle|beagle|dachshund|spaniel|collie|husky|bulldog|pug|corgi|chihuahua|whippet|dalmatian|sheepdog|schnauzer|lurcher|mongrel';
/** Whoever is somebody's, works for many, or is a pet. */
export const somebodyNouns = [peopleNouns, helperNouns, petNouns].join('|');

/** The month: in capitals, with a day or behind what leads to a month; else `may` is a word. */
export const tellsMay: RegExp =
  /\bMay\b|\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)?|in|since|until|till|next|last|this|early|mid|late|by|of|from|to|before|after|during|around) may\b|\bmay (?:\d{1,2}|and|or|to)\b|^\W*may\W*$/;
