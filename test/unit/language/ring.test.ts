import { describe, expect, it } from 'vitest';
import { ringOf } from '../../../src/language/knowledge.ts';

const plain = { kind: 'world.fact', knowledgeType: 'fact', importance: 5, permanent: false } as const;

describe('ringOf', () => {
  it('puts a plain fact outermost', () => {
    expect(ringOf(plain)).toBe('leaf');
  });

  it('puts what is held for good, or vital, at the core', () => {
    expect(ringOf({ ...plain, permanent: true })).toBe('core');
    expect(ringOf({ ...plain, importance: 9 })).toBe('core');
    expect(ringOf({ ...plain, importance: 1, permanent: true })).toBe('core');
  });

  it('puts who somebody is and what binds them at the core, unless it is trivial', () => {
    expect(ringOf({ ...plain, kind: 'self.identity' })).toBe('core');
    expect(ringOf({ ...plain, kind: 'self.constraint', knowledgeType: 'law' })).toBe('core');
    expect(ringOf({ ...plain, kind: 'self.identity', importance: 2 })).toBe('leaf');
  });

  it('puts what governs, and what matters, in its domain', () => {
    expect(ringOf({ ...plain, kind: 'intent.rule', knowledgeType: 'principle' })).toBe('domain');
    expect(ringOf({ ...plain, kind: 'self.preference', knowledgeType: 'preference' })).toBe('domain');
    expect(ringOf({ ...plain, knowledgeType: 'law' })).toBe('domain');
    expect(ringOf({ ...plain, importance: 7 })).toBe('domain');
  });

  it('puts what is known of one matter in its topic', () => {
    expect(ringOf({ ...plain, kind: 'world.method', knowledgeType: 'method' })).toBe('topic');
    expect(ringOf({ ...plain, kind: 'world.failure', knowledgeType: 'insight' })).toBe('topic');
    expect(ringOf({ ...plain, knowledgeType: 'decision' })).toBe('topic');
  });
});
