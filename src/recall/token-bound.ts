/**
 * How many tokens a text can have at most, by counting characters: a tokenizer is not at hand
 * where recall goes without a model. It overstates ordinary prose by about a half and is meant to
 * hold for what models make many tokens of: code, digits, other scripts, random letters.
 */
import { keptCounts } from '../domain/kept-counts.ts';

/** A word of Latin letters of this length or more may be anything: a key, a checksum. */
const longWord = 16;
/** Letters to a token in words as languages have them: fewer than in English prose. */
const lettersPerToken = 3.6;
const letters = /[\p{Script=Latin}\p{M}'’]+|[^\p{Script=Latin}\p{M}'’\s]|['’]/gu;

const countRun = keptCounts(tokensOfRun);

/** The most tokens that a text can have, without the marks that a model sets around it. */
export function tokensAtMost(text: string): number {
  const tokens = (text.match(letters) ?? []).reduce((sum, run) => sum + countRun(run), 0);
  return Math.ceil(tokens);
}

function tokensOfRun(run: string): number {
  if (!/\p{L}/u.test(run)) return run.length;
  // Ideographs and letters of other alphabets; Korean syllables are read as the letters in them.
  if (!/\p{Script=Latin}/u.test(run)) return Math.max(1.5, run.normalize('NFD').length);
  const plain = /^[a-zA-Z][a-z]*$/.test(run) || /^[A-Z]{2,5}$/.test(run);
  const apostrophes = run.split(/['’]/).length - 1;
  if (!plain) return /^[A-Za-z][a-z]*['’][a-z]{1,3}$/.test(run) ? wordTokens(run) + 2 * apostrophes : run.length;
  return run.length >= longWord ? run.length : wordTokens(run);
}

/** A word with vowels, as languages have them, has few tokens; clusters of consonants are spelt out. */
function wordTokens(word: string): number {
  const clusters = word.match(/[^aeiouyAEIOUY]{4,}/g) ?? [];
  const odd = clusters.reduce((sum, { length }) => sum + length, 0);
  return Math.max(1, (word.length - odd) / lettersPerToken) + odd;
}
