/** What a template makes of a memory, and what it has to know for that. */

import type { Passages } from './passage.ts';

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
export interface Statement {
  /** A name. */
  readonly subject: string;
  /** From the verb on. */
  readonly rest: string;
}

/** A memory as a sentence. */
export interface Told {
  /** Without a full stop, unless a quotation ends it. */
  readonly text: string;
  readonly statement?: Statement;
  readonly lead?: Lead;
}

/** The words of a lead; `also` are those for one that says the same as the one before. */
export function leadWords({ says, when }: Lead, also: string, before: Lead | undefined): string {
  if (before?.says !== says) return when === '' ? says : `${says} ${when}`;
  if (when === '' || before.when === when) return also;
  return `${when.charAt(0).toUpperCase()}${when.slice(1)} ${says.replace(/^You\b/, 'you')}`;
}
