import { describe, expect, it } from 'vitest';
import { readSegment, touchedUris } from '../../../src/mcp/resources.ts';

describe('the addresses that a change touches', () => {
  it('are those of beliefs and chains, of the knowledge graph where facts are among them, and of the numbers', () => {
    const uris = touchedUris('lisa', ['fact:a', 'observation:b', 'session:c', 'fact:a']);
    expect(uris).toEqual([
      'memory://agents/lisa/beliefs/fact:a',
      'memory://agents/lisa/beliefs/observation:b',
      'memory://sessions/c/chain',
      'memory://knowledge-graph',
      'memory://stats',
    ]);
  });

  it('are the numbers alone where entities are merged, which have no address', () => {
    expect(touchedUris('lisa', ['entity:luna', 'entity:moonpie'])).toEqual(['memory://stats']);
  });

  it('hold any name, and are read back', () => {
    const [uri] = touchedUris('Lisa & Ann/2', ['fact:a']);
    expect(uri).toBe('memory://agents/Lisa%20%26%20Ann%2F2/beliefs/fact:a');
    expect(readSegment('Lisa%20%26%20Ann%2F2')).toBe('Lisa & Ann/2');
    expect(readSegment('%')).toBeUndefined();
  });
});
