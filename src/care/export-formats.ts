/**
 * An export in the form of other systems: Markdown for people, JSON for mem0. Both show what somebody believes; only our
 * own lines hold everything and make the same space again.
 *
 *   lines of our own export -> what they say of each memory -> the lines of the other form
 */
import { createHash } from 'node:crypto';
import { agentOf, audienceOf, believerName, believerWithin } from '../domain/audience.ts';
import { isInForce, Perspective, standing } from '../domain/belief.ts';
import { systemAgent } from '../domain/records.ts';
import { groupBy, present } from '../domain/values.ts';
import type { ExportFormat } from '../domain/vocabulary.ts';
import { givenText, rowsIn } from './import-item.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A memory with what the edges of an export say of it. */
interface ShownMemory {
  readonly fields: Fields;
  readonly isFact: boolean;
  /** Who believes it now. */
  readonly believers: readonly string[];
  /** Whom and what it is about, by name. */
  readonly about: readonly { readonly name: string; readonly isPerson: boolean }[];
  readonly isSuperseded: boolean;
}

/** The lines of an export in a form. */
export async function* exportIn(
  format: ExportFormat,
  lines: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  if (format === 'ndjson') yield* lines;
  else if (format === 'mem0') yield* mem0Lines(await shownMemories(lines));
  else for (const part of markdownLines(await shownMemories(lines))) yield* part.match(/.*\n/g) ?? [];
}

/** The memories that somebody believes, in the order in which they were written. */
async function shownMemories(lines: AsyncIterable<string>): Promise<readonly ShownMemory[]> {
  const records: Fields[] = [];
  for await (const line of lines) records.push(...rowsIn([JSON.parse(line)]));
  const of = groupBy(records, ({ record }) => record);
  const rows = (record: string): readonly Fields[] => of.get(record) ?? [];
  const entities = new Map(rows('entity').map((row) => [row['id'], row]));
  const believers = groupBy(
    rows('believes').filter(({ withdrawnAt }) => withdrawnAt === undefined),
    ({ memory }) => memory,
  );
  const subjects = groupBy(rows('about'), ({ fact }) => fact);
  const isOver = whatIsOver(rows('supersedes'), (id) => (believers.get(id) ?? []).map(({ agent }) => String(agent)));
  return records.flatMap((fields) => {
    const { id, record } = fields;
    const held = believers.get(id) ?? [];
    if ((record !== 'fact' && record !== 'observation') || held.length === 0) return [];
    const about = (subjects.get(id) ?? []).map(({ target }) => {
      const entity = entities.get(target);
      return {
        name: givenText(entity?.['name']) ?? String(target).replace(/^agent:/, ''),
        isPerson: entity?.['type'] === 'person',
      };
    });
    const agents = held.map(({ agent }) => String(agent));
    // Where all who hold it hold it to be over, as a file may have told them, it is.
    const ends = held.flatMap(({ validTo: end }) => givenText(end) ?? []).sort();
    const end = ends.length < held.length ? {} : present({ validTo: fields['validTo'] ?? ends.at(-1) });
    return [
      {
        fields: { ...fields, ...end },
        isFact: record === 'fact',
        believers: agents,
        about,
        isSuperseded: agents.every((believer) => isOver(String(id), believer)),
      },
    ];
  });
}

/**
 * Tells whether a memory is over for one who holds it, as recall has it (`supersededOf` of `recall/replacement.ts`): by a
 * correction of its own that is in force, while it or `system` still holds what took the place.
 */
function whatIsOver(
  rows: readonly Fields[],
  holdersOf: (id: string) => readonly string[],
): (id: string, believer: string) => boolean {
  const known = standing(
    rows.map(({ from, to, believer, at, withdrawnAt }) => ({
      from: String(from),
      to: String(to),
      believer: String(believer),
      at: new Date(String(at)),
      ...(withdrawnAt === undefined ? {} : { withdrawnAt: new Date(String(withdrawnAt)) }),
    })),
  );
  const byNewer = groupBy(known, ({ from }) => from);
  const byOlder = groupBy(
    known.filter((edge) => isInForce(edge, byNewer.get(edge.to) ?? [])),
    ({ to }) => to,
  );
  return (id, holder) => {
    const view = new Perspective(holder);
    return (byOlder.get(id) ?? []).some(
      ({ from, believer }) => view.owns(believer) && holdersOf(from).some((one) => view.believers.includes(one)),
    );
  };
}

