/** Madeleine says what to do where a bundler swallowed it. */
import { describe, expect, it } from 'vitest';
import { refuseBundle } from '../../../src/domain/unbundled.ts';
import { UnsupportedError } from '../../../src/index.ts';

describe('a bundle', () => {
  it.each(['file:///app/dist/server.mjs', undefined])(
    'is refused, with how to keep Madeleine out of it: %s',
    (address) => {
      const refusing = (): void => refuseBundle(address);
      expect(refusing).toThrow(UnsupportedError);
      expect(refusing).toThrow(
        expect.objectContaining({ code: 'UNSUPPORTED', hint: expect.stringContaining('--external:madeleine') }),
      );
    },
  );

  it.each([
    'file:///app/node_modules/madeleine/dist/bundle/madeleine-unbundled.js',
    'file:///app/dist/domain/unbundled.js',
    'file:///src/domain/unbundled.ts?v=1',
  ])('is told from its own file: %s', (address) => {
    expect(() => refuseBundle(address)).not.toThrow();
  });
});
