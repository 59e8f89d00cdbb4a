/** Who is behind a memory, as a name that can stand in a sentence. */
import { foldName } from './fold.ts';
import type { Provenance } from '../domain/records.ts';
import { shorten } from './shorten.ts';
import { looksLikeInstruction } from './looks-like-instruction.ts';
import { plainWords } from './plain-words.ts';
import type { ToldMemory } from '../ambient/prose-item.ts';

/** Longer names are cut, in characters. */
const longestName = 40;
/** A tool or a file by a name that people use: no key, no address of a call. */
const sayable = /^(?!call_|id-)\p{L}[\p{L}\p{N}._/+-]{1,39}$/u;
const keyLike = /\d{4,}|[0-9a-f]{8,}|[0-9a-f]-[0-9a-f]/i;

/** Whether two names are the same agent's. */
export function isSame(name: string | undefined, reader: string): boolean {
  return name !== undefined && foldName(name) === foldName(reader);
}

/** A name in prose; `somebody` where it is none. */
export function nameOf(name: string): string {
  const plain = plainWords(name);
  return plain === '' || looksLikeInstruction(plain) ? 'somebody' : shorten(plain, longestName);
}

/** An agent's name in prose, with a capital letter. */
export function agentName(name: string): string {
  const said = nameOf(name);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Where the reader has a memory from, else where `system` has it from. */
export function provenanceOf({ believers }: ToldMemory, reader: string): Provenance | undefined {
  return (believers.find(({ agent }) => agent === reader) ?? believers[0])?.provenance;
}

/** A tool's, a file's or a site's name, where it has one that can be said. */
export function sourceName(provenance: Provenance | undefined): string | undefined {
  const source = provenance?.source.replace(/^https?:\/\/(?:www\.)?([^/?#]+).*$/i, '$1');
  return source !== undefined && sayable.test(source) && !keyLike.test(source) ? source : undefined;
}
