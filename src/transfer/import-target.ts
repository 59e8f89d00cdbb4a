/** Where an import stores what it reads: the write path, one transaction a call. */
import { believeMany } from '../remember/believe.ts';
import { observeMany } from '../remember/observe.ts';
import type { Writer } from '../remember/writer.ts';
import type { ImportTarget } from './import.ts';
import { restore } from './restore.ts';

/** The target of an import into one space. */
export function importTarget(writer: Writer, agent: string): ImportTarget {
  return {
    async observeMany(observer, observations, signal) {
      const asked = { observations, ...(signal === undefined ? {} : { signal }) };
      return (await observeMany(writer, observer, asked)).receipts.map(outcomeOf);
    },
    async believeMany(believer, beliefs, signal) {
      const inputs = beliefs.map(({ relation, about, ...belief }) => ({
        ...belief,
        about: [...about],
        ...(relation === undefined
          ? {}
          : { relation: { from: relation.from.name, predicate: relation.predicate, to: relation.to.name } }),
      }));
      return (await believeMany(writer, believer, inputs, signal)).map(outcomeOf);
    },
    restore: (records, signal) => restore(writer, agent, records, signal),
  };
}

function outcomeOf({ outcome }: { readonly outcome: string }): { outcome: 'stored' | 'merged' } {
  return { outcome: outcome === 'stored' ? 'stored' : 'merged' };
}
