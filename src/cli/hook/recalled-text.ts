/**
 * Keeps what was recalled from being remembered as if it had been said. What hooks put into a conversation is set
 * apart as a block; blocks are taken out of what is observed, and so is each line and sentence of an answer that
 * repeats one.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { recalledBlock, withoutRecalledBlocks } from '../../mcp/recalled-block.ts';

/** How much of the end of a conversation's file is looked at: some dozens of turns. */
const lookedAtBytes = 512 * 1024;

/** A text without what was recalled: its blocks, and its sentences that stand in the blocks of a conversation. */
export function withoutRecalled(text: string, conversation: string): string {
  const recalled = new Set(blocksIn(conversation).flatMap(sentences).map(plainWords));
  const kept = (part: string): boolean => !recalled.has(plainWords(part));
  const lines = withoutRecalledBlocks(text).split('\n');
  return lines
    .map((line) => (line.trim() === '' ? line : sentences(line).filter(kept).join(' ')))
    .join('\n')
    .trim();
}

/** Nobody is waited for, as a pipe without a writer would make everybody wait; and the name is no link to another file. */
const readAtOnce = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** The end of a conversation's file; '' where it cannot be read, or is none. */
export function conversationEnd(file: string): string {
  try {
    const opened = openSync(file, readAtOnce);
    try {
      const found = fstatSync(opened);
      if (!found.isFile()) return '';
      const bytes = Buffer.alloc(Math.min(found.size, lookedAtBytes));
      readSync(opened, bytes, 0, bytes.length, found.size - bytes.length);
      return bytes.toString('utf8');
    } finally {
      closeSync(opened);
    }
  } catch {
    return '';
  }
}

/** Whether something was said in a conversation already. */
export function isBegun(conversation: string): boolean {
  return /"type":\s*"user"/.test(conversation);
}

/** The texts of the blocks in a conversation, which is kept as lines of JSON. */
function blocksIn(conversation: string): readonly string[] {
  const [opening = '', closing = ''] = recalledBlock('', '.').split(/\n[\s\S]*\n/);
  return conversation
    .split(opening)
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(0, rest.indexOf(closing))))
    .map((told) => told.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\"`, '"'));
}

function sentences(text: string): readonly string[] {
  return text.split(/\n|(?<=[.!?])\s+/).filter((sentence) => sentence.trim() !== '');
}

/** A sentence as it compares: its letters and digits, in small letters. */
function plainWords(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
