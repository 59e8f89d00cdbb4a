import { describe, expect, test } from 'vitest';
import { extractEntities, withAliases } from '../../../src/language/extract-entities.ts';

const found = (text: string): readonly string[] => extractEntities(text).map(({ name, type }) => `${type}:${name}`);

describe('a name that is written small', () => {
  test.each([
    ['my cat simba just turned 16', ['animal:simba']],
    ['our dog rufus is limping', ['animal:rufus']],
    ['my sister zoe called', ['person:zoe']],
    ['my older brother tomas lives far away', ['person:tomas']],
    ['we moved to seattle', ['place:seattle']],
    ['i live in berlin now', ['place:berlin']],
    ['my grandma rose lives in leeds', ['person:rose', 'place:leeds']],
    ['my best friend summer is a midwife', ['person:summer']],
    ['we adopted a rabbit!! hes called waffle', ['animal:waffle']],
    ['our cats are called salt and ginger', ['animal:salt', 'animal:ginger']],
    ['i have two dogs, fips and nala', ['animal:fips', 'animal:nala']],
    ['our cat mustard still sleeps in the sink', ['animal:mustard']],
    ['my dog button was afraid of the drill', ['animal:button']],
  ])('is found in "%s"', (text, names) => {
    expect(found(text)).toEqual(names);
  });

  test.each([
    'my cat just turned 16',
    'my dog loves walks',
    'my dog bowl was chipped',
    'our horse vet likes the new stable',
    'my dog sled was on the roof',
    'my sister really likes tea',
    'my friend group is large',
    'we moved to bed early',
    'we moved to typescript last year',
    'my brother works at night',
    'my dog is very old, and my cat hates him',
    'i live in fear',
    'my grandma rose early',
    'our cats are called in and fed',
    'i have two dogs, tired and hungry',
  ])('is not found in "%s"', (text) => {
    expect(found(text)).toEqual([]);
  });
});

test('somebody who is told by two words that no lexicon knows is a person', () => {
  expect(found('My friend Tariq Nasser moved out.')).toEqual(['person:Tariq Nasser']);
  expect(found('My boss is called Okwudili Eze.')).toEqual(['person:Okwudili Eze']);
  expect(found('My friend Jazz Club is loud.')).not.toContain('person:Jazz Club');
});

test('topics that the speaker cares about are found', () => {
  expect(found("I'm really into marine biology these days.")).toEqual(['concept:marine biology']);
  expect(found('I care a lot about medieval history.')).toEqual(['concept:medieval history']);
  expect(found('I care about medieval history a lot.')).toEqual(['concept:medieval history']);
  expect(found('Roman coinage is something I care deeply about.')).toEqual(['concept:Roman coinage']);
  expect(found('I care about you so much. That he left is what I care about.')).toEqual([]);
  expect(found('I gave a talk on glacier caves.')).toEqual(['concept:glacier caves']);
  expect(found("I'm doing a degree in soil chemistry, and my course on fire ecology starts soon.")).toEqual([
    'concept:soil chemistry',
    'concept:fire ecology',
  ]);
  expect(found('My talk on friday morning was moved. We held a workshop on short notice.')).toEqual([]);
  expect(found("I'm into it. I'm interested in what you said, and in that.")).toEqual([]);
});

test('names in scripts without capitals are found by what stands around them', () => {
  expect(found('我叫李小明。')).toEqual(['person:李小明']);
  expect(found('王小明喜欢吃苹果。')).toEqual(['person:王小明']);
  expect(found('田中さんは東京に住んでいます。')).toEqual(['person:田中']);
});

describe('another name that is told', () => {
  const forms = (text: string): readonly (readonly string[])[] =>
    withAliases(text, extractEntities(text), undefined).map(({ surfaces }) => surfaces);

  test('is a form of the name', () => {
    expect(forms('We met Caroline, or Caro for short, at noon.')).toEqual([['Caroline', 'Caro']]);
    expect(forms('Elizabeth Moore is my boss. Everyone calls her Liz.')).toEqual([['Elizabeth Moore', 'Liz']]);
    expect(forms('Theodor is my uncle, he usually goes by Fitz.')).toEqual([['Theodor', 'Fitz']]);
    expect(forms("Everyone calls my aunt Ottilie 'Till'.")).toEqual([['Ottilie', 'Till']]);
  });
});
