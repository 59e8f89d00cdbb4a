/** Holds the table of `docs/page.md` about undoing to the verbs that change something. */
import { expect, test } from 'vitest';
import { agentVerbs, spaceVerbs } from '../../src/index.ts';
import { readProjectFile } from './source-files.ts';

/** Verbs that only tell; whatever is new must be put here or be told how it is undone. */
const reading: ReadonlySet<string> = new Set([
  'ambient',
  'backup',
  'impact',
  'changes',
  'conflicts',
  'digest',
  'doctor',
  'entities',
  'explain',
  'explore',
  'export',
  'facts',
  'graph',
  'hash',
  'inspect',
  'latest',
  'namesIn',
  'navigate',
  'neighbours',
  'perspectives',
  'query',
  'search',
  'sessions',
  'stats',
  'timeline',
  'undoable',
  'why',
]);

test('the page tells of every verb that changes something how it is undone', () => {
  const rows = readProjectFile('docs/page.md').matchAll(/^\| (`.*?) \| .+? \|/gm);
  const told = new Set([...rows].flatMap(([, verbs = '']) => [...verbs.matchAll(/`(\w+)`/g)].map(([, verb]) => verb)));
  const changing = [...Object.keys(agentVerbs), ...Object.keys(spaceVerbs)].filter((verb) => !reading.has(verb));
  expect(changing.filter((verb) => !told.has(verb))).toEqual([]);
});
