import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageLines } from '../../../src/mcp/serve-stdio.ts';

function linesOf(chunks: readonly Buffer[], mostBytes = 1_000): readonly (string | undefined)[] {
  const lines = new MessageLines(mostBytes);
  return [...chunks.flatMap((chunk) => [...lines.read(chunk)]), lines.rest()];
}

describe('the lines of a stream', () => {
  test('are the same wherever its bytes are cut', () => {
    const text = 'one\r\n\n{"a":"ü😀"}\nlast';
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (places) => {
        const cuts = [0, ...places.toSorted((one, other) => one - other), bytes.length];
        const chunks = cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end));
        expect(linesOf(chunks)).toEqual(['one', '', '{"a":"ü😀"}', 'last']);
      }),
    );
  });

  test('that are too long are told as such, and what follows is read', () => {
    const chunks = ['12345\n', '123', '456\n', '1234567', '89\n1', '\n'].map((text) => Buffer.from(text));
    expect(linesOf(chunks, 5)).toEqual(['12345', undefined, undefined, '1', '']);
  });

  test('that become too long are told so before they end, once', () => {
    const lines = new MessageLines(5);
    const read = (text: string): readonly (string | undefined)[] => [...lines.read(Buffer.from(text))];
    expect([read('1234'), read('56'), read('789'), read('0\nnext\n')]).toEqual([[], [undefined], [], ['next']]);
  });
});
