/** What the command line says and how it ends when something is wrong. */
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Madeleine } from '../../src/index.ts';
import { CliInProcess } from '../support/cli-in-process.ts';
import type { CliRun } from '../support/cli-run.ts';

describe('the command line, called wrongly', () => {
  let cli: CliInProcess;
  let memory: Madeleine;
  let waiting: Promise<readonly [stats: CliRun, doctor: CliRun]>;
  beforeAll(async () => {
    cli = await CliInProcess.make();
    await (await Madeleine.open({ at: cli.path('store'), embedder: 'none' })).close();
    // Both wait long for a store that this process holds, while the tests go on.
    memory = await Madeleine.open({ at: cli.path('held'), embedder: 'none' });
    const held = ['--at', 'held', '--embedder', 'none'];
    waiting = Promise.all([cli.apart.run(['stats', ...held]), cli.apart.run(['doctor', '--json', ...held])]);
  });
  afterAll(() => cli.remove());

  const lisa = ['--at', 'store', '--embedder', 'none', '--agent', 'lisa'];

  it.each([
    ['an unknown command', ['recal', 'x'], /unknown command "recal"/, /Did you mean recall\?/],
    ['what others call a command', ['delete', 'x'], /unknown command "delete"/, /Did you mean madeleine forget\?/],
    [
      'a name without its option',
      ['forget', 'Rex', ...lisa],
      /^forget: too many arguments/,
      /Did you mean madeleine forget --subject Rex\? It takes --id, .*--dry-run.* too: see madeleine forget --help\.$/,
    ],
    ['a command that needs another', ['token'], /a command must follow/, /madeleine token --help/],
    [
      'words without quotes',
      ['observe', 'two', 'words', ...lisa],
      /^observe: too many arguments/,
      /^Put quotes around a text .*: madeleine observe "two words"\.$/,
    ],
    [
      'a text that begins with a dash',
      ['observe', '-5 degrees outside', ...lisa],
      /^observe: unknown option "-5 degrees outside"/,
      /^Put -- before a text .*: madeleine observe -- "-5 degrees outside"\.$/,
    ],
    ['an unknown option', ['recall', 'x', '--limt', '3'], /unknown option "--limt"/, /Did you mean --limit\?/],
    [
      'a missing argument',
      ['recall'],
      /^recall: missing required argument "query": A question/,
      /madeleine recall --help/,
    ],
    [
      'a missing host',
      ['install'],
      /^install: missing .* "host": claude-code, .*gemini\.$/,
      /madeleine install --help/,
    ],
    ['help on what is unknown', ['help', 'recal'], /unknown command "recal"/, /Did you mean recall\?/],
    ['an empty folder', ['demo', '--keep', ''], /^demo: "--keep" must not be blank, got ""\.$/, /--keep <folder>/],
    ['an empty place', ['stats', '--at', ''], /"--at" in the options must be/, /madeleine config/],
    ['an empty file', ['export', '', ...lisa], /^export: "file" must not be blank/, /madeleine export --help/],
    ['no scope', ['token', 'create', ...lisa], /^token create: pass --scope/, /madeleine token create --help/],
    ['one agent', ['compare', 'lisa', 'lisa', ...lisa], /^compare: "agents" must be/, /madeleine compare --help/],
    [
      'a number that is none',
      ['recall', 'x', '--limit', 'few', ...lisa],
      /recall: "--limit" must be a whole number, got "few"/,
      /--limit <number>: How many memories at most/,
    ],
    [
      'a limit out of range',
      ['recall', 'x', '--limit', '0', ...lisa],
      /recall: "limit" must be .*1-200, got 0\./,
      /--limit <number>: .*From 1 to 200/,
    ],
    [
      'an unknown type',
      ['recall', 'x', '--type', 'dream', ...lisa],
      /recall: "types\[0\]" must be one of .*, got "dream"/,
      /--type <type>: Only of this type.*`thought`/,
    ],
    [
      'no agent',
      ['recall', 'x', '--at', 'store', '--embedder', 'none'],
      /recall: an agent must be named/,
      /--agent NAME.*madeleine\.toml/,
    ],
    [
      'an unknown profile',
      ['recall', 'x', '--profile', 'psychic', ...lisa],
      /"profile" must be one of balanced/,
      /^--profile <name>: .*`cognitive`/,
    ],
    [
      'an unknown embedder',
      ['stats', '--at', 'store', '--embedder', 'gpt'],
      /"--embedder" in the options must be one of minilm, none/,
      /madeleine config/,
    ],
    [
      'a space that is no name',
      ['stats', '--space', 'a/b', ...lisa],
      /"--space" in the options must be a name of 1-64 letters, digits, "-" or "_", got "a\/b"/,
      /madeleine config/,
    ],
    [
      'an unknown format',
      ['import', 'x', '--format', 'xml', ...lisa],
      /import: "format" must be one of locomo/,
      /--format <format>: .*`locomo`/,
    ],
    [
      'a file that is missing',
      ['import', 'nothing.json', ...lisa],
      /import: cannot read "nothing.json"/,
      /madeleine import --help/,
    ],
    ['blank content', ['observe', '   ', ...lisa], /observe: "content" must not be blank/, /madeleine observe --help/],
  ])('refuses %s with exit code 2 and a way to mend it', async (_, args, message, hint) => {
    const { exitCode, stdout, stderr } = await cli.run(args);
    expect(stdout).toBe('');
    const [first, second] = stderr.trimEnd().split('\n');
    expect(first).toMatch(message);
    expect(second).toMatch(hint);
    expect(exitCode).toBe(2);
  });

  it.each([
    [['undo', 'nope'], /`madeleine undo` without an id/],
    [['token', 'revoke', 'nope'], /`madeleine token list`/],
    [['session', 'resume', 'nope'], /`madeleine session list`/],
    [['merge', 'nope', 'nobody', '--dry-run'], /entities lists/],
    [['why', 'nope'], /^Look the id up first: recall, search and latest show ids with --why\.$/],
    [['inspect', 'nope'], /^Look it up with graph or search\.$/],
  ])('says where to look for what is not there: %j', async (args, hint) => {
    await cli.run(['observe', 'One.', '--id', 'there', ...lisa]);
    const { exitCode, stderr } = await cli.run([...args, ...lisa]);
    const [message, remedy] = stderr.trimEnd().split('\n');
    expect(message).toMatch(new RegExp(`^${args.slice(0, args.indexOf('nope')).join(' ')}: `));
    expect(remedy).toMatch(hint);
    expect(exitCode).toBe(3);
  });

  it('says of a space that nothing is in it, and which there are, unless the command makes it', async () => {
    await cli.run(['observe', 'One.', '--id', 'there', ...lisa]);
    for (const command of [['recall', 'One'], ['search', 'One'], ['latest'], ['facts', 'One'], ['stats']]) {
      const { exitCode, stderr } = await cli.run([...command, ...lisa, '--space', 'nosuch']);
      expect(stderr).toBe(`${command[0]}: nothing is in a space "nosuch" here; known: default\n`);
      expect(exitCode).toBe(0);
    }
    expect((await cli.run(['observe', 'Two.', ...lisa, '--space', 'new'])).stderr).toBe('');
    expect((await cli.run(['latest', ...lisa, '--space', 'new'])).stderr).toBe('');
  });

  it('ends with 3 for what is not there and with 4 for what does not fit', async () => {
    const missing = await cli.run(['believe', '--memory', 'fact:nothing', ...lisa]);
    expect(missing.exitCode).toBe(3);
    expect((await cli.run(['observe', 'One.', '--id', 'mine', ...lisa])).exitCode).toBe(0);
    const taken = await cli.run(['observe', 'Another.', '--id', 'mine', ...lisa]);
    expect(taken.exitCode).toBe(4);
  });

  it('prints an error as one line of JSON on standard error when it is asked to', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['recall', 'x', '--limit', '0', '--json', ...lisa]);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toEqual({
      error: expect.objectContaining({ code: 'INVALID_ARGUMENT', exitCode, message: expect.stringMatching(/got 0/) }),
    });
  });

  it('makes no store to read from, and says so when it makes one to write to', async () => {
    const at = ['--at', 'absent', '--embedder', 'none', '--agent', 'lisa'];
    for (const command of [['recall', 'x'], ['stats'], ['export'], ['sharing']]) {
      const { exitCode, stdout, stderr } = await cli.run([...command, ...at]);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/there is no store at ".*absent", and this command makes none/);
    }
    expect(await readdir(cli.folder)).not.toContain('absent');
    expect((await cli.run(['observe', 'The quokka sleeps.', ...at])).stderr).toMatch(/a new store was made/);
    expect((await cli.run(['observe', 'The wombat digs.', ...at])).stderr).toBe('');
  });

  it.runIf(process.platform !== 'win32')('takes no text from a pipe that is not UTF-8', async () => {
    const run = await cli.apart.shell(
      "printf 'one\\nx\\xff y' | madeleine observe - --at piped --agent lisa --embedder none",
    );
    expect(run.stderr).toMatch(/^observe: standard input must be UTF-8, got other bytes in line 2\.\nConvert it first/);
    expect(run.exitCode).toBe(2);
    expect(await readdir(cli.folder)).not.toContain('piped');
  });

  it('makes no store among files of somebody else, whether it reads or writes', async () => {
    await mkdir(cli.path('mine'));
    await writeFile(cli.path('mine/letter.txt'), 'keep');
    const at = ['--at', 'mine', '--embedder', 'none', '--agent', 'lisa'];
    for (const command of [['recall', 'x'], ['search', 'x'], ['stats'], ['doctor']]) {
      const { exitCode, stdout, stderr } = await cli.run([...command, ...at]);
      expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining('there is no store at')]);
    }
    for (const command of [['observe', 'x'], ['serve'], ['open'], ['mcp'], ['token', 'create', '--scope', 'read']]) {
      const { exitCode, stderr } = await cli.run([...command, ...at]);
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringMatching(/"\S+mine" holds other files and no store.*\n.*mine\/memory"/),
      ]);
    }
    expect(await readdir(cli.path('mine'))).toEqual(['letter.txt']);
  });

  it('makes a store in an empty folder to write to, and says so, and none to read from', async () => {
    await mkdir(cli.path('bare'));
    const at = ['--at', 'bare', '--embedder', 'none', '--agent', 'lisa'];
    expect((await cli.run(['search', 'x', ...at])).stderr).toMatch(/^search: there is no store at ".*bare"/);
    expect(await readdir(cli.path('bare'))).toEqual([]);
    expect((await cli.run(['observe', 'The quokka sleeps.', ...at])).stderr).toMatch(
      /bare" was empty; a new store was/,
    );
    await writeFile(cli.path('bare/notes.txt'), 'beside a store');
    expect((await cli.run(['observe', 'The wombat digs.', ...at])).stderr).toBe('');
  });

  it('ends with 2 where the store is a file', async () => {
    await writeFile(cli.path('file'), '');
    const { exitCode, stderr } = await cli.run(['stats', '--at', 'file', '--embedder', 'none']);
    expect(stderr).toMatch(/must be a folder/);
    expect(exitCode).toBe(2);
  });

  it.runIf(process.platform === 'linux').each(['/etc/passwd', '/etc/passwd/below', '/proc/below/it'])(
    'ends with 2 where no store can be: %s',
    async (at) => {
      const { exitCode, stderr } = await cli.run(['observe', 'x', '--agent', 'lisa', '--at', at]);
      expect(stderr).toMatch(/^observe: "at" (?:must be a folder|cannot be made a folder).*\nChoose a folder/);
      expect(exitCode).toBe(2);
    },
  );

  it('ends with 5 where another process holds the store, and doctor says so', async () => {
    expect(memory.space).toBe('default');
    const [stats, doctor] = await waiting;
    await memory.close();
    expect(stats.stderr).toContain(`process ${process.pid}`);
    expect(stats.exitCode).toBe(5);
    expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: false, findings: [{ check: 'store', level: 'error' }] });
    expect(doctor.exitCode).toBe(5);
  });

  describe('importing a file with a bad line', () => {
    const good = (number: number): string =>
      JSON.stringify({ record: 'fact', id: `fact:${number}`, content: `Fact ${number}.`, believedBy: ['lisa'] });
    const dangling = JSON.stringify({ record: 'believes', agent: 'lisa', memory: 'fact:nowhere' });
    beforeAll(() => writeFile(cli.path('bad.ndjson'), [good(1), '{"record":', good(2), dangling, good(3)].join('\n')));

    it('stops there with its number and its reason, and keeps what came before', async () => {
      const at = ['--at', 'store', '--space', 'stopped', '--embedder', 'none'];
      const { exitCode, stdout, stderr } = await cli.run(['import', cli.path('bad.ndjson'), ...at]);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^import: line 2 of "bad.ndjson" is refused: a line must be JSON/);
      expect(stderr).toMatch(/--on-error skip/);
      expect(await cli.json(['stats', ...at])).toMatchObject({ records: { fact: 1, believes: 1 } });
    });

    it('goes on where it stopped once the line is mended', async () => {
      const at = ['--at', 'store', '--space', 'mended', '--embedder', 'none'];
      await writeFile(cli.path('mended.ndjson'), [good(1), good(2), '{"record":', good(3)].join('\n'));
      expect((await cli.run(['import', cli.path('mended.ndjson'), ...at])).exitCode).toBe(2);
      await writeFile(cli.path('mended.ndjson'), [good(1), good(2), good(3), good(4)].join('\n'));
      // Each of these lines is a fact and a belief.
      expect(await cli.json(['import', cli.path('mended.ndjson'), ...at])).toMatchObject({
        stored: 4,
        merged: 4,
        skipped: 0,
      });
    });

    it('leaves it out and goes on when it is told to', async () => {
      const at = ['--at', 'store', '--space', 'skipped', '--embedder', 'none'];
      const report = await cli.json(['import', cli.path('bad.ndjson'), '--on-error', 'skip', ...at]);
      expect(report).toMatchObject({ lines: 5, skipped: 2 });
      const lines = (report['refused'] as { line: number }[]).map((refused) => refused.line);
      expect(lines.toSorted()).toEqual([2, 4]);
      expect(await cli.json(['stats', ...at])).toMatchObject({ records: { fact: 3, believes: 3 } });
    });
  });

  it('takes settings from flags before the environment before the file, and says where from', async () => {
    await mkdir(cli.path('.config/madeleine'), { recursive: true });
    await writeFile(
      cli.path('.config/madeleine/madeleine.toml'),
      'agent = "file"\nspace = "file"\n[retrieval]\nlimit = 3\n',
    );
    const environment = {
      MADELEINE_AGENT: 'environment',
      MADELEINE_SPACE: 'environment',
      XDG_CONFIG_HOME: cli.path('.config'),
    };
    const entries = (await cli.json(['config', '--agent', 'flag'], { environment })) as unknown as { key: string }[];
    const entry = (key: string): unknown => entries.find((one) => one.key === key);
    expect(entry('agent')).toEqual({ key: 'agent', value: 'flag', from: 'flag', source: '--agent' });
    expect(entry('space')).toMatchObject({ value: 'environment', from: 'environment' });
    expect(entry('retrieval.limit')).toMatchObject({ value: 3, from: 'file' });
    expect(entry('embedder')).toMatchObject({ value: 'minilm', from: 'default' });
    const mistake = await cli.run(['config'], { environment: { MADELEINE_AGNET: 'lisa' } });
    expect(mistake.stderr).toMatch(
      /"MADELEINE_AGNET" in the environment is not a setting; did you mean "MADELEINE_AGENT"\?/,
    );
    expect(mistake.stderr.trimEnd().split('\n')[1]).toBe('Correct the variable, or `unset MADELEINE_AGNET`.');
    expect(mistake.exitCode).toBe(2);
    const secret = await cli.run(['config', '--json'], { environment: { MADELEINE_SERVER__TOKEN: 'hush' } });
    expect(secret.stdout).toContain('(set)');
    expect(secret.stdout).not.toContain('hush');
  });

  it('colours a terminal only, and nothing with NO_COLOR or --no-color', async () => {
    const args = ['recall', 'Luna', ...lisa];
    const colour = '\u001b[';
    expect((await cli.run(args)).stdout).not.toContain(colour);
    expect((await cli.run(args, { environment: { FORCE_COLOR: '1' } })).stdout).toContain(colour);
    expect((await cli.run(args, { environment: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain(colour);
    expect((await cli.run([...args, '--no-color'], { environment: { FORCE_COLOR: '1' } })).stdout).not.toContain(
      colour,
    );
    const wrong = [...args, '--limit', '0'];
    expect((await cli.run(wrong, { isTerminal: true })).stderr).toContain(colour);
    expect((await cli.run([...wrong, '--no-color'], { isTerminal: true })).stderr).not.toContain(colour);
  });

  it('says nothing when whoever reads its output has had enough', async () => {
    const lines = Array.from({ length: 1_500 }, (_, number) =>
      JSON.stringify({
        record: 'fact',
        id: `fact:${number}`,
        content: `Fact number ${number}: ${'x'.repeat(500)}`,
        believedBy: ['lisa'],
      }),
    );
    await writeFile(cli.path('many.ndjson'), lines.join('\n'));
    await cli.apart.json(['import', 'many.ndjson', '--at', 'many', '--embedder', 'none']);
    const { stdout, stderr, exitCode } = await cli.shell(
      'madeleine export --at many --embedder none | head -n 1; exit $PIPESTATUS',
    );
    expect(stdout).toMatch(/^\{"record":"header"/);
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  it('ends with 130 at an interrupt, and leaves the store free', async () => {
    const { exitCode } = await cli.apart.run(['export', '--at', 'many', '--embedder', 'none'], {
      signalOnOutput: 'SIGINT',
    });
    expect(exitCode).toBe(130);
    expect(await cli.apart.json(['doctor', '--at', 'many', '--embedder', 'none'])).toMatchObject({ ok: true });
  });

  it('says what is missing when it is not built', async () => {
    await mkdir(cli.path('unbuilt/bin'), { recursive: true });
    await copyFile(new URL('../../bin/madeleine.js', import.meta.url), cli.path('unbuilt/bin/madeleine.mjs'));
    const { exitCode, stderr } = await cli.shell(`"${process.execPath}" unbuilt/bin/madeleine.mjs stats`);
    expect(stderr).toMatch(/^madeleine: is not built yet; run `npm run build`/);
    expect(exitCode).toBe(6);
  });

  it('prints help and the version, and help for no command at all', async () => {
    const help = await cli.run(['--help']);
    expect(help.stdout).toMatch(/Usage: madeleine/);
    expect((await cli.run([])).stdout).toBe(help.stdout);
    for (const flag of ['--version', '-v', '-V']) expect((await cli.run([flag])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await cli.run(['recall', '--help'])).stdout).toMatch(/--why.*\n[\s\S]*--at <place>/);
    expect([help.exitCode, help.stderr]).toEqual([0, '']);
  });
});
