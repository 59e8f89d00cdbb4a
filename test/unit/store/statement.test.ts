import { expect, test } from 'vitest';
import { schema } from '../../../src/store/schema.ts';
import * as statements from '../../../src/store/statement.ts';
import { isEdgeName, tableNames } from '../../../src/domain/records.ts';
import { parse, readProjectFile, sourceFiles, walk } from '../../repo/source-files.ts';
import ts from 'typescript';

test('statements are constants', () => {
  const values: readonly unknown[] = Object.values(statements).flatMap((value) =>
    typeof value === 'string' ? [value] : Object.values(value),
  );
  expect(values.length).toBeGreaterThan(10);
  expect(values.filter((value) => typeof value !== 'string')).toEqual([]);
  expect(values.filter((value) => /undefined|\[object|NaN|\$\{/.test(String(value)))).toEqual([]);
});

test('whatever reaches the engine is one of them, as it is, but for what makes the reader and what the owner asks', () => {
  const passed: string[] = [];
  for (const path of sourceFiles().filter((file) => file.startsWith('store/'))) {
    walk(parse(path, readProjectFile(`src/${path}`)), (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const [first] = node.arguments;
      if (first === undefined || ts.isArrowFunction(first)) return;
      if (/^(query|run)$/.test(node.expression.name.text)) passed.push(first.getText());
    });
  }
  expect(passed.length).toBeGreaterThan(10);
  // `statement` and `task` are parameters that are handed on, or one of a list of statements; `true` goes to a queue, `copies` to what reads exactly.
  expect(passed.filter((text) => !/^(statements\.\w+|statement|task|true|copies)$/.test(text))).toEqual([
    // The engine binds no password; it is random digits. The owner's query is a `statement` that was checked word by word.
    'statements.defineReader(password)',
    // Nor the length of vectors, a whole number.
    'statements.defineVectorIndex(dimension)',
  ]);
});

test('a commit is one transaction that writes nodes before edges, after it has looked at the head', () => {
  const lines = statements.commit.split('\n');
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN;', 'COMMIT;']);
  const inserted = lines.flatMap((line) => /^INSERT (?:RELATION )?(\$\w+)/.exec(line)?.[1] ?? []);
  expect(inserted).toEqual(['$nodes', '$edges']);
  expect(lines.findIndex((line) => line.includes('HEAD_MOVED'))).toBeLessThan(
    lines.findIndex((line) => line.startsWith('INSERT')),
  );
});

test('every table is defined by the schema, each edge as an enforced relation', () => {
  for (const table of tableNames) {
    const [definition = ''] = new RegExp(`DEFINE TABLE IF NOT EXISTS ${table} .*`).exec(schema) ?? [];
    expect(definition, table).toContain('SCHEMAFULL');
    expect(/TYPE RELATION IN .* OUT .* ENFORCED/.test(definition), table).toBe(isEdgeName(table));
  }
});
