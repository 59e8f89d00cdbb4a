/** What somebody puts in the place of what: marked, behind what took its place, and for nobody else. */
import { beforeEach, describe, expect, test } from 'vitest';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('Where does Mark live? Portland');
});

const portland = 'Mark lives in Portland, by the river.';
const seattle = 'Mark lives in Seattle.';

describe('a correction of what an agent believes', () => {
  test('marks the old fact with what took its place, since when and why', async () => {
    const old = await story.believe('lisa', portland);
    story.wait(10);
    const { superseded, id } = await story.memory
      .agent('lisa')
      .believe({ content: seattle, supersedes: [old], reason: 'he moved' });
    expect(superseded).toEqual([old]);
    expect((await story.seen('lisa', old))?.superseded).toEqual({ by: id, at: story.now(), reason: 'he moved' });
    expect(await story.seen('lisa', id)).not.toHaveProperty('superseded');
  });

  test('answers instead of the old fact and stands before it, though the old one matches better', async () => {
    const old = await story.believe('lisa', portland);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    const found = await story.found('lisa');
    expect(found.map(({ id }) => id)).toEqual([fact, old]);
    expect(found[0]?.score).toBeLessThan(found[1]?.score ?? 0);
    expect(await story.roles('lisa')).toEqual({ [fact]: 'primary', [old]: 'contradicting' });
    expect((await story.memory.agent('lisa').recall({ query: 'Portland' })).synthesis).toMatch(
      /^Mark lives in Seattle.* Before that this was held: “Mark lives in Portland, by the river\.”$/,
    );
  });

  test('answers even where only the old fact has to do with the question', async () => {
    const old = await story.believe('lisa', portland);
    const fact = await story.believe('lisa', 'He has moved to Seattle.', { supersedes: [old] });
    const asked = await story.memory.agent('lisa').recall({ query: 'river', profile: 'lexical', attention: false });
    expect(asked.ranked.map(({ id }) => id)).toEqual([fact, old]);
    expect(asked.primary.map(({ id }) => id)).toEqual([fact]);
    expect(asked.contradicting.map(({ id }) => id)).toEqual([old]);
  });

  test('confirms that the two contradict each other', async () => {
    const old = await story.believe('lisa', portland);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    expect((await story.seen('lisa', fact))?.links).toMatchObject([
      { kind: 'contradicts', memory: old, state: 'confirmed' },
    ]);
  });

  test('takes the place of an observation too, which stays as it was said', async () => {
    const said = await story.observe('lisa', portland);
    const { id, superseded } = await story.memory.agent('lisa').believe({ content: seattle, supersedes: [said] });
    expect(superseded).toEqual([said]);
    expect(await story.seen('lisa', said)).toMatchObject({ content: portland, superseded: { by: id } });
    expect(await story.roles('lisa')).toEqual({ [id]: 'primary', [said]: 'contradicting' });
    await story.withdraw('lisa', id);
    expect(await story.seen('lisa', said)).not.toHaveProperty('superseded');
  });

  test('corrects several facts at once', async () => {
    const [one, two] = [await story.believe('lisa', portland), await story.believe('lisa', 'Mark lives in Salem.')];
    const fact = await story.believe('lisa', seattle, { supersedes: [one, two.slice('fact:'.length)] });
    const marks = (await story.found('lisa')).map(({ id, superseded }) => [id, superseded?.by]);
    expect(marks[0]).toEqual([fact, undefined]);
    expect(marks.slice(1).sort()).toEqual(
      [
        [one, fact],
        [two, fact],
      ].sort(),
    );
  });

  test('is written once however often it is said', async () => {
    const old = await story.believe('lisa', portland);
    const fact = await story.believe('lisa', seattle, { supersedes: [old], confidence: 0.5 });
    const first = story.now();
    for (let time = 0; time < 3; time++) {
      story.wait(1);
      expect(await story.believe('lisa', seattle, { supersedes: [old] })).toBe(fact);
    }
    expect((await story.seen('lisa', old))?.superseded).toEqual({ by: fact, at: first });
    expect((await story.seen('lisa', fact))?.believers[0]?.confidence).toBe(0.5);
  });

  test('is not undone by repeating the old fact, which gains no confidence by it', async () => {
    const old = await story.believe('lisa', portland, { confidence: 0.6 });
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    for (let time = 0; time < 5; time++) {
      story.wait(1);
      await story.believe('lisa', portland);
    }
    expect(await story.seen('lisa', old)).toMatchObject({
      superseded: { by: fact },
      believers: [{ confidence: 0.6, strength: 1 }],
    });
    expect(await story.roles('lisa')).toMatchObject({ [fact]: 'primary', [old]: 'contradicting' });
  });
});

describe('corrections of corrections', () => {
  test('make a line, the last of which answers', async () => {
    const one = await story.believe('lisa', portland);
    const two = await story.believe('lisa', seattle, { supersedes: [one] });
    story.wait(1);
    const three = await story.believe('lisa', 'Mark lives in Denver.', { supersedes: [two] });
    expect((await story.found('lisa')).map(({ id, superseded }) => [id, superseded?.by])).toEqual([
      [three, undefined],
      [two, three],
      [one, two],
    ]);
    expect((await story.roles('lisa'))[three]).toBe('primary');
  });

  test('can go back to the first fact, and forth again', async () => {
    const one = await story.believe('lisa', portland);
    const two = await story.believe('lisa', seattle, { supersedes: [one] });
    const marks = async (): Promise<readonly unknown[]> => [
      (await story.seen('lisa', one))?.superseded?.by,
      (await story.seen('lisa', two))?.superseded?.by,
    ];
    story.wait(1);
    const between = story.now();
    story.wait(1);
    await story.believeAgain('lisa', one, { supersedes: [two] });
    expect(await marks()).toEqual([undefined, one]);
    expect((await story.seen('lisa', one, { asOf: between }))?.superseded?.by).toBe(two);
    story.wait(1);
    await story.believe('lisa', seattle, { supersedes: [one] });
    expect(await marks()).toEqual([two, undefined]);
  });

  test('withdrawn, leave the fact before them to stand', async () => {
    const one = await story.believe('lisa', portland);
    const two = await story.believe('lisa', seattle, { supersedes: [one] });
    story.wait(1);
    const three = await story.believe('lisa', 'Mark lives in Denver.', { supersedes: [two] });
    await story.withdraw('lisa', three);
    expect((await story.found('lisa')).map(({ id, superseded }) => [id, superseded?.by])).toEqual([
      [two, undefined],
      [one, two],
    ]);
  });
});

describe('a correction that is withdrawn', () => {
  test('lifts the mark, and puts it back when it is believed again', async () => {
    const old = await story.believe('lisa', portland);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    const mark = async (): Promise<unknown> => (await story.seen('lisa', old))?.superseded?.by;
    story.wait(1);
    await story.withdraw('lisa', fact);
    expect(await mark()).toBeUndefined();
    expect(await story.roles('lisa')).toEqual({ [old]: 'primary' });
    story.wait(1);
    await story.believeAgain('lisa', fact);
    expect(await mark()).toBe(fact);
  });

  test('still counts when it has merely faded, without being named', async () => {
    const old = await story.believe('lisa', portland, { permanent: true });
    await story.believe('lisa', seattle, { supersedes: [old] });
    const at = story.now();
    story.wait(400);
    expect((await story.found('lisa')).map(({ id, superseded }) => [id, superseded])).toEqual([[old, { at }]]);
  });
});
