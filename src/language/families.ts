/**
 * Words of one family that exclude each other in an answer: who asks for a brother is not answered by what is told of a
 * sister. Where another of the family is an answer, as with colours and days, it is no family. English only.
 */
import { lazily } from '../domain/values.ts';
import { toolsOf } from './tool-kinds.ts';
import { stemOf, termsOf } from './words.ts';
import { listed } from './word-lists.ts';

/** By family: its members, each with its other names; after `:` what stands for any of them. */
const families: readonly string[] = [
  'brother bro | sister sis : sibling twin family relative',
  'mother mum mom mummy mama | father dad daddy papa : parent folks family',
  'grandmother grandma granny nan | grandfather grandpa granddad grandad : grandparent family',
  'son boy | daughter girl : child kid baby twin family toddler',
  'husband | wife : spouse partner married',
  'boyfriend | girlfriend : partner',
  'uncle | aunt auntie : relative family',
  'nephew | niece : relative family',
  'cat kitten kitty tabby siamese ragdoll moggy | dog puppy pup mutt beagle poodle terrier labrador retriever greyhound whippet spaniel collie corgi husky dachshund pug ' +
    'chihuahua bulldog dalmatian rottweiler doberman schnauzer pomeranian labradoodle cockapoo | hamster | rabbit bunny | parrot budgie canary cockatiel macaw cockatoo | ' +
    'horse pony mare stallion gelding | turtle tortoise | goldfish | spider | snake | mouse rat | cow | pig | sheep | goat | bee wasp : pet animal',
  'car dacia skoda kia toyota volvo bmw audi vw volkswagen renault peugeot fiat tesla mazda honda nissan opel hyundai | bicycle | motorbike motorcycle | train railway | bus coach | flight plane airplane fly | boat ferry ship sailing | tram | scooter : vehicle trip journey',
  'breakfast | lunch | dinner supper : meal eat ate',
  'doctor gp physician | dentist orthodontist | cardiologist | dermatologist | gynaecologist gynecologist | paediatrician pediatrician | optician | lawyer attorney | plumber | electrician | accountant | vet veterinarian | therapist | physio physiotherapist | ' +
    'hairdresser barber | landlord landlady | mechanic | gardener | cleaner | babysitter nanny',
  'piano | guitar | violin | cello | drum | trumpet | flute | saxophone sax | harp | clarinet | trombone | ukulele | accordion | banjo : instrument',
  'film movie cinema | book novel read | song | podcast | game | series show | painting | poem',
  'sofa couch | table | chair | bed | desk | lamp | shelf bookshelf | carpet rug | curtain | wardrobe | fridge | oven | dishwasher | washing',
  'email mail e-mail | phone telephone mobile',
  'kitchen | bedroom | bathroom | garage | garden | attic | basement cellar | balcony | living : room house',
  'english | french | spanish | german | italian | portuguese | dutch | russian | polish | chinese mandarin | japanese | korean | arabic | turkish | greek | hindi | swedish | danish | norwegian | finnish : language',
  'maths math mathematics | physics | chemistry | biology | geography | history | english | latin : subject',
  'tennis | football soccer | basketball | volleyball | badminton | golf | hockey | baseball | cricket | rugby | squash | climbing bouldering | swimming | cycling | skiing | yoga | pilates | judo | karate | fencing | rowing | running jogging : sport',
  'soprano | alto | tenor | baritone : voice singer choir',
  'coffee | tea | beer | wine | whisky whiskey | gin | vodka | juice | lemonade',
  'staging | production prod : environment',
  'frontend | backend',
  'ios iphone | android',
  'windows | linux | macos mac',
  'mysql | postgresql postgres | mongodb | sqlite | redis : database',
  'colour color | food dish snack cuisine | season | flower | number | team | restaurant | actor actress | author writer',
  'milk | flour | sugar | butter | yeast | egg | cheese | salt | rice | meat | fish | vegetable veg | fruit : food grocery ingredient dairy',
  'croissant | baguette | bagel | muffin | doughnut donut | brownie | pretzel | waffle',
  'cholesterol | pressure | pulse heartbeat bpm heart | glucose | iron | haemoglobin hemoglobin',
  'ring | necklace | bracelet | earring | watch : jewellery jewelry',
  'buy bought purchase | sell sold',
  'passport | driving licence license | visa',
  'barcelona | berlin | paris | london | rome | madrid | vienna | lisbon | amsterdam | brussels | prague | budapest | warsaw | athens | dublin | oslo | stockholm | ' +
    'copenhagen | helsinki | zurich | geneva | munich | hamburg | milan | venice | florence | naples | porto | seville | lyon | edinburgh | tokyo | kyoto | osaka | ' +
    'beijing | shanghai | singapore | bangkok | delhi | mumbai | sydney | melbourne | chicago | boston | seattle | denver | austin | miami | toronto | montreal | vancouver',
  'germany | france | spain | italy | portugal | england | scotland | ireland | wales | poland | austria | switzerland | belgium | netherlands | denmark | sweden | norway | ' +
    'finland | iceland | greece | turkey | croatia | japan | china | korea | vietnam | thailand | india | australia | canada | mexico | brazil | peru | chile | egypt | morocco | kenya',
];

