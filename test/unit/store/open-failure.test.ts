import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MadeleineError } from '../../../src/domain/errors.ts';
import { openFailure } from '../../../src/store/embedded-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('what the engine says when a store does not open', () => {
  test.each([
    ['IO error: While lock file: /m/ledger/LOCK: Resource temporarily unavailable', 'STORE_LOCKED'],
    ['IO error: lock hold by current process, acquire time 1 acquiring thread 2: /m/ledger/LOCK', 'STORE_LOCKED'],
    ['IO error: while open a file for lock: /m/ledger/LOCK: Permission denied', 'STORE_READONLY'],
    ['IO error: While mkdir if missing: /m/ledger: Read-only file system', 'STORE_READONLY'],
    ['IO error: While appending to file: /m/ledger/000004.log: No space left on device', 'STORE_FULL'],
    ['Corruption: block checksum mismatch: stored = 1, computed = 2', 'STORE_CORRUPT'],
    ['IO error: No such file or directory: while opening /m/ledger/MANIFEST-000005', 'STORE_CORRUPT'],
    ['Failed to create RocksDB directory: File exists', 'STORE_PATH'],
    ['IO error: No such file or directory: While mkdir /m', 'STORE_PATH'],
    ['something that nobody has met yet', 'STORE_CORRUPT'],
  ])('"%s" becomes %s', async (said, code) => {
    const error = await openFailure('/m', new Error('There was a problem', { cause: new Error(said) }));
    expect(error).toBeInstanceOf(MadeleineError);
    expect(error).toMatchObject({ code, details: { at: '/m' } });
    expect(error.message).toMatch(/^open: .*"\/m"/);
    expect(error.cause).toBeInstanceOf(Error);
    expect(String(error.details['engine'])).toContain(said);
  });

  test('names the owner of a locked store where the file beside it tells', async () => {
    const at = await temporaryFolder();
    const locked = new Error('IO error: While lock file: LOCK: Resource temporarily unavailable');
    expect((await openFailure(at, locked)).message).toContain('another process');
    await writeFile(join(at, 'owner'), '4711\n');
    expect(await openFailure(at, locked)).toMatchObject({ code: 'STORE_LOCKED', details: { pid: 4711 } });
    await writeFile(join(at, 'owner'), 'nonsense');
    expect((await openFailure(at, locked)).details).not.toHaveProperty('pid');
  });

  test('names where the owner listens when it is a hub, and not where a hub before it did', async () => {
    const at = await temporaryFolder();
    const locked = new Error('IO error: While lock file: LOCK: Resource temporarily unavailable');
    await writeFile(join(at, 'owner'), '4711\n');
    await writeFile(join(at, 'hub.json'), JSON.stringify({ url: 'http://127.0.0.1:20001', pid: 4711 }));
    const error = await openFailure(at, locked);
    expect(error).toMatchObject({ code: 'STORE_LOCKED', details: { pid: 4711, hub: 'http://127.0.0.1:20001' } });
    expect(error.message).toContain('the hub at http://127.0.0.1:20001, process 4711');
    expect(error.hint).toContain(`\`madeleine stop --at "${at}"\` ends the hub`);
    expect(error.cause).toBeUndefined();
    await writeFile(join(at, 'owner'), '4712\n');
    expect((await openFailure(at, locked)).details).not.toHaveProperty('hub');
    await writeFile(join(at, 'hub.json'), 'half a no');
    expect((await openFailure(at, locked)).details).not.toHaveProperty('hub');
  });

  test('takes whatever was thrown', async () => {
    expect(await openFailure('/m', 'a mere text')).toMatchObject({ details: { engine: 'a mere text' } });
    const circle = new Error('round');
    circle.cause = circle;
    expect((await openFailure('/m', circle)).code).toBe('STORE_CORRUPT');
  });
});
