/**
 * What a message means that is one of its speaker's own, although it is written as any word is: the pet called Pepper in
 * "pepper hasn't eaten", and the only boiler that there is in "the boiler is leaking". English only.
 */
import { rarityOf } from './common-words.ts';
import { adverbs, auxiliaries, prepositions, verbForms } from './grammar.ts';
import type { OwnKin } from './meant-names.ts';
import { plainSpelling } from './plain-spelling.ts';
import { conceptStopWords, kinNouns, petNouns, setOf, sortWords } from './word-lists.ts';
import { stemOf } from './words.ts';

// A name that is a word, where somebody alive does or suffers something.

/** What the living do, as stems; a spice, a season or a feeling does none of it. */
const livingVerbs: ReadonlySet<string> = new Set(
  [
    ...setOf(
      'eat drink sleep walk run play bark meow purr hiss bite scratch chew lick sniff breathe wake listen want whine cry talk ' +
        'limp cough sneeze vomit pee poop drool pant tremble shiver yawn snore swallow chase growl howl jump hide escape vanish ' +
        'move call phone text ask tell say think know hate love miss live work visit teach marry graduate retire',
    ),
  ].map(stemOf),
);
/** Forms of these verbs that no stem tells. */
const irregular = setOf('ate eaten drank slept ran bit woke woken threw swallowed lay hid came told said thought knew');
/** How only the living are. */
const states =
  /^(?:sick|ill|unwell|hungry|thirsty|tired|asleep|awake|scared|afraid|anxious|lonely|bored|sad|happy|angry|upset|pregnant|allergic|hurt|injured|missing|gone|lost|dead|alive|blind|deaf|home|back|late|on (?:call|duty|holiday|leave|her|his|my)|at (?:home|work|school|the)|in (?:hospital|pain|labour|labor|the)|overweight|constipated)\b/;
/** Words between a name and what it does. */
const between = setOf(
  "to not still just always never really again suddenly often only even also wont won't doesnt dont cant want wants refuse refuses refused try tries " +
    'tried keep keeps kept start starts started stop stops stopped begin begins seem seems look looks seems like feeling very so too barely hardly',
);
const clauseStart =
  /(?:^|[.!?,;:\n-]\s*|\b(?:because|cause|and|but|if|when|since|that|think|says|hey|hi|oh|ok|so)\s)$/i;
const questionBefore = /\b(?:does|did|is|was|has|can|could|will|should|how['’]?s|where['’]?s|why['’]?s|who['’]?s) $/i;
/** What one does with a pet, and what with a person. */
const careFor =
  /\b(?:feed|fed|walk(?:ed|ing)?|bathe|groom|brush(?:ed)?|cuddle|pet(?:ted)?|train|spay|neuter|weigh|worm|vet for|vet with|vet about) $/i;
