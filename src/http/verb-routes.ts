/**
 * The routes of the verbs, one for each row of the library's tables:
 *
 *   POST /v1/spaces/{space}/agents/{agent}/{path}     what an agent's memory does
 *   POST /v1/spaces/{space}/{path}                    what the memory of a space does
 */
import { agentVerbs, type SpaceVerbs, spaceVerbs, type Verb } from '../index.ts';
import { answerVerb } from './answer-verb.ts';
import type { Call, Route } from './call.ts';
import type { HttpLimits } from './limits.ts';

/** The path of an agent's verbs, without the verb. */
const agentPath = '/v1/spaces/{space}/agents/{agent}';
/** The path of a space's verbs, without the verb. */
const spacePath = '/v1/spaces/{space}';

/** A route that a verb answers. */
export interface VerbRoute extends Route {
  /** The name of the verb in the library. */
  readonly name: string;
  readonly verb: Verb;
}

/** What the routes of verbs are answered from. */
export interface VerbRouteParts {
  /** Opens the memory of a space, or answers the one that is open. */
  readonly memory: (space: string) => Promise<SpaceVerbs>;
  readonly limits: HttpLimits;
  /** Hears what goes wrong when the answer has begun already. */
  readonly onError: (error: unknown) => void;
}

/** The routes of all verbs. */
export function verbRoutes({ memory, limits, onError }: VerbRouteParts): readonly VerbRoute[] {
  const routes = (
    base: string,
    table: Readonly<Record<string, Verb>>,
    memoryOf: (call: Call) => Promise<object>,
  ): readonly VerbRoute[] =>
    Object.entries(table).map(([name, verb]) => ({
      methods: ['POST'],
      path: `${base}/${verb.path}`,
      access: verb.access,
      summary: verb.summary,
      timed: verb.form === 'json',
      name,
      verb,
      handle: async (call) => answerVerb({ memory: await memoryOf(call), name, verb, call, limits, onError }),
    }));
  return [
    ...routes(agentPath, agentVerbs, async ({ space, agent }) => (await memory(space)).agent(agent)),
    ...routes(spacePath, spaceVerbs, ({ space }) => memory(space)),
  ];
}
