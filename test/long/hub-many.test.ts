/** Many processes on one store: what they write, who starts the hub, and what becomes of it when the hub is killed. */
import { describe, expect, test } from 'vitest';
import { StdioClient } from '../../bench/doors/stdio-client.ts';
import { doorsStarts, doorsWrites } from '../../bench/doors/writes.ts';
import { eachOnItsOwnStore, type HubStore } from '../support/hub-store.ts';

describe('many processes on one store', () => {
  let store: HubStore;
  eachOnItsOwnStore((made) => {
    store = made;
  });

  test('lose nothing that was acknowledged and write nothing twice while the hub is killed three times', async () => {
    const written = await doorsWrites({ at: store.at, writes: 60, commandWrites: 6, kills: 3 });
    expect(written).toMatchObject({ processes: 8, acknowledged: 372, kills: 3, lost: 0, duplicates: 0 });
  });

  test('have one hub, however many are started at once', async () => {
    const started = await doorsStarts({ at: store.at, rounds: 5, starts: 8 });
    expect(started).toEqual({ rounds: 5, starts: 8, oneWinner: 5 });
  });

  test('let two agents share what is universal and keep what is their own', async () => {
    const options = ['--at', store.at, '--embedder', 'none'];
    const [lisa, electra] = await Promise.all(
      ['lisa', 'electra'].map((agent) => StdioClient.start([...options, '--agent', agent])),
    );
    if (lisa === undefined || electra === undefined) throw new Error('two were started');
    await lisa.call('believe', { content: 'Luna the cat has arthritis in both hips.', shared: true });
    await lisa.call('add_memory', { content: 'I think Mark worries too much about Luna.' });
    await store.kill();
    const told = JSON.stringify(await electra.call('recall_memory', { query: 'How is Luna?' }));
    expect(told).toContain('arthritis');
    expect(told).not.toContain('worries');
    expect(JSON.stringify(await lisa.call('recall_memory', { query: 'Mark worries about Luna' }))).toContain('worries');
    await Promise.all([lisa.close(), electra.close()]);
    expect(await store.json(['stats'])).toMatchObject({ records: { observation: 1, fact: 1 } });
  });
});
