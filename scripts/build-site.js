// Builds docs/ and the reference of the library as a static site in site/dist. A dead link fails it, and so does a page
// that would make a browser load something from elsewhere.
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadedFromElsewhere } from './loaded-from-elsewhere.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'site', 'dist');

/** @param {string} command */
const run = (command) => execSync(command, { cwd: root, stdio: 'inherit' });

if (!existsSync(join(root, 'site', 'node_modules'))) run('npm ci --prefix site --ignore-scripts --no-audit --no-fund');
run('npm run --silent --prefix site build');
run('npx typedoc --out site/dist/api');

const found = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:html|css)$/.test(path))
  .flatMap((path) => loadedFromElsewhere(readFileSync(join(built, path), 'utf8')).map((what) => `${path}: ${what}`));
for (const line of found) console.error(`loaded from elsewhere: ${line}`);
if (found.length > 0) process.exitCode = 1;
