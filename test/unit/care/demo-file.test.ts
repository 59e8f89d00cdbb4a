import { describe, expect, it } from 'vitest';
import { fileLines } from '../../../src/care/file-lines.ts';
import { type NdjsonLine, readNdjsonLine } from '../../../src/care/read-ndjson.ts';
import type { TransferRecord } from '../../../src/care/transfer-record.ts';
import { demoConversation } from '../../support/demo-conversation.ts';

describe("the demo's conversation", () => {
  it('has no line that is refused, and names nothing that is not in it', async () => {
    const lines: NdjsonLine[] = [];
    for await (const { text } of fileLines(demoConversation)) lines.push(readNdjsonLine(text));
    expect(lines.filter((line) => 'refused' in line)).toEqual([]);
    const records = lines.flatMap((line): readonly TransferRecord[] => ('records' in line ? line.records : []));
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
