/** Whether a text says one thing and nothing else, so that whoever takes that back takes back all of it. */
import { sentencesOf } from '../language/sentences.ts';
import { toldClauses } from '../language/split-clauses.ts';

/** Words of a clause up to which it says one thing, and of a sentence beside it that says nothing: "Sorry." */
const mostWords = 20;
const fewWords = 3;

/** Whether a text says one thing. */
export function saysOneThing(content: string): boolean {
  const all = sentencesOf(content);
  const sentences = all.length === 1 ? all : all.filter((sentence) => wordCount(sentence) > fewWords);
  const [clause, ...others] = sentences.flatMap(toldClauses);
  return sentences.length === 1 && clause !== undefined && others.length === 0 && wordCount(content) <= mostWords;
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}
