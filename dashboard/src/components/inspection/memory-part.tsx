/** A memory in the panel: what it says, what is known of it, who believes it, and what it is tied to. */
import type { InspectedMemory, Inspection, Mood } from 'madeleine';
import type { JSX } from 'preact';
import { menderOf } from '../../believers.ts';
import { hrefOf } from '../../route.ts';
import { agent } from '../../state.ts';
import type { Wire } from '../../wire.ts';
import { countOf, momentOf, percentOf } from '../../words.ts';
import { KindBadge } from '../kind-badge.tsx';
import { kindOf } from '../kinds.ts';
import { memoryTypeWords } from '../kinds.ts';
import { Beliefs } from './beliefs.tsx';
import { MemoryTies } from './memory-ties.tsx';
import { Chips, Pairs, Section } from './parts.tsx';
import styles from './parts.module.css';

interface InspectedMemoryPartProps {
  readonly inspection: Wire<Inspection>;
  readonly memory: Wire<InspectedMemory>;
}

/** Everything about a memory. */
export function InspectedMemoryPart({ inspection, memory }: InspectedMemoryPartProps): JSX.Element {
  return (
    <>
      <p>
        <KindBadge kind={kindOf(memory.id, memory.type)} words={memoryTypeWords[memory.type]} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in its box, by keyboard too. */}
      <p class={styles['content']} tabIndex={0}>
        {memory.content}
      </p>
      <MendLink inspection={inspection} />
      <Section title="What is known of it">
        <Pairs of={[...whenAndWho(memory), ...worth(memory), ...place(memory)]} />
      </Section>
      <Section title="Concepts" count={memory.concepts.length}>
        <Chips of={memory.concepts} />
      </Section>
      <Section title="Surfaces when" count={memory.surfacesWhen.length}>
        <Chips of={memory.surfacesWhen} />
      </Section>
      <Beliefs beliefs={inspection.beliefs} />
      <MemoryTies inspection={inspection} />
    </>
  );
}

/** Leads to where it is mended, as the agent whose eyes are used if that one believes it, else as one that does. */
function MendLink({ inspection: { id, beliefs } }: { readonly inspection: Wire<Inspection> }): JSX.Element {
  const mender = menderOf(
    beliefs.map((belief) => belief.agent),
    agent.value,
  );
  return (
    <p>
      <a href={hrefOf('mending', { agent: mender, memory: id })}>Mend it</a>
    </p>
  );
}

type Lines = readonly (readonly [string, string | undefined])[];

function whenAndWho(memory: Wire<InspectedMemory>): Lines {
  const { provenance, occurredAt, validFrom, validTo, thoughtNumber, totalThoughts } = memory;
  const moment = (at: string | undefined): string | undefined => (at === undefined ? undefined : momentOf(at));
  return [
    ['Said by', memory.speaker],
    ['Recorded by', memory.agent],
    ['Happened', moment(occurredAt)],
    ['So since', moment(validFrom)],
    ['So until', moment(validTo)],
    ['Recorded', momentOf(memory.recordedAt)],
    ['Provenance', `${provenance.channel}, ${provenance.source}; trust ${percentOf(provenance.trust)}`],
    ['Thought', thoughtNumber === undefined ? undefined : ofTotal(thoughtNumber, totalThoughts)],
    ['Branch', memory.branchId],
  ];
}

function ofTotal(number: number, total: number | undefined): string {
  return total === undefined ? `number ${number}` : `number ${number} of ${total} planned`;
}

function worth({ importance, authority, accesses, lastAccessedAt, mood, moodInferred }: Wire<InspectedMemory>): Lines {
  const last = lastAccessedAt === undefined ? '' : `, last ${momentOf(lastAccessedAt)}`;
  return [
    ['Importance', `${importance} of 10`],
    ['Authority', percentOf(authority)],
    ['Recalled', accesses === 0 ? 'never' : `${countOf(accesses, 'time')}${last}`],
    ['Mood', mood === undefined ? undefined : `${moodWords(mood)}${moodInferred ? ', inferred from the text' : ''}`],
  ];
}

function moodWords({ valence, arousal }: Mood): string {
  return `valence ${valence.toFixed(2)}, arousal ${arousal.toFixed(2)}`;
}

function place({ kind, domain, topic, ring, knowledgeType, id }: Wire<InspectedMemory>): Lines {
  return [
    ['Kind', kind?.replace('.', ', ')],
    ['Domain', domain],
    ['Topic', topic],
    ['Ring', ring],
    ['Knowledge', knowledgeType],
    ['Id', id],
  ];
}
