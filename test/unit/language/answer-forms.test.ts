import { expect, test } from 'vitest';
import { answerForms, asksForAll } from '../../../src/language/answer-forms.ts';

const hasForm = (question: string, text: string): boolean =>
  answerForms(question).every((isForm) => isForm(text, ['Pixie']));

test.each(['What does Pixie like?', 'And what else does Pixie eat?'])(
  'who somebody is does not tell tastes: %s',
  (question) => {
    expect(hasForm(question, "Pixie is Ruben's cat.")).toBe(false);
    expect(hasForm(question, 'Pixie slept on the heater all day.')).toBe(true);
    expect(hasForm(question, 'Pixie is the cat who only eats tuna.')).toBe(true);
  },
);

test('who somebody is leads where that is asked for', () => {
  expect(hasForm('Who is Pixie?', "Pixie is Ruben's cat.")).toBe(true);
  expect(hasForm('What does Pixie do?', 'Pixie is a nurse.')).toBe(true);
});

test.each(['List all our suppliers.', 'Which films have I seen?', 'What allergies are there?', 'all my allergies'])(
  'a question that asks for everything of a kind: %s',
  (question) => expect(asksForAll(question)).toBe(true),
);

test.each(['Which bus do I take?', 'What is the dress code?', 'Which class are you in?', 'Who has the keys?'])(
  'a question that asks for one thing: %s',
  (question) => expect(asksForAll(question)).toBe(false),
);

test('what was done is told by what was so', () => {
  expect(hasForm('What did I do in May?', 'I had the solo in the spring concert.')).toBe(true);
  expect(hasForm('What do I do?', 'I worked as a nurse.')).toBe(false);
});
