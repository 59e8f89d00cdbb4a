/** A memory of a constellation: its place, its score, and what it is tied to. */
import type { JSX } from 'preact';
import { MemoryCard } from '../../components/memory-card.tsx';
import { Score } from '../../components/score.tsx';
import { inspect } from '../../route.ts';
import { ruleWords } from '../../rule-words.ts';
import { dayOf, percentOf, shortened } from '../../words.ts';
import styles from './recalled-card.module.css';
import type { ToldMemory } from './use-recall.ts';

interface RecalledCardProps {
  readonly memory: ToldMemory;
  /** Its place in the answer, from 1. */
  readonly place: number;
  /** Whether it is there only since it contradicts another memory. */
  readonly isBroughtIn: boolean;
  /** All memories of the answer. */
  readonly among: readonly ToldMemory[];
  /** The agent that recalls; that it believes something fully goes without saying. */
  readonly agent: string;
}

/** Characters of a linked memory that are shown. */
const linkCharacters = 60;

type Link = NonNullable<ToldMemory['links']>[number];

const kindWords: Readonly<Record<Link['kind'], string>> = { supports: 'Supports', contradicts: 'Contradicts' };

/** How sure a link is. */
const stateWords: Readonly<Record<Link['state'], string>> = {
  potential: 'not judged yet',
  confirmed: 'confirmed',
  exception: 'both hold',
};

/** Who believes a memory, without the agent that recalls it where that believes it fully. */
function toldBelievers({ believers = [] }: Pick<ToldMemory, 'believers'>, agent: string): ToldMemory['believers'] {
  return believers.filter((belief) => belief.agent !== agent || percentOf(belief.strength) !== percentOf(1));
}

/** A recalled memory. */
export function RecalledCard({ memory, place, isBroughtIn, among, agent }: RecalledCardProps): JSX.Element {
  const { links = [], derivedFrom = [], superseded } = memory;
  const textOf = (id: string): string => {
    const text = among.find((one) => one.id === id)?.content ?? 'another memory';
    return shortened(text, linkCharacters);
  };
  return (
    <MemoryCard memory={{ ...memory, believers: toldBelievers(memory, agent) }}>
      {superseded !== undefined && (
        <p class={styles['against']}>
          It does not hold any more since {dayOf(superseded.at)}
          {superseded.reason === undefined ? '.' : `: ${superseded.reason}`}
        </p>
      )}
      {links.map(({ kind, memory: other, rule, state }) => (
        <p key={`${kind} ${other}`} class={kind === 'contradicts' ? styles['against'] : styles['tied']}>
          {kindWords[kind]} ({ruleWords(rule)}; {stateWords[state]}):{' '}
          <button type="button" onClick={() => inspect(other)}>
            {textOf(other)}
          </button>
        </p>
      ))}
      {derivedFrom.map((source) => (
        <p key={source} class={styles['tied']}>
          From:{' '}
          <button type="button" onClick={() => inspect(source)}>
            {textOf(source)}
          </button>
        </p>
      ))}
      {isBroughtIn && <p class={styles['tied']}>The question did not bring it up: it contradicts what it did.</p>}
      <div class={styles['why']}>
        <span class={styles['place']}>{place}.</span>
        <Score score={memory.score} signals={memory.signals} />
      </div>
    </MemoryCard>
  );
}
