import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentName } from '../../../src/cli/config/find-store.ts';
import { settings } from '../../../src/cli/config/settings.ts';
import { importFormats } from '../../../src/index.ts';
import { transferOrder } from '../../../src/care/transfer-record.ts';

function page(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
}

describe('the page about configuration', () => {
  // What comes after is for the library alone.
  const [ofSettings = ''] = page('configuration.md').split('\n## Sleep\n');
  const rows = ofSettings.split('\n').filter((line) => line.startsWith('| `'));

  it.each(settings.map((setting) => [setting.key, setting] as const))('tells of `%s`', (key, setting) => {
    const row = rows.find((line) => line.startsWith(`| \`${key}\` |`));
    expect(row).toContain(`\`${environmentName(key)}\``);
    expect(row?.replaceAll('`', '')).toContain(`| ${setting.kind.words} |`);
    if (typeof setting.default !== 'object' && setting.default !== undefined) {
      expect(row?.replaceAll('`', '')).toContain(`| ${String(setting.default)} |`);
    }
  });

  it('tells of no setting that does not exist', () => {
    expect(rows).toHaveLength(settings.length);
  });
});

describe('the page about formats', () => {
  it.each([...importFormats, ...transferOrder])('tells of `%s`', (name) => {
    expect(page('formats.md')).toContain(`\`${name}\``);
  });
});
