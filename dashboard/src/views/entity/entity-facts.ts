/** What is held true of an entity, and by whom. No markup. */
import type { AgentAnswer } from '../../wire.ts';

/** A fact as an agent has it in view. */
export type FactInView = AgentAnswer<'facts'>['facts'][number];

/** The facts that one agent has in view. */
export interface AgentFacts {
  readonly agent: string;
  readonly facts: readonly FactInView[];
}

/** A fact with those who believe it. */
export interface HeldFact {
  readonly fact: FactInView;
  /** Their names; `system` alone where everybody may recall it. */
  readonly believers: readonly string[];
  /** Whether something took its place for all of them. */
  readonly isReplaced: boolean;
}

/** Agents whose facts are read. */
const mostReaders = 24;

/** The agents whose facts are read: `system`, whose view tells what is universal, and the first of the others. */
export function factReaders(names: readonly string[]): readonly string[] {
  return [...new Set(['system', ...names])].slice(0, mostReaders);
}

/** Facts with all who believe them: those that most hold first, and last those in whose place something else stands. */
export function heldFacts(views: readonly AgentFacts[]): readonly HeldFact[] {
  const universal = new Set(views.find(({ agent }) => agent === 'system')?.facts.map(({ id }) => id));
  const byId = new Map<string, { readonly fact: FactInView; readonly believers: string[]; isReplaced: boolean }>();
  for (const { agent, facts } of views) {
    for (const fact of facts) {
      const known = byId.get(fact.id);
      const isReplaced = fact.superseded !== undefined;
      if (known === undefined) byId.set(fact.id, { fact, believers: [agent], isReplaced });
      else {
        known.believers.push(agent);
        known.isReplaced &&= isReplaced;
      }
    }
  }
  const held = [...byId.values()].map((one): HeldFact => {
    return { ...one, believers: universal.has(one.fact.id) ? ['system'] : one.believers };
  });
  const reach = ({ believers }: HeldFact): number => (believers[0] === 'system' ? Infinity : believers.length);
  return held.sort((one, other) => Number(one.isReplaced) - Number(other.isReplaced) || reach(other) - reach(one) || 0);
}

/** Who believes it, in words. */
export function believersOf({ believers }: HeldFact): string {
  if (believers[0] === 'system') return 'everybody may recall it';
  return `${believers.join(' and ')} ${believers.length === 1 ? 'believes' : 'believe'} it`;
}
