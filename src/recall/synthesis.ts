/**
 * The gist of a constellation in one or two sentences, made by a template: what answers, what
 * supports it, and what says otherwise. At most 400 characters, contents cut between words.
 *
 *   Primary: ... | Supported by: ... ; ... | Note: Conflicting info in: ...
 */
import { synthesisCharacters } from './defaults.ts';
import type { MemoryRole } from './memory-link.ts';
import { isoDay, whoOf } from './memory-text.ts';
import type { RecalledMemory } from './recall-options.ts';
import { onOneLine, shorten } from '../language/shorten.ts';

/** Memories that are told of each part. */
const mostTold = 2;
/** Characters of a content, from what reads well to what still tells something. */
const lengths = [160, 120, 90, 70, 50, 35, 20];

/** The gist of some memories that have parts; '' of none. */
export function synthesisOf(memories: readonly RecalledMemory[]): string {
  const tellings = lengths.map((length) => told(memories, length));
  const fitting = tellings.find((telling) => telling.length <= synthesisCharacters);
  return fitting ?? shorten(tellings.at(-1) ?? '', synthesisCharacters);
}

function told(memories: readonly RecalledMemory[], length: number): string {
  const part = (role: MemoryRole, words: string): readonly string[] => {
    const all = memories.filter((memory) => memory.role === role);
    const told = all.slice(0, mostTold).map((memory) => sayingOf(memory, length));
    const more = all.length - told.length;
    return all.length === 0 ? [] : [`${words} ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`];
  };
  const against = memories.filter(({ role }) => role === 'contradicting');
  const areExceptions = against.every(isException);
  return [
    ...part('primary', 'Primary:'),
    ...part('supporting', 'Supported by:'),
    ...part('contradicting', areExceptions ? 'Note: Exception in:' : 'Note: Conflicting info in:'),
  ].join(' | ');
}

function isException({ links = [] }: RecalledMemory): boolean {
  const contradictions = links.filter(({ kind }) => kind === 'contradicts');
  return contradictions.length > 0 && contradictions.every(({ state }) => state === 'exception');
}

/** What a memory says; who said it and when where somebody did, and since when it does not hold. */
function sayingOf(memory: RecalledMemory, length: number): string {
  const { speaker, occurredAt, superseded } = memory;
  const said = speaker === undefined ? '' : `${whoOf(memory)}, ${isoDay(occurredAt)}: `;
  const passed = superseded === undefined ? '' : ` (superseded ${isoDay(superseded.at)})`;
  return `${said}${shorten(onOneLine(memory.content), length)}${passed}`;
}
