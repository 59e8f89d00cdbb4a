// Runs everything that has to hold before a change is merged, in order, and goes on past a failure, so
// that one run shows all that is wrong. CI runs exactly this.
import { spawnSync } from 'node:child_process';

const steps = [
  'format:check',
  'lint',
  'layers',
  'types',
  'test', // builds first
  'types:page', // reads the types of what was built
  'docs:check',
  'knip',
  'publint',
  'attw',
];

const failed = [];
for (const step of steps) {
  console.log(`\n── ${step}`);
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) failed.push(step);
}

console.log(failed.length === 0 ? '\ncheck: all held.' : `\ncheck: failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
