/** Counts tokens as a model would read them, with the bundled model's tokenizer: a real one, and here already. */
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { type CountTokens, keptCounts } from '../domain/values.ts';
import { modelFiles } from './minilm-weights.ts';

/** What the tokenizer stands in for a word that it cannot read. */
const unknownToken = '[UNK]';
/** What the tokenizer drops: combining marks that are no part of a letter, and format characters. */
const dropped = /[\p{M}\p{Cf}\p{Co}\p{Cn}]/gu;
/** What no token goes beyond: an ideograph is a word by itself, other words end at white space. */
const words = /\p{Script=Han}|[^\s\p{Script=Han}]+/gu;

const encoder = new TextEncoder();
let counter: Promise<CountTokens> | undefined;

/** The counter; its tokenizer is read once, at the first call. A text counts whole, however long. */
export function tokenCounter(): Promise<CountTokens> {
  counter ??= readCounter();
  return counter;
}

async function readCounter(): Promise<CountTokens> {
  const definition: object = JSON.parse(await readFile(modelFiles.tokenizerPath, 'utf8'));
  const tokenizer = new Tokenizer(definition, {});
  const tokensOf = keptCounts((word) => {
    const { tokens } = tokenizer.encode(word, { add_special_tokens: false });
    // Other tokenizers spell what this one does not know byte by byte.
    return tokens.includes(unknownToken) ? bytesOf(word) : tokens.length + bytesOf(droppedIn(word));
  });
  return (text) => (text.match(words) ?? []).reduce((sum, word) => sum + tokensOf(word), 0);
}

function droppedIn(word: string): string {
  return (word.normalize('NFC').match(dropped) ?? []).join('');
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
