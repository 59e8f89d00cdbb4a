/** Reads the agent files of Letta. Reads and checks; stores nothing. */
import { present } from '../domain/values.ts';
import {
  fieldsOf,
  type FileFields,
  givenText,
  type ImportEntry,
  keptFrom,
  keyOfParts,
  refused,
  rowsIn,
} from './import-item.ts';
import { observationEntry, wordsIn } from './read-chats.ts';
import { parseObject } from './read-ndjson.ts';
import { factEntry } from './read-stores.ts';

/**
 * An agent file of Letta (`.af`; `AgentFileSchema`, and the form before it with `core_memory`). Every line
 * of a memory block is a fact; messages are what was said. Archival passages are no part of an agent file: they are read
 * where `passages` holds what the API lists.
 *
 *   { agents: [{ id, name, agent_type, messages: [{ id, role, name, content, tool_calls, created_at }] }],
 *     blocks: [{ label, value, tags, metadata }], passages: [{ id, text, tags, metadata, created_at }] }
 */
export function readLetta(value: unknown, source: string): readonly ImportEntry[] {
  const file = fieldsOf(value) ?? {};
  const blocks = rowsIn(file['blocks'] ?? file['core_memory']).flatMap((block) => {
    const label = givenText(block['label']) ?? 'memory';
    const lines = (givenText(block['value']) ?? '')
      .split('\n')
      .map((line) => line.replace(/^\s*(?:[-*•]\s+)?/, '').trim());
    const kept = keptFrom(block['tags'], fieldsOf(block['metadata']) ?? {});
    return lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => factEntry('letta', { key: [label], content: `${label}: ${line}`, about: [], ...kept }, source));
  });
  const passages = rowsIn(file['passages'] ?? file['archival_memory']).map((row) => {
    const content = givenText(row['text']);
    if (content === undefined) return refused('a passage must have "text"');
    const kept = keptFrom(row['tags'], { file_name: row['file_name'], ...fieldsOf(row['metadata']) });
    return factEntry('letta', { key: [row['id']], content, about: [], since: row['created_at'], ...kept }, source);
  });
  const agents = file['agents'] === undefined ? [file] : rowsIn(file['agents']);
  const messages = agents.flatMap((agent) =>
    rowsIn(agent['messages']).map((row, index) => {
      const session = `letta-${keyOfParts(givenText(agent['name']) ?? agent['id'])}`;
      const { text, name } = lettaTurn(row, agent['agent_type'] === 'letta_v1_agent');
      const { role, created_at: at } = row;
      const key = keyOfParts(session, at ?? index, role, text);
      const speaker = role === 'user' ? present({ name: givenText(row['name']) ?? name }) : {};
      return observationEntry({ id: `letta-${key}`, session, role, text, at, ...speaker }, source);
    }),
  );
  return [...blocks, ...passages, ...messages];
}

/**
 * What a message says: its text may lie in an envelope of JSON, an answer in a call of `send_message`.
 *
 * @param speaks - whether the agent's text is for the user, beside calls of tools too; of older agents it is a thought.
 */
function lettaTurn(row: FileFields, speaks: boolean): { readonly text: string; readonly name?: string | undefined } {
  const calls = rowsIn(row['tool_calls']).map((call) => fieldsOf(call['function']) ?? {});
  const sent = calls
    .filter(({ name }) => name === 'send_message')
    .map((call) => parseObject(String(call['arguments'])));
  if (sent.length > 0 || (calls.length > 0 && !speaks)) {
    const words = sent.map((given) => givenText(fieldsOf(given)?.['message']) ?? '');
    return { text: words.join('\n\n').trim() };
  }
  const text = wordsIn(row['content']) || wordsIn(row['text']);
  const envelope = text.startsWith('{') ? fieldsOf(parseObject(text)) : undefined;
  if (envelope?.['type'] === undefined) return { text };
  if (envelope['type'] !== 'user_message') return { text: '' };
  return { text: givenText(envelope['message']) ?? '', name: givenText(envelope['name']) };
}
