import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showInBrowser } from '../../../../src/cli/commands/hub.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const url = "http://127.0.0.1:20000/?space=a&b;'$(touch x)#code=abc";

describe.skipIf(process.platform !== 'linux')('an address that is shown', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    vi.stubEnv('PATH', folder);
  });
  afterEach(() => vi.unstubAllEnvs());

  test('is given to the opener of the system as one argument, without a shell', async () => {
    const script = `#!/bin/sh\nprintf '%s|' "$@" > '${folder}/given'\n`;
    await writeFile(join(folder, 'xdg-open'), script, { mode: 0o700 });
    showInBrowser(url);
    let given = '';
    while (given === '') {
      await pause(10);
      given = await readFile(join(folder, 'given'), 'utf8').catch(() => '');
    }
    expect(given).toBe(`${url}|`);
  });

  test('is passed over in silence where there is no such opener', async () => {
    expect(() => showInBrowser(url)).not.toThrow();
    await pause(50);
  });
});
