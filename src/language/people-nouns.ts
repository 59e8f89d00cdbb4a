/**
 * Nouns for people by what they are to somebody, and for pets: each list the alternatives of a pattern, in the singular.
 * English only. Lists that say which nouns mean the same stand where they are needed.
 */

/** Of one's family, but for partners and children without a sex. */
export const kinNouns =
  'mother|mum|mom|father|dad|sister|brother|son|daughter|cousin|aunt|auntie|uncle|niece|nephew|grandmother|grandma|granny|' +
  'grandfather|grandpa|grandson|granddaughter|godmother|godfather|stepmother|stepfather|stepmum|stepmom|stepdad|stepsister|' +
  'stepbrother';
export const inLawNouns = '(?:mother|father|sister|brother|son|daughter)-in-law';
const partnerNouns = 'wife|husband|spouse|partner|boyfriend|girlfriend|fianc[eé]e?';
export const companionNouns = 'friend|roommate|flatmate|housemate|neighbou?r|colleague|co-?worker|classmate|teammate';
export const superiorNouns = 'boss|manager|supervisor|mentor|coach|trainer|tutor';
/** Whoever is somebody's. */
export const peopleNouns = [kinNouns, inLawNouns, partnerNouns, companionNouns, superiorNouns].join('|');
/** Pronouns for somebody, or for several with the speaker, who was named before. */
export const somebodyPronouns = 'he|him|his|she|her|hers|they|them|their|it|we|us|our|both';
/** Who works for many. */
export const helperNouns =
  'doctor|dentist|vet|physio|therapist|accountant|lawyer|landlord|landlady|teacher|plumber|electrician|cleaner|nanny|babysitter|' +
  'gardener|hairdresser|mechanic';
export const petNouns =
  'dog|puppy|pup|cat|kitten|rabbit|bunny|hamster|horse|pony|parrot|tortoise|turtle|goldfish|snake|lizard|gecko|ferret|guinea pig|' +
  'greyhound|labrador|retriever|terrier|poodle|beagle|dachshund|spaniel|collie|husky|bulldog|pug|corgi|chihuahua|whippet|dalmatian';
