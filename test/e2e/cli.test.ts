/**
 * Every command, once, on a real store. What needs the executable is run by it: input from a pipe, a model, and files
 * named from the working folder. A process that has opened a store keeps others out of it for a while. Needs a build, as `npm test` makes one.
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

describe('the command line', () => {
  let cli: CliInProcess;
  beforeAll(async () => {
    cli = await CliInProcess.make();
  });
  afterAll(() => cli.remove());

  const store = ['--at', 'store', '--embedder', 'none'];
  const lisa = [...store, '--agent', 'lisa'];
  const electra = [...store, '--agent', 'electra'];

  it('remembers what it is told, as an argument or through a pipe', async () => {
    const told = await cli.apart.json([
      'observe',
      'Mark heats the flat for Luna.',
      '--mood=0.4,-0.1',
      '--session',
      'winter',
      ...lisa,
    ]);
    expect(told).toMatchObject({ outcome: 'stored', believer: 'lisa', session: 'session:winter' });
    const piped = await cli.apart.run(['observe', '--occurred-at', '2026-01-14T08:00:00Z', ...lisa], {
      input: 'It is minus six in Seattle.\n',
    });
    expect(piped.exitCode).toBe(0);
    expect(piped.stdout).toMatch(/^stored observation:\S+\n {2}believed by lisa, strength 1.00/);
  });

  it('holds things true, for one agent or for all', async () => {
    const own = await cli.json(['believe', 'Luna hates the cold.', '--about', 'Luna', ...lisa]);
    const all = await cli.json(['believe', "Luna is Mark's cat.", '--about', 'Luna', '--shared', ...lisa]);
    expect([own['believer'], all['believer']]).toEqual(['lisa', 'system']);
    const again = await cli.json(['believe', 'Luna hates the cold.', '--about', 'Luna', ...lisa]);
    expect(again).toMatchObject({ outcome: 'merged', id: own['id'] });
    await cli.json(['withdraw', String(own['id']), ...lisa]);
    const back = { outcome: 'merged', id: own['id'], reason: 'it was withdrawn and is believed again' };
    expect(await cli.json(['believe', String(own['id']), ...lisa])).toMatchObject(back);
  });

  it('recalls in perspective: what an agent believes, and what is universal', async () => {
    const contents = async (agent: readonly string[]): Promise<readonly string[]> => {
      const result = await cli.json(['recall', 'How', 'is', 'Luna?', ...agent]);
      return (result['memories'] as { content: string }[]).map((memory) => memory.content).sort();
    };
    expect(await contents(lisa)).toEqual(expect.arrayContaining(['Luna hates the cold.', "Luna is Mark's cat."]));
    expect(await contents(electra)).toEqual(["Luna is Mark's cat."]);
  });

  it('says in words who believes a memory, how strongly, since when and where from, and why it came up', async () => {
    const { stdout, exitCode } = await cli.run(['recall', 'cold', '--why', '--limit', '1', ...lisa]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/lisa recalls 1 memory for "cold"/);
    expect(stdout).toMatch(
      /1 {2}Luna hates the cold\. +0\.\d{3}\n {3}\d+ \w+ \d{4}\n {3}fact:\S+\n {3}fact .*about Luna\n/,
    );
    expect(stdout).toMatch(/believed by lisa, strength \d\.\d\d, confidence \d\.\d\d, since \d+ \w+ \d{4}, from user/);
    expect(stdout).toMatch(/lexical +█+.* 0\.\d{3} = \d\.\d\d × \d\.\d\d/);
    expect(stdout.match(/ = \d\.\d\d × /g)).toHaveLength(5);
    expect(stdout).toMatch(/\n {3}\d+ more add 0\.\d{3}\n/);
  });

  it('says without --why no more of a memory than what it says, its score, when it happened and who said it', async () => {
    const talk = [...store, '--space', 'talk', '--agent', 'lisa'];
    const said = [
      '--speaker',
      'Mark',
      '--occurred-at',
      '2026-01-14T08:00:00Z',
      '--session',
      'winter',
      '--mood',
      'calm',
    ];
    await cli.run(['observe', 'Luna slept on the heater.', ...said, ...talk]);
    for (const command of ['recall', 'search']) {
      const { stdout } = await cli.run([command, 'heater', ...talk]);
      expect(stdout).toMatch(/Luna slept on the heater\./);
      expect(stdout).toMatch(/\n1 {2}.+ 0\.\d{3}\n {3}14 Jan 2026 · said by Mark\n$/);
    }
  });

  it('explores what lies around a name, in words and as a drawing', async () => {
    const { stdout, exitCode } = await cli.run(['explore', 'Luna', '--depth', '1', ...lisa]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Explored by lisa from Luna/);
    expect(stdout).toMatch(/- 0\.\d\d .*fact: “Luna hates the cold\.”\n +Luna, the subject of this/);
    expect((await cli.run(['explore', 'Luna', '--mermaid', ...electra])).stdout).not.toContain('hates the cold');
    expect((await cli.run(['explore', 'Luna', '--dot', ...lisa])).stdout).toMatch(/^digraph exploration \{\n.*\}\n$/s);
    expect(await cli.json(['explore', 'Luna', 'Nobody', '--nodes=10', ...lisa])).toMatchObject({ unknown: ['Nobody'] });
    expect((await cli.run(['explore', 'Luna', '--depth', '9', ...lisa])).stderr).toMatch(
      /"depth" must be a whole number, 1-4/,
    );
  });

  it('corrects a fact, and refuses a correction by whom it trusts less', async () => {
    const moved = [...store, '--space', 'moved', '--agent', 'lisa'];
    const old = await cli.json(['believe', 'Mark lives in Portland.', ...moved]);
    const correction = ['believe', 'Mark lives in Seattle.', '--supersedes', String(old['id']), '--reason', 'he moved'];
    const refused = await cli.run([...correction, '--channel', 'tool', ...moved]);
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('let the user correct it')]);
    const { stdout } = await cli.run([...correction, ...moved]);
    expect(stdout).toContain(`takes the place of ${String(old['id'])}`);
    const recalled = await cli.run(['recall', 'Where does Mark live?', ...moved]);
    expect(recalled.stdout).toMatch(/Seattle.*Portland.*superseded on .*he moved/s);
  });

  it('recalls in a mood, given as numbers or as a word, and weighs it as the environment or an option says', async () => {
    const moody = [...store, '--space', 'moody', '--agent', 'lisa'];
    await cli.run(['observe', 'The billing release went out', '--mood', 'excited', ...moody]);
    await cli.run(['observe', 'The billing release went out, a billing release', '--mood', '-0.8,-0.3', ...moody]);
    const first = async (more: readonly string[], environment = {}): Promise<string> => {
      const { stdout } = await cli.run(['search', 'billing release', '--json', ...more, ...moody], { environment });
      const { memories } = JSON.parse(stdout) as { memories: { mood: { valence: number } }[] };
      return (memories[0]?.mood.valence ?? 0) > 0 ? 'glad' : 'sad';
    };
    expect(await first([])).toBe('sad');
    expect(await first(['--mood', 'excited', '--emotion-weight', '0.6'])).toBe('glad');
    expect(await first(['--mood', '0.5,0.5'], { MADELEINE_RETRIEVAL__EMOTION_WEIGHT: '0.6' })).toBe('glad');
    expect(await first(['--mood', '-0.5,0.1', '--emotion-weight', '0.6'])).toBe('sad');
    expect(await first(['--mood', 'excited', '--emotion-weight', '0'])).toBe('sad');
    const narrow = ['--mood', 'excited', '--emotion-weight', '0.6', '--limit', '1', '--candidate-multiplier', '1'];
    expect(await first(narrow)).toBe('sad');
    const { stdout } = await cli.run(['recall', 'billing release', '--mood', '-0.6,0.4', '--why', ...moody]);
    expect(stdout).toContain('in a mood that is frustrated (-0.6, 0.4)');
    expect(stdout).toMatch(/mood +█+.* × 0\.30 {2}The likeness of its mood/);
  });

  it('explains where a memory stands among the answers, or why it is not one of them', async () => {
    const found = await cli.json(['search', 'cold', '--limit', '1', ...lisa]);
    const [{ id, score }] = found['memories'] as [{ id: string; score: number }];
    const { stdout, exitCode } = await cli.run(['explain', id, 'cold', ...lisa]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/is recalled for "cold"\nIt is number 1 of the \d in view/);
    expect(stdout).toMatch(
      /lexical +█+[▉-▏]? +0\.\d{3} = 1\.00 × \d\.\d\d {2}No other memory in view matches the words/,
    );
    const explained = await cli.json(['explain', id, 'cold', '--type', 'thought', ...lisa]);
    expect(explained).toMatchObject({ outcome: 'outside', memory: { score: expect.closeTo(score, 5) } });
    const others = await cli.run(['explain', id, 'cold', ...electra]);
    expect([others.exitCode, others.stdout]).toEqual([3, '']);
    expect(others.stderr).toContain("is in electra's view");
  });

  it('tells why a memory is believed, to its believers', async () => {
    const { id } = await cli.json([
      'believe',
      'Tea is at four.',
      '--at',
      'why',
      '--embedder',
      'none',
      '--agent',
      'lisa',
    ]);
    const asked = ['why', id as string, '--at', 'why', '--embedder', 'none', '--agent'];
    const { stdout, exitCode } = await cli.run([...asked, 'lisa']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^fact:\S+: "Tea is at four\."\nlisa has believed it since \d{4}-/);
    expect(await cli.json([...asked, 'lisa'])).toMatchObject({ memory: { id }, believers: [{ agent: 'lisa' }] });
    const others = await cli.run([...asked, 'electra']);
    expect([others.exitCode, others.stdout]).toEqual([3, '']);
  });

  it('compares two agents', async () => {
    const place = ['--at', 'compare', '--embedder', 'none'];
    await cli.json(['believe', 'Mark likes coffee.', ...place, '--agent', 'lisa']);
    await cli.json(['believe', 'Mark does not like coffee.', ...place, '--agent', 'electra']);
    const { stdout, exitCode } = await cli.run(['compare', 'lisa', 'electra', 'coffee', ...place]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Both \(0\)\n\nOnly lisa \(1\)[\s\S]*≠ Opposed \(1\)\n- lisa +Mark likes coffee/);
    expect(await cli.json(['compare', 'lisa', 'electra', ...place])).toMatchObject({ agents: ['lisa', 'electra'] });
    expect((await cli.run(['compare', 'lisa', 'lisa', ...place])).exitCode).toBe(2);
  });

  it('takes an agent by its name in any case, and says which name is nobody here', async () => {
    const place = ['--at', 'names', '--embedder', 'none'];
    await cli.json(['observe', 'Caroline paints herons.', ...place, '--agent', 'Lisa']);
    const found = await cli.run(['search', 'herons', ...place, '--agent', ' lisa']);
    expect([found.stderr, found.stdout]).toEqual(['', expect.stringContaining('Caroline paints herons.')]);
    expect(await cli.json(['compare', 'LISA', 'system', ...place])).toMatchObject({ agents: ['Lisa', 'system'] });
    for (const asked of [
      ['recall', 'herons'],
      ['search', 'herons'],
      ['ambient', 'the herons'],
      ['facts'],
      ['latest'],
    ]) {
      const stranger = await cli.run([...asked, ...place, '--agent', 'lissa']);
      expect(stranger.stderr).toContain(`${asked[0]}: no memory of agent "lissa" here; known: Lisa\n`);
    }
    const compared = await cli.run(['compare', 'lissa', 'system', ...place]);
    expect([compared.exitCode, compared.stderr]).toEqual([3, expect.stringContaining('the nearest name is "Lisa"')]);
  });

  it('shows both sides of a contradiction, whichever is asked for', async () => {
    const agent = ['--at', 'tea', '--embedder', 'none', '--agent', 'lisa'];
    const one = (await cli.json(['observe', 'Tea is at four.', ...agent]))['id'] as string;
    const other = (await cli.json(['observe', 'Cocoa comes at six.', ...agent]))['id'] as string;
    await cli.json(['judge', one, other, 'confirmed', '--kind', 'contradicts', ...agent]);
    const { stdout } = await cli.run(['recall', 'tea', '--limit', '1', ...agent]);
    expect(stdout).toMatch(
      /lisa recalls 2 memories.*\nYou were told on [\s\S]*“Tea is at four\.”\s+But\s[\s\S]*“Cocoa/,
    );
    expect(stdout).toMatch(/\nPrimary\n1 {2}↑ told above[\s\S]*≠ contradicted by 2 \(lisa, confirmed\)/);
    expect(stdout).toMatch(/\n≠ Contradicting\n2 {2}↑ told above[\s\S]*≠ contradicted by 1/);
    const list = await cli.run(['search', 'tea', ...agent]);
    expect(list.stdout).not.toMatch(/Primary|Contradicting/);
  });

  it('searches page by page', async () => {
    const page = async (offset: string): Promise<unknown> =>
      (
        (await cli.json(['search', 'Luna', '--limit', '1', '--offset', offset, ...lisa]))['memories'] as {
          id: string;
        }[]
      )[0]?.id;
    expect(await page('0')).not.toBe(await page('1'));
  });

  it('counts what the space holds', async () => {
    const stats = await cli.json(['stats', ...store]);
    expect(stats).toMatchObject({ space: 'default', records: { observation: 2, fact: 2 } });
    const { stdout } = await cli.run(['stats', ...store]);
    expect(stdout).toMatch(/^observation +2$/m);
  });

  it('finds a sound store sound', async () => {
    expect(await cli.json(['doctor', ...store])).toMatchObject({ ok: true });
    const { stdout, exitCode } = await cli.run(['doctor', ...store]);
    expect([exitCode, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'The store is sound.']);
  });

  it('embeds what another embedder left without vectors', async () => {
    const small = ['--at', 'small'];
    await cli.apart.json(['observe', 'Luna sleeps.', '--agent', 'lisa', '--embedder', 'none', ...small]);
    expect(await cli.apart.json(['reindex', ...small])).toMatchObject({ embedded: 1, remaining: 0 });
    expect(await cli.apart.json(['reindex', ...small])).toMatchObject({ embedded: 0, remaining: 0 });
  });

  it('finds nothing to migrate in what it has stored itself, and says so', async () => {
    const report = await cli.json(['migrate', '--dry-run', ...store]);
    expect(report).toMatchObject({ dryRun: true, changed: 0, unchanged: 4 });
    const { stdout, exitCode } = await cli.run(['migrate', '--backup', cli.path('before.ndjson'), ...store]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^up to date: 4 memories$/m);
    expect(stdout).toMatch(/^concepts +4 +0 +4 +4$/m);
    await expect(stat(cli.path('before.ndjson'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('backs an older space up and migrates it', async () => {
    const old = ['--at', 'store', '--space', 'old', '--embedder', 'none'];
    const said = { record: 'observation', id: 'observation:1', agent: 'lisa', occurredAt: '2026-01-14' };
    await writeFile(
      cli.path('old.ndjson'),
      JSON.stringify({
        ...said,
        content: 'The Quokka must eat.',
        concepts: [],
        surfacesWhen: [],
        believedBy: ['lisa'],
      }),
    );
    await cli.json(['import', cli.path('old.ndjson'), ...old]);
    expect(await cli.json(['migrate', '--dry-run', ...old])).toMatchObject({ dryRun: true, changed: 1 });
    const backup = cli.path('before.ndjson');
    const { stdout } = await cli.run(['migrate', '--backup', backup, ...old]);
    expect(stdout.replace(backup, '…')).toMatch(/^changed 1 of 1 memory\n {2}backup …, \d+ lines\n\n/);
    expect(stdout).toMatch(/^triggers +0 +1 +1 +1$/m);
    expect((await stat(backup)).mode & 0o077).toBe(0);
    const again = await cli.run(['migrate', ...old]);
    expect(again.stdout).toMatch(/^up to date/);
  });

  it('exports everything, and imports it into another store as it was', async () => {
    const exported = await cli.json(['export', cli.path('all.ndjson'), ...store]);
    const text = await readFile(cli.path('all.ndjson'), 'utf8');
    expect(exported['lines']).toBe(text.trimEnd().split('\n').length);
    expect((await stat(cli.path('all.ndjson'))).mode & 0o077).toBe(0);
    const copy = ['--at', 'copy', '--embedder', 'none'];
    const report = await cli.json(['import', cli.path('all.ndjson'), ...copy]);
    expect(report).toMatchObject({ format: 'ndjson', merged: 0, skipped: 0 });
    const printed = (await cli.run(['export', ...copy])).stdout;
    const records = (lines: string): readonly string[] => lines.trimEnd().split('\n').slice(1).toSorted();
    expect(records(printed)).toEqual(records(text));
  });

  it('changes nothing when a file is imported twice', async () => {
    const sample = {
      sample_id: 'conv-1',
      conversation: {
        session_1_date_time: '1:56 pm on 8 May, 2023',
        session_1: [
          { speaker: 'Ann', dia_id: 'D1:1', text: 'I adopted a dog.' },
          { speaker: 'Bo', dia_id: 'D1:2', text: 'Look at mine!', blip_caption: 'a poodle' },
        ],
      },
      qa: [],
    };
    await writeFile(cli.path('locomo.json'), JSON.stringify([sample]));
    const memory = [
      { type: 'entity', name: 'Mark', entityType: 'person', observations: ['likes tea'] },
      { type: 'relation', from: 'Mark', to: 'Acme', relationType: 'works_at' },
    ];
    await writeFile(cli.path('memory.jsonl'), memory.map((line) => JSON.stringify(line)).join('\n'));
    const twice = [...'ab'].map(() => ['--at', 'imports', '--embedder', 'none', '--agent', 'ann']);
    const reports: unknown[] = [];
    for (const file of ['locomo.json', 'memory.jsonl']) {
      for (const options of twice) {
        const { format, stored, merged } = await cli.json(['import', cli.path(file), ...options]);
        reports.push([format, stored, merged]);
      }
    }
    expect(reports).toEqual([
      ['locomo', 2, 0],
      ['locomo', 0, 2],
      ['mcp-memory', 3, 0],
      ['mcp-memory', 0, 3],
    ]);
    const recalled = await cli.json(['recall', 'Where does Mark work?', '--limit', '1', ...(twice[0] ?? [])]);
    expect(recalled['memories']).toEqual([expect.objectContaining({ content: 'Mark works at Acme' })]);
    const told = (await cli.run(['facts', 'mark', '--limit', '2', ...(twice[0] ?? [])])).stdout;
    expect(told).toMatch(/^fact:\S+ +Mark is of type person\nfact:\S+ +Mark: likes tea\n2 of 3\n/m);
  });

  it('shows the demo, and keeps it where it is told to', async () => {
    const { stdout, exitCode } = await cli.apart.run(['demo', '--keep', 'luna']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Luna has arthritis in both hips, and cold makes it worse.');
    expect(stdout).toMatch(/universal/);
    expect(stdout).toMatch(/3 revised/);
    expect(stdout).toMatch(
      /the 29th of January\.\n +≠ contradicted by 2 \(value\)\n[^≠]*the 27th of January\.\n +≠ contradicted by 1/,
    );
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
    const again = await cli.json(['demo', '--keep', 'luna']);
    expect(again).toMatchObject({ imported: { stored: 0, refused: [] } });
    const [ofLisa, ofElectra] = again['sameQuestion'] as { memories: { content: string }[] }[];
    const heard = (result: typeof ofLisa): boolean =>
      result?.memories.some(({ content }) => content.includes('arthritis')) ?? false;
    expect([heard(ofLisa), heard(ofElectra)]).toEqual([true, false]);
    const asked = await cli.json(['recall', 'What helps Luna?', '--agent', 'lisa', '--at', 'luna']);
    expect(asked['memories']).not.toEqual([]);
  });
});
