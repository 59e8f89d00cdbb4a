/** From the memories that were chosen to prose, and to what is shown of why each of them surfaced. */
import type { Sight } from '../graph/sight.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import type { AmbientItem } from './ambient-value.ts';
import { type Choice, signalsOf } from './choose.ts';
import type { ProseItem } from './prose-item.ts';
import { type ProseOptions, proseOf } from '../language/prose-of.ts';

/** What is said, and what of it goes back to which memory. */
export interface Told {
  readonly text: string;
  readonly tokens: number;
  readonly items: readonly AmbientItem[];
}

/** Tells what was chosen, as far as the budget goes. */
export function tellChoices(sight: Sight, choices: readonly Choice[], options: ProseOptions): Told {
  const { text, tokens, sentences } = proseOf(
    choices.map((choice) => proseItem(sight, choice)),
    options,
  );
  const items = choices.flatMap((choice): AmbientItem[] => {
    const { id, score, seed } = choice.node;
    const sentence = sentences.find(({ memories }) => memories.includes(id));
    if (sentence === undefined) return [];
    const [signals, path] = [signalsOf(choice.node), pathOf(sight, choice)];
    return [{ memory: id, score, signals, sentence: sentence.text, path, seed: seed.text }];
  });
  return { text, tokens, items };
}

function proseItem(sight: Sight, { node, memory, contradictedBy }: Choice): ProseItem {
  const names = namesOf(memory);
  const nameOf = (entity: number): string | undefined => names.get(sight.index.memories.names.text(entity));
  const relations = sight.relationsIn(node.slot).flatMap(({ predicate, ...ends }) => {
    const [from, to] = [nameOf(ends.from), nameOf(ends.to)];
    return from === undefined || to === undefined ? [] : [{ from, predicate, to }];
  });
  return { ...memory, relations, ...(contradictedBy === undefined ? {} : { contradictedBy }) };
}

/** How a memory was come to, in words. */
function pathOf({ index: { memories } }: Sight, { node: { by, seed }, memory }: Choice): string {
  if (by === 'speaks-of') return `${seed.text}, of which this speaks`;
  if (by === 'said-by') return `${seed.text}, who said this`;
  if (by === 'called-for') return 'a trigger of this, all words of which the message has';
  const names = namesOf(memory);
  const nameOf = (entity: number): string =>
    seed.entities.includes(entity) ? seed.text : (names.get(memories.names.text(entity)) ?? 'somebody');
  return `${seed.text}, since ${nameOf(by.from)} ${by.predicate} ${nameOf(by.to)}, and what this says of the other`;
}

/** What a memory calls its entities, by their ids. */
function namesOf({ entities }: RecalledMemory): ReadonlyMap<string, string> {
  return new Map(entities.map(({ id, name }) => [id, name]));
}
