/**
 * Reads conversations with assistants: message arrays, exports of chat services, transcripts of coding agents. Each
 * format is one function that makes turns; one rule makes observations of them. Reads and checks; stores nothing.
 *
 *   file -> turns { id, role, text, at } of a session -> observations of the user's and the assistant's words
 *
 * System prompts, tool calls, tool output, thoughts and what a program puts into the user's mouth are left out. A turn of
 * the assistant has the speaker `assistant`, whose words are never taken for the user's (`language/voice.ts`).
 */
import { present } from '../domain/values.ts';
import { maxEntitiesPerMemory } from '../remember/defaults.ts';
import {
  fieldsOf,
  type FileFields,
  givenText,
  givenTime,
  type ImportedEntity,
  type ImportedObservation,
  type ImportEntry,
  keyOfParts,
  refused,
} from './import-item.ts';
import { parseObject } from './read-ndjson.ts';

/** One turn as a file has it; what is missing or odd in it is found out here. */
export interface ChatTurn extends Pick<ImportedObservation, 'tags' | 'metadata'> {
  /** The same each time the same turn is read. */
  readonly id: string;
  readonly session: string;
  readonly role: unknown;
  readonly text: string;
  /** ISO 8601, or a number since 1970. @default the time of the import */
  readonly at: unknown;
  /** The name of who says it. @default `assistant`, or nobody for the user */
  readonly name?: string;
  /** Whether it is a text that nobody says. @default false */
  readonly isDocument?: boolean;
  readonly entities?: readonly ImportedEntity[];
}

const nothing: ImportEntry = { kind: 'nothing' };

/** Roles whose words are kept, and as whose. */
const speakers: ReadonlyMap<unknown, 'assistant' | undefined> = new Map([
  ['user', undefined],
  ['human', undefined],
  ['assistant', 'assistant'],
]);

/** The entry of a turn, as an observation where its words are to be kept. */
export function observationEntry(turn: ChatTurn, source: string): ImportEntry {
  const { id, session, role, text, at, name, isDocument = false, entities = [], tags, metadata } = turn;
  if (!speakers.has(role) || text === '') return nothing;
  const occurredAt = givenTime(at);
  if (at !== undefined && at !== null && occurredAt === undefined) {
    return refused(`${session}: its time must be ISO 8601 or seconds since 1970, got ${JSON.stringify(at)}`);
  }
  const speaker = name ?? speakers.get(role);
  const said = {
    id,
    content: text,
    type: isDocument ? 'document' : 'user_input',
    session,
    channel: 'import',
    source,
    ...(speaker === undefined ? {} : { speaker }),
    ...(occurredAt === undefined ? {} : { occurredAt }),
    ...(entities.length === 0 ? {} : { entities: entities.slice(0, maxEntitiesPerMemory) }),
    ...present({ tags, metadata }),
  } as const;
  return { kind: 'observations', parts: [said] };
}

/** Kinds of content that are words for the reader: those of OpenAI, of Anthropic, and of ChatGPT's voice mode. */
const wordKinds: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'audio_transcription']);

