/**
 * English words that say how stirred somebody is, whichever way: our own short list, since the
 * free lexicons know how pleasant a word is and not how stirring. Inflected forms are found by
 * their stem.
 */
import { termsOf } from './terms.ts';

const stirred = `
  agitated alarmed amazed amazing anger angry anxiety anxious astonished awestruck buzzing chaos chaotic crazy dread
  eager ecstatic elated electric emergency energised energetic enraged euphoric excited excitement exhilarated exploded
  fear frantic freaked frenzy frightened frustrated fuming furious fury hate horrified horror hyped hysterical incredible
  infuriated insane intense irate jittery jubilant livid mad nervous outraged overjoyed overwhelmed panic panicked
  passionate petrified rage raging rattled restless scared screamed screaming shaken shaking shocked shouted shouting
  sobbing spooked startled stress stressed stunned tense terrified terror thrilled thrill triumphant uneasy unnerved
  upset urgent vibrant wild wow yelled yelling
`;

const still = `
  apathetic ashamed at-ease bleak blue bored boring burnt-out calm calming comfortable content contented cosy
  defeated deflated dejected demoralised depressed depressing despondent disappointed disappointing disheartened
  disillusioned down drained drowsy dull empty exhausted fatigued flat forlorn gentle gloomy grateful heavy-hearted
  homesick hopeless idle indifferent lazy lethargic listless lonely low mellow melancholy mild moody numb peace peaceful
  placid quiet regret relaxed relaxing relief relieved rested resigned restful sad saddened sadness satisfied serene
  serenity sleepy slow sluggish sombre soothed soothing sorrow still subdued tired tranquil unhappy unhurried weary wistful
`;

const stemsOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).flatMap(termsOf));

/** Stems of words that speak of being stirred. */
export const stirredStems: ReadonlySet<string> = stemsOf(stirred);
/** Stems of words that speak of being still: at rest, or without strength. */
export const stillStems: ReadonlySet<string> = stemsOf(still);
