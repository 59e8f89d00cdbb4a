/** What the source declares: each exported name once, no `any`, and ever fewer casts. */
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse, readProjectFile, sourceFiles, walk } from './source-files.ts';

/** `memoryTools` is what the adapters of both SDKs offer, each at an entry point of its own. */
const ofTwoEntryPoints: ReadonlySet<string> = new Set(['memoryTools']);
/** A ceiling that only goes down. */
const maxCasts = 222;

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
    const twice = [...declared].filter(([name, paths]) => paths.length > 1 && !ofTwoEntryPoints.has(name));
    expect(twice.map(([name, paths]) => `${name}: ${paths}`)).toEqual([]);
  });

  test('hold no `any`', () => {
    expect(placesOf(({ kind }) => kind === ts.SyntaxKind.AnyKeyword)).toEqual([]);
  });

  test('hold few casts; `as const` is none', () => {
    const casts = placesOf((node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type));
    expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(maxCasts);
  });
});
