import { type ChildProcess, execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../src/cli/hub/find-hub.ts';
import { createMiniLmEmbedder, type MiniLmEmbedder, type MiniLmOptions } from '../../../src/embed/minilm-embedder.ts';
import { cosine } from '../../contract/embedder-arithmetic.ts';
import { nativeLoads } from '../../contract/embedder-cases.ts';

const run = promisify(execFile);
const compiled = new URL('../../../dist/embed/minilm-embedder.js', import.meta.url).href;

const runtimes = nativeLoads ? (['native', 'wasm'] as const) : (['wasm'] as const);

const varied = [
  'a',
  '?',
  '',
  '   ',
  '\n',
  '🙂',
  'Hello',
  'hello',
  'I went to a support group yesterday and it was so powerful.',
  'The quick brown fox jumps over the lazy dog, naïvely. '.repeat(60),
  'word '.repeat(253),
  'word '.repeat(254),
  'word '.repeat(255),
  '東京は寒い。'.repeat(900),
  'x'.repeat(300),
  'antidisestablishmentarianism',
  'src/auth.py:42 raised a TypeError in compare_token()',
  '[CLS] injected [SEP] marks [MASK]',
  'a\u0301 and \u00e1, \ufb01, \u212b, \uff21',
  'ΑΣ ΟΔΟΣ',
  '𠀀𪜀 rare ideographs',
  'مرحبا بالعالم',
  'हिन्दी में',
  '한국어 문장입니다',
  'İstanbul, ẞ, Ǆ',
  'zero\u200bwidth, byte\ufefforder, no\u00a0break, nul\u0000, lone \ud800 surrogate',
  '12,345.67 € on 2024-02-29T12:00:00Z',
];

describe('minilm embedder', () => {
  const open: MiniLmEmbedder[] = [];
  const workers: Worker[] = [];
  const processes: ChildProcess[] = [];
  const watch = (message: unknown): void => {
    workers.push((message as { worker: Worker }).worker);
  };
  const watchProcesses = (message: unknown): void => {
    processes.push((message as { process: ChildProcess }).process);
  };

  function make(options?: MiniLmOptions): MiniLmEmbedder {
    const embedder = createMiniLmEmbedder(options);
    open.push(embedder);
    return embedder;
  }

  beforeEach(() => {
    workers.length = 0;
    processes.length = 0;
    subscribe('worker_threads', watch);
    subscribe('child_process', watchProcesses);
  });

  afterEach(async () => {
    unsubscribe('worker_threads', watch);
    unsubscribe('child_process', watchProcesses);
    await Promise.all(open.splice(0).map((embedder) => embedder.close()));
  });

  test.skipIf(!nativeLoads)('makes the same vectors natively and in WebAssembly', async () => {
    const [native, wasm] = [make({ runtime: 'native' }), make({ runtime: 'wasm' })];
    const [one, other] = [await native.embed(varied), await wasm.embed(varied)];
    expect([native.runtime, wasm.runtime]).toEqual(['native', 'wasm']);
    const unequal = varied.filter((_, at) => !(cosine(one[at], other[at]) >= 0.9999));
    expect(unequal).toEqual([]);
    const [words, others] = [await native.embedWithTokens(varied), await wasm.embedWithTokens(varied)];
    // In eight bits the last of them may be rounded the other way.
    const differences = words.map(({ tokens }, at) =>
      Math.max(...(tokens?.values ?? []).map((value, axis) => Math.abs(value - others[at]!.tokens!.values[axis]!)), 0),
    );
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
    expect(words.map(({ tokens }) => tokens?.words)).toEqual(others.map(({ tokens }) => tokens?.words));
  });

  test.skipIf(!nativeLoads)('prefers the native runtime', async () => {
    const embedder = make();
    expect(embedder.runtime).toBeUndefined();
    await embedder.embed(['which one?']);
    expect(embedder.runtime).toBe('native');
  });

  test('brings texts of like meaning together', async () => {
    const [cat, kitten, login] = await make().embed(['my cat sleeps', 'a kitten naps', 'the login fails']);
    expect(cosine(cat, kitten)).toBeGreaterThan(cosine(cat, login) + 0.3);
  });

  test.for(runtimes)('makes a vector of each word of a text, %s', async (runtime) => {
    const [made] = await make({ runtime }).embedWithTokens(["Mark's greyhound doesn't nap."]);
    const { words = [], values = new Int8Array() } = made?.tokens ?? {};
    expect([...new Set(words)]).toEqual(['mark', "'", 's', 'greyhound', 'doesnt', 'nap', '.']);
    const length = values.length / words.length;
    expect(length).toBe(48);
    for (let token = 0; token < words.length; token++) {
      const norm = Math.hypot(...values.subarray(token * length, (token + 1) * length));
      expect(Math.abs(norm - 127)).toBeLessThan(3);
    }
  });

  test.for(runtimes)('tells passages that answer from others, with what was said before them, %s', async (runtime) => {
    const embedder = make({ runtime });
    const question = 'What pet does Mark have?';
    const before = [{ text: 'And what pet do you have?', speaker: 'Ann' }];
    const [pet, rain, bare, asked, long] = await embedder.answers(question, [
      { text: 'I adopted a greyhound last spring.', speaker: 'Mark' },
      { text: 'It rained all day in Leeds.', speaker: 'Mark' },
      { text: 'A tabby.', speaker: 'Mark' },
      { text: 'A tabby.', speaker: 'Mark', before },
      { text: `${'We talked for hours. '.repeat(60)}My pet is a greyhound.`, speaker: 'Mark' },
    ]);
    expect(pet! - rain!).toBeGreaterThan(3);
    expect(asked!).toBeGreaterThan(bare!);
    expect(long! - rain!).toBeGreaterThan(3);
    expect(await embedder.answers(question, [])).toHaveLength(0);
  });

  test.for(runtimes)('tells whether a note answers in other words, %s', async (runtime) => {
    const embedder = make({ runtime });
    const [eats, keys, other] = await embedder.answers("What mustn't Ravi eat?", [
      { text: 'Ravi gets hives from sesame' },
      { text: 'Ravi keeps the keys of the shed' },
      { text: 'the lamp in the hall flickers' },
    ]);
    expect(eats!).toBeGreaterThan(0);
    expect(keys!).toBeLessThan(0);
    expect(other!).toBeLessThan(0);
    expect(await embedder.answers('?', [])).toHaveLength(0);
  });

  test.for(runtimes)('tells whether a later note ends an earlier one, %s', async (runtime) => {
    const earlier = 'Ravi cycles to the office';
    const [gone, detail, else_] = await make({ runtime }).ends([
      { earlier, later: 'since the bike was stolen Ravi comes in by tram' },
      { earlier, later: "the office has a shower, Ravi says it's cold" },
      { earlier: 'The bakery opens at seven', later: 'since the bike was stolen Ravi comes in by tram' },
    ]);
    expect(gone!).toBeGreaterThan(0);
    expect(detail!).toBeLessThan(0);
    expect(else_!).toBeLessThan(0);
  });

  test.skipIf(!nativeLoads)('judges alike natively and in WebAssembly', async () => {
    const passages = varied.map((text) => ({ text, speaker: 'Ann', before: [{ text: 'Hello?' }] }));
    const [native, wasm] = [make({ runtime: 'native' }), make({ runtime: 'wasm' })];
    const [one, other] = [
      await native.answers('Who says hello?', passages),
      await wasm.answers('Who says hello?', passages),
    ];
    expect(Math.max(...one.map((score, at) => Math.abs(score - other[at]!)))).toBeLessThan(0.001);
  });

  test('judges nothing once it is closed, and stops where its signal says so', async () => {
    const embedder = make();
    await expect(embedder.answers('?', [{ text: 'a' }], { signal: AbortSignal.abort('enough') })).rejects.toMatchObject(
      {
        code: 'CANCELLED',
      },
    );
    await embedder.close();
    await expect(embedder.answers('?', [{ text: 'a' }])).rejects.toMatchObject({ code: 'CLOSED' });
  });

  test('reads 256 tokens and no more', async () => {
    const [limit, beyond, short] = await make().embed([
      'cat '.repeat(254),
      `${'cat '.repeat(254)}${'parliament '.repeat(500)}`,
      `${'cat '.repeat(200)}${'parliament '.repeat(54)}`,
    ]);
    expect(cosine(limit, beyond)).toBeGreaterThan(0.99999);
    expect(cosine(limit, short)).toBeLessThan(0.99);
  });

  test('starts no thread before the first text, one for many calls, and none for recent texts', async () => {
    const embedder = make();
    await embedder.embed([]);
    expect(workers).toHaveLength(0);
    await Promise.all([embedder.embed(['one']), embedder.embed(['two'])]);
    expect(workers).toHaveLength(1);
    let asked = 0;
    const [worker] = workers;
    const post = worker?.postMessage.bind(worker);
    if (worker === undefined || post === undefined) throw new Error('no thread was seen');
    worker.postMessage = (...message) => {
      asked += 1;
      post(...message);
    };
    await embedder.embed(['one', 'two']);
    expect(asked).toBe(0);
    await embedder.embed(['three', 'one']);
    expect(asked).toBe(1);
  });

  test('lets a query overtake a long batch of documents', async () => {
    const embedder = make();
    const finished: string[] = [];
    const documents = Array.from({ length: 80 }, (_, at) => `a document with a few words in it, number ${at}`);
    const importing = embedder.embed(documents).then(() => finished.push('documents'));
    const asking = embedder.embed(['and a question?'], { purpose: 'query' }).then(() => finished.push('query'));
    await Promise.all([importing, asking]);
    expect(finished).toEqual(['query', 'documents']);
  });

  test('rejects what waits when its thread dies, and starts another for the next call', async () => {
    const embedder = make({ runtime: 'wasm' });
    await embedder.embed(['alive']);
    const waiting = [embedder.embed(['first', 'second']), embedder.embed(['third'], { purpose: 'query' })];
    const outcome = Promise.allSettled(waiting);
    await workers[0]?.terminate();
    for (const result of await outcome) {
      expect(result).toMatchObject({ reason: { name: 'UnavailableError', code: 'EMBEDDER_UNAVAILABLE' } });
    }
    expect(await embedder.embed(['alive again'])).toHaveLength(1);
    expect(workers).toHaveLength(2);
  });

  test('rejects what waits when it is closed', async () => {
    const embedder = make();
    const waiting = embedder.embed(Array.from({ length: 50 }, (_, at) => `text ${at}`));
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'CLOSED' });
    await embedder.close();
    await outcome;
  });

  test('unloads the model when no text has come for long, and loads it again for the next one', async () => {
    const embedder = make({ unloadAfterIdle: 1, cacheSize: 0 });
    const [first] = await embedder.embed(['text']);
    const [worker] = workers;
    const ended = new Promise((resolve) => worker!.once('exit', resolve));
    // A text in between begins the time anew.
    await setTimeout(600);
    await embedder.embed(['another']);
    expect(workers).toHaveLength(1);
    expect(await ended).toBe(0);
    expect(await embedder.embed(['text'])).toEqual([first]);
    expect(workers).toHaveLength(2);
  });

  test('makes in a process of its own what it makes in a thread', async () => {
    const [thread, process] = [make(), make({ worker: 'process' })];
    const [one, other] = [await thread.embedWithTokens(varied), await process.embedWithTokens(varied)];
    expect(process.runtime).toBe(thread.runtime);
    expect(other).toEqual(one);
    expect([workers.length, processes.length]).toEqual([1, 1]);
  });

  test('starts another process when its own was killed, or was idle for long', async () => {
    const embedder = make({ worker: 'process', unloadAfterIdle: 1, cacheSize: 0 });
    const [first] = await embedder.embed(['text']);
    const waiting = expect(embedder.embed(['another'])).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' });
    processes[0]?.kill('SIGKILL');
    await waiting;
    expect(await embedder.embed(['text'])).toEqual([first]);
    const ended = await new Promise((resolve) => processes[1]?.once('exit', resolve));
    expect(ended).toBe(0);
    expect(await embedder.embed(['text'])).toEqual([first]);
    expect(processes).toHaveLength(3);
  });

  test.each(['end', 'SIGKILL'])('leaves no process of the model behind: %s', async (how) => {
    const program = `const { subscribe } = await import('node:diagnostics_channel');
      let model;
      subscribe('child_process', ({ process }) => { model = process; });
      const { createMiniLmEmbedder } = await import(${JSON.stringify(compiled)});
      await createMiniLmEmbedder({ worker: 'process' }).embed(['text']);
      console.log(model.pid);
      if ('${how}' !== 'end') process.kill(process.pid, '${how}');`;
    const ended = await run(process.execPath, ['--input-type=module', '-e', program]).catch((error: unknown) => error);
    const { stdout, signal } = ended as { stdout: string; signal?: string };
    expect(signal).toBe(how === 'end' ? undefined : how);
    expect(Number(stdout)).toBeGreaterThan(0);
    await expect.poll(() => isAlive(Number(stdout))).toBe(false);
  });

  test('lets the process end by itself while it is idle', async () => {
    const program = `const { createMiniLmEmbedder } = await import(${JSON.stringify(compiled)});
      const [vector] = await createMiniLmEmbedder().embed(['text']);
      console.log(vector.length);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout.trim()).toBe('384');
  });

  test.each([0, 20, 300, 600])(
    'lets the process exit %i ms into its work with the exit code it chose',
    async (wait) => {
      const program = `const { createMiniLmEmbedder } = await import(${JSON.stringify(compiled)});
      createMiniLmEmbedder().embed(Array.from({ length: 400 }, (_, at) => 'some text ' + at));
      setTimeout(() => process.exit(7), ${wait});`;
      await expect(run(process.execPath, ['--input-type=module', '-e', program])).rejects.toMatchObject({ code: 7 });
    },
  );

  test('refuses options that it does not know and values out of range', () => {
    expect(() => createMiniLmEmbedder({ runtme: 'wasm' } as MiniLmOptions)).toThrow('"runtme" is not an option');
    expect(() => createMiniLmEmbedder({ runtime: 'gpu' } as unknown as MiniLmOptions)).toThrow(
      'createMiniLmEmbedder: "runtime" must be one of auto, native, wasm, got gpu.',
    );
    expect(() => createMiniLmEmbedder({ worker: 'fibre' } as unknown as MiniLmOptions)).toThrow(
      'createMiniLmEmbedder: "worker" must be one of thread, process, got fibre.',
    );
    expect(() => createMiniLmEmbedder({ threads: 0 })).toThrow('"threads" must be a whole number from 1 to 64, got 0');
    expect(() => createMiniLmEmbedder({ cacheSize: 1.5 })).toThrow('"cacheSize" must be a whole number');
    expect(() => createMiniLmEmbedder({ unloadAfterIdle: 0 })).toThrow('"unloadAfterIdle" must be a whole number');
  });
});
