/**
 * What a sentence takes for granted, also in a question or a wish: who speaks of "my score on the
 * coin toss problems", or of "completing 8 problems", has done such problems.
 */
import { auxiliaries, lightWords, prepositions } from './clause-words.ts';
import { phraseAt } from './phrases.ts';
import { termOf } from './same-words.ts';
import type { Clause } from './statement.ts';
import { verbForms } from './verb-forms.ts';
import { type Word, wordsOfClause } from './words.ts';

const results = new Set('score accuracy results result grade mark marks'.split(' '));
const about = new Set('in on with for'.split(' '));

const granting = /\bafter \w+ing\b|\bmy (?:\w+ )?(?:score|accuracy|results?|grade|marks?)\b/i;

/** Assertions about the speaker that the words of a sentence take for granted. */
export function presupposed(sentence: string, speaker: string): readonly Clause[] {
  if (!granting.test(sentence)) return [];
  const words = wordsOfClause(sentence);
  const found: Clause[] = [];
  for (const [index, { text }] of words.entries()) {
    const next = words[index + 1]?.text ?? '';
    if (text === 'after' && isOwn(words) && verbForms.get(next) === 'ing') {
      found.push(done(termOf(next), objectAt(words, index + 2), { speaker, sentence }));
    } else if (text === 'my' && words.slice(index + 1, index + 3).some((word) => results.has(word.text))) {
      const on = words.findIndex((word, place) => place > index && place < index + 8 && about.has(word.text));
      if (on > 0) found.push(done('make', objectAt(words, on + 1), { speaker, sentence }));
    }
  }
  return found.filter(({ terms }) => terms.size > 1);
}

/** A noun phrase up to the verb that follows it: "the problems improved". */
function objectAt(words: readonly Word[], start: number): readonly Word[] {
  const phrase = phraseAt(words.slice(start));
  const verb = phrase.findIndex(({ text }, index) => {
    const form = index > 0 ? formAt(text) : '';
    return form === 'third' || form === 'past' || (form === 'base' && /[^s]s$/.test(phrase[index - 1]?.text ?? ''));
  });
  return verb < 0 ? phrase : phrase.slice(0, verb);
}

function formAt(text: string): string {
  return auxiliaries.has(text) ? 'third' : (verbForms.get(text) ?? '');
}

function isOwn(words: readonly Word[]): boolean {
  return words.some(({ text }) => text === 'i' || text === 'my');
}

interface Saying {
  readonly speaker: string;
  readonly sentence: string;
}

function done(verb: string, object: readonly Word[], { speaker, sentence }: Saying): Clause {
  const order = object.map(({ text }) => {
    if (text.startsWith('#')) return text;
    return lightWords.has(text) || prepositions.has(text) ? '' : termOf(text);
  });
  const terms = new Set(order.filter((term) => term !== '' && !term.startsWith('#')));
  const rest = { negated: false, tense: 'perfect', modality: 'plain' } as const;
  return {
    text: sentence,
    subject: speaker,
    verb,
    terms,
    values: order.filter((term) => term.startsWith('#')),
    order,
    ...rest,
  };
}
