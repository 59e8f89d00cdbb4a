#!/usr/bin/env node
// `@surrealdb/node` brings the engines of eight platforms, 154 MB. Run after npm has installed Madeleine, this removes
// those of the others. It contacts nothing and never fails an install. The options `--os`, `--cpu` and `--libc` of npm
// choose another platform; `--ignore-scripts` keeps all engines.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The engine's file for the platform that npm installs for. */
function wantedFile() {
  const { npm_config_os: os = process.platform, npm_config_cpu: cpu = process.arch } = process.env;
  const flavours = /** @type {Record<string, string>} */ ({ linux: `-${libc()}`, win32: '-msvc' });
  return `surrealdb-node.${os}-${cpu}${flavours[os] ?? ''}.node`;
}

function libc() {
  const chosen = process.env['npm_config_libc'];
  if (chosen !== undefined) return chosen === 'musl' ? 'musl' : 'gnu';
  const { header } = /** @type {{ header: object }} */ (/** @type {unknown} */ (process.report.getReport()));
  return 'glibcVersionRuntime' in header ? 'gnu' : 'musl';
}

/** Where the package of the engines lies, as Node finds it from here. */
function enginesFolder() {
  const folders = createRequire(import.meta.url).resolve.paths('@surrealdb/node') ?? [];
  return folders.map((folder) => join(folder, '@surrealdb', 'node', 'dist')).find(existsSync);
}

try {
  const folder = enginesFolder();
  const installed = fileURLToPath(import.meta.url).includes(`${sep}node_modules${sep}`);
  // In a clone all engines stay, and so they do where none would be left.
  if (installed && folder !== undefined && existsSync(join(folder, wantedFile())))
    for (const name of readdirSync(folder))
      if (name.endsWith('.node') && name !== wantedFile()) rmSync(join(folder, name), { force: true });
} catch {
  // Whatever is in the way, the engines stay and Madeleine runs.
}
