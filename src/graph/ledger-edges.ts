/** The edges of a graph that only the ledger has: read a table at a time, since there are few, or they belong to most memories. */
import { groupBy } from '../domain/group-by.ts';
import { type Supersedes, systemAgent } from '../domain/records.ts';
import { isInForce, standing } from '../domain/supersession.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import { type GraphScope, isInScope } from './graph-scope.ts';
import type { MemoryGraphEdge } from './memory-graph-value.ts';

/** These edges, and what they say of memories that are shown. */
export interface LedgerEdges {
  readonly edges: readonly MemoryGraphEdge[];
  /** Ids of the memories that something took the place of, for everybody who believes them. */
  readonly superseded: ReadonlySet<string>;
}

/** Reads these edges; one may lead to a memory that the graph does not show. */
export async function ledgerEdges(ledger: LedgerReader, scope: GraphScope): Promise<LedgerEdges> {
  const known = standing(await ledger.list('supersedes'), scope.at).filter(({ believer }) =>
    isInScope(scope, believer),
  );
  const derived = (await ledger.derivationEnds()).filter(({ believer }) => isInScope(scope, believer));
  const similar = await ledger.list('similar_to');
  return {
    edges: [
      ...known.map((edge): MemoryGraphEdge => ({ kind: 'SUPERSEDES', ...namedEnds(edge) })),
      ...derived.map(({ fact: from, observation: to, believer }): MemoryGraphEdge => {
        return { kind: 'DERIVED_FROM', ...namedEnds({ from, to, believer }) };
      }),
      ...similar.map(({ from, to, similarity }): MemoryGraphEdge => {
        return { kind: 'SIMILAR_TO', from, to, weight: similarity };
      }),
    ],
    superseded: supersededAmong(scope, known),
  };
}

function namedEnds({ from, to, believer }: { from: string; to: string; believer: string | undefined }) {
  return { from, to, ...(believer === undefined ? {} : { believer }) };
}

/** A correction counts while its believer still has what it put there, and only for this believer. */
function supersededAmong({ index, memories }: GraphScope, known: readonly Supersedes[]): ReadonlySet<string> {
  const to = groupBy(known, (edge) => edge.to);
  const from = groupBy(known, (edge) => edge.from);
  const isSupersededFor = (id: string, agent: string): boolean =>
    (to.get(id) ?? []).some(
      (edge) =>
        edge.believer === agent && isInForce(edge, from.get(id) ?? []) && index.isHeld([agent, systemAgent], edge.from),
    );
  const superseded = memories.filter(({ id, beliefs }) => beliefs.every(({ agent }) => isSupersededFor(id, agent)));
  return new Set(superseded.map(({ id }) => id));
}