const spoken =
  'english french spanish german italian portuguese dutch russian polish chinese mandarin cantonese japanese korean arabic turkish greek hindi swedish danish ' +
  'norwegian finnish farsi persian hebrew urdu bengali tamil thai vietnamese indonesian malay swahili welsh irish gaelic basque catalan latin czech slovak hungarian ' +
  'romanian bulgarian serbian croatian ukrainian icelandic estonian latvian lithuanian esperanto yiddish kurdish punjabi tagalog afrikaans';
/** Names of languages that people speak, in lower case. */
export const humanLanguages: ReadonlySet<string> = new Set(listed(`${spoken} bsl asl`));

/**
 * Words for a kind of thing, and what is of it; one excludes none of the others. Of a closed kind most of what people
 * speak of is listed: what names none of it says nothing of that kind. `_` joins the words of one name.
 */
const closedKinds: readonly string[] = [
  'colour color : shade hue red blue green yellow orange purple pink brown black white grey gray beige turquoise navy silver gold golden teal tabby violet cream ivory maroon ' +
    'burgundy magenta cyan lilac lavender olive mint ginger blond blonde brunette auburn dark light khaki crimson indigo mustard ochre coral',
  `language : ${spoken} sign python rust golang java kotlin scala typescript javascript ruby php perl swift elixir haskell clojure zig cobol fortran sql ocaml erlang julia dart`,
  'sport : tennis football soccer basketball volleyball badminton golf hockey baseball softball cricket rugby squash climb boulder swim cycle bike ski snowboard yoga pilates ' +
    'judo karate taekwondo aikido kickbox box wrestle fence row run jog surf kitesurf windsurf sail skate handball triathlon marathon capoeira gymnast dance ballet archery ' +
    'darts curling polo lacrosse padel pingpong kayak canoe dive snorkel hike parkour crossfit weightlift lift ride athletics bowl netball jiujitsu jitsu muay kendo ' +
    'orienteering trampoline floorball frisbee paraglide',
  'martial_art : judo karate taekwondo aikido kickbox box wrestle fence capoeira jiujitsu jitsu muay kendo kung krav sambo',
  'instrument : piano keyboard guitar ukulele violin viola cello bass drum trumpet trombone tuba horn flute oboe clarinet bassoon saxophone sax harp accordion banjo ' +
    'mandolin recorder organ harmonica bagpipes sitar lute fiddle percussion xylophone synthesizer synth djembe lyre zither kazoo',
  'drink beverage : coffee tea beer wine whisky whiskey gin vodka juice lemonade water milk cola coke soda espresso cappuccino latte macchiato mocha matcha chai cocoa ' +
    'kombucha smoothie cocktail mojito martini rum tequila cider prosecco champagne sake tonic spritz negroni margarita ale stout lager brandy cognac sherry port decaf',
  'flower : rose tulip peony lily daisy orchid sunflower daffodil lavender iris violet carnation hydrangea dahlia poppy jasmine geranium petunia marigold lilac magnolia ' +
    'hibiscus chrysanthemum begonia pansy crocus hyacinth snowdrop freesia bluebell',
  'fruit : apple pear banana orange grape cherry strawberry raspberry blueberry blackberry mango peach nectarine plum melon watermelon kiwi lemon lime pineapple fig apricot ' +
    'currant gooseberry cranberry elderberry grapefruit mandarin clementine tangerine pomegranate papaya lychee persimmon quince rhubarb berry date avocado',
  'vegetable veg : tomato potato carrot onion garlic lettuce cabbage spinach pepper cucumber courgette zucchini aubergine eggplant bean pea broccoli cauliflower leek ' +
    'pumpkin squash beetroot beet kale chard celery celeriac radish turnip parsnip swede fennel asparagus artichoke corn sweetcorn sprout okra rocket arugula chicory ' +
    'shallot chilli chili mushroom yam herb chive',
  'database db : postgres postgresql mysql mariadb mongodb sqlite redis surrealdb cassandra dynamodb duckdb clickhouse oracle firestore supabase neo4j',
  'orm query_builder : prisma drizzle kysely sequelize typeorm mikroorm objection knex hibernate sqlalchemy django activerecord eloquent doctrine gorm diesel sqlx jooq peewee ' +
    'mongoose dapper ef exposed ecto',
  'linter : eslint biome ruff flake8 pylint tslint oxlint golangci clippy rubocop stylelint checkstyle ktlint',
  'formatter : prettier biome black ruff gofmt rustfmt dprint yapf',
  'broker queue message_queue message_broker : kafka rabbitmq sqs nats redis celery bullmq sidekiq pubsub activemq pulsar mqtt',
  'css_framework ui_library component_library : tailwind bootstrap bulma mui chakra shadcn radix mantine antd',
  'e2e_tool e2e_framework : playwright cypress selenium puppeteer webdriverio testcafe',
];

