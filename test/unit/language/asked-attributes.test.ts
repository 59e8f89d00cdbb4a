/** Which everyday attribute is asked for, and which a text tells. */
import { describe, expect, test } from 'vitest';
import { attributesAsked, attributesInQuestions, attributesTold } from '../../../src/language/asked-attributes.ts';

describe('an attribute that is asked for', () => {
  test.each([
    ['How old is Petra?', 'Petra turned 41 in May.', 'Petra sings in a choir.'],
    ['Is Petra married?', 'Petra and her husband moved in.', 'Petra has a garden.'],
    ["What is Petra's job?", 'Petra is a carpenter.', 'Petra lives in Ghent.'],
    ['Where does Petra work?', 'Petra wants to work for Bosch.', 'Petra goes by bike to work.'],
    ['Where is Petra based?', 'Petra sits in Ghent.', 'Petra hates rain.'],
    ['Where does Petra live?', 'Petra moved to Ghent.', 'Petra repairs clocks.'],
    ["When is Petra's birthday?", 'Petra was born on 4 June.', 'Petra likes June.'],
    ['How much does Petra earn?', 'Petra gets 3000 euros a month.', 'Petra has two sons.'],
    ['Does Petra have a dog?', 'Petra walks her terrier; the dog is old.', 'Petra walks to work.'],
    ['Does Petra have children?', 'Petra has twins.', 'Petra has a bicycle.'],
    ['Do I have a son?', 'I am a proud mother.', 'I miss dad since he died.'],
    ['Is Petra allergic to anything?', 'Petra cannot eat nuts.', 'Petra loves tea.'],
    ['What car does Petra drive?', 'Petra bought a Volvo.', 'Petra bought a kettle.'],
  ])('is told by what speaks of it, in whatever words, and not by other things: %s', (question, telling, other) => {
    const asked = attributesAsked(question);
    expect(asked).not.toBe(0);
    expect(attributesTold(telling) & asked).toBe(asked);
    expect(attributesTold(other) & asked).toBe(0);
  });

  test('is no marriage where the wedding is an event', () => {
    expect(attributesAsked('Who is making the wedding cake?')).toBe(0);
    expect(attributesAsked('When was their wedding?')).not.toBe(0);
  });

  test('is told by no question, which only asks for it', () => {
    const asked = attributesAsked('Is Petra married?');
    expect(attributesTold('Have you ever been married?') & asked).toBe(0);
    expect(attributesInQuestions('Have you ever been married?') & asked).toBe(asked);
  });

  test('is asked for in key words or by a question, and not in what only speaks of it', () => {
    expect(attributesAsked("Petra's birthday")).not.toBe(0);
    expect(attributesAsked('We are planning a party next week. When is the birthday of Petra?')).not.toBe(0);
    expect(attributesAsked('We baked a large cake for the birthday of Petra yesterday.')).toBe(0);
  });

  test('is none where a question is about something else', () => {
    expect(attributesAsked('Which ferry goes to Texel?')).toBe(0);
  });
});
