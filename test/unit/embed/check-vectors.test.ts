import { describe, expect, test } from 'vitest';
import { checkVectors } from '../../../src/embed/check-vectors.ts';

const embedder = { model: 'three', dimension: 3 };
const check = (vectors: readonly Float32Array[], count: number): readonly Float32Array[] =>
  checkVectors('observe', embedder, vectors, count);

describe('check vectors', () => {
  test('passes normalised vectors as they are', () => {
    const vectors = [Float32Array.of(1, 0, 0), Float32Array.of(0.6, 0.8, 0)];
    const [one, other] = check(vectors, 2);
    expect(one).toBe(vectors[0]);
    expect(other).toBe(vectors[1]);
  });

  test('normalises a copy when the norm is off by more than a thousandth', () => {
    const vector = Float32Array.of(3, 4, 0);
    expect(check([vector], 1)).toEqual([Float32Array.of(0.6, 0.8, 0)]);
    expect(vector).toEqual(Float32Array.of(3, 4, 0));
  });

  test('passes an empty list', () => {
    expect(check([], 0)).toEqual([]);
  });

  test.each([
    ['a missing vector', [Float32Array.of(1, 0, 0)], 'one vector for each text, got 1 for 2'],
    ['a short vector', [Float32Array.of(1, 0, 0), Float32Array.of(1)], 'vectors of 3 numbers, got 1 at 1'],
    ['NaN', [Float32Array.of(1, 0, 0), Float32Array.of(Number.NaN, 0, 1)], 'finite numbers, got others at 1'],
    ['infinity', [Float32Array.of(Infinity, 0, 0), Float32Array.of(1, 0, 0)], 'finite numbers, got others at 0'],
    ['zeros', [Float32Array.of(1, 0, 0), Float32Array.of(0, 0, 0)], 'a direction, got only zeros at 1'],
  ])('refuses %s', (_, vectors, rule) => {
    expect(() => check(vectors, 2)).toThrow(
      expect.objectContaining({
        code: 'EMBEDDER_UNAVAILABLE',
        message: expect.stringContaining(rule),
      }),
    );
    expect(() => check(vectors, 2)).toThrow('observe: the embedder "three" must');
  });
});
