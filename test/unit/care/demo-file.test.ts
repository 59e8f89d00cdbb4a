import { describe, expect, it } from 'vitest';
import type { ImportItem } from '../../../src/care/import-item.ts';
import { readNdjson } from '../../../src/care/read-ndjson.ts';
import type { TransferRecord } from '../../../src/care/transfer-record.ts';
import { demoConversation } from '../../support/demo-conversation.ts';

describe("the demo's conversation", () => {
  it('has no line that is refused, and names nothing that is not in it', async () => {
    const items: ImportItem[] = [];
    for await (const item of readNdjson(demoConversation)) items.push(item);
    expect(items.filter((item) => item.kind === 'refused')).toEqual([]);
    const records = items.flatMap((item): readonly TransferRecord[] => (item.kind === 'records' ? item.parts : []));
    const ids = new Set(records.flatMap((record) => ('id' in record ? [record.id] : [])));
    const named = records.flatMap((record) =>
      Object.entries(record).flatMap(([field, value]) =>
        ['from', 'to', 'memory', 'fact', 'target', 'observation', 'session'].includes(field) && field !== record.record
          ? [value as string]
          : [],
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });
});
