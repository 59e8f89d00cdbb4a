/**
 * Audiences: the users and groups in whose talk a memory may surface. A believer is an agent, or an agent within one
 * audience. Each believer has beliefs, names, timelines and counts of its own, so what was told in one talk leaves no
 * trace in another.
 *
 *   lisa                            what the agent believes, whoever it talks with
 *   lisa, within user:sofia         what surfaces for the agent in talk with Sofia alone
 *   system, within group:guild-1    what surfaces for every agent in talk with the guild
 *
 * The key of a believer is the agent's name and the audience in order, each after a U+001F: no name has one.
 */
import { z } from 'zod';
import { listOf } from './input.ts';

/** The most users and groups of one audience, and of one talk. */
const maxMembers = 16;
const boundary = '\u001f';
/** A user or a group, by a name of the caller's: 1-120 characters without spaces and control characters. */
const memberForm = /^(?:user|group):[^\s\p{C}]{1,120}$/u;

const member = z.string({ error: 'must be a string' }).regex(memberForm, {
  error: 'must be "user:NAME" or "group:NAME", with a name of 1-120 characters and no spaces',
});

/** One user or group, such as `user:sofia` or `group:guild-1`, or several. */
export type Members = string | readonly string[];

/** The rules of members; none at all where `min` is 0. */
function membersFrom(min: 0 | 1): z.ZodType<string[], Members> {
  const list = listOf(member, 'users and groups', min, maxMembers);
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), list) as unknown as z.ZodType<
    string[],
    Members
  >;
}

/** The option of every verb that says who is talked with. */
export const talkField = {
  /**
   * Who is talked with: `user:NAME` or `group:NAME`, or at most 16 of them. What is read is only what these users may
   * all hear, what one of these groups may, and what has no audience; what is written has these users as its audience.
   * @default nobody in particular: all that the agent believes, and no audience
   */
  with: membersFrom(1).optional(),
};

/** The option of every verb that writes which says in whose talk a memory may surface. */
export const audienceField = {
  /** In whose talk it may surface: `user:NAME` or `group:NAME`, at most 16; `[]` for anybody's. @default the users of `with`, else its groups */
  audience: membersFrom(0).optional(),
};

/** The key of an agent within an audience; the agent's name where the audience is empty. */
export function believerWithin(agent: string, audience: Members): string {
  return [agent, ...[...new Set(listed(audience))].sort()].join(boundary);
}

/** The agent of a believer. */
export function agentOf(believer: string): string {
  const end = believer.indexOf(boundary);
  return end < 0 ? believer : believer.slice(0, end);
}

/** The audience of a believer, in order; empty for nobody's in particular. */
export function audienceOf(believer: string): readonly string[] {
  return believer.split(boundary).slice(1);
}

/** A believer as results tell of it: the agent, and the audience where there is one. */
export function toldBeliever(believer: string): { readonly agent: string; readonly audience?: readonly string[] } {
  const [agent = '', ...audience] = believer.split(boundary);
  return audience.length === 0 ? { agent } : { agent, audience };
}

/** A believer as the owner of a space reads of it: `lisa`, or `lisa (user:sofia)` within an audience. */
export function believerName(believer: string): string {
  const { agent, audience = [] } = toldBeliever(believer);
  return audience.length === 0 ? agent : `${agent} (${audience.join(', ')})`;
}

/** Who is talked with as an audience: the users, else the groups. */
export function audienceFrom(talk: Members = []): readonly string[] {
  const all = listed(talk);
  const users = all.filter(isUser);
  return users.length === 0 ? all : users;
}

/** A name of an agent folded: equal for the names of one agent, which differ in case and in white space around them. */
export function foldAgent(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Whether what has an audience may surface in a talk: all users of the talk belong to it, or one of its groups does. */
export function mayHear(audience: readonly string[], talk: readonly string[]): boolean {
  if (audience.length === 0 || talk.some((one) => !isUser(one) && audience.includes(one))) return true;
  const users = talk.filter(isUser);
  return users.length > 0 && users.every((user) => audience.includes(user));
}

/** The key of a believer as a file may have it. */
export function isBelieverKey(value: string): boolean {
  const [agent = '', ...audience] = value.split(boundary);
  return agent.trim() !== '' && audience.length <= maxMembers && audience.every((one) => memberForm.test(one));
}

function listed(members: Members): readonly string[] {
  return typeof members === 'string' ? [members] : members;
}

function isUser(one: string): boolean {
  return one.startsWith('user:');
}
