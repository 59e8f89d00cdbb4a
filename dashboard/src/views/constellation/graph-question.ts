/** What the address of the view asks for: of the hub, and of what it answers. No markup. */
import type { ComputedEdgeKind, MemoryGraphOptions } from 'madeleine';
import { type NodeKind, nodeKinds } from '../../components/kinds.ts';
import type { Wire } from '../../wire.ts';
import { computedKinds, type EdgeKind, recordedKinds } from './edge-kinds.ts';

/** How many memories may be asked for. */
export const limits = ['500', '2000', '5000', '10000', '20000', '50000'] as const;
/** How many are asked for where nothing was chosen; the hub's own default. */
export const defaultLimit = '2000';
/** Which strengths may be asked for: the thresholds of the archive and of recall, and what is fresh or often used. */
export const strengths = ['0', '0.1', '0.3', '0.6'] as const;
/** Which strength is asked for where nothing was chosen; the hub's own default. */
export const defaultStrength = '0.1';

/** Steps from a node that may be asked for. */
export const depths = [1, 2, 3] as const;

type Params = Readonly<Record<string, string | undefined>>;
type Asking = Omit<Wire<MemoryGraphOptions>, 'signal'>;

/** What the hub is asked for. */
export function askedOf(params: Params): Asking {
  const { limit = defaultLimit, of, since, until, strength = defaultStrength } = params;
  const computed = chosen<ComputedEdgeKind>(params['computed'], computedKinds);
  return {
    limit: Number(limit),
    minStrength: Number(strength),
    ...(of === undefined ? {} : { agents: [of] }),
    ...(since === undefined ? {} : { from: since }),
    // The whole of that day.
    ...(until === undefined ? {} : { to: `${until}T23:59:59.999Z` }),
    ...(computed.length === 0 ? {} : { computed }),
  };
}

/** Of what is answered, what is not shown. */
export interface Hidden {
  readonly nodes: ReadonlySet<NodeKind>;
  readonly edges: ReadonlySet<EdgeKind>;
}

/** What of an answer is not shown. */
export function hiddenBy(params: Params): Hidden {
  return {
    nodes: new Set(chosen(params['hide'], nodeKinds)),
    edges: new Set(chosen(params['without'], recordedKinds)),
  };
}

/** What the sky is drawn around, and in how many steps; undefined for all of it. */
export function aroundIn({ around, depth }: Params): { readonly id: string; readonly depth: number } | undefined {
  if (around === undefined) return undefined;
  return { id: around, depth: depths.find((one) => String(one) === depth) ?? depths[0] };
}

/** As of when it is shown, in milliseconds since 1970; undefined for now. */
export function timeIn({ time }: Params): number | undefined {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** A parameter that lists words, with one of them put in or taken out. */
export function toggled(list: string | undefined, word: string): string {
  const words = new Set(list?.split(',').filter((one) => one !== ''));
  if (!words.delete(word)) words.add(word);
  return [...words].join(',');
}

/** The words of a list that are known. */
function chosen<Word extends string>(list: string | undefined, known: readonly Word[]): readonly Word[] {
  const words = new Set(list?.split(','));
  return known.filter((word) => words.has(word));
}
