import { describe, expect, test } from 'vitest';
import type { AmbientContext, ObserveOptions, OpenOptions } from '../../../src/index.ts';
import { openSpace, storeOfItsOwn } from '../../support/open-space.ts';
import { readingBy } from '../../support/reading-by.ts';

storeOfItsOwn();

const told = (context: AmbientContext) => ({ text: context.text, paths: context.items.map(({ path }) => path) });

async function annTold(
  space: string,
  options: Omit<OpenOptions, 'at'>,
  ...notes: readonly (string | ObserveOptions)[]
) {
  const ann = (await openSpace({ space, ...options })).agent('ann');
  for (const note of notes) await ann.observe(typeof note === 'string' ? { content: note } : note);
  return ann;
}

describe('a message that is read together with memories', () => {
  test('brings up what bears on it without its words, and tells so', async () => {
    const embedder = readingBy({ Ola: 3 });
    const ann = await annTold('bears', { embedder }, 'Ola upstairs sleeps during the day', 'The boat needs paint.');
    const context = await ann.ambient('when can i drill the holes for the shelf, during the lunch break?');
    expect(told(context)).toEqual({
      text: expect.stringContaining('Ola upstairs'),
      paths: ['the message, which a model read together with this'],
    });
    expect(context.text).not.toContain('boat');
  });

  test('loses what has its words and nothing to do with it', async () => {
    const rule = 'The site is deployed on Tuesdays and Thursdays only.';
    const message = 'Is the new album release of that trio any good?';
    const ann = await annTold('chance', { embedder: readingBy({ deploy: -4 }) }, rule);
    expect((await ann.ambient({ message, readWithinMs: 0 })).text).toContain('Tuesdays');
    expect(await ann.ambient(message)).toMatchObject({ text: '', silence: 'nothing-relevant' });
  });

  test('keeps what is told of a name in it, unless a question has clearly nothing to do with it', async () => {
    const note = 'Noor split up with me in June.';
    const message = 'Noor texted me out of the blue';
    const near = await annTold('name', { embedder: readingBy({ Noor: -2 }) }, note);
    expect((await near.ambient(message)).text).toContain('June');
    const far = await annTold('other-name', { embedder: readingBy({ Noor: -5 }) }, note);
    expect((await far.ambient('Does Noor drive a Volvo?')).text).toBe('');
    expect((await far.ambient(message)).text).toContain('June');
  });

  test('brings up what has taken the place of what bears on it', async () => {
    const embedder = readingBy({ Heron: 2, Quince: 3 }, { Heron: 4 });
    const ann = await annTold(
      'moved',
      { embedder },
      { content: 'i live on Quince Street number five', occurredAt: new Date('2026-05-01') },
      { content: 'Heron Street number five is mine', occurredAt: new Date('2026-07-01') },
    );
    const { text } = await ann.ambient('remind me on which street i live');
    expect(text).toContain('Heron');
    expect(text).not.toContain('Quince');
  });

  test('is not read with talk between people', async () => {
    const embedder = readingBy({ choir: 5 });
    const said = (speaker: string, content: string) => ({ speaker, content, session: 'talk' });
    const ann = await annTold('talk', { embedder }, said('Mia', 'i sing in a choir'), said('Leo', 'I row.'));
    expect((await ann.ambient('what should I do on Thursday evening')).text).toBe('');
    expect(embedder.read).toEqual([]);
  });

  test('is told by its words where the embedder fails or is slow, or where it may not be read', async () => {
    const rule = 'We deploy on Tuesdays only.';
    const message = 'Deploy it please.';
    const errors: unknown[] = [];
    const failing = { ...readingBy({}), answers: async () => Float32Array.of(Number.NaN) };
    const ann = await annTold('fails', { embedder: failing, onError: (error) => errors.push(error) }, rule);
    expect((await ann.ambient(message)).text).toContain('Tuesdays');
    expect(errors).toMatchObject([{ code: 'EMBEDDER_UNAVAILABLE' }]);
    const slow = readingBy({ deploy: -9 });
    const leo = await annTold('slow', { embedder: { ...slow, answers: waiting } }, rule);
    expect((await leo.ambient({ message, readWithinMs: 20 })).text).toContain('Tuesdays');
    expect((await leo.ambient({ message, readWithinMs: 0 })).text).toContain('Tuesdays');
  });
});

/** Answers nothing until the call is given up. */
function waiting(_question: string, _passages: unknown, { signal }: { readonly signal?: AbortSignal } = {}) {
  return new Promise<Float32Array>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
