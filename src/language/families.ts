/**
 * Words of one family that exclude each other in an answer: who asks for a brother is not answered by what is told of a
 * sister. Where another of the family is an answer, as with colours and days, it is no family. English only.
 */
import { lazily } from '../domain/values.ts';
import { stemOf } from './words.ts';
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
  'cat kitten kitty | dog puppy pup beagle poodle terrier labrador | hamster | rabbit bunny | parrot budgie canary | horse pony | turtle tortoise | goldfish | ' +
    'spider | snake | mouse rat | cow | pig | sheep | goat | bee wasp : pet animal',
  'car dacia skoda kia toyota volvo bmw audi vw volkswagen renault peugeot fiat tesla mazda honda nissan opel hyundai | bike bicycle | motorbike motorcycle | train railway | bus coach | flight plane airplane fly | boat ferry ship sailing | tram | scooter : vehicle trip journey',
  'breakfast | lunch | dinner supper : meal eat ate',
  'doctor gp physician | dentist orthodontist | cardiologist | dermatologist | gynaecologist gynecologist | paediatrician pediatrician | optician | lawyer attorney | plumber | electrician | accountant | vet veterinarian | therapist | physio physiotherapist | ' +
    'hairdresser barber | landlord landlady | mechanic | gardener | cleaner | babysitter nanny',
  'piano | guitar | violin | cello | drum | trumpet | flute | saxophone sax | harp | clarinet | trombone | ukulele | accordion | banjo : instrument',
  'film movie cinema | book novel read | song | podcast | game | series show | painting | poem',
  'sofa couch | table | chair | bed | desk | lamp | shelf bookshelf | carpet rug | curtain | wardrobe | fridge | oven | dishwasher | washing',
  'email mail e-mail | phone telephone mobile',
  'kitchen | bedroom | bathroom | garage | garden | attic | basement cellar | balcony | living : room house',
  'english | french | spanish | german | italian | portuguese | dutch | russian | polish | chinese mandarin | japanese | korean | arabic | turkish | greek | hindi | swedish | danish | norwegian | finnish : language',
  'maths math mathematics | physics | chemistry | biology | geography | history : subject',
  'tennis | football soccer | basketball | volleyball | badminton | golf | hockey | baseball | cricket | rugby | squash | climbing bouldering | swimming | cycling | skiing | yoga | pilates | judo | karate | fencing | rowing | running jogging : sport',
  'coffee | tea | beer | wine | whisky whiskey | gin | vodka | juice | lemonade : drink',
  'staging | production prod : environment',
  'frontend | backend',
  'ios iphone | android',
  'windows | linux | macos mac',
  'mysql | postgresql postgres | mongodb | sqlite | redis : database',
  'colour color | food dish snack cuisine | season | flower | number | team | restaurant | actor actress | author writer',
  'milk | flour | sugar | butter | yeast | egg | cheese | salt | rice | meat | fish | vegetable veg | fruit : food grocery ingredient dairy',
  'croissant | baguette | bagel | muffin | doughnut donut | brownie | pretzel | waffle',
  'cholesterol | pressure | pulse | glucose | iron | haemoglobin hemoglobin',
  'ring | necklace | bracelet | earring | watch : jewellery jewelry',
  'passport | driving licence license | visa',
  'barcelona | berlin | paris | london | rome | madrid | vienna | lisbon | amsterdam | brussels | prague | budapest | warsaw | athens | dublin | oslo | stockholm | ' +
    'copenhagen | helsinki | zurich | geneva | munich | hamburg | milan | venice | florence | naples | porto | seville | lyon | edinburgh | tokyo | kyoto | osaka | ' +
    'beijing | shanghai | singapore | bangkok | delhi | mumbai | sydney | melbourne | chicago | boston | seattle | denver | austin | miami | toronto | montreal | vancouver',
  'germany | france | spain | italy | portugal | england | scotland | ireland | wales | poland | austria | switzerland | belgium | netherlands | denmark | sweden | norway | ' +
    'finland | iceland | greece | turkey | croatia | japan | china | korea | vietnam | thailand | india | australia | canada | mexico | brazil | peru | chile | egypt | morocco | kenya',
];

/** Words for a kind of thing, and what is of it; one excludes none of the others. */
const kinds: readonly string[] = [
  'colour color : red blue green yellow orange purple pink brown black white grey gray beige turquoise navy silver golden teal tabby',
  'month : january february march april june july august september october november december',
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

/** The stems of all in the family that a word stands for any of: "sport" is tennis, badminton and the rest. */
export function membersOf(stem: string): readonly string[] {
  const found = new Set<Family>();
  for (const [family] of places().values()) if (family.general.includes(stem)) found.add(family);
  return [...[...found].flatMap(({ groups }) => groups.flat()), ...(ofKind().get(stem) ?? [])];
}

/** By the stem of a word for a kind: the stems of what is of it. */
const ofKind = lazily(
  () =>
    new Map(
      kinds.flatMap((line) => {
        const [names = '', members = ''] = line.split(':');
        return listed(names).map((name): readonly [string, readonly string[]] => [
          stemOf(name),
          listed(members).map(stemOf),
        ]);
      }),
    ),
);

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
