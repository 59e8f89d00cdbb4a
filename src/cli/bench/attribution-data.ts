/** Sentences with who comes to believe what they state, as people judge it. */
import { z } from 'zod';
import { channels, type FactKind, factKinds, observationTypes, type ObserveOptions } from '../../index.ts';
import { parsed, readDataFile } from './read-data-file.ts';

/** The halves of the sentences: the rules are made on `tuned`, and `held-out` is for the figures. */
export const attributionHalves = ['tuned', 'held-out'] as const;

/** One sentence of a file. */
export interface AttributedSentence {
  readonly half: (typeof attributionHalves)[number];
  /** What it is, in a word: a preference, a question, ... */
  readonly is: string;
  /** The agent that records it. */
  readonly agent: string;
  readonly observed: ObserveOptions;
  /** Who comes to believe what it states; missing where nobody does. */
  readonly believer?: string;
  readonly kind?: FactKind;
}

const name = z.string().min(1);
const sentences = z
  .array(
    z
      .strictObject({
        half: z.enum(attributionHalves),
        is: name,
        content: name,
        agent: name.default('lisa'),
        type: z.enum(observationTypes).exactOptional(),
        speaker: name.exactOptional(),
        channel: z.enum(channels).exactOptional(),
        source: name.exactOptional(),
        believer: name.exactOptional(),
        kind: z.enum(factKinds).exactOptional(),
      })
      .transform(({ half, is, agent, believer, kind, ...observed }): AttributedSentence => {
        const label = believer === undefined || kind === undefined ? {} : { believer, kind };
        return { half, is, agent, observed, ...label };
      }),
  )
  .min(1);

/** Reads a file of sentences. */
export async function readAttribution(path: string): Promise<readonly AttributedSentence[]> {
  return parsed(sentences, await readDataFile(path), path);
}