/** The same of kinds of which anybody knows more than a list has. */
const openKinds: readonly string[] = [
  'subject : maths math mathematics physics chemistry biology geography history english french german spanish latin art music economics philosophy religion politics ' +
    'sociology psychology literature science computing informatics gym pe sports drama ethics',
  'month : january february march april june july august september october november december',
  'weekday : monday tuesday wednesday thursday friday saturday sunday',
  'clay : stoneware porcelain earthenware terracotta',
  'vehicle : car bike bicycle motorbike motorcycle scooter vespa van truck boat moped tram bus train',
  'meal dish : breakfast lunch dinner supper soup pasta pizza risotto curry salad lasagne lasagna stew sushi ramen burger',
  'camera : canon nikon sony fujifilm leica olympus panasonic gopro pentax',
  'relative : brother sister mother father cousin aunt uncle niece nephew son daughter grandmother grandfather',
  'appliance : fridge freezer oven dishwasher washing dryer microwave toaster kettle hoover vacuum stove',
  'joint : knee ankle hip shoulder elbow wrist finger thumb',
  'antibiotic : penicillin amoxicillin',
  'allergen : nut peanut shellfish gluten dairy lactose pollen egg soy',
  'pet : dog cat rabbit hamster parrot budgie fish horse pony tortoise turtle guinea',
  'bird : canary parrot budgie cockatiel macaw cockatoo finch hen chicken duck goose owl pigeon sparrow robin swan',
  'herb : dill basil parsley thyme oregano rosemary sage mint coriander cilantro chives tarragon marjoram',
  'season : spring summer autumn fall winter',
];

/** Where a word stands. */
interface Member {
  /** The stems that name the same or any of the family. */
  readonly same: ReadonlySet<string>;
  /** The stems of the others. */
  readonly others: ReadonlySet<string>;
}

/** Stems of a family: its groups of names, and what stands for any of it. */
interface Family {
  readonly groups: readonly (readonly string[])[];
  readonly general: readonly string[];
}

