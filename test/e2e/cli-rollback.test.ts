/** The commands that tell how far a source reached, take it back, and undo that, as somebody at a terminal runs them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

const store = ['--at', 'store', '--embedder', 'none'];
const lisa = [...store, '--agent', 'lisa'];
let cli: CliInProcess;

beforeAll(async () => {
  cli = await CliInProcess.make();
  await cli.json(['believe', 'Marlow plays the cello.', ...lisa]);
  await cli.json(['believe', 'Marlow was in prison.', '--source', 'rumours.md', ...lisa]);
});

afterAll(() => cli.remove());

async function recalled(): Promise<readonly string[]> {
  const { memories } = await cli.json(['search', 'Marlow', ...lisa]);
  return (memories as { content: string }[]).map(({ content }) => content).sort();
}

test('a rollback is shown, and done only when it is confirmed', async () => {
  const impact = await cli.run(['impact', 'rumours.md', ...store]);
  expect(impact.stdout).toContain('1 belief came from "rumours.md"');
  expect(impact.stdout).toContain('Marlow was in prison.');
  const unconfirmed = await cli.run(['rollback', '--source', 'rumours.md', ...store]);
  expect(unconfirmed).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unconfirmed.stderr).toMatch(/would take back 1 belief\n.*Marlow was in prison\.\n.*pass --yes/);
  const dry = await cli.json(['rollback', '--source', 'rumours.md', '--dry-run', ...store]);
  expect(dry).toMatchObject({ dryRun: true, beliefs: [{ agent: 'lisa', how: 'asserted' }] });
  expect(await recalled()).toEqual(['Marlow plays the cello.', 'Marlow was in prison.']);
});

test('it is undone by the id that it prints, once', async () => {
  const { id } = await cli.json(['rollback', '--source', 'rumours.md', '--yes', ...store]);
  expect(await recalled()).toEqual(['Marlow plays the cello.']);
  const listed = await cli.run(['undo', ...store]);
  expect(listed.stdout).toContain(`${id}  `);
  expect(await cli.run(['undo', `${id}`, ...store])).toMatchObject({ exitCode: 2, stdout: '' });
  const undone = await cli.run(['undo', `${id}`, '--yes', ...store]);
  expect(undone.stdout).toMatch(/^undid 1 change of .*: rollback of what was learned from "rumours\.md"\n$/);
  expect(await recalled()).toEqual(['Marlow plays the cello.', 'Marlow was in prison.']);
  expect((await cli.run(['undo', `${id}`, '--yes', ...store])).exitCode).toBe(4);
});

test('an agent counts only where the command line names it', async () => {
  const environment = { MADELEINE_AGENT: 'lisa' };
  const configured = await cli.run(['rollback', '--dry-run', ...store], { environment });
  expect(configured).toMatchObject({ exitCode: 2, stdout: '' });
  const named = await cli.run(['rollback', '--dry-run', ...lisa]);
  expect(named.stdout).toContain('would take back 2 beliefs');
  const elsewhere = await cli.run(['rollback', '--source', 'nowhere', ...store]);
  expect(elsewhere).toMatchObject({ exitCode: 0, stdout: 'nothing to take back\n' });
});

test('entities are merged and taken apart again, beliefs withdrawn and held again', async () => {
  const cat = ['believe', 'Luna sleeps on the piano.', '--about', 'Luna'];
  const { id } = await cli.json([...cat, ...lisa]);
  await cli.json(['believe', 'Moonpie likes cream.', '--about', 'Moonpie', ...lisa]);
  const told = async () => (await cli.json(['search', 'cream', '--about', 'Luna', ...lisa]))['total'];
  const dry = await cli.run(['merge', 'moonpie', 'luna', '--dry-run', ...lisa]);
  expect(dry.stdout).toMatch(
    /^would merge Moonpie \(entity:\S+\) into Luna \(entity:\S+\) for lisa: 1 memory of the first\n$/,
  );
  const merged = await cli.run(['merge', 'moonpie', 'luna', ...store]);
  expect(merged.stdout).toMatch(/^merged .* for everybody: .*\n\nmadeleine undo undo:\S+ undoes it\n$/);
  expect(await told()).toBe(1);
  await cli.run(['undo', /undo:\S+/.exec(merged.stdout)?.[0] ?? '', '--yes', ...store]);
  expect(await told()).toBe(0);
  const withdrawn = await cli.run(['withdraw', `${id}`, ...lisa]);
  expect(withdrawn.stdout).toContain('believing it again takes that back');
  const again = await cli.json(['believe', '--memory', `${id}`, '--permanent', ...lisa]);
  expect(again).toMatchObject({ id, outcome: 'merged', strength: 1 });
  const believers = async () => (await cli.json(['why', `${id}`, ...lisa]))['believers'];
  expect(await believers()).toMatchObject([{ permanent: true }]);
  await cli.json(['believe', '--memory', `${id}`, '--no-permanent', ...lisa]);
  expect(await believers()).toMatchObject([{ permanent: false }]);
});
