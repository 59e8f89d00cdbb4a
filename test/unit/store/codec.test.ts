import { DateTime, RecordId } from 'surrealdb';
import { describe, expect, test } from 'vitest';
import { fromRow, idText, momentOf, recordId, toFields, toRow } from '../../../src/store/codec.ts';
import { beliefIn, observationOf } from '../../support/ledger-records.ts';

describe('ids', () => {
  test.each(['fact:1', 'observation:a:b:c', 'entity:⟨x⟩', 'session: '])('"%s" is the same after a round trip', (id) => {
    expect(idText(recordId(id))).toBe(id);
  });
});

describe('moments', () => {
  test.each([
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.001Z',
    '1970-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])('%s keeps its milliseconds', (text) => {
    expect(momentOf(new Date(text)).toDate().toISOString()).toBe(text);
  });
});

describe('rows', () => {
  test('name their columns in snake_case and the ends of an edge in and out', () => {
    const row = toRow('believes', beliefIn('Lisa', 'fact:f'));
    expect(row['in']).toEqual(new RecordId('agent', 'Lisa'));
    expect(row['out']).toEqual(new RecordId('fact', 'f'));
    expect(row['id']).toEqual(new RecordId('believes', ['Lisa', 'fact:f']));
    expect(row['reinforced_at']).toBeInstanceOf(DateTime);
    expect(row['half_life_days']).toBe(60);
    expect(Object.keys(row)).not.toContain('withdrawn_at');
    expect(Object.keys(row).filter((column) => /[A-Z]/.test(column))).toEqual([]);
  });

  test('have a column for a field that is emptied and none for one that is not named', () => {
    expect(toFields('believes', { withdrawnAt: undefined })).toEqual({ withdrawn_at: undefined });
    expect(Object.keys(toFields('believes', { withdrawnAt: undefined }))).toEqual(['withdrawn_at']);
    expect(toFields('observation', { id: 'observation:a' })).toEqual({});
  });

  test('hold the bytes of a vector only, also of one within a larger buffer', () => {
    const vector = new Float32Array([9, 0.5, -0.25, 9]).subarray(1, 3);
    const bytes = toRow('embedding', { memory: 'fact:f', model: 'm', vector })['vector'] as Uint8Array;
    expect(bytes.byteLength).toBe(8);
    const read = fromRow('embedding', { vector: bytes.slice().buffer });
    expect(read.vector).toEqual(new Float32Array([0.5, -0.25]));
  });

  test('that lack a field or hold nothing in it give a record without it', () => {
    const row = { ...toRow('observation', observationOf('a')), session: null, speaker: undefined };
    expect(fromRow('observation', { ...row, occurred_at: observationOf('a').occurredAt })).not.toHaveProperty(
      'session',
    );
    expect(Object.keys(fromRow('observation', row))).not.toContain('speaker');
  });
});
