import { expect, it } from 'vitest';
import { meantIn, nameLeft, tellsOnlyName } from '../../../src/language/said-in-passing.ts';

it.each([
  "Yeah right, and I'm the Emperor of China.",
  "Sure, and I'm Caesar.",
  "I'm basically a magician.",
  "Look at me, I'm a regular Mozart!",
])('nobody means %j', (sentence) => expect(meantIn([sentence])).toEqual([]));

it.each(["I'm basically a vegan.", "Yes, and I'm a carpenter.", 'I have two sons, Bo and Kit.'])(
  '%j is meant',
  (sentence) => expect(meantIn([sentence])).toEqual([sentence]),
);

it('leaves out what is taken back at once', () => {
  expect(meantIn(['I have two sons, Bo and Kit...', 'no wait, Kit is my daughter.'])).toEqual(['Kit is my daughter.']);
  expect(meantIn(['We have two sons, Bo and Kit, no sorry, Kit is my daughter.'])).toEqual(['Kit is my daughter.']);
});

it.each([
  [
    "I'm allergic to latex, and my daughter Ines to wasps.",
    ["I'm allergic to latex.", 'My daughter Ines is allergic to wasps.'],
  ],
  ['I live in Ghent but work in Bruges.', ['I live in Ghent.', 'I work in Bruges.']],
  ["Our cat is called Tofu; he's a Siamese.", ['Our cat is called Tofu.', 'Tofu is a Siamese.']],
  ['Ada, my sister, is vegan.', ['Ada is my sister.', 'Ada is vegan.']],
  ['His sister Ida is afraid of heights.', ['Ida is afraid of heights.']],
  ['Her brother Olaf and his wife are here.', ['Her brother Olaf and his wife are here.']],
  ['I used to smoke, but I quit last spring.', ['I quit smoking.']],
  ['Tim is a baker, not a cook.', ['Tim is a baker.']],
  ['Ada, my bench partner at the lab, is vegan.', ['Ada is my bench partner at the lab.', 'Ada is vegan.']],
  ["Ada's dog, a beagle called Rolf, sleeps in the hall.", ["Ada's dog is a beagle called Rolf."]],
  ['Rolf (our tortoise): no grapes!', ['our tortoise is called Rolf']],
  ['Job: organ builder, Passau', ['My job is organ builder, Passau.']],
  ['Ines: birthday on 2 May', ["Ines's birthday is on 2 May."]],
  ['Otto sold his van and now rents a room in Sligo.', ['Otto sold his van.', 'Otto rents a room in Sligo.']],
  ['Otto has three sons, not two.', ['Otto has three sons.']],
  ["translate into German: 'I live in Rome and I am a judge'", []],
])('%j says in full %j', (sentence, full) => expect(meantIn([sentence])).toEqual(full));

it('tells a statement that only names whoever is somebody’s', () => {
  expect(tellsOnlyName("Ines's younger sister is called Ada.")).toBe(true);
  expect(tellsOnlyName("Ines's sister Ada is a vet.")).toBe(false);
});

it('leaves of what is put right whose the one with the name is, unless that is over too', () => {
  expect(nameLeft("Ines's mother Ilka is 71.", 'sorry, Ilka is 72')).toBe("Ines's mother is called Ilka.");
  expect(nameLeft("Ines's boyfriend Ben is 31.", 'Ben and I broke up')).toBeUndefined();
  expect(nameLeft("Ines's mother Ilka is 71.", 'she is 72')).toBeUndefined();
});
