/**
 * Reads notes in Markdown: basic-memory's (its `NOTE-FORMAT.md` of August 2026) and Obsidian's. Reads and checks; stores
 * nothing.
 *
 *   ---
 *   title: Luna            front matter in YAML; without a title the name of the file is one
 *   type: cat
 *   tags: [pets]           tags of all that the note holds; other fields are metadata
 *   created: 2025-10-24    without it the file tells when it was last changed
 *   ---
 *   - [diet] Eats no fish. #food (said the vet)      an observation: a fact about the note's subject, with its tags
 *   - owned_by [[Mark]] (since 2019)                 a relation: a fact about both
 *   ## At the vet                                    what stands below a heading: an observation of type `document`
 *   She limps, says [[Dr Weber]].
 */
import { createRequire } from 'node:module';
import type * as yamlPackage from 'yaml';
import { messageOf } from '../domain/errors.ts';
import { lazily } from '../domain/values.ts';
import {
  entityTypeOf,
  observationStatement,
  predicateInWords,
  relationStatement,
} from '../language/entity-statements.ts';
import { maxEntitiesPerMemory } from '../remember/defaults.ts';
import {
  fieldsBut,
  fieldsOf,
  givenText,
  givenTime,
  type FileFields,
  type ImportedEntity,
  type ImportEntry,
  type ImportedObservation,
  keptFrom,
  keyOfParts,
  type RefusedEntry,
  refused,
} from './import-item.ts';
import { factEntry } from './read-stores.ts';

