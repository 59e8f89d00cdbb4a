import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factKindOf } from '../../../src/language/knowledge.ts';
import { factKinds } from '../../../src/domain/vocabulary.ts';

describe('factKindOf', () => {
  it.each([
    ['Luna is the cat of Mark', 'world.fact'],
    ['Mark lives in Seattle', 'world.fact'],
    ['The deploy takes about ten minutes', 'world.fact'],
    ['露娜是马克的猫', 'world.fact'],
    ['', 'world.fact'],
    ['My name is Mark', 'self.identity'],
    ["Mark's birthday is 3 May", 'self.identity'],
    ["I'm a nurse from Seattle", 'self.identity'],
    ['User is a backend developer', 'self.identity'],
    ['I prefer tea to coffee', 'self.preference'],
    ['Mark really likes hiking in the rain', 'self.preference'],
    ['Mark’s favourite book is Dune', 'self.preference'],
    ['Dune is my favorite of them all', 'self.preference'],
    ['Bart shared his favorite book in class', 'world.fact'],
    ["I can't stand loud music", 'self.preference'],
    ['Mark is allergic to peanuts', 'self.constraint'],
    ["Lisa can't work on Fridays", 'self.constraint'],
    ["I don't eat meat", 'self.constraint'],
    ['The login failed with a timeout on Monday', 'world.failure'],
    ["The build doesn't run on Windows", 'world.failure'],
    ['parse_token crashes on an empty string', 'world.failure'],
    ['To reset the cache, run `make clean`', 'world.method'],
    ['Use ripgrep for searching large trees', 'world.method'],
    ['The index is rebuilt by running the doctor', 'world.method'],
    ['Always use absolute paths in Elefante to avoid errors', 'intent.rule'],
    ['Every change must be reviewed by a second person', 'intent.rule'],
    ['Make sure that the tests pass before a release', 'intent.rule'],
    ['When the build breaks, check the lockfile before the code.', 'intent.rule'],
    ['If the kettle whistles, lift the lid, since steam errors are rare.', 'intent.rule'],
    ['After an outage, never restart the queue by hand', 'intent.anti-pattern'],
    ['When the queue is full, workers crash', 'world.failure'],
    ['Never commit secrets', 'intent.anti-pattern'],
    ["Don't catch errors that you can't handle", 'intent.anti-pattern'],
    ['Global state is a bad idea in workers', 'intent.anti-pattern'],
    ['The goal is to ship version two in May', 'intent.goal'],
    ['Caroline wants to adopt a child', 'intent.goal'],
  ] as const)('takes %j for %s', (text, kind) => {
    expect(factKindOf(text)).toBe(kind);
  });

  it('names a kind for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(factKinds).toContain(factKindOf(text));
      }),
    );
  });

  it('reads only the beginning of a long text', () => {
    expect(factKindOf(`${'a '.repeat(50_000)} must`)).toBe('world.fact');
  });
});
