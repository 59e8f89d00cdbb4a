/** What the tests of this folder read: the project's files, and what a TypeScript file imports. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The project's folder, with a slash at its end. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url));

/** Reads a file of the project; the path is relative to its folder. */
export function readProjectFile(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}

/** The files that belong to the project: tracked, or new and not ignored. Paths relative to its folder. */
export function projectFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = listed.toString('utf8').split('\n');
  return [...new Set(files)].filter((path) => path !== '' && existsSync(`${root}${path}`)).sort();
}

/** The files under `src/`, without that prefix. */
export function sourceFiles(): readonly string[] {
  return projectFiles()
    .filter((path) => path.startsWith('src/') && path.endsWith('.ts'))
    .map((path) => path.slice('src/'.length));
}

/** Parses a TypeScript file with its comments left out. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
}

/** Calls `visit` on a node and everything under it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** The module that a node names: imports, re-exports, `import()` of values and types, `require` under any name. */
function moduleOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression;
  const isImport = callee.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = /(^|\.)require(\.resolve)?$/i.test(callee.getText());
  return isImport || isRequire ? node.arguments[0] : undefined;
}

/** What files import, by their paths and texts: several rules look at each. */
const imported = new Map<string, readonly string[]>();

/** The modules that a file imports, as written, type-only ones included. */
export function importsOf(path: string, text: string): readonly string[] {
  const known = imported.get(`${path}\n${text}`);
  if (known !== undefined) return known;
  const found: string[] = [];
  walk(parse(path, text), (node) => {
    const module = moduleOf(node);
    if (module && ts.isStringLiteralLike(module)) found.push(module.text);
  });
  imported.set(`${path}\n${text}`, found);
  return found;
}
