import { describe, expect, it } from 'vitest';
import type { EntityType } from '../../../src/domain/records.ts';
import { readMcpMemoryLine } from '../../../src/care/read-mcp-memory.ts';

describe("reading the MCP memory server's file", () => {
  const types = new Map<string, EntityType>();

  it('makes a fact of the type and of each observation, with the name where the text lacks it', () => {
    const line = JSON.stringify({
      type: 'entity',
      name: 'Mark_Reyes',
      entityType: 'person',
      observations: ['likes tea', 'Mark Reyes lives in Seattle'],
    });
    const read = readMcpMemoryLine(line, 'memory.jsonl', types);
    expect('beliefs' in read && read.beliefs).toEqual([
      expect.objectContaining({ content: 'Mark_Reyes is of type person' }),
      expect.objectContaining({
        content: 'Mark_Reyes: likes tea',
        about: [{ name: 'Mark_Reyes', type: 'person' }],
        channel: 'import',
        source: 'memory.jsonl',
      }),
      expect.objectContaining({ content: 'Mark Reyes lives in Seattle' }),
    ]);
    const again = readMcpMemoryLine(line, 'memory.jsonl');
    expect(again).toEqual(read);
  });

  it('says a relation in words, as a fact about both ends and as an edge', () => {
    const line = JSON.stringify({ type: 'relation', from: 'Mark_Reyes', to: 'Acme', relationType: 'worksAt' });
    const read = readMcpMemoryLine(line, 'memory.jsonl', types);
    const from = { name: 'Mark_Reyes', type: 'person' };
    const to = { name: 'Acme', type: 'other' };
    expect('beliefs' in read && read.beliefs).toEqual([
      expect.objectContaining({
        content: 'Mark_Reyes works at Acme',
        title: 'worksAt',
        about: [from, to],
        relation: { from, predicate: 'works at', to },
      }),
    ]);
  });

  it('knows common words for types, and takes no other for one', () => {
    const typeOf = (entityType: string): unknown => {
      const line = JSON.stringify({ type: 'entity', name: 'X', entityType, observations: ['x'] });
      const read = readMcpMemoryLine(line, 'memory.jsonl');
      return 'beliefs' in read && read.beliefs[0]?.about[0]?.type;
    };
    expect(['Company', 'place', 'toString', 'gizmo'].map(typeOf)).toEqual(['organisation', 'place', 'other', 'other']);
  });

  it.each([
    ['{"type":"thing"}', /"type" must be entity or relation, got "thing"/],
    ['{"type":"entity","name":"","entityType":"x","observations":[]}', /entity: "name" must not be blank/],
    ['{"type":"entity","name":"X","entityType":"x","observations":[4]}', /"observations\[0\]" must be a string/],
    ['{"type":"relation","from":"X","to":"Y"}', /relation: "relationType" is required/],
    ['nonsense', /a line must be JSON/],
  ])('refuses %s with the reason', (line, reason) => {
    const read = readMcpMemoryLine(line, 'memory.jsonl');
    expect('refused' in read && read.refused).toMatch(reason);
  });
});
