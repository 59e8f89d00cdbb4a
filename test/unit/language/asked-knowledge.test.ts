import { describe, expect, it } from 'vitest';
import { askedKnowledge } from '../../../src/language/query-wording.ts';

describe('askedKnowledge', () => {
  it.each([
    ['How to restart the server?', ['method'], ['world.method']],
    ['how do I deploy', ['method'], ['world.method']],
    ['What does Lisa like?', ['preference'], ['self.preference']],
    ['Why did we move to SurrealDB?', ['decision'], []],
    ['What was decided on Friday', ['decision'], []],
    ['What must I never do?', ['law', 'principle'], ['intent.rule', 'intent.anti-pattern']],
    ['What is Mark allergic to?', [], ['self.constraint']],
    ['Which goals does Ann have?', [], ['intent.goal']],
    ['What went wrong with the upload?', [], ['world.failure']],
    ['What have we learned?', ['insight'], []],
    ['Who is Luna?', [], ['self.identity']],
    ['When did Mark visit Seattle?', [], []],
    ['How does Mark feel about cats?', [], []],
    ['', [], []],
  ] as const)('reads %j', (query, types, kinds) => {
    const asked = askedKnowledge(query);
    expect([...asked.types]).toEqual(types);
    expect([...asked.kinds]).toEqual(kinds);
  });
});
