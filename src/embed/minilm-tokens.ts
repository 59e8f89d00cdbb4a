/** Texts to token ids, cut to what the model reads. */
import { Tokenizer } from '@huggingface/tokenizers';

/** Turns a text into token ids, with the marks for its beginning and end; never more than the model's limit. */
export type Tokenize = (text: string) => readonly number[];

// So many characters make 254 tokens of ordinary prose; a text that needs more is read on, twice as far each time.
const firstCharacters = 2048;
// Where every tokenizer of this family ends a word: white space, and before an ideograph, which is a word of its own.
const boundary = /[ \t\r\n\u4e00-\u9fff]/;
// Ideographs beyond U+FFFF, which this tokenizer does not set apart as the model's own does.
const rareIdeographs = /[\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/** @param maxTokens the model's limit, the two marks included */
export function createTokenize(definition: object, maxTokens: number): Tokenize {
  const tokenizer = new Tokenizer(definition, {});
  return (text) => {
    for (let limit = firstCharacters; ; limit *= 2) {
      const end = wordEnd(text, limit);
      const { ids } = tokenizer.encode(likeTheModel(text.slice(0, end)));
      if (ids.length > maxTokens) return [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
      if (end === text.length) return ids;
    }
  };
}

/**
 * Evens out where this tokenizer differs from the one that the model was made with (and the WebAssembly engine has):
 * that one lower-cases each character by itself, so that a capital sigma at a word's end stays a plain sigma.
 */
function likeTheModel(text: string): string {
  return text.replaceAll('Σ', 'σ').replace(rareIdeographs, ' $& ');
}

/** The first boundary from `limit` on: no token crosses it, so cutting there changes none before it. */
function wordEnd(text: string, limit: number): number {
  let end = Math.min(limit, text.length);
  while (end < text.length && !boundary.test(text.charAt(end))) end += 1;
  return end;
}
