import { describe, expect, it } from 'vitest';
import { headerLine, recordLine } from '../../../src/care/transfer-record.ts';
import { readNdjsonLine } from '../../../src/care/read-ndjson.ts';

const observation = {
  record: 'observation',
  id: 'observation:o1',
  content: 'Luna sleeps on the radiator.',
  agent: 'lisa',
  occurredAt: '2026-01-12T09:00:00Z',
};

function read(value: unknown): ReturnType<typeof readNdjsonLine> {
  return readNdjsonLine(typeof value === 'string' ? value : JSON.stringify(value));
}

describe('reading a line of our own export', () => {
  it('takes an observation with nothing that can be derived, its dates as Dates', () => {
    expect(read(observation)).toEqual({
      records: [{ ...observation, occurredAt: new Date('2026-01-12T09:00:00Z') }],
    });
  });

  it('makes a belief of each name in believedBy', () => {
    const provenance = { channel: 'user', source: 'chat', trust: 0.9 };
    const read_ = read({ ...observation, provenance, recordedAt: '2026-01-13', believedBy: ['lisa', 'system'] });
    const since = new Date('2026-01-13');
    expect('records' in read_ && read_.records.slice(1)).toEqual([
      { record: 'believes', agent: 'lisa', memory: 'observation:o1', since, provenance },
      { record: 'believes', agent: 'system', memory: 'observation:o1', since, provenance },
    ]);
    expect('records' in read_ && read_.records[0]).not.toHaveProperty('believedBy');
  });

  it('holds nothing in an empty line and in a header', () => {
    expect(read('   ')).toEqual({ records: [] });
    expect(read(headerLine({ space: 'default', seq: 12 }).trimEnd())).toEqual({ records: [] });
  });

  it.each([
    ['no JSON', '{"record":', /^a line must be JSON: /],
    ['no object', '[1]', /^a line must be a JSON object, got \[1\]$/],
    ['an unknown record', { record: 'planet' }, /"record" must be one of header, agent, .*, got "planet"/],
    ['a missing field', { ...observation, occurredAt: undefined }, /^observation: "occurredAt" is required$/],
    ['an unknown field', { ...observation, mod: 1 }, /^observation: "mod" is not known; leave it out$/],
    [
      'an id of another table',
      { ...observation, id: 'fact:1' },
      /"id" must be an id such as "observation:KEY", got "fact:1"/,
    ],
    ['an id without a key', { ...observation, id: 'observation:' }, /"id" must be an id/],
    ['blank content', { ...observation, content: ' ' }, /"content" must not be blank/],
    ['an invalid date', { ...observation, occurredAt: 'yesterday' }, /"occurredAt" must be a date that exists/],
    ['a number out of range', { ...observation, importance: 11 }, /"importance" must be 1-10, got 11/],
    ['a prototype', '{"record":"agent","name":"x","__proto__":{"admin":true}}', /__proto__/],
    ['a newer version', { record: 'header', format: 'madeleine', version: 2 }, /"version" must be 1/],
  ])('refuses %s with the reason', (_, value, reason) => {
    const line = read(value);
    expect('refused' in line && line.refused).toMatch(reason);
  });

  it('reads every line that the export writes, without what only the ledger knows', () => {
    const written = recordLine('fact', {
      id: 'fact:f1',
      content: 'Luna is old.',
      kind: 'world.fact',
      title: 'world.fact: Luna is old.',
      contentKey: 'a1'.repeat(32),
      position: 7,
      importance: 5,
      concepts: ['luna'],
      surfacesWhen: [],
      accesses: 0,
      recordedAt: new Date('2026-01-12T09:00:00Z'),
      provenance: { channel: 'user', source: 'chat', trust: 0.9 },
      validFrom: undefined,
    });
    expect(written).not.toMatch(/position|validFrom/);
    const line = readNdjsonLine(written);
    expect('records' in line && line.records[0]).toMatchObject({
      record: 'fact',
      recordedAt: new Date('2026-01-12T09:00:00Z'),
    });
  });
});