/** The words of a message's content, which is text or a list of parts; pictures, tools and thoughts are left out. */
export function wordsIn(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  if (!Array.isArray(content)) return '';
  const words = content.flatMap((part: unknown) => {
    if (typeof part === 'string') return [part.trim()];
    const fields = fieldsOf(part);
    return wordKinds.has(fields?.['type'] ?? fields?.['content_type']) ? [givenText(fields?.['text']) ?? ''] : [];
  });
  return words.filter((word) => word !== '').join('\n\n');
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/**
 * Message arrays: the `messages` of OpenAI's Chat Completions and of Anthropic's Messages API, and the `input` items of
 * OpenAI's Responses API, as their references of 2025 describe them; also inside an object as `messages`.
 *
 *   [{ role, content: text | [{ type: 'text', text } | ...] }]
 *
 * Messages have neither ids nor times. An id is the hash of the place and the words, a session that of its first turn.
 */
export function readMessages(value: unknown, source: string): readonly ImportEntry[] {
  const messages = listIn(messagesIn(value));
  let session: string | undefined;
  return messages.map((message, index) => {
    const fields = fieldsOf(message);
    if (typeof fields?.['role'] !== 'string') return fields?.['type'] === undefined ? refused(needs('role')) : nothing;
    const text = wordsIn(fields['content']);
    if (speakers.has(fields['role']) && text !== '') session ??= `messages-${keyOfParts(fields['role'], text)}`;
    const id = `messages-${keyOfParts(session, index, fields['role'], text)}`;
    return observationEntry({ id, session: session ?? '', role: fields['role'], text, at: undefined }, source);
  });
}

/** The messages of a file: its list, or that of a request. */
export function messagesIn(value: unknown): unknown {
  const { messages, input } = fieldsOf(value) ?? {};
  return messages ?? input ?? value;
}

function needs(field: string): string {
  return `it must be an object with "${field}"`;
}

/**
 * The `conversations.json` of a ChatGPT export: a tree of nodes for each conversation. The branch
 * that ends at `current_node` is taken; what was written anew or asked again elsewhere is left out.
 *
 *   [{ id, create_time, current_node, mapping: { NODE: { parent, message: { id, author: { role }, create_time,
 *      content: { content_type, parts }, recipient, metadata } } } }]
 */
export function readChatGpt(value: unknown, source: string): readonly ImportEntry[] {
  return listIn(value).flatMap((item) => {
    const conversation = fieldsOf(item);
    const mapping = fieldsOf(conversation?.['mapping']);
    if (conversation === undefined || mapping === undefined) return [refused(needs('mapping'))];
    const key = givenText(conversation['id']) ?? givenText(conversation['conversation_id']) ?? keyOfParts(mapping);
    return currentBranch(mapping, conversation['current_node']).map((node) => {
      const message = fieldsOf(node.fields['message']);
      const content = fieldsOf(message?.['content']);
      const isShown =
        fieldsOf(message?.['metadata'])?.['is_visually_hidden_from_conversation'] !== true &&
        ['text', 'multimodal_text'].includes(String(content?.['content_type'])) &&
        (message?.['recipient'] ?? 'all') === 'all';
      if (message === undefined || !isShown) return nothing;
      const turn = {
        id: `chatgpt-${givenText(message['id']) ?? node.id}`,
        session: `chatgpt-${key}`,
        role: fieldsOf(message['author'])?.['role'],
        text: wordsIn(content?.['parts']),
        at: message['create_time'] ?? conversation['create_time'],
      };
      return observationEntry(turn, source);
    });
  });
}

interface Node {
  readonly id: string;
  readonly fields: FileFields;
}

/** The nodes from the root to the current one, else to the last one that has no child. */
function currentBranch(mapping: FileFields, current: unknown): readonly Node[] {
  const parents = new Set(Object.values(mapping).map((node) => fieldsOf(node)?.['parent']));
  const last = Object.keys(mapping).findLast((id) => !parents.has(id));
  const branch = new Map<string, Node>();
  let id = typeof current === 'string' && current in mapping ? current : last;
  while (id !== undefined && !branch.has(id)) {
    const fields = fieldsOf(mapping[id]);
    if (fields === undefined) break;
    branch.set(id, { id, fields });
    id = givenText(fields['parent']);
  }
  return [...branch.values()].reverse();
}

/**
 * The `conversations.json` of a Claude export.
 *
 *   [{ uuid, name, created_at, chat_messages: [{ uuid, sender, text, content: [{ type, text }], created_at }] }]
 */
export function readClaude(value: unknown, source: string): readonly ImportEntry[] {
  return listIn(value).flatMap((item) => {
    const conversation = fieldsOf(item);
    const messages = conversation?.['chat_messages'];
    if (conversation === undefined || !Array.isArray(messages)) return [refused(needs('chat_messages'))];
    const key = givenText(conversation['uuid']) ?? keyOfParts(messages);
    return messages.map((message: unknown, index) => {
      const fields = fieldsOf(message);
      if (fields === undefined) return refused(needs('sender'));
      const turn = {
        id: `claude-${givenText(fields['uuid']) ?? keyOfParts(key, index)}`,
        session: `claude-${key}`,
        role: fields['sender'],
        text: wordsIn(fields['content']) || wordsIn(fields['text']),
        at: fields['created_at'] ?? conversation['created_at'],
      };
      return observationEntry(turn, source);
    });
  });
}

/** What Claude Code and Codex write as the user, who never typed it: commands, their output, instructions, context. */
const putInTheirMouth =
  /^(?:<(?:command-|local-command-|bash-|task-notification|environment_context|user_instructions|user_action|permissions|turn_aborted|skill|INSTRUCTIONS)|# AGENTS\.md instructions|Caveat: The messages below|\[Request interrupted)/;

const reminders = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

function typedText(role: unknown, content: unknown): string {
  const text = wordsIn(content).replace(reminders, '').trim();
  return role === 'user' && putInTheirMouth.test(text) ? '' : text;
}

/**
 * A transcript of Claude Code (`~/.claude/projects/PROJECT/SESSION.jsonl`). Lines of sub-agents, of the program itself and
 * summaries are left out.
 *
 *   { type: 'user' | 'assistant' | ..., uuid, sessionId, timestamp, isMeta, isSidechain, message: { role, content } }
 */
export function claudeCodeLines(source: string): (line: string) => ImportEntry {
  return lineReader((fields) => {
    const message = fieldsOf(fields['message']);
    const isOwn = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage'].every((flag) => !fields[flag]);
    if (message === undefined || !isOwn || !['user', 'assistant'].includes(String(fields['type']))) return nothing;
    const session = `claude-code-${givenText(fields['sessionId']) ?? source}`;
    const text = typedText(message['role'], message['content']);
    const id = `claude-code-${givenText(fields['uuid']) ?? keyOfParts(session, fields['timestamp'], text)}`;
    return observationEntry({ id, session, role: message['role'], text, at: fields['timestamp'] }, source);
  });
}

/**
 * A transcript of Codex (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`), with the `payload` of newer versions or without.
 * Only `response_item` tells turns; `event_msg` repeats them.
 *
 *   { timestamp, type: 'session_meta' | 'response_item' | ..., payload: { type: 'message', role, content } }
 */
export function codexLines(source: string): (line: string) => ImportEntry {
  let session = `codex-${source}`;
  let startedAt: unknown;
  let number = 0;
  return lineReader((fields) => {
    number += 1;
    const { type, timestamp } = fields;
    const item = fieldsOf(fields['payload']) ?? fields;
    if (type === 'session_meta' || (type === undefined && number === 1)) {
      // A transcript that goes on from another repeats how that began.
      if (startedAt !== undefined) return nothing;
      session = `codex-${givenText(item['id']) ?? source}`;
      startedAt = timestamp ?? item['timestamp'];
      return nothing;
    }
    if (item['type'] !== 'message' || (type !== 'response_item' && type !== 'message')) return nothing;
    const text = typedText(item['role'], item['content']);
    // A transcript only grows, so a line keeps its number.
    return observationEntry(
      { id: `${session}-${number}`, session, role: item['role'], text, at: timestamp ?? startedAt },
      source,
    );
  });
}

function lineReader(read: (fields: FileFields) => ImportEntry): (line: string) => ImportEntry {
  return (line) => {
    if (line.trim() === '') return nothing;
    const fields = parseObject(line);
    return typeof fields === 'string' ? refused(fields) : read(fields);
  };
}
