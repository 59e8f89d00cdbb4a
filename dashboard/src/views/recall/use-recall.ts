/** Recalls what is asked for, one request at a time, and measures how long that takes from asking to paint. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { revision } from '../../live.ts';
import { asAgent } from '../../state.ts';
import { type Asked, withProblem } from '../../use-answer.ts';
import { timesSignedIn } from '../../api.ts';
import type { AgentAnswer } from '../../wire.ts';
import { coalesced } from './coalesced.ts';
import { optionsOf, type RecallAsked } from './recall-asked.ts';

type Whole = AgentAnswer<'recall'>;
/** What an answer leaves out where it is empty. */
type Sparse = 'synthesis' | 'notices' | 'broughtIn' | 'nearest';

/** A constellation as it comes over HTTP. */
export type ToldConstellation = Pick<Whole, 'agent' | 'query' | 'memories' | 'total' | 'mood'> &
  Partial<Pick<Whole, Sparse>>;
/** A memory of it. */
export type ToldMemory = Whole['memories'][number];

/** The name of the measures of the browser, `performance.getEntriesByName`: from when it was asked to its paint. */
const measureName = 'recall';

interface Question {
  readonly name: string;
  readonly asked: RecallAsked;
  /** When it was asked, by `performance.now()`. */
  readonly at: number;
}

interface Recalled extends Asked<ToldConstellation> {
  /** When what is shown was asked. */
  readonly at?: number;
}

const took = signal<number | undefined>(undefined);
/** Milliseconds from when the constellation on the page was asked to when it was painted. */
export const tookMs: ReadonlySignal<number | undefined> = took;

/** Recalls as an agent; nothing while the query is empty. */
export function useRecall(name: string, asked: RecallAsked): Asked<ToldConstellation> {
  const [recalled, setRecalled] = useState<Recalled>({ isLoading: asked.query !== '' });
  const ask = useMemo(
    () =>
      coalesced<Question, ToldConstellation>(
        (question) => asAgent('recall', { ...optionsOf(question.asked), attention: false }, { name: question.name }),
        (outcome) => {
          if ('error' in outcome) setRecalled((before) => withProblem(before, outcome.error));
          else setRecalled({ isLoading: false, answer: outcome.answer, at: outcome.question.at });
        },
      ),
    [],
  );
  useEffect(() => {
    if (asked.query === '') return setRecalled({ isLoading: false });
    setRecalled((before) => ({ ...before, isLoading: true }));
    ask({ name, asked, at: performance.now() });
  }, [name, JSON.stringify(asked), revision.value, timesSignedIn.value]);
  useLayoutEffect(() => {
    if (recalled.at !== undefined && recalled.answer !== undefined) measurePaint(recalled.at);
  }, [recalled.answer]);
  return recalled;
}

/** What comes after the frame in which an answer is drawn runs once it is painted. */
function measurePaint(start: number): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      took.value = performance.measure(measureName, { start, end: performance.now() }).duration;
      port1.close();
    };
    port2.postMessage(undefined);
  });
}