/**
 * The facts as `get_all` of mem0 gives memories: `{ results: [...] }`, as `readMem0` of `read-stores.ts` reads them. What
 * was superseded is left out, since mem0 keeps no history. Observations are no memories there.
 */
function* mem0Lines(memories: readonly ShownMemory[]): Generator<string> {
  const facts = memories.filter(({ isFact, isSuperseded }) => isFact && !isSuperseded);
  yield '{"results":[\n';
  for (const [index, { fields, believers, about }] of facts.entries()) {
    const { id, content, validFrom, validTo, recordedAt, kind, importance } = fields;
    const user = about.find(({ isPerson }) => isPerson)?.name;
    const agent = believers.map(agentOf).find((name) => name !== systemAgent);
    const memory = {
      id,
      memory: content,
      hash: createHash('md5').update(String(content)).digest('hex'),
      created_at: validFrom ?? recordedAt,
      updated_at: null,
      ...(user === undefined ? {} : { user_id: user }),
      ...(agent === undefined ? {} : { agent_id: agent }),
      ...(validTo === undefined ? {} : { expiration_date: lastDayBefore(String(validTo)) }),
      metadata: { kind, importance, believers: believers.map(believerName) },
    };
    yield `${JSON.stringify(memory)}${index < facts.length - 1 ? ',' : ''}\n`;
  }
  yield ']}\n';
}

/** mem0 keeps a memory until the end of its last day. */
function lastDayBefore(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
}

/** One note: facts below whom or what they are about, as basic-memory writes observations; then what was said, by session. */
function* markdownLines(memories: readonly ShownMemory[]): Generator<string> {
  yield '---\ntitle: Memories\ntype: note\n---\n\n# Memories\n';
  const facts = memories.filter(({ isFact }) => isFact);
  for (const [subject, own] of groupBy(facts, ({ about }) => about[0]?.name ?? 'Other')) {
    yield `\n## ${oneLine(subject)}\n\n`;
    for (const memory of own) yield factLine(memory);
  }
  const said = memories.filter(({ isFact }) => !isFact);
  for (const [session, own] of groupBy(said, ({ fields }) => fields['session'])) {
    yield `\n## ${session === undefined ? 'Observations' : `Session ${oneLine(String(session).replace(/^session:/, ''))}`}\n\n`;
    for (const { fields } of own) {
      const at = String(fields['occurredAt']).slice(0, 16).replace('T', ' ');
      yield `- ${at} ${fields['speaker'] === undefined ? '' : `${oneLine(fields['speaker'])}: `}${oneLine(fields['content'])}\n`;
    }
  }
}

function factLine({ fields, believers, isSuperseded }: ShownMemory): string {
  const { kind, content, validFrom, validTo } = fields;
  const day = (at: unknown): string => String(at).slice(0, 10);
  const context = [
    `believed by ${believers.map(toldByName).join(', ')}`,
    ...(validFrom === undefined ? [] : [`since ${day(validFrom)}`]),
    ...(validTo === undefined ? [] : [`until ${day(validTo)}`]),
    ...(isSuperseded ? ['superseded'] : []),
  ];
  return `- [${String(kind)}] ${oneLine(content)} (${context.join('; ')})\n`;
}

/** A believer as people read of it; `system` is all. */
function toldByName(believer: string): string {
  const isAll = agentOf(believer) === systemAgent;
  return oneLine(believerName(isAll ? believerWithin('all', audienceOf(believer)) : believer));
}

/** On one line, without the control characters with which remembered text could command a terminal. */
function oneLine(text: unknown): string {
  return String(text)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')
    .trim();
}
