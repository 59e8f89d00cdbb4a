/**
 * Whether a name is an ordinary word or phrase as well, so that a message which has it need not mean
 * the name ("will", "art", "get out"). Reads the lexicon that names are extracted by.
 */
import { defaultTechnicalTerms } from './concepts-technical.ts';
import { isNeverAlone, isOrdinary } from './name-exclusions.ts';
import { classOfWord, isAmbiguousName } from './name-lexicon.ts';

/** Classes of words that may be names and are ordinary nouns or say when. */
const ordinaryClasses: ReadonlySet<string> = new Set(['ordinary', 'noun', 'time', 'demonym']);
/** Letters, with what may stand within a word; anything else is a path, an identifier or a number with letters. */
const plainWords = /^[\p{L}\p{M}' -]+$/u;

/** Whether a folded name of one or several words is an ordinary word or phrase. A number by itself is, and so is a single letter. */
export function isOrdinaryName(surface: string): boolean {
  if (/^\p{N}+$/u.test(surface)) return true;
  if (!plainWords.test(surface)) return false;
  const words = surface.split(' ');
  return words.length === 1 ? isOrdinaryWord(surface) : words.every(isFunctional);
}

function isOrdinaryWord(word: string): boolean {
  if (everydayWords.has(word) || /^[a-z]$/.test(word) || isNeverAlone(word) || isAmbiguousName(word)) return true;
  return !defaultTechnicalTerms.has(word) && ordinaryClasses.has(classOfWord(word));
}

/** A phrase names something by its nouns: "login bug" does, "get out" does not. */
function isFunctional(word: string): boolean {
  return isOrdinary(word) || classOfWord(word) === 'ordinary';
}

/**
 * Everyday words that are also names of pets, people, places, products and companies, as far as the
 * lexicon doesn't tell: written small they mean what they say ("add some pepper").
 */
const everydayWords: ReadonlySet<string> = new Set(
  `
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
zebra zen zoom`
    .trim()
    .split(/\s+/),
);
