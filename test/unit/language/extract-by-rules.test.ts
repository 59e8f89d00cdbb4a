import { describe, expect, it, test } from 'vitest';
import type { Observation } from '../../../src/domain/records.ts';
import { extractByRules } from '../../../src/language/extract-by-rules.ts';

const agents = new Set(['lisa', 'electra']);

function observation(content: string, more: Partial<Observation> = {}): Observation {
  return {
    id: 'observation:one',
    content,
    type: 'user_input',
    agent: 'lisa',
    importance: 5,
    concepts: [],
    surfacesWhen: [],
    accesses: 0,
    occurredAt: new Date(0),
    recordedAt: new Date(0),
    position: 1,
    provenance: { channel: 'user', source: 'lisa', trust: 0.9 },
    ...more,
  };
}

/** What the rules read, as the facts will say it. */
function stated(content: string, more: Partial<Observation> = {}): readonly string[] {
  return extractByRules(observation(content, more), agents).map((claim) => claim.content);
}

describe('a claim', () => {
  it('stands by itself: it names who speaks', () => {
    const said = (content: string): readonly string[] => stated(content, { speaker: 'Mark' });
    expect(said("I'm a carpenter, and I've moved to Utrecht.")).toEqual([
      'Mark is a carpenter.',
      'Mark has moved to Utrecht.',
    ]);
    expect(said('I don’t like carpets!')).toEqual(["Mark doesn't like carpets."]);
    expect(said('i never fly, but my sister Ana loves flying')).toEqual([
      'Mark never flies.',
      "Mark's sister Ana loves flying.",
    ]);
    expect(said('Football bores me.')).toEqual(['Football bores Mark.']);
    expect(said("I'd like to visit Kyoto in April.")).toEqual(['Mark would like to visit Kyoto in April.']);
    expect(stated('I can’t stand noise.')).toEqual(["The user can't stand noise."]);
    expect(stated('I prefer tea.', { type: 'thought' })).toEqual(['lisa prefers tea.']);
  });

  it('is about who speaks, or whom the sentence names', () => {
    const about = (content: string, more: Partial<Observation> = {}): unknown =>
      extractByRules(observation(content, more), agents)[0]?.about;
    expect(about('I prefer tea.', { speaker: 'Mark' })).toEqual([{ name: 'Mark', type: 'person' }]);
    expect(about('I prefer tea.', { type: 'thought' })).toEqual(['agent:lisa']);
    expect(about('Ana Petrova and Tom are cousins.')).toEqual(['Ana Petrova', 'Tom']);
    expect(about('We decided to use Kafka.')).toBeUndefined();
  });

  it('is trusted as far as its source, and no further than consolidation is', () => {
    const confidence = (trust: number): number | undefined =>
      extractByRules(observation('I prefer tea.', { provenance: { channel: 'user', source: 'x', trust } }), agents)[0]
        ?.confidence;
    expect(confidence(0.9)).toBe(0.7);
    expect(confidence(0.6)).toBe(0.6);
  });

  it('comes from each of several sentences, up to a bound', () => {
    expect(stated('Hello! I live in Graz. The weather is fine. I work at the library.')).toHaveLength(2);
    const many = Array.from({ length: 40 }, (_, at) => `I like song number ${at}.`).join(' ');
    expect(stated(many)).toHaveLength(16);
  });
});

describe('who believes it', () => {
  const believer = (more: Partial<Observation>, content = 'I prefer tea.'): string | undefined =>
    extractByRules(observation(content, more), agents)[0]?.believer;
  const from = (channel: Observation['provenance']['channel'], source = 'x'): Pick<Observation, 'provenance'> => ({
    provenance: { channel, source, trust: 0.5 },
  });

  test.each<[string, Partial<Observation>, string | undefined]>([
    ['everybody what the user says', {}, 'system'],
    ['everybody what a person says to the agent', { speaker: 'Mark' }, 'system'],
    ['the agent what it thinks', { type: 'thought' }, 'lisa'],
    ['the agent what it says itself', { speaker: 'Lisa' }, 'lisa'],
    ['the agent what an assistant says', { speaker: 'assistant' }, 'lisa'],
    ['the agent what came over its own channel', from('agent'), 'lisa'],
    ['the agent what it imported', from('import'), 'lisa'],
    ['the agent what another agent is said to have said', { speaker: 'Electra' }, 'lisa'],
    ['everybody what system imported', { ...from('import'), agent: 'system' }, 'system'],
    ['nobody what a tool printed', { type: 'tool_output' }, undefined],
    ['nobody what came over the channel of tools', from('tool'), undefined],
    ['nobody what an error says', { type: 'error' }, undefined],
    ['nobody what sleep made', from('consolidation'), undefined],
    ['nobody what recall answered', from('agent', 'recall:17'), undefined],
    ['nobody the "I" of a document', { type: 'document' }, undefined],
  ])('%s', (_, more, expected) => {
    expect(believer(more)).toBe(expected);
  });

  it('is only the agent where it was told in confidence', () => {
    expect(believer({}, "Keep this between us: I don't like carpets.")).toBe('lisa');
  });
});

describe('no claim', () => {
  test.each([
    'Do you prefer tea?',
    'If I lived in Madrid, I would take siestas.',
    'Tom says he prefers tea.',
    'He whispered "I prefer tea with milk" to her.',
    '> I prefer tea.',
    'I prefer tea, just kidding.',
    'I used to live in Graz.',
    'I like it.',
    'I love your idea.',
    'I want to thank you.',
    'That must have been fun.',
    'Winning must be great.',
    'Maybe I will move to Oslo next year.',
    'I think so too.',
    'I think it is too slow.',
    'Make sure yours stands out.',
    'I remember that Mark prefers tea.',
    'Note: Primary: Mark prefers tea. | Supported by: Mark drinks tea.',
  ])('is in: %s', (content) => {
    expect(stated(content, { speaker: 'Mark' })).toEqual([]);
  });
});
