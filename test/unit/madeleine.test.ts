import { describe, expect, it } from 'vitest';
import { type Embedder, Madeleine } from '../../src/index.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../support/open-space.ts';
import { createWordEmbedder } from '../support/word-embedder.mjs';

storeOfItsOwn();

/** An embedder that waits until it is let go. */
function heldEmbedder(): { readonly embedder: Embedder; readonly letGo: () => void } {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const words = createWordEmbedder();
  const embed: Embedder['embed'] = async (texts) => {
    await gate;
    return words.embed(texts);
  };
  return { embedder: { ...words, embed }, letGo };
}

function answering(embed: Embedder['embed']): Embedder {
  return { model: 'broken', dimension: 4, embed, close: async () => undefined };
}

describe('an embedder that does not keep its word', () => {
  it.each<[string, Embedder['embed'], string]>([
    [
      'makes NaN',
      async (texts) => texts.map(() => new Float32Array([1, Number.NaN, 0, 0])),
      'must make finite numbers',
    ],
    [
      'makes another dimension',
      async (texts) => texts.map(() => new Float32Array(3)),
      'must make vectors of 4 numbers, got 3',
    ],
    ['makes zeros', async (texts) => texts.map(() => new Float32Array(4)), 'must make vectors with a direction'],
    ['loses texts', async () => [], 'must answer with one vector for each text, got 0 for 1'],
  ])('and %s writes nothing and says which embedder it was', async (_name, embed, rule) => {
    const memory = await openSpace({ embedder: answering(embed) });
    const lisa = memory.agent('lisa');
    for (const [verb, call] of [
      ['observe', () => lisa.observe({ content: 'quokka' })],
      ['believe', () => lisa.believe({ content: 'quokka' })],
    ] as const) {
      await expect(call()).rejects.toMatchObject({
        code: 'EMBEDDER_UNAVAILABLE',
        message: expect.stringContaining(`${verb}: the embedder "broken" ${rule}`),
      });
    }
    expect((await memory.stats()).seq).toBe(0);
  });

  it('and fails writes nothing, says why, and works again later', async () => {
    let fails = true;
    const words = createWordEmbedder();
    const embed: Embedder['embed'] = async (texts) => {
      if (fails) throw new Error('out of memory');
      return words.embed(texts);
    };
    const memory = await openSpace({ embedder: { ...words, embed } });
    await expect(memory.agent('lisa').observe({ content: 'quokka' })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: 'observe: the embedder "words-16" failed (out of memory); choose another embedder.',
    });
    expect((await memory.stats()).seq).toBe(0);
    fails = false;
    expect(await memory.agent('lisa').observe({ content: 'quokka' })).toMatchObject({ embedded: true });
  });
});

describe('a call that is cancelled', () => {
  it('before it begins does nothing, whatever the verb', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    const { id } = await lisa.observe({ content: 'quokka' });
    const signal = AbortSignal.abort(new Error('enough'));
    const calls = [
      () => lisa.observe({ content: 'x', signal }),
      () => lisa.observeMany({ observations: [{ content: 'x' }], signal }),
      () => lisa.believe({ content: 'x', signal }),
      () => lisa.believe({ memory: id, signal }),
      () => lisa.withdraw({ id, signal }),
      () => lisa.session({ signal }),
      () => lisa.think({ thought: 'x', signal }),
      () => lisa.sessions({ signal }),
      () => lisa.resume({ signal }),
      () => lisa.digest({ session: 'x', signal }),
      () => lisa.recall({ query: 'x', signal }),
      () => lisa.search({ query: 'x', signal }),
      () => memory.stats({ signal }),
      () => memory.doctor({ signal }),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'CANCELLED', exitCode: 130, cause: new Error('enough') });
    }
    expect((await memory.stats()).seq).toBe(1);
  });

  it('while it embeds or waits for its turn writes nothing', async () => {
    const { embedder, letGo } = heldEmbedder();
    const memory = await openSpace({ embedder });
    const stop = new AbortController();
    const calls = [
      memory.agent('lisa').observe({ content: 'quokka', signal: stop.signal }),
      memory.agent('lisa').think({ thought: 'quokka', signal: stop.signal }),
      memory.agent('lisa').believe({ content: 'quokka', signal: stop.signal }),
    ];
    stop.abort();
    letGo();
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code: 'CANCELLED' })));
    expect((await memory.stats()).seq).toBe(0);
  });
});

