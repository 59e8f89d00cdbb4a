/** The text of an answer by its lines, and which memory each line tells. */
import { type Constellation, memoryRoles } from '../../index.ts';

/** A line of an answer's text. */
export interface AnswerLine {
  /** Of the memory that it tells; a heading has none. */
  readonly key?: string;
  readonly text: string;
}

/** The lines of a constellation's text, which numbers its memories part by part; `keys` are by id. */
export function answerLines(answer: Constellation, keys: ReadonlyMap<string, string>): readonly AnswerLine[] {
  const told = memoryRoles.flatMap((role) => answer[role]);
  return answer
    .text()
    .split('\n')
    .map((text) => {
      const number = /^(\d+)\. /.exec(text)?.[1];
      const id = number === undefined ? undefined : told[Number(number) - 1]?.id;
      return id === undefined ? { text } : { key: keys.get(id) ?? id, text };
    });
}
