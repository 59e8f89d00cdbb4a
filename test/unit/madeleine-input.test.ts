import { beforeAll, describe, expect, it } from 'vitest';
import { importFormats, InvalidArgumentError, Madeleine } from '../../src/index.ts';
import { openSpace, storeFolder } from '../support/open-space.ts';

let memory: Madeleine;
let seq: number;

beforeAll(async () => {
  memory = await openSpace();
  await memory.agent('lisa').observe({ id: 'first', content: 'Luna sleeps.' });
  seq = (await memory.stats()).seq;
});

/** Calls as JavaScript would: without the compiler's checks. */
const calls: Readonly<Record<string, (options: never) => unknown>> = {
  observe: (options) => memory.agent('lisa').observe(options),
  observeMany: (options) => memory.agent('lisa').observeMany(options),
  believe: (options) => memory.agent('lisa').believe(options),
  session: (options) => memory.agent('lisa').session(options),
  think: (options) => memory.agent('lisa').think(options),
  sessions: (options) => memory.agent('lisa').sessions(options),
  resume: (options) => memory.agent('lisa').resume(options),
  digest: (options) => memory.agent('lisa').digest(options),
  forget: (options) => memory.agent('lisa').forget(options),
  withdraw: (options) => memory.agent('lisa').withdraw(options),
  recall: (options) => memory.agent('lisa').recall(options),
  search: (options) => memory.agent('lisa').search(options),
  agent: (name) => memory.agent(name),
  stats: (options) => memory.stats(options),
  doctor: (options) => memory.doctor(options),
  reindex: (options) => memory.reindex(options),
  import: (options) => memory.import(options),
  export: (options) => memory.export(options),
  open: (options) => Madeleine.open(options),
};

async function refusal(verb: string, options: unknown): Promise<unknown> {
  try {
    await calls[verb]?.(options as never);
    return 'nothing was refused';
  } catch (error) {
    return error;
  }
}

async function expectRefused(verb: string, options: unknown, message: string | RegExp): Promise<void> {
  const error = await refusal(verb, options);
  expect(error).toBeInstanceOf(InvalidArgumentError);
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', status: 400, exitCode: 2 });
  const said = (error as Error).message;
  expect(said.length).toBeLessThan(300);
  if (typeof message === 'string') expect(said).toBe(`${verb}: ${message}`);
  else expect(said).toMatch(message);
  expect((await memory.stats()).seq).toBe(seq);
}

const long = (length: number): string => 'x'.repeat(length);
const content = 'Luna sleeps.';
const one = { content };
const dates = 'must be a date that exists, of the years 1-9999, such as 2023-05-08 or 2023-05-08T13:56:00Z';

/** Arrays nested in one another; the outermost is not counted. */
function nested(levels: number): unknown {
  let inner: unknown = 'deep';
  for (let level = 0; level < levels; level++) inner = [inner];
  return inner;
}