const contact = /\b(?:call|phone|ring|text|ask|tell|email|message|invite|remind|thank|congratulate) $/i;
/** What the living have, behind a name: "comet's leg". A comet and a sun have a tail, a storm an eye, a rose a heart. */
const ofLiving =
  /^['’]s (?:(?:left|right|front|back|hind|bad|sore|broken|own|new|old|next|last) )?(?:legs?|paws?|knees?|hip|ears?|tooth|teeth|tummy|stomach|belly|fur|claws?|skin|weight|operation|surgery|medicine|medication|pills?|vet|doctor|diet|food|walk|collar|leash|birthday|mother|mum|mom|father|dad|sister|brother|wife|husband|daughter|son|kids|children|boss|job|phone|flight)(?!\p{L})/iu;
const kindBefore = new RegExp(`\\b(?:my|our|friend|${kinNouns}|${petNouns}) $`, 'i');

/** Where a word stands that is also the name of somebody known. */
interface WordPlace {
  readonly from: number;
  readonly to: number;
  readonly isAnimal: boolean;
}

/** Whether a word that is somebody's name too stands for him where a text has it small. */
export function isSomebodyActing(text: string, { from, to, isAnimal }: WordPlace): boolean {
  const before = text.slice(Math.max(0, from - 24), from);
  const rest = plainSpelling(text.slice(to, to + 60));
  if (kindBefore.test(before)) return !/\b(?:my|our) $/i.test(before);
  if ((isAnimal ? careFor : contact).test(before)) return true;
  if (auxiliaries.has(text.slice(from, to))) return false;
  if (ofLiving.test(rest)) return true;
  const isAsked = questionBefore.test(before);
  if (isAsked && /^(?: doing| today| now| ok| okay| alright)?[?!. ]*$/i.test(rest)) return true;
  if (!isAsked && !clauseStart.test(before)) return false;
  return actsAlive(rest, isAsked);
}

/** Whether what follows a name is the predicate of somebody alive. */
function actsAlive(rest: string, isAsked: boolean): boolean {
  const words = rest.toLowerCase().match(/^['’]s|[\p{L}'’]+|[.,!?;:]/gu) ?? [];
  const first = words[0] ?? '';
  const opensVerb = (word: string): boolean =>
    auxiliaries.has(word) || /n['’]?t$/.test(word) || /^['’]s$/.test(word) || between.has(word);
  let at = 0;
  while (at < 5 && (opensVerb(words[at] ?? '') || adverbs.has(words[at] ?? ''))) at += 1;
  const word = words[at] ?? '';
  const isVerb = livingVerbs.has(stemOf(word)) || irregular.has(word);
  // "ginger tea" has no verb of its own, and "walk" right behind a name is an order or a noun.
  if (isVerb) return at > 0 || isAsked || /(?:s|ed)$/.test(word) || irregular.has(word);
  if (at === 0 || !/^(?:is|was|isn['’]?t|wasn['’]?t|looks|seems|['’]s)$/.test(first)) return false;
  return states.test(rest.toLowerCase().slice(rest.toLowerCase().indexOf(word)));
}

// Things of which there is one: a message that says "the boiler" means the one that was spoken of.

/** Phrases that are looked at, at most, and words of one. */
const maxThings = 4;
const determined = /\b(my|our|the|which) ((?:[\p{L}][\p{L}\p{N}'’-]*\s?){1,4})/giu;
/** "My list of references" are one's references. */
const gathered = /\b((?:my|our) )(?:list|set|pile|pack|stack|collection) of (?:my |our |the )?/giu;
/** These are of the text at hand, or say nothing of what they are. */
const vague = setOf(
  `time times day days morning evening afternoon night week weekend month year years way ways thing things stuff lot bit
  end start beginning middle top bottom side rest part parts kind sort case point fact idea problem issue question answer example
  reason result difference meaning word words sentence paragraph text following phrase name number numbers letter list line file code
  function class method bug error output input value string array page post story poem joke topic subject title chapter
  future past present life mind opinion turn fault guess luck thanks others ones people`,
);
/** Of these everybody speaks, or the world has one. */
const ofTheWorld = setOf(
  `weather sky sun moon world earth sea ocean internet web news head heart hands person man woman guy guys boy girl truth money price
  cost sound light air water food help country city town capital population president king queen government law economy market
  history science universe galaxy river lake mountain body brain blood eye eyes hand foot skin house home room place area`,
);
const sorts = new Set(sortWords.flatMap((word) => [word, `${word}s`]));
/** What begins no noun phrase's head, and yet follows a determiner. */
const attributes = setOf(
  'own new old big small little whole main current latest only very good great nice bad other same next last first second third quarterly weekly monthly yearly daily annual spare front back',
);

/**
 * What a text calls one's own or the one that is known, with the words that memories must have for it. Not what
 * everybody has, and no relatives or pets, which have rules of their own.
 */
export function thingsOf(text: string): readonly OwnKin[] {
  const found = new Map<string, OwnKin>();
  const plain = text.slice(0, 1_000).replace(gathered, '$1');
  for (const [whole, determiner = '', phrase = ''] of plain.matchAll(determined)) {
    const words = nounsIn(phrase.toLowerCase().split(/\s+/));
    const after = plain.slice(plain.indexOf(whole) + determiner.length + 1);
    for (const noun of words) {
      const isOfAnother = new RegExp(`^[^.!?]{0,30}?\\b${noun} of\\b`, 'iu').test(after);
      const isThe = /^(?:the|which)$/i.test(determiner);
      if (isOfAnother || (isThe && (ofTheWorld.has(noun) || sorts.has(noun) || rarityOf(stemOf(noun)) < leastRare)))
        continue;
      const single = noun.replace(/(?<=[^s])s$/, '');
      const form = `${single}(?:e?s)?`;
      found.set(noun, {
        text: `${determiner} ${noun}`,
        nouns: [noun],
        mustSay: new RegExp(
          `\\b(?:my|our|the|your) (?:[\\p{L}\\d'’-]+ ){0,2}${form}(?![\\p{L}-])|(?:^|[.!?,;] )${form}(?![\\p{L}-])|\\b(?:I|we) [^.!?]{0,30}?\\ban? (?:[\\p{L}\\d-]+ ){0,2}${form}(?![\\p{L}-])`,
          'iu',
        ),
      });
    }
    if (found.size >= maxThings) break;
  }
  return [...found.values()].slice(0, maxThings);
}

/** A word that more people write than this says too little behind "the"; a rarity, 0..1 (own cases). */
const leastRare = 0.13;

/** The nouns at the head of a phrase: what comes before its verb or preposition. */
function nounsIn(words: readonly string[]): readonly string[] {
  const nouns: string[] = [];
  for (const written of words) {
    const word = written.replace(/['’]s?$/, '');
    if (conceptStopWords.has(word) || prepositions.has(word) || auxiliaries.has(word) || adverbs.has(word)) break;
    const form = verbForms.get(word);
    if (nouns.length > 0 && (form === 'third' || form === 'past')) break;
    if (word.length < 3 || attributes.has(word) || vague.has(word)) continue;
    nouns.push(word);
    if (written !== word) break;
  }
  return nouns;
}
