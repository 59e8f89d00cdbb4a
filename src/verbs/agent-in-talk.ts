/**
 * An agent's memory in one talk that its host has fixed: every verb is called `with` these users and groups, and no
 * caller gets past them, by an audience either. `forget` is refused, because it reaches all that the agent remembers.
 */
import { isDeepStrictEqual } from 'node:util';
import { audienceFrom, type Members, talkField } from '../domain/audience.ts';
import { InvalidArgumentError, UnsupportedError } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { methodsOf } from '../domain/open-calls.ts';
import { z } from 'zod';
import { agentVerbs } from './agent-verb-table.ts';
import type { AgentVerbs } from './agent-verbs.ts';
import { isOptions, type Options } from './ids-told.ts';
import { callVerb, type Verb } from './verb.ts';

interface FixedTalk {
  readonly agent: AgentVerbs;
  readonly talk: readonly string[];
}

/** The rules of a talk that a host fixes: `user:NAME` or `group:NAME`, or at most 16 of them. */
export const fixedTalkSchema: z.ZodType<string[], Members> = talkField.with.unwrap();
const talkRules = z.strictObject({ with: fixedTalkSchema });

/** The memory of an agent in a fixed talk. */
export class AgentInTalk
  extends methodsOf<AgentVerbs, FixedTalk>(Object.keys(agentVerbs), ({ agent, talk }, name, [given]) => {
    const verb: Verb = agentVerbs[name as keyof typeof agentVerbs];
    const call = (): unknown => callVerb(agent, name, verb, optionsIn(name, verb, given, talk));
    return verb.form === 'events' ? call() : Promise.resolve().then(call);
  })
  implements AgentVerbs
{
  override readonly name: string;

  /**
   * @param talk - who is talked with, as `with` takes it.
   * @throws {InvalidArgumentError} when it breaks the rules of `with`.
   */
  constructor(agent: AgentVerbs, talk: Members) {
    super({ agent, talk: checked('talk', talkRules, { with: talk }).with });
    this.name = agent.name;
  }
}

/** The options of a call with the talk in them; of a verb that takes a list, in each of its items. */
function optionsIn(name: string, verb: Verb, given: unknown, talk: readonly string[]): Options {
  // A verb that takes a text takes its first argument so.
  const asked =
    typeof given === 'string' ? { [verb.commandLine.arguments?.[0] ?? '']: given } : { ...(given as Options) };
  if (verb.wireOptions.some((option) => option.name === 'with')) return within(name, asked, talk);
  const list = verb.ownIds;
  const items = list === undefined ? undefined : asked[list];
  if (list !== undefined && Array.isArray(items)) {
    return { ...asked, [list]: items.map((item: unknown) => (isOptions(item) ? within(name, item, talk) : item)) };
  }
  if (list !== undefined) return asked;
  const rule = `${name}: is not possible in a fixed talk, because it reaches what others said; call it without one.`;
  throw new UnsupportedError('UNSUPPORTED', rule, { details: { with: talk } });
}

function within(name: string, asked: Options, talk: readonly string[]): Options {
  holdTo(talk, 'with', name, asked);
  holdTo(audienceFrom(talk), 'audience', name, asked);
  return { ...asked, with: talk };
}

/** @throws {InvalidArgumentError} when an option has another value than the one that it has in the talk. */
function holdTo(fixed: readonly string[], option: 'with' | 'audience', name: string, asked: Options): void {
  const { [option]: given = fixed } = asked;
  const members: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (isDeepStrictEqual(new Set(members), new Set(fixed))) return;
  const got = members.join(', ') || '[]';
  const message = `${name}: "${option}" is fixed to ${fixed.join(', ')} here, got ${got}; leave it out.`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { option } });
}