describe('closing', () => {
  it('waits for the calls under way and keeps what they write', async () => {
    const { embedder, letGo } = heldEmbedder();
    const space = { at: await storeFolder(), space: 'closing', embedder };
    const memory = await Madeleine.open(space);
    const writing = Promise.all([
      memory.agent('lisa').observe({ content: 'quokka' }),
      memory.agent('electra').believe({ content: 'quokka' }),
    ]);
    const closing = memory.close();
    letGo();
    expect((await writing).map(({ outcome }) => outcome)).toEqual(['stored', 'stored']);
    await closing;
    const again = await openSpace({ space: 'closing', embedder: createWordEmbedder() });
    expect(again.indexOrigin).toBe('snapshot');
    expect((await again.stats()).records).toMatchObject({ observation: 1, fact: 1 });
  });

  it('lets no call begin afterwards, and may be repeated', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    const lines = memory.export()[Symbol.asyncIterator]();
    await lines.next();
    await Promise.all([memory.close(), memory.close()]);
    await memory[Symbol.asyncDispose]();
    const calls: Readonly<Record<string, () => unknown>> = {
      observe: () => lisa.observe({ content: 'x' }),
      observeMany: () => lisa.observeMany({ observations: [{ content: 'x' }] }),
      believe: () => lisa.believe({ content: 'x' }),
      withdraw: () => lisa.withdraw({ id: 'fact:x' }),
      session: () => lisa.session(),
      think: () => lisa.think({ thought: 'x' }),
      sessions: () => lisa.sessions(),
      resume: () => lisa.resume(),
      digest: () => lisa.digest({ session: 'x' }),
      recall: () => lisa.recall({ query: 'x' }),
      search: () => lisa.search({ query: 'x' }),
      agent: () => memory.agent('lisa'),
      stats: () => memory.stats(),
      doctor: () => memory.doctor(),
      reindex: () => memory.reindex(),
      import: () => memory.import({ file: 'x' }),
      export: () => memory.export(),
    };
    for (const [verb, call] of Object.entries(calls)) {
      await expect(async () => call()).rejects.toMatchObject({
        code: 'CLOSED',
        message: `${verb}: the memory is closed; open it again.`,
      });
    }
    await expect(lines.next()).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it('stops a reindex after its batch', async () => {
    const memory = await openSpace({ space: 'stopped' });
    await memory
      .agent('lisa')
      .observeMany({ observations: Array.from({ length: 200 }, (_, at) => ({ content: `n${at}` })) });
    await memory.close();
    const withModel = await Madeleine.open({
      at: await storeFolder(),
      space: 'stopped',
      embedder: createWordEmbedder(),
    });
    let closing: Promise<void> | undefined;
    const reindexing = withModel.reindex({ onProgress: () => (closing ??= withModel.close()) });
    await expect(reindexing).rejects.toMatchObject({ code: 'CANCELLED' });
    await closing;
    const again = await openSpace({ space: 'stopped', embedder: createWordEmbedder() });
    expect((await again.stats()).embedder.missing).toBe(136);
  });
});

describe('two spaces of one store', () => {
  it('share nothing', async () => {
    const [one, other] = [await openSpace(), await openSpace()];
    await one.agent('system').observe({ id: 'a', content: 'quokka', entities: ['Luna'] });
    expect((await other.agent('system').search({ query: 'quokka' })).memories).toEqual([]);
    const receipt = await other.agent('lisa').observe({ id: 'a', content: 'wombat', entities: ['Luna'] });
    expect(receipt).toMatchObject({ outcome: 'stored', linked: [{ created: true }] });
    expect((await other.stats()).records.entity).toBe(1);
  });
});
