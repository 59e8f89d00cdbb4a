/** What in a message a walk begins from: the names that this perspective knows, and the triggers that it has. */
import type { Sight } from '../graph/sight.ts';
import { foldName } from '../language/fold.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { Interner } from '../recall-index/interner.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { namesIn } from './names-in.ts';

/** What stands for a trigger, which has no name. */
const triggerSeed = 'trigger';

/** A name in the message that this perspective knows, or words that call for some memories. */
export interface Seed {
  /** As the message writes it; `trigger` for all triggers together. */
  readonly text: string;
  /** Numbers of all that are called so; none for a trigger. */
  readonly entities: readonly number[];
  /** Numbers of the speakers who are called so. */
  readonly speakers: readonly number[];
  /** Slots of the memories that the trigger calls for; none for a name. */
  readonly called: readonly number[];
}

/** The seeds in a message: each name once, in the order of the message. */
export function seedsIn(sight: Sight, message: string): readonly Seed[] {
  const { index, believers: agents } = sight;
  const believers = agents.flatMap((agent) => index.believer(agent) ?? []);
  const seeds = new Map<string, Seed>();
  for (const { surface, from, to, entities } of namesIn(index, believers, message)) {
    if (seeds.has(surface)) continue;
    seeds.set(surface, {
      text: message.slice(from, to),
      entities,
      speakers: speakersCalled(sight, surface),
      called: [],
    });
  }
  const called = triggeredBy(index.memories, believers, message).filter((slot) => sight.sees(slot));
  const trigger = { text: triggerSeed, entities: [], speakers: [], called };
  return called.length === 0 ? [...seeds.values()] : [...seeds.values(), trigger];
}

/** Numbers of the speakers in view whose name is this one, or begins with it. */
function speakersCalled({ index, believers }: Sight, surface: string): readonly number[] {
  const folded = foldedNames(index.memories.speakers);
  const speakers = new Set(believers.flatMap((agent) => [...(index.believer(agent)?.speakers.keys() ?? [])]));
  return [...speakers].filter((speaker) => {
    const name = folded[speaker] as string;
    return name === surface || name.startsWith(`${surface} `);
  });
}

/** The folded names of the speakers of each index, made once: speakers come and never go. */
const folds: WeakMap<Interner, string[]> = new WeakMap();

function foldedNames(speakers: Interner): readonly string[] {
  const names = folds.get(speakers) ?? [];
  folds.set(speakers, names);
  while (names.length < speakers.size) names.push(foldName(speakers.text(names.length)));
  return names;
}

/**
 * The slots of the memories of some believers one of whose patterns (`surfacesWhen`) has all its words
 * in a message, each once. Whether they are in view is for the caller to see to.
 */
export function triggeredBy(
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  message: string,
): readonly number[] {
  const patterns = [...memories.cognitive.patternsIn(message)];
  const slots = believers.flatMap((believer) =>
    patterns.flatMap((pattern) => believer.triggeredBy(pattern).map((doc) => believer.slotOf.values[doc] as number)),
  );
  return [...new Set(slots)].sort((one, other) => one - other);
}
