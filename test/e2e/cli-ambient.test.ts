/** The command that prints what a message brings to mind. Needs a build, as `npm test` makes one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

describe('madeleine ambient', () => {
  let cli: CliInProcess;
  const lisa = ['--at', 'store', '--embedder', 'none', '--agent', 'lisa'];
  const question = "How's Luna doing in the cold?";
  let id: string;

  beforeAll(async () => {
    cli = await CliInProcess.make();
    id = String((await cli.json(['believe', "Luna is Mark's cat.", ...lisa]))['id']);
  });
  afterAll(() => cli.remove());

  it('prints prose and nothing else, for an argument or a pipe', async () => {
    const prose = { exitCode: 0, stdout: "Luna is Mark's cat.\n", stderr: '' };
    expect(await cli.run(['ambient', question, ...lisa])).toEqual(prose);
    expect(await cli.run(['ambient', ...lisa], { input: `${question}\n` })).toEqual(prose);
  });

  it('prints nothing when nothing is worth saying', async () => {
    const nothing = { exitCode: 0, stdout: '', stderr: '' };
    expect(await cli.run(['ambient', 'What an annoying startup!', ...lisa])).toEqual(nothing);
    expect(await cli.run(['ambient', '', ...lisa])).toEqual(nothing);
    expect(await cli.run(['ambient', question, '--exclude', id, ...lisa])).toEqual(nothing);
    expect(await cli.run(['ambient', question, '--max-tokens', '1', ...lisa])).toEqual(nothing);
    const stranger = await cli.run(['ambient', question, '--agent', 'electra', ...lisa.slice(0, 4)]);
    expect(stranger).toEqual({ ...nothing, stderr: 'ambient: no memory of agent "electra" here; known: lisa\n' });
  });

  it('needs a message', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['ambient', ...lisa]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^ambient: "message" is required; pass a text, or - to read it\.\n/);
  });

  it('shows the inside with --why, and all of it with --json', async () => {
    const { stdout } = await cli.run(['ambient', question, '--why', '--anchor', 'cats', ...lisa]);
    expect(stdout).toMatch(/^Luna is Mark's cat\.\nknows Luna; \d+ tokens; \d+\.\d ms\n/);
    expect(stdout).toContain(id);
    expect(stdout).toContain('from Luna, of which this speaks');
    const answered = await cli.run(['ambient', 'Whose cat is Luna?', '--why', ...lisa]);
    expect(answered.stdout).toContain("from recall's answer about Luna");
    expect(stdout).toMatch(/anchors +█+▊? +0\.\d{3} = 1\.00 × 0\.\d\d/);
    const silent = await cli.run(['ambient', 'Well?', '--why', ...lisa]);
    expect(silent.stdout).toMatch(/^knows no names; the message names nothing that is known; \d/);
    const answer = await cli.json(['ambient', question, ...lisa]);
    expect(answer).toMatchObject({ text: "Luna is Mark's cat.", names: ['Luna'], items: [{ memory: id }] });
  });

  it('is turned off by the environment', async () => {
    const environment = { MADELEINE_AMBIENT__ENABLED: 'false' };
    expect(await cli.json(['ambient', question, ...lisa], { environment })).toMatchObject({ text: '', silence: 'off' });
  });

  it('says on standard error why it failed, and still ends well', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['ambient', question, '--max-tokens', '500', ...lisa]);
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toBe('ambient: "maxTokens" must be a whole number, 1-200, got 500.\n');
  });
});
