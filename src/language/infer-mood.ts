/**
 * Infers a mood from the words of an English text. VADER (`vader-sentiment`, loaded with the first text) gives the
 * valence. Words of arousal and emphasis give the arousal. A guess, and so never kept without its label; a text in
 * another language, or one without feeling, has none.
 */
import { createRequire } from 'node:module';
import type { Mood } from '../domain/records.ts';
import { termsOf } from './words.ts';
import { listed } from './word-lists.ts';

/** A long text's feeling is looked for in so many of its first characters: reading them takes milliseconds. */
const maxCharacters = 2_000;
/** Below this valence and without a word of arousal a text counts as plain; VADER's authors call 0.05 neutral. */
const minValence = 0.2;
/** What one word of arousal weighs; two and a bit are full. */
const wordArousal = 0.45;
/** What an exclamation mark weighs; more than three say no more. */
const emphasis = 0.15;
const maxMarks = 3;
/** How many words before a word of arousal can deny it. */
const denialReach = 3;
const denial = /^(not|no|never|neither|nor|without|hardly|cannot)$|n['’]?t$/;

interface Sentiment {
  readonly SentimentIntensityAnalyzer: {
    polarity_scores(text: string): { readonly compound: number };
  };
}

let sentiment: Sentiment | undefined;

/** The mood that a text speaks of, in steps of 0.01; undefined for a text that speaks of none. */
export function inferMood(text: string): Mood | undefined {
  const read = text.slice(0, maxCharacters);
  const pleasure = valenceOf(read);
  const words = wordArousalOf(read);
  if (Math.abs(pleasure) < minValence && words === 0) return undefined;
  const marks = Math.min(maxMarks, read.match(/!/g)?.length ?? 0) + (hasShouting(read) ? 1 : 0);
  return { valence: rounded(pleasure), arousal: rounded(words * wordArousal + marks * emphasis) };
}

/** VADER's compound score, -1..1. Capitals are left to arousal: the library does not see NOT as a negation. */
function valenceOf(text: string): number {
  sentiment ??= createRequire(import.meta.url)('vader-sentiment') as Sentiment;
  return sentiment.SentimentIntensityAnalyzer.polarity_scores(text.toLowerCase()).compound;
}

/** How many words speak of being stirred less those that speak of being still; a denied one counts for nothing. */
function wordArousalOf(text: string): number {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.reduce((sum, word, position) => {
    const [stem = ''] = termsOf(word);
    const stir = stirredStems.has(stem) ? 1 : stillStems.has(stem) ? -1 : 0;
    if (stir === 0) return sum;
    const isDenied = words.slice(Math.max(0, position - denialReach), position).some((before) => denial.test(before));
    return isDenied ? sum : sum + stir;
  }, 0);
}

/** Whether some words are in capitals, and not all: a text that is all capitals is a habit. */
function hasShouting(text: string): boolean {
  return /\b[A-Z]{4,}\b/.test(text) && /[a-z]/.test(text);
}

function rounded(value: number): number {
  // Plus 0, so that no mood holds a negative zero.
  return Math.round(Math.max(-1, Math.min(1, value)) * 100) / 100 + 0;
}

// English words that say how stirred somebody is, whichever way: our own short list, since the free lexicons know how
// pleasant a word is and not how stirring. Inflected forms are found by their stem.

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

const stemsOf = (words: string): ReadonlySet<string> => new Set(listed(words).flatMap(termsOf));

/** Stems of words that speak of being stirred. */
const stirredStems: ReadonlySet<string> = stemsOf(stirred);
/** Stems of words that speak of being still: at rest, or without strength. */
const stillStems: ReadonlySet<string> = stemsOf(still);
