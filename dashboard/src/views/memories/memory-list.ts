/** What the table of memories asks of the records, by its address, and the rows that it shows. No markup. */
import type { QueryOptions } from 'madeleine';
import { recallThreshold } from '../../components/inspection/decay.ts';
import { type MemoryType, memoryTypeWords } from '../../components/kinds.ts';

/** A memory that the agent itself believes, or has withdrawn; one for each audience. Columns that are missing have no value. */
export interface MemoryRow {
  readonly id: string;
  /** The key of the agent, or of the agent within an audience. */
  readonly believer: string;
  readonly content: string;
  readonly type: MemoryType;
  readonly speaker?: string;
  /** When what it tells happened; for a fact the start of its validity. */
  readonly happened?: string;
  readonly learned: string;
  /** What is left of the belief's strength, 0..1. */
  readonly strength: number;
  readonly recalled: number;
  readonly permanent: boolean;
  readonly withdrawn?: string;
}

/** The columns by which rows can be sorted, with their titles. */
export const columns = {
  content: 'What it says',
  type: 'Type',
  happened: 'Happened',
  learned: 'Learned',
  strength: 'Strength now',
  recalled: 'Recalled',
} as const;
/** A column by which rows can be sorted. */
export type Column = keyof typeof columns;

/** How beliefs stand that are listed: the words of the choice, and the condition. */
export const standings = {
  believed: ['believed', 'withdrawn IS NONE'],
  faded: ['faded', `withdrawn IS NONE AND strength <= ${recallThreshold}`],
  permanent: ['kept for good', 'withdrawn IS NONE AND permanent'],
  withdrawn: ['withdrawn', 'withdrawn IS NOT NONE'],
} as const;
/** How a belief stands. */
export type StandingName = keyof typeof standings;

/** Which rows are asked for, in which order. */
export interface ListAsked {
  readonly words: string;
  readonly type: MemoryType | undefined;
  readonly standing: StandingName;
  readonly sort: Column;
  readonly order: 'asc' | 'desc';
  /** The first is 0. */
  readonly page: number;
}

/** Rows of a page. */
export const pageRows = 50;

/** Pages that an address can ask for. */
const maxPage = 9_999;

/** What an address asks for; what it does not say, or says wrongly, is as at first: all that is believed, learned last first. */
export function listAsked(params: Readonly<Record<string, string>>): ListAsked {
  const { words = '', type, standing, sort, order, page } = params;
  const nth = Number(page);
  return {
    words: words.trim(),
    type: keyIn(memoryTypeWords, type),
    standing: keyIn(standings, standing) ?? 'believed',
    sort: keyIn(columns, sort) ?? 'learned',
    order: order === 'asc' ? 'asc' : 'desc',
    page: Number.isInteger(nth) && nth > 1 ? Math.min(nth, maxPage) - 1 : 0,
  };
}

function keyIn<Name extends string>(of: Readonly<Record<Name, unknown>>, given: string | undefined): Name | undefined {
  return (Object.keys(of) as Name[]).find((name) => name === given);
}

// A strength halves every half-life since it was reinforced, as the memory itself computes it.
const strengthNow =
  'IF permanent THEN strength ELSE strength * math::pow(2.0, -math::max([0, time::unix(time::now()) - time::unix(reinforced_at)]) / 86400.0 / half_life_days) END';

const rowsOfAgent = `SELECT out AS id, record::id(in) AS believer, out.content AS content, out.type ?? 'fact' AS type, out.speaker AS speaker, out.occurred_at ?? out.valid_from AS happened, since AS learned, accesses AS recalled, permanent, withdrawn_at AS withdrawn, ${strengthNow} AS strength FROM believes WHERE in = $agent OR string::starts_with('/' + record::id(in), $within)`;

interface ListQuery extends Pick<QueryOptions, 'bindings' | 'limit' | 'timeoutMs'> {
  readonly sql: string;
}

/** The query of a page of rows, and that of how many there are in all. */
export function listQueries(agent: string, asked: ListAsked): { readonly rows: ListQuery; readonly total: ListQuery } {
  const words = asked.words.toLowerCase().split(/\s+/u).filter(Boolean);
  const conditions = [
    standings[asked.standing][1],
    ...(asked.type === undefined ? [] : ['type = $type']),
    ...words.map((_, at) => `string::lowercase(content) CONTAINS $word${at}`),
  ];
  const from = `(${rowsOfAgent}) WHERE ${conditions.join(' AND ')}`;
  const bindings = {
    agent: `agent:${agent}`,
    // With a sign before it that makes it no id of a record.
    within: `/${agent}\u001f`,
    ...(asked.type === undefined ? {} : { type: asked.type }),
    ...Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
  };
  const page = `ORDER BY ${asked.sort} ${asked.order.toUpperCase()}, id, believer LIMIT ${pageRows} START ${asked.page * pageRows}`;
  return {
    rows: { sql: `SELECT * FROM ${from} ${page}`, bindings, limit: pageRows, timeoutMs: 60_000 },
    total: { sql: `SELECT count() AS total FROM ${from} GROUP ALL`, bindings, limit: 1, timeoutMs: 60_000 },
  };
}
