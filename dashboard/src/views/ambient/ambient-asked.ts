/** What the view asks `ambient`, as its address has it. */
import type { AgentVerbs } from 'madeleine';
import type { OptionsOf } from '../../wire.ts';

/** The most tokens that may surface. */
export const mostTokens = 200;

/** What an address asks for; undefined where it has no message. */
export function ambientAskedIn(
  params: Readonly<Record<string, string | undefined>>,
): OptionsOf<AgentVerbs, 'ambient'> | undefined {
  const { message = '', session, exclude = '', tokens } = params;
  if (message.trim() === '') return undefined;
  const excluded = exclude.split('\n').filter((line) => line.trim() !== '');
  const maxTokens = Math.round(Number(tokens ?? mostTokens));
  return {
    message,
    maxTokens: maxTokens >= 1 && maxTokens <= mostTokens ? maxTokens : mostTokens,
    ...(session === undefined ? {} : { session }),
    ...(excluded.length === 0 ? {} : { exclude: excluded }),
  };
}
