/** What prose is made of: memories as recall tells them, what a template has to know, and what it makes of them. */
import type { FactKind, FollowType, KnowledgeType, Mood, ObservationType, Provenance } from '../domain/records.ts';
import { foldName } from './fold.ts';
import type { Passages } from './passage.ts';
import { capital, looksLikeInstruction, plainWords, shorten } from './plain-text.ts';

/** A memory, as far as a sentence tells it. Any recalled memory is one. */
export interface ToldMemory {
  readonly type: 'fact' | ObservationType;
  readonly content: string;
  readonly kind?: FactKind;
  readonly knowledgeType?: KnowledgeType;
  readonly speaker?: string;
  /** The agent that recorded an observation. */
  readonly recordedBy?: string;
  readonly occurredAt: Date;
  readonly validFrom?: Date;
  readonly mood?: Mood;
  readonly moodSource?: 'given' | 'inferred';
  /** Of a thought: how it follows another, why, and whether another revises it. */
  readonly thought?: { readonly type?: FollowType; readonly reason?: string; readonly revisedBy?: string };
  /** Who believes it, and where each has it from: the reader itself, `system`, or both. */
  readonly believers: readonly { readonly agent: string; readonly provenance: Provenance }[];
  /** The names by which it calls somebody or something, as far as the reader knows them. */
  readonly entities: readonly { readonly name: string }[];
}

/** A memory that is worth saying. */
export interface ProseItem extends ToldMemory {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** What it says of entities, by their names. */
  readonly relations?: readonly { readonly from: string; readonly predicate: string; readonly to: string }[];
  /** What in view contradicts it. */
  readonly contradictedBy?: ToldMemory;
}

/** Who said or thought something, and when. */
export interface Lead {
  /** `Mark told you` */
  readonly says: string;
  /** `on 14 January`; '' where nobody can tell. */
  readonly when: string;
}

/** What a sentence is told for. */
export interface Scene {
  /** The name of the agent that reads it. */
  readonly reader: string;
  readonly now: Date;
  /** What of a memory's own words is worth telling; worked out once for each. */
  readonly passagesIn: (content: string) => Passages;
  /** Characters of a memory's own words at most. */
  readonly most: number;
  /** How the sentence before began, so that this one need not begin alike. */
  readonly before?: Lead;
}

/** A sentence that another may be joined to: one plain statement, `subject` and `rest` making up its text. */
export interface PlainStatement {
  /** A name. */
  readonly subject: string;
  /** From the verb on. */
  readonly rest: string;
}

/** A memory as a sentence. */
export interface Told {
  /** Without a full stop, unless a quotation ends it. */
  readonly text: string;
  readonly statement?: PlainStatement;
  readonly lead?: Lead;
}

/** The words of a lead; `also` are those for one that says the same as the one before. */
export function leadWords({ says, when }: Lead, also: string, before: Lead | undefined): string {
  if (before?.says !== says) return when === '' ? says : `${says} ${when}`;
  if (when === '' || before.when === when) return also;
  return `${capital(when)} ${says.replace(/^You\b/, 'you')}`;
}

// Who is behind a memory, as a name that can stand in a sentence.

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
  return capital(nameOf(name));
}

/** Where the reader has a memory from, else where `system` has it from. */
export function toldFrom({ believers }: ToldMemory, reader: string): Provenance | undefined {
  return (believers.find(({ agent }) => agent === reader) ?? believers[0])?.provenance;
}

/** A tool's, a file's or a site's name, where it has one that can be said. */
export function sourceName(provenance: Provenance | undefined): string | undefined {
  const source = provenance?.source.replace(/^https?:\/\/(?:www\.)?([^/?#]+).*$/i, '$1');
  return source !== undefined && sayable.test(source) && !keyLike.test(source) ? source : undefined;
}