/** A stem's places: the family, and the group in it. Read when a question is first asked. */
const places = lazily(() => {
  const found = new Map<string, readonly [Family, number]>();
  for (const line of families) {
    const [list = '', any = ''] = line.split(':');
    const groups = list.split('|').map((group) => listed(group).map(stemOf));
    const family = { groups, general: any.trim() === '' ? [] : listed(any).map(stemOf) };
    groups.forEach((group, place) => {
      for (const stem of group) found.set(stem, [family, place]);
    });
  }
  return found;
});

function memberOf(term: string): Member | undefined {
  const [family, place] = places().get(term) ?? [];
  if (family === undefined || place === undefined) return undefined;
  const same = new Set([...(family.groups[place] ?? []), ...family.general]);
  return { same, others: new Set(family.groups.flat().filter((stem) => !same.has(stem))) };
}

/** The stems of all in the family that a word stands for any of: "room" is kitchen, bedroom and the rest. */
function membersOf(stem: string): readonly string[] {
  const found = new Set<Family>();
  for (const [family] of places().values()) if (family.general.includes(stem)) found.add(family);
  return [...found].flatMap(({ groups }) => groups.flat());
}

/** A kind of thing that a question asks for. */
export interface KindAsked {
  /** The stems of the words that say the kind. */
  readonly terms: readonly string[];
  /** The stems of what is of the kind, as far as it is listed. */
  readonly members: readonly string[];
  /** Whether what says neither the kind nor one of its members tells of none. */
  readonly isClosed: boolean;
}

/** The kind that the last words of a phrase say: the "test framework" of "Which test framework do we use?". */
export function kindSaid(phrase: readonly string[]): KindAsked | undefined {
  const last = phrase.at(-1) ?? '';
  for (const name of [phrase.slice(-2).join('_'), last]) {
    const listedKind = ofKind().get(name.replace(/s$/, '')) ?? ofKind().get(name);
    const tools = toolsOf(name.replaceAll('_', ' ')).map(stemOf);
    const members = [...(listedKind?.members ?? []), ...tools, ...(name === last ? membersOf(stemOf(last)) : [])];
    if (members.length === 0) continue;
    const isClosed = listedKind?.isClosed === true || tools.length > 0;
    return { terms: name.split('_').map(stemOf), members: [...new Set(members)], isClosed };
  }
  return last === '' ? undefined : { terms: [stemOf(last)], members: [], isClosed: false };
}

/** By the name of a kind: the stems of what is of it. */
const ofKind = lazily(() => {
  const read = (
    lines: readonly string[],
    isClosed: boolean,
  ): readonly (readonly [string, Omit<KindAsked, 'terms'>])[] =>
    lines.flatMap((line) => {
      const [names = '', members = ''] = line.split(':');
      const stems = listed(members).map(stemOf);
      return listed(names).map((name) => [name, { members: stems, isClosed }] as const);
    });
  return new Map([...read(openKinds, false), ...read(closedKinds, true)]);
});

/** The stems that name the same as a stem, or any of its family. */
export function sameInFamily(stem: string): ReadonlySet<string> {
  return memberOf(stem)?.same ?? new Set();
}

/** The families that the terms of a question name one of, each with what is as good and what is another. */
export function familiesIn(terms: readonly string[]): readonly Member[] {
  const found = terms.flatMap((term) => memberOf(term) ?? []);
  // Who asks for two of a family asks for either.
  return found.filter((member) => !found.some((other) => other !== member && isOfFamily(other, member)));
}

function isOfFamily(one: Member, other: Member): boolean {
  return [...one.same].some((stem) => other.others.has(stem));
}

/** Whether a term is another, or the beginning of it: "prod" for "production". */
export function isFormOf(one: string, other: string): boolean {
  return one === other || (Math.min(one.length, other.length) > 3 && (one.startsWith(other) || other.startsWith(one)));
}

/** Whether a text has one of some terms. */
export function saysAnyOf(text: string, terms: readonly string[]): boolean {
  return termsOf(text).some((term) => terms.includes(term));
}