const broken: readonly (readonly [verb: string, options: unknown, message: string | RegExp])[] = [
  ['observe', undefined, 'the options must be an object, got nothing.'],
  ['observe', null, 'the options must be an object, got null.'],
  ['observe', 'Luna', 'the options must be an object, got "Luna".'],
  ['observe', [one], 'the options must be an object, got a list of 1.'],
  ['observe', {}, '"content" is required.'],
  ['observe', { content: 5 }, '"content" must be a string, got 5.'],
  ['observe', { content: ' \n\t' }, '"content" must not be blank, got " \\n\\t".'],
  ['observe', { content: long(100_001) }, '"content" must be 1-100,000 characters, got 100,001.'],
  ['observe', { ...one, importence: 3 }, '"importence" is not known; leave it out.'],
  ['observe', { ...one, mood: { valence: 0, arousal: 0, colour: 1 } }, '"mood.colour" is not known; leave it out.'],
  ['observe', { ...one, mood: [0, 0] }, '"mood" must be { valence, arousal }, got a list of 2.'],
  ['observe', { ...one, mood: { valence: 0 } }, '"mood.arousal" is required.'],
  ['observe', { ...one, mood: { valence: -1.1, arousal: 0 } }, '"mood.valence" must be -1 to 1, got -1.1.'],
  ['observe', { ...one, importance: 11 }, '"importance" must be 1-10, got 11.'],
  ['observe', { ...one, importance: Number.NaN }, '"importance" must be 1-10, got NaN.'],
  ['observe', { ...one, confidence: Number.POSITIVE_INFINITY }, '"confidence" must be 0-1, got Infinity.'],
  ['observe', { ...one, thoughtNumber: 1.5 }, '"thoughtNumber" must be a whole number, 1-1,000,000, got 1.5.'],
  ['observe', { ...one, shared: 'yes' }, '"shared" must be true or false, got "yes".'],
  ['observe', { ...one, type: 'dream' }, /^observe: "type" must be one of user_input, .*document, got "dream"\.$/],
  ['observe', { ...one, id: long(257) }, '"id" must be 1-256 bytes, got 257.'],
  ['observe', { ...one, id: '\u00e9'.repeat(129) }, '"id" must be 1-256 bytes, got 258.'],
  ['observe', { ...one, id: '\ud800' }, '"id" must be well-formed Unicode, without lone surrogates, got "\\ud800".'],
  ['observe', { ...one, id: 'a\u0000b' }, '"id" must not contain control characters, got "a\\u0000b".'],
  ['observe', { ...one, id: 'observation:' }, '"id" must have a key after its colon, got "observation:".'],
  ['observe', { ...one, speaker: 'Mark\n' }, '"speaker" must not contain control characters, got "Mark\\n".'],
  ['observe', { ...one, session: '' }, '"session" must not be blank, got "".'],
  ['observe', { ...one, domain: 'wrok' }, /^observe: "domain" must be work, .* or project:NAME, got "wrok"\.$/],
  ['observe', { ...one, occurredAt: '2023-02-30' }, `"occurredAt" ${dates}, got "2023-02-30".`],
  ['observe', { ...one, occurredAt: 'yesterday' }, `"occurredAt" ${dates}, got "yesterday".`],
  [
    'observe',
    { ...one, occurredAt: new Date(Number.NaN) },
    '"occurredAt" must be a Date or an ISO 8601 string, got an invalid date.',
  ],
  [
    'observe',
    { ...one, occurredAt: 1_700_000_000 },
    '"occurredAt" must be a Date or an ISO 8601 string, got 1700000000.',
  ],
  ['observe', { ...one, occurredAt: new Date(-1e15) }, /^observe: "occurredAt" must be a date .*got -029719/],
  ['observe', { ...one, entities: 'Luna' }, '"entities" must be a list of entities, got "Luna".'],
  ['observe', { ...one, entities: new Array(65).fill('x') }, '"entities" must be at most 64 entities, got 65.'],
  [
    'observe',
    { ...one, entities: ['ok', 5] },
    '"entities[1]" must be a name, or { name, aliases?, type?, path? }, got 5.',
  ],
  ['observe', { ...one, entities: [long(513)] }, '"entities[0]" must be 1-512 characters, got 513.'],
  ['observe', { ...one, entities: [{ name: 'Luna', kind: 'cat' }] }, '"entities[0].kind" is not known; leave it out.'],
  [
    'observe',
    { ...one, entities: [{ name: 'Luna', type: 'cat' }] },
    /^observe: "entities\[0\]\.type" must be one of file, /,
  ],
  ['observe', { ...one, signal: 'stop' }, '"signal" must be an AbortSignal, got "stop".'],
  [
    'observe',
    JSON.parse('{"content": "x", "__proto__": {"shared": true}}'),
    '"__proto__" is a key that is not allowed; rename it.',
  ],
  [
    'observe',
    JSON.parse('{"content": "x", "mood": {"constructor": 1}}'),
    '"mood.constructor" is a key that is not allowed; rename it.',
  ],
  [
    'observe',
    { ...one, entities: [{ name: 'x', prototype: 1 }] },
    '"entities[0].prototype" is a key that is not allowed; rename it.',
  ],
  [
    'observe',
    { ...one, mood: nested(70) },
    /^observe: "mood\[0\]\[0\].*…" must not nest deeper than 64 levels; flatten it\.$/,
  ],
  ['observeMany', { observations: [] }, '"observations" must be 1-1,000 observations, got 0.'],
  [
    'observeMany',
    { observations: new Array(1001).fill(one) },
    '"observations" must be 1-1,000 observations, got 1,001.',
  ],
  [
    'observeMany',
    { observations: new Array(2 ** 31) },
    'the options must hold at most 1,000,000 values in all; pass fewer.',
  ],
  ['observeMany', { observations: one }, '"observations" must be a list of observations, got an object.'],
  ['observeMany', { observations: [one, null] }, '"observations[1]" must be an object, got null.'],
  [
    'observeMany',
    { observations: [one, one, { content: '' }] },
    '"observations[2].content" must not be blank, got "".',
  ],
  [
    'observeMany',
    { observations: [{ ...one, signal: AbortSignal.abort() }] },
    '"observations[0].signal" is not known; leave it out.',
  ],
  ['believe', {}, 'the options must have exactly one of "content" and "memory", got none of them.'],
  [
    'believe',
    { ...one, memory: 'observation:first' },
    'the options must have exactly one of "content" and "memory", got "content" and "memory".',
  ],
  [
    'forget',
    { id: 'observation:first', query: 'Luna' },
    'the options must have exactly one of "subject", "id", "ids" and "query", got "id" and "query".',
  ],
  ['believe', { memory: 'observation:first', importance: 9 }, '"importance" must be left out with "memory", got 9.'],
  [
    'believe',
    { ...one, validFrom: '2024-05-02', validTo: '2024-05-01' },
    '"validTo" must not be before "validFrom", got "2024-05-01".',
  ],
  ['believe', { ...one, about: new Array(17).fill('x') }, '"about" must be at most 16 names, got 17.'],
  [
    'believe',
    { ...one, derivedFrom: ['observation:'] },
    '"derivedFrom[0]" must have a key after its colon, got "observation:".',
  ],
  ['believe', { ...one, kind: 'fact' }, /^believe: "kind" must be one of self\.identity, /],
  ['think', { thought: 'x', thougth: 'y' }, '"thougth" is not known; leave it out.'],
  ['think', { thought: ' ' }, '"thought" must not be blank, got " ".'],
  ['sessions', { limit: 1.5 }, '"limit" must be a whole number, 1-1,000, got 1.5.'],
  ['resume', { id: '' }, '"id" must not be blank, got "".'],
  ['digest', { session: 's', maxTokens: 19 }, '"maxTokens" must be a whole number, 20-2,000, got 19.'],
  ['session', { status: 'paused' }, '"status" must be one of open, closed, got "paused".'],
  [
    'session',
    { id: 'late', startedAt: '2024-05-02', endedAt: '2024-05-01' },
    /^session: "endedAt" must not be before "startedAt"/,
  ],
  ['session', null, 'the options must be an object, got null.'],
  ['withdraw', {}, '"id" is required.'],
  ['withdraw', { id: 'observation:first', why: 'no' }, '"why" is not known; leave it out.'],
  ['recall', { query: '' }, '"query" must not be blank, got "".'],
  ['recall', { query: long(10_001) }, '"query" must be 1-10,000 characters, got 10,001.'],
  ['recall', { query: 'x', limit: 0 }, '"limit" must be a whole number, 1-200, got 0.'],
  ['recall', { query: 'x', limit: 201 }, '"limit" must be a whole number, 1-200, got 201.'],
  ['recall', { query: 'x', limit: '5' }, '"limit" must be a whole number, 1-200, got "5".'],
  ['recall', { query: 'x', offset: 1 }, '"offset" is not known; leave it out.'],
  ['recall', { query: 'x', types: [] }, '"types" must be 1-6 types, got 0.'],
  ['recall', { query: 'x', sessions: [] }, '"sessions" must be 1-100 session ids, got 0.'],
  ['recall', { query: 'x', sessions: 'monday' }, '"sessions" must be a list of session ids, got "monday".'],
  ['recall', { query: 'x', about: [] }, '"about" must be 1-32 names, got 0.'],
  ['recall', { query: 'x', domain: 'play' }, /^recall: "domain" must be work, /],
  ['recall', { query: 'x', focus: { domain: 'play' } }, /^recall: "focus.domain" must be work, /],
  ['recall', { query: 'x', focus: { topics: 'x' } }, '"focus.topics" is not known; leave it out.'],
  ['search', { query: 'x', focus: 'work' }, '"focus" must be { domain?, topic? }, got "work".'],
  ['recall', { query: 'x', from: '2024-05-02', to: '2024-05-02' }, '"to" must be after "from", got "2024-05-02".'],
  ['recall', { query: 'x', asOf: '2023-13-01' }, `"asOf" ${dates}, got "2023-13-01".`],
  [
    'recall',
    { query: 'x', profile: 'best' },
    '"profile" must be one of balanced, thorough, cognitive, semantic, lexical, got "best".',
  ],
  ['search', { query: 'x', attention: true }, '"attention" is not known; leave it out.'],
  ['search', { query: 'x', offset: -1 }, '"offset" must be a whole number, 0-10,000, got -1.'],
  ['agent', '', '"name" must not be blank, got "".'],
  ['agent', 'lisa\u0007', '"name" must not contain control characters, got "lisa\\u0007".'],
  ['agent', '.', '"name" must be more than "." or "..", which an address leaves out, got ".".'],
  ['agent', ' .. ', '"name" must be more than "." or "..", which an address leaves out, got " .. ".'],
  ['agent', undefined, '"name" is required.'],
  ['stats', { verbose: true }, '"verbose" is not known; leave it out.'],
  ['doctor', 5, 'the options must be an object, got 5.'],
  ['reindex', { onProgress: 'log' }, '"onProgress" must be a function, got "log".'],
  ['import', {}, '"file" is required.'],
  ['import', { file: 'x', format: 'csv' }, `"format" must be one of ${importFormats.join(', ')}, got "csv".`],
  ['import', { file: 'x', onError: 'ask' }, '"onError" must be one of stop, skip, got "ask".'],
  ['export', { file: 'x' }, '"file" is not known; leave it out.'],
  ['open', {}, '"at" is required.'],
  ['open', { at: 'x', space: 'a b' }, '"space" must be 1-64 letters, digits, "-" or "_", got "a b".'],
  ['open', { at: 'x', space: '../x' }, '"space" must be 1-64 letters, digits, "-" or "_", got "../x".'],
  ['open', { at: 'x', factHalfLifeDays: 0 }, '"factHalfLifeDays" must be 0.01-100,000, got 0.'],
  ['open', { at: 'x', embedder: 'gpt' }, /^open: "embedder" must be one of minilm, none, .* got "gpt"\.$/],
  ['open', { at: 'x', weights: { lexcal: 1 } }, `"weights.lexcal" must be a signal's name, perhaps "lexical", got 1.`],
  ['open', { at: 'x', weights: { zzz: 1 } }, /"weights.zzz" must be one of lexical, semantic, /],
  ['open', { at: 'x', weights: { lexical: -1 } }, '"weights.lexical" must be 0-100, got -1.'],
  ['open', { at: 'x', weights: { ring: '1' } }, '"weights.ring" must be 0-100, got "1".'],
  ['open', { at: 'x', weights: [1] }, '"weights" must be weights by the names of signals, got a list of 1.'],
  [
    'open',
    { at: 'x', profile: 'semantic', weights: { semantic: 0 } },
    '"weights" must leave at least one signal of the profile a weight above 0, got an object.',
  ],
  ['open', { at: 'x', clock: new Date() }, /^open: "clock" must be a function, got 2/],
  ['open', { at: 'x', password: long(4097) }, '"password" must be 1-4,096 characters, got 4,097.'],
  ['open', { at: 'x', token: 12_345 }, '"token" must be a string, got a number.'],
  ['open', { at: 'x', pasword: 'hunter2' }, '"pasword" is not known; leave it out.'],
];

