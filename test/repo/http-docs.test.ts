/** Holds `docs/http.md` to the routes that there are, their access and their form. */
import { describe, expect, test } from 'vitest';
import { agentVerbs, spaceVerbs, type Verb } from '../../src/index.ts';
import { readProjectFile } from './source-files.ts';

const page = readProjectFile('docs/http.md');

/** The rows of the table that stands after a path, without what they say in words. */
function rowsAfter(path: string): readonly string[] {
  const text = page.slice(page.indexOf(`\`POST ${path}/...\``));
  const table = text.slice(text.indexOf('| verb |'));
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
  return rows.map((row) => row.split('|').slice(1, 4).join('|').trim());
}

function rowOf({ path, access, form }: Verb): string {
  return `\`${path}\` | ${access} | ${form}`;
}

describe('the page about HTTP', () => {
  test.each([
    ['/v1/spaces/{space}/agents/{agent}', agentVerbs],
    ['/v1/spaces/{space}', spaceVerbs],
  ])('tells of every verb at %s, and of no other', (path, verbs) => {
    expect([...rowsAfter(path)].sort()).toEqual(Object.values<Verb>(verbs).map(rowOf).sort());
  });

  test.each([
    'GET /healthz',
    'GET /readyz',
    'GET /v1/openapi.json',
    'GET /docs',
    '/mcp',
    'POST /v1/hooks',
    'POST /v1/commands',
    'GET /',
    'GET /assets/{file}',
    'POST /v1/page/codes',
    'POST /v1/page/session',
    'GET /v1/page/session',
    'DELETE /v1/page/session',
    'POST /v1/page/spaces/{space}/agents/{agent}/told',
  ])('tells of `%s`', (route) => {
    expect(page).toContain(`| \`${route}\` |`);
  });
});
