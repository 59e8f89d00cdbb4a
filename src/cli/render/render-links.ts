/** Shows what stands for and against a memory, and what it is in a chain of thought, in words. */
import type { MemoryLink, RecalledMemory, ThoughtPlace } from '../../index.ts';
import { cut, day, plain } from '../text-layout.ts';

/** A line for each: contradictions, exceptions, supports, whether it still holds, and its place in a chain. */
export function linkLines(memory: RecalledMemory, numbers: ReadonlyMap<string, number>): readonly string[] {
  const { links = [], superseded, thought } = memory;
  const contradictions = links.filter(({ kind }) => kind === 'contradicts');
  const exceptions = contradictions.filter(({ state }) => state === 'exception');
  const others = contradictions.filter(({ state }) => state !== 'exception');
  const supports = links.filter(({ kind }) => kind === 'supports');
  return [
    ...line('≠ contradicted by', others, numbers),
    ...line('≠ exception:', exceptions, numbers),
    ...line('+ supported by', supports, numbers),
    ...(superseded === undefined ? [] : [supersededLine(superseded, numbers)]),
    ...(thought === undefined ? [] : thoughtLines(thought, numbers)),
  ];
}

function line(words: string, links: readonly MemoryLink[], numbers: ReadonlyMap<string, number>): readonly string[] {
  if (links.length === 0) return [];
  const named = links.map(({ memory, rule, state }) => {
    const how = state === 'potential' || state === 'exception' ? rule : `${rule}, ${state}`;
    return `${placeOf(memory, numbers)} (${plain(how)})`;
  });
  return [`${words} ${named.join(', ')}`];
}

function supersededLine(
  { by, at, reason }: NonNullable<RecalledMemory['superseded']>,
  numbers: ReadonlyMap<string, number>,
): string {
  const newer = by === undefined ? '' : ` by ${placeOf(by, numbers)}`;
  return `≠ superseded on ${day(at)}${newer}${reason === undefined ? '' : `: ${cut(plain(reason), 80)}`}`;
}

function thoughtLines(
  { type, of = '', reason, revisedBy }: ThoughtPlace,
  numbers: ReadonlyMap<string, number>,
): readonly string[] {
  const why = reason === undefined ? '' : `: ${cut(plain(reason), 80)}`;
  return [
    ...(revisedBy === undefined ? [] : [`≠ revised by ${placeOf(revisedBy, numbers)}`]),
    ...(type === 'revision' ? [`↺ revises ${placeOf(of, numbers)}${why}`] : []),
    ...(type === 'branch' ? [`⑂ branches off ${placeOf(of, numbers)}${why}`] : []),
  ];
}

/** The number of a memory that is shown, else its id. */
function placeOf(id: string, numbers: ReadonlyMap<string, number>): string {
  const number = numbers.get(id);
  return number === undefined ? plain(id) : `${number}`;
}