describe('what a public call refuses', () => {
  it.each(broken.map(([verb, options, message]) => ({ verb, options, message })))(
    '$verb: $message',
    async ({ verb, options, message }) => {
      await expectRefused(verb, options, message);
    },
  );

  it.each([
    ['search', { query: 'x', type: 'fact' }, 'Did you mean "types"? Correct the name and call again.'],
    ['recall', { query: 'x', minRelevence: 1 }, 'Did you mean "minRelevance"? Correct the name and call again.'],
    ['observe', { content: 'x', mood: { valense: 1 } }, 'Did you mean "valence"? Correct the name and call again.'],
    ['observeMany', { observations: [{ contents: 'x' }] }, 'Did you mean "content"? Correct the name and call again.'],
    ['recall', { query: 'x', q: 1 }, 'Correct the named value and call again.'],
    ['observe', { content: 'x', at: '2026-01-14' }, 'Did you mean "occurredAt"? Correct the name and call again.'],
    ['recall', { text: 'x' }, 'Did you mean "query"? Correct the name and call again.'],
  ])('%s with an unknown option, and names the one that may be meant', async (verb, options, hint) => {
    expect(await refusal(verb, options)).toMatchObject({ code: 'INVALID_ARGUMENT', hint });
  });

  it.each([
    ['observe', 'Luna', 'Write observe({ content: "..." }).'],
    ['believe', 'Luna', 'Write believe({ content: "..." }).'],
    ['recall', 'Luna', 'Write recall({ query: "..." }).'],
    ['recall', undefined, 'Write recall({ query: "..." }).'],
    ['search', 'Luna', 'Write search({ query: "..." }).'],
    ['withdraw', 'fact:x', 'Write withdraw({ id: "..." }).'],
    ['observeMany', [{ content: 'x' }], 'Write observeMany({ observations: [...] }).'],
    ['believe', { content: 'x', supersedes: 'fact:x' }, 'Write supersedes: ["fact:x"].'],
  ])('%s of %j, and shows how it is written', async (verb, options, hint) => {
    expect(await refusal(verb, options)).toMatchObject({ code: 'INVALID_ARGUMENT', hint });
  });

  it('what contains itself, at once', async () => {
    const cyclic: Record<string, unknown> = { ...one };
    cyclic['mood'] = { again: [cyclic] };
    await expectRefused('observe', cyclic, '"mood.again[0]" must not contain itself; pass a tree.');
    const list: unknown[] = [];
    list.push(list);
    await expectRefused('recall', { query: 'x', types: list }, '"types[0]" must not contain itself; pass a tree.');
  });

  it('what unfolds without end, though it does not contain itself', async () => {
    let wide: unknown = 'x';
    for (let level = 0; level < 60; level++) wide = { left: wide, right: wide };
    await expectRefused('observe', { ...one, mood: wide }, /must hold at most 1,000,000 values/);
  });

  it('secrets without showing them', async () => {
    const error = await refusal('open', { at: await storeFolder(), password: `hunter2${long(5000)}` });
    expect(String(error)).not.toContain('hunter2');
  });
});

it('goes on as before after everything that was refused', async () => {
  await memory.agent('lisa').observe({ content: 'Still here.' });
  expect((await memory.stats()).seq).toBe(seq + 1);
});