const frontMatter = /^\uFEFF?---\r?\n(?:([\s\S]*?)\r?\n)?---(?:\r?\n|$)/;
/** A category in brackets and a text; no task, no time of a transcript, no link. */
const categorised = /^\s*[-*+]\s+\[(?![xX ]\]|[^\p{L}\p{N}]\]|\d{1,3}:\d{2})([^[\]()]+)\]\s+(.+)$/u;
/** A type of relation, one word or in quotes, and one link. */
const related = /^\s*[-*+]\s+(?:"([^"]+)"|'([^']+)'|([^\s[\]"']+))\s+\[\[([^[\]]+)\]\]\s*(\([^()]*\))?\s*$/;
const hashtag = /(?:^|\s)#([\p{L}\p{N}/_-]+)/gu;
const heading = /^#{1,6}\s+(.*?)\s*#*\s*$/;
/** A line that opens or closes a fence; one that does both is no such line. */
const fence = /^\s*(?:```[^`]*|~~~.*)$/;
/** A fence to its end, or a comment. */
const fenceOrComment =
  /^[ \t]*(?:```[^`\n]*|~~~.*)$[\s\S]*?(?:^[ \t]*(?:```|~~~)|(?![\s\S]))|%%[\s\S]*?%%|<!--[\s\S]*?-->/gm;
const link = /(!?)\[\[([^[\]]+)\]\]/g;

/** What a note is about, and since when it is there. */
interface Note {
  readonly subject: ImportedEntity;
  readonly createdAt: Date;
  readonly source: string;
  /** With these tags, and this beside what the note has of its own. */
  readonly kept: (tags: readonly string[], more?: FileFields) => Pick<ImportedObservation, 'tags' | 'metadata'>;
}

/** What stands below one heading. */
interface Section {
  readonly name: string | undefined;
  readonly lines: string[];
}

/**
 * The observations and relations of a note, then its text, section by section.
 *
 * @param changedAt - when the file was last changed: the note's time where it does not tell it.
 */
export function readNote(text: string, source: string, changedAt: Date): readonly ImportEntry[] {
  const [head, yaml = ''] = frontMatter.exec(text) ?? [''];
  const note = noteOf(yaml, source, changedAt);
  if ('kind' in note) return [note];
  const facts: ImportEntry[] = [];
  const sections: Section[] = [{ name: undefined, lines: [] }];
  let inFence = false;
  for (const line of withoutComments(text.slice(head.length)).split(/\r?\n/)) {
    if (fence.test(line)) inFence = !inFence;
    const fact = inFence ? undefined : (relationIn(line, note) ?? observationIn(line, note));
    const named = inFence ? undefined : heading.exec(line)?.[1];
    if (fact !== undefined) facts.push(fact);
    else if (named !== undefined)
      sections.push({ name: named === note.subject.name ? undefined : plainText(named), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return [...facts, ...sections.flatMap((section) => sectionEntry(section, note))];
}

/** The package loads with the first note: it has 70 files. */
const parser = lazily((): typeof yamlPackage => createRequire(import.meta.url)('yaml'));

/** What a note is about, by its front matter, or why that is refused. */
function noteOf(yaml: string, source: string, changedAt: Date): Note | RefusedEntry {
  let fields: FileFields;
  try {
    fields = fieldsOf(parser().parse(yaml)) ?? {};
  } catch (cause) {
    return refused(`its front matter must be YAML: ${messageOf(cause).split('\n')[0]}`);
  }
  const { title, type, created, date, tags } = fields;
  const tagWords = typeof tags === 'string' ? tags.split(/[\s,]+/) : Array.isArray(tags) ? tags.map(String) : [];
  const name = givenText(title) ?? source.replace(/\.(?:md|markdown)$/i, '');
  return {
    subject: { name, type: entityTypeOf(givenText(type) ?? 'other') },
    // A daily note is named after its day.
    createdAt: noteTime(created) ?? noteTime(date) ?? givenTime(name) ?? changedAt,
    source,
    kept: (more, metadata) =>
      keptFrom(
        [...tagWords, ...more].map((tag) => tag.replace(/^#/, '')),
        { ...fieldsBut(fields, toldByNote), ...metadata },
      ),
  };
}

/** A time in the front matter, where YAML makes a number of a year (`2025`) and of a compact date (`20251024`, `202510241030`). */
function noteTime(value: unknown): Date | undefined {
  const parts = /^(\d{4})(?:(\d\d)(\d\d)(?:(\d\d)(\d\d))?)?$/.exec(String(value));
  if (parts === null) return givenTime(value);
  const [, year, month = '01', day = '01', hour = '00', minute = '00'] = parts;
  return givenTime(`${year}-${month}-${day}T${hour}:${minute}Z`);
}

/** Fields of the front matter that a note's subject, time and tags come from. */
const toldByNote = new Set(['title', 'created', 'date', 'tags']);

function observationIn(line: string, { subject, source, kept }: Note): ImportEntry | undefined {
  const [, category, said] = categorised.exec(line) ?? [];
  if (said === undefined) return undefined;
  const content = observationStatement(subject.name, plainText(said.replace(hashtag, '')));
  const linked = linksIn(said).filter(({ name }) => name !== subject.name);
  const tags = [...said.matchAll(hashtag)].map(([, tag = '']) => tag);
  const fact = { key: [subject.name], content, about: [subject, ...linked].slice(0, 16) };
  return factEntry('note', { ...fact, ...kept(tags, { category }) }, source);
}

function relationIn(line: string, { subject, source, kept }: Note): ImportEntry | undefined {
  const [, double, single, word, target = '', context = ''] = related.exec(line) ?? [];
  const type = double ?? single ?? word;
  const [to] = linksIn(`[[${target}]]`);
  if (type === undefined || to === undefined || to.name === subject.name) return undefined;
  const relation = { from: subject, predicate: predicateInWords(type), to };
  const content = `${relationStatement(subject.name, type, to.name)} ${context}`.trim();
  return factEntry('note', { key: [], content, title: type, about: [subject, to], relation, ...kept([]) }, source);
}

function sectionEntry({ name, lines }: Section, { subject, createdAt, source, kept }: Note): readonly ImportEntry[] {
  const written = lines.join('\n');
  const text = plainText(written);
  if (text === '') return [];
  const content = `${[subject.name, ...(name === undefined ? [] : [name])].join(', ')}: ${text}`;
  const observation = {
    id: `note-${keyOfParts(subject.name, name, text)}`,
    content,
    type: 'document',
    session: `note-${keyOfParts(subject.name)}`,
    channel: 'import',
    source,
    entities: [subject, ...linksIn(written)].slice(0, maxEntitiesPerMemory),
    occurredAt: createdAt,
    ...kept([]),
  } as const;
  return [{ kind: 'observations', parts: [observation] }];
}

/** The notes that a text links to, by what their names are without a heading, a folder or another wording. */
function linksIn(text: string): readonly ImportedEntity[] {
  const names = [...text.matchAll(link)].flatMap(([, isEmbedded, target = '']) =>
    isEmbedded === '!' ? [] : [noteName(target)],
  );
  return [...new Set(names)].filter((name) => name !== '').map((name) => ({ name, type: 'other' }));
}

function noteName(target: string): string {
  return (target.split(/[|#^]/)[0] ?? '').split('/').at(-1)?.trim() ?? '';
}

/** A text without its comments; in a fence nothing is one. */
function withoutComments(text: string): string {
  return text.replace(fenceOrComment, (found) => (/^(?:%%|<!--)/.test(found) ? '' : found));
}

/** The text as a person reads it: links by their words, without embedded files. */
function plainText(text: string): string {
  return text
    .replace(link, (_, isEmbedded: string, target: string) =>
      isEmbedded === '!' ? '' : (target.split('|')[1] ?? noteName(target)),
    )
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
