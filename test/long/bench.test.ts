/** The benches on little data: that they run, find what is there to find, and print the agreed shape. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBeamSample, writeMadialSample } from '../support/bench-samples.ts';
import { benches, CliSurroundings } from '../support/cli-run.ts';

const metrics = ['recall@5', 'recall@10', 'recall@20', 'ndcg@10', 'mrr'];

describe('the benches', () => {
  let cli: CliSurroundings;
  beforeAll(async () => {
    cli = await CliSurroundings.make(benches);
    const turn = (id: string, speaker: string, text: string): object => ({ dia_id: id, speaker, text });
    const conversation = {
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [turn('D1:1', 'Ann', 'I adopted a greyhound.'), turn('D1:2', 'Bo', 'I repair violins these days.')],
      session_2_date_time: '9:00 am on 2 June, 2023',
      session_2: [turn('D2:1', 'Ann', 'My sister moved to Lisbon.'), turn('D2:2', 'Bo', 'The lake was warm.')],
    };
    const qa = [
      { question: 'What does Bo repair?', category: 4, evidence: ['D1:2'] },
      { question: 'Which dog has Ann adopted, a greyhound?', category: 1, evidence: ['D1:1; D9:9'] },
      { question: 'Who moved to Lisbon?', category: 5, evidence: ['D2:1'] },
      { question: 'What is left out?', category: 3, evidence: [] },
    ];
    await writeFile(cli.path('tiny.json'), JSON.stringify([{ sample_id: 'tiny', conversation, qa }]));
  });
  afterAll(() => cli.remove());

  it('print one object about recall for one profile, with every question answered', async () => {
    const args = ['recall', '--data', 'tiny.json', '--embedder', 'none', '--json'];
    const { stdout, stderr, exitCode } = await cli.run(args);
    expect(exitCode).toBe(0);
    const result = JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    expect(Object.keys(result)).toEqual([
      ...['data', 'profile', 'embedder', 'memories', 'questions', 'micro', 'macro', 'categories'],
      ...['ingestPerSecond', 'recallMs', 'embedMs', 'openMs', 'rssMb', 'storeMb'],
    ]);
    expect(result).toMatchObject({
      data: 'tiny.json',
      profile: 'balanced',
      embedder: 'none',
      memories: 4,
      questions: 3,
    });
    expect(Object.keys(result['micro'] ?? {})).toEqual(metrics);
    expect(result['micro']).toEqual({ 'recall@5': 1, 'recall@10': 1, 'recall@20': 1, 'ndcg@10': 1, mrr: 1 });
    expect(Object.keys(result['categories'] ?? {})).toEqual(['1', '4', '5']);
    expect(Object.keys(result['recallMs'] ?? {})).toEqual(['p50', 'p95']);
    expect(stderr).toBe('left out: 1 question without evidence, 1 evidence id that names no memory\n');
  });

  it('compare profiles on the same stores', async () => {
    const args = ['recall', '--data', 'tiny.json', '--embedder', 'none', '--profile', 'balanced,lexical'];
    const results = (await cli.json(args)) as unknown as { profile: string }[];
    expect(results.map((result) => result.profile)).toEqual(['balanced', 'lexical']);
    const { stdout } = await cli.run(args);
    expect(stdout).toMatch(/^lexical +1 to 4 \(micro\) +100\.0/m);
  });

  it('put intervals around what is compared, with BM25 and the paired difference to it', async () => {
    const args = ['recall', '--data', 'tiny.json', '--embedder', 'none', '--compare'];
    const results = (await cli.json(args)) as unknown as Record<string, Record<string, unknown>>[];
    expect(results[0]?.['profile']).toBe('lexical');
    expect(results.map((result) => result['profile'])).toEqual(expect.arrayContaining(['balanced', 'semantic']));
    expect(results[0]?.['difference']).toBeUndefined();
    for (const result of results) {
      expect(result['intervals']?.['micro']).toMatchObject({ 'recall@10': { mean: expect.any(Number) } });
    }
    expect(results[1]?.['difference']?.['micro']).toMatchObject({ 'recall@10': { mean: 0, low: 0, high: 0 } });
    const { stdout } = await cli.run(args);
    expect(stdout).toMatch(/^balanced +1 to 4 \(micro\) +100\.0 \[100\.0, 100\.0\]/m);
  });

  it('read BEAM by ability, with the share of contradictions of which both sides come up', async () => {
    await writeBeamSample(cli.path('beam'));
    const result = await cli.json(['recall', '--data', 'beam', '--embedder', 'none']);
    expect(result).toMatchObject({ data: 'beam', memories: 5, questions: 2, bothSides: 1 });
    expect(Object.keys(result['categories'] ?? {})).toEqual(['contradiction_resolution', 'event_ordering']);
    const { stdout } = await cli.run(['recall', '--data', 'beam', '--embedder', 'none']);
    expect(stdout).toMatch(/^left out: 2 questions without evidence, 2 evidence ids that name no memory$/m);
    expect(stdout).toMatch(/both sides of a contradiction/);
  });

  it('read MADial-Bench by user', async () => {
    await writeMadialSample(cli.path('madial'));
    const result = await cli.json(['recall', '--data', 'madial', '--embedder', 'none']);
    expect(result).toMatchObject({ data: 'madial', memories: 3, questions: 2 });
    expect(result['categories']).toMatchObject({ '1': { 'recall@5': 1 }, '2': { 'recall@5': 1 } });
  });

  it('count what of the evidence is inside the first tokens of an answer', async () => {
    const args = ['budget', '--data', 'tiny.json', '--embedder', 'none'];
    const results = (await cli.json([...args, '--profile', 'lexical'])) as unknown as Record<string, unknown>[];
    expect(results.map((result) => [result['profile'], result['form']])).toEqual([
      ['lexical', 'ranked'],
      ['lexical', 'text'],
    ]);
    for (const result of results) {
      expect(result['budgets']).toMatchObject([200, 500, 1000, 2000].map((tokens) => ({ tokens, mostPossible: 1 })));
    }
    const { stdout } = await cli.run(args);
    expect(stdout).toMatch(/^balanced +ranked +1 to 4 \(micro\) +100\.0 \[100\.0, 100\.0\]/m);
    expect(stdout).toMatch(/^balanced +text +1 to 4 \(micro\) +100\.0 \[100\.0, 100\.0\]/m);
    expect(stdout).toMatch(/tokens a memory, counted by WordPiece/);
  });

  it('show what a mood does: nothing when it is neutral', async () => {
    await writeMadialSample(cli.path('felt'));
    const args = ['recall', '--data', 'felt', '--embedder', 'none', '--mood'];
    const result = await cli.json(args);
    expect(result).toMatchObject({ data: 'felt', profile: 'balanced', questions: 2, withMood: 1 });
    const rows = result['rows'] as readonly Record<string, unknown>[];
    expect(rows.map((row) => [row['mood'], row['emotionWeight']])).toEqual([
      ['none', 0],
      ...['neutral', 'inferred', 'oracle'].flatMap((mood) => [0.1, 0.3, 0.5].map((weight) => [mood, weight])),
    ]);
    for (const row of rows.slice(0, 4)) {
      expect(row).toMatchObject({ unchanged: 1, difference: { 'recall@10': { mean: 0, low: 0, high: 0 } } });
    }
    const several = await cli.run([...args, '--compare']);
    expect([several.exitCode, several.stderr]).toEqual([
      2,
      expect.stringMatching(/"--compare" and "--mood" go one at a time/),
    ]);
    const without = await cli.run(['recall', '--data', 'tiny.json', '--embedder', 'none', '--mood']);
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringMatching(/"--mood" needs data with moods/)]);
  });

  it('leave out one signal of a profile after the other', async () => {
    const args = ['recall', '--data', 'tiny.json', '--embedder', 'none', '--ablate'];
    const result = await cli.json(args);
    expect(result).toMatchObject({ profile: 'balanced', questions: 3, whole: { 'recall@10': { mean: 1 } } });
    const signals = result['signals'] as readonly { signal: string; weight: number; lost: object }[];
    expect(signals.map(({ signal }) => signal)).toEqual(expect.arrayContaining(['lexical', 'date', 'speaker']));
    expect(signals.map(({ signal }) => signal)).not.toContain('semantic');
    expect(signals.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 2);
    const single = await cli.json([...args, '--profile', 'lexical']);
    expect(single['signals']).toEqual([]);
  });

  it('refuse a file that is missing and a profile that is none', async () => {
    const missing = await cli.run(['recall', '--data', 'nothing.json', '--embedder', 'none']);
    expect([missing.exitCode, missing.stderr.split('\n')[0]]).toEqual([
      2,
      expect.stringMatching(/bench: cannot read "nothing.json"/),
    ]);
    const profile = await cli.run(['recall', '--data', 'tiny.json', '--profile', 'psychic']);
    expect([profile.exitCode, profile.stderr.split('\n')[0]]).toEqual([
      2,
      expect.stringMatching(/"--profile" must be one of/),
    ]);
  });

  it('measure one size after another, with vectors that cost nothing', async () => {
    const args = ['scale', '--memories', '60,120', '--embedder', 'synthetic'];
    const results = (await cli.json(args)) as unknown as Record<string, unknown>[];
    expect(results.map((result) => [result['memories'], result['embedder']])).toEqual([
      [60, 'synthetic'],
      [120, 'synthetic'],
    ]);
    for (const result of results) expect(Number(result['openMs'])).toBeGreaterThan(0);
    const { exitCode } = await cli.run(['scale', '--memories', 'many']);
    expect(exitCode).toBe(2);
  });

  it('put small spaces away and open them again', async () => {
    const results = (await cli.json(['scale', '--spaces', '6', '--open', '2'])) as unknown as Record<string, unknown>[];
    expect(results).toMatchObject([{ spaces: 6, memories: 10, open: 2 }]);
    for (const what of ['makeMs', 'awayMs', 'openMs'])
      expect(results[0]?.[what], what).toMatchObject({ p50: expect.any(Number) });
    expect(results[0]?.['awayMs']).not.toMatchObject({ p50: Number.NaN });
    const { exitCode } = await cli.run(['scale', '--spaces', 'many']);
    expect(exitCode).toBe(2);
  });
});
