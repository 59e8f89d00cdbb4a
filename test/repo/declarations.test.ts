/** What the source declares: each exported name once, no `any`, and ever fewer casts. */
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse, readProjectFile, sourceFiles, walk } from './source-files.ts';

/** Ceilings that only go down. The aim is no name twice, and 279 casts: a third of those that there once were. */
const maxNamesTwice = 55;
const maxCasts = 580;

const files = sourceFiles().map((path) => ({ path, source: parse(path, readProjectFile(`src/${path}`)) }));

/** The names that a file exports and declares itself; what it passes on is declared elsewhere. */
function exportedNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = source.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    }
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.text];
  });
  return new Set(names);
}

/** Where something stands, as `file:line`. */
function placesOf(holds: (node: ts.Node) => boolean): readonly string[] {
  return files.flatMap(({ path, source }) => {
    const places: string[] = [];
    walk(source, (node) => {
      if (holds(node)) places.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    });
    return places;
  });
}

describe('the declarations of src', () => {
  test('export no name twice', () => {
    const declared = new Map<string, string[]>();
    for (const { path, source } of files) {
      for (const name of exportedNames(source)) declared.set(name, [...(declared.get(name) ?? []), path]);
    }
    const twice = [...declared].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths}`);
    expect(twice.length, twice.join('\n')).toBeLessThanOrEqual(maxNamesTwice);
  });

  test('hold no `any`', () => {
    expect(placesOf(({ kind }) => kind === ts.SyntaxKind.AnyKeyword)).toEqual([]);
  });

  test('hold few casts; `as const` is none', () => {
    const casts = placesOf((node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type));
    expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(maxCasts);
  });
});
