/** Nouns that say how somebody stands to somebody, or that something is somebody's. */

/** Nouns of persons, with the predicate that runs from the person to whose it is. */
const persons: Readonly<Record<string, string>> = {
  sister: 'sister of',
  brother: 'brother of',
  mother: 'mother of',
  mom: 'mother of',
  mum: 'mother of',
  father: 'father of',
  dad: 'father of',
  son: 'son of',
  daughter: 'daughter of',
  cousin: 'cousin of',
  aunt: 'aunt of',
  uncle: 'uncle of',
  niece: 'niece of',
  nephew: 'nephew of',
  grandmother: 'grandmother of',
  grandma: 'grandmother of',
  grandfather: 'grandfather of',
  grandpa: 'grandfather of',
  wife: 'married to',
  husband: 'married to',
  spouse: 'married to',
  partner: 'partner of',
  boyfriend: 'partner of',
  girlfriend: 'partner of',
  fiance: 'partner of',
  fiancee: 'partner of',
  friend: 'friend of',
  colleague: 'colleague of',
  coworker: 'colleague of',
  'co-worker': 'colleague of',
  boss: 'boss of',
  manager: 'boss of',
  supervisor: 'boss of',
  neighbour: 'neighbour of',
  neighbor: 'neighbour of',
  roommate: 'roommate of',
  flatmate: 'roommate of',
  teacher: 'teacher of',
  mentor: 'mentor of',
};

const pets =
  'cat kitten dog puppy pup rabbit bunny hamster parrot bird horse pony tortoise turtle goldfish fish snake lizard ' +
  'gecko ferret pet guinea-pig goat chicken';
const things =
  'boat car bike van truck motorbike guitar bakery shop store restaurant cafe studio farm company startup business gallery';

/** Pets, whose names follow without further ado. */
export const petNouns: string = pets.split(' ').join('|').replace('guinea-pig', 'guinea pig');
/** Nouns of what somebody owns under a name. */
export const ownedNouns: string = `${petNouns}|${things.split(' ').join('|')}`;
/** Nouns of persons. */
export const personNouns: string = Object.keys(persons).join('|');

/** The predicate from somebody to whose he is; undefined for a noun of what is owned. */
export function predicateOfNoun(noun: string): string | undefined {
  const one = noun.toLowerCase().replace(/é/g, 'e');
  return persons[one] ?? persons[one.replace(/s$/, '')];
}

/** Whether a name follows a noun without a word for it: "my sister Ines", but "my shop called Crumb". */
export function isNamedAlone(noun: string): boolean {
  return predicateOfNoun(noun) !== undefined || petNouns.split('|').includes(noun.replace(/s$/, ''));
}

/** The predicate of two of a kind: "are sisters", "are married". */
export function predicateOfPair(word: string): string | undefined {
  if (word === 'married') return 'married to';
  return word === 'engaged' ? 'partner of' : predicateOfNoun(word);
}
