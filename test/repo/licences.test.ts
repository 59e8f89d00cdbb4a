import { describe, expect, test } from 'vitest';
import { readProjectFile } from './source-files.ts';

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const permissive: ReadonlySet<string> = new Set([
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
]);

/** Whether an SPDX expression leaves us a permissive choice. */
function isPermissive(licence: string | undefined): boolean {
  const parts = (licence ?? '').replace(/^\((.*)\)$/, '$1');
  return parts.includes(' OR ') ? parts.split(' OR ').some((part) => permissive.has(part)) : permissive.has(parts);
}

const locked: Readonly<Record<string, Locked>> = JSON.parse(readProjectFile('package-lock.json')).packages;
const manifest: Manifest = JSON.parse(readProjectFile('package.json'));
const direct: readonly string[] = Object.keys({
  ...manifest.dependencies,
  ...manifest.optionalDependencies,
  ...manifest.peerDependencies,
}).sort();

/** Name -> licence, from the rows of NOTICE.md's table. */
const noticed = new Map(
  [...readProjectFile('NOTICE.md').matchAll(/^\| `([^`]+)` \| ([^|]+?) \|/gm)].map(([, name, licence]) => [
    name,
    licence,
  ]),
);

describe('what the package installs', () => {
  test('is under permissive licences, by what each package declares', () => {
    const production = Object.entries(locked).filter(([path, { dev }]) => path !== '' && !dev);
    expect(production.length).toBeGreaterThan(direct.length);
    expect(production.filter(([, { license }]) => !isPermissive(license)).map(([path]) => path)).toEqual([]);
  });

  test('is listed in NOTICE.md, each direct dependency with its licence', () => {
    expect([...noticed.keys()].sort()).toEqual(direct);
    const declared = direct.map((name) => [name, locked[`node_modules/${name}`]?.license]);
    expect(direct.map((name) => [name, noticed.get(name)])).toEqual(declared);
  });

  test('includes a database engine whose own licence NOTICE.md states', () => {
    expect(readProjectFile('NOTICE.md')).toContain('Business Source License 1.1');
  });
});
