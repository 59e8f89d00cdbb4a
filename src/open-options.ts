/** What a memory is opened with, and the rules for it. */
import { z } from 'zod';
import { ambientOpenShape } from './ambient/ambient-options.ts';
import { factHalfLifeDays, observationHalfLifeDays } from './domain/belief.ts';
import { checked, flag, identifier, integerIn, listOf, numberIn, oneOf, secret, signal, text } from './domain/input.ts';
import type { OnProgress } from './domain/progress.ts';
import type { Clock } from './domain/time.ts';
import type { NewId } from './domain/values.ts';
import type { Embedder } from './embed/embedder.ts';
import type { EmbedderName } from './embed/resolve-embedder.ts';
import { defaultCandidateMultiplier, defaultEmotionWeight } from './recall/defaults.ts';
import type { MoodProvider, MoodSettings } from './recall/rank.ts';
import {
  type ProfileName,
  type SignalWeights,
  profileNames,
  signalWeightsSchema,
  weighsSomething,
  weightedProfile,
} from './recall/profiles.ts';
import type { RememberSettings } from './remember/new-memory.ts';
import { type LanguageModelOptions, languageModelSchema } from './sleep/language-model.ts';
import type { Credentials } from './store/server.ts';

/** What a memory is opened with. */
export interface OpenOptions {
  /** The folder of an embedded store (made when it is missing), or the `ws://` or `wss://` address of a SurrealDB server. */
  readonly at: string;
  /** Whose memory it is; spaces of one store share nothing. 1-64 letters, digits, `-` and `_`. @default 'default' */
  readonly space?: string;
  /** @default 'minilm', the bundled model */
  readonly embedder?: EmbedderName | Embedder;
  /** Of a server. */
  readonly username?: string;
  /** Of a server. */
  readonly password?: string;
  /** A server's own token, instead of a name and a password. */
  readonly token?: string;
  /** How recall weighs its signals. @default 'balanced' */
  readonly profile?: ProfileName;
  /**
   * Weights for some signals instead of the profile's, each 0-100; at least one of all must be above 0. They belong to
   * the profile that the memory is opened with: a call that names another gets that one as it is.
   */
  readonly weights?: SignalWeights;
  /** The share of a mood in the score of recall: 0 (none) to 1 (nothing else). @default 0.3 */
  readonly emotionWeight?: number;
  /** How many times the limit recall puts in order by a mood: 1-5. @default 2 */
  readonly candidateMultiplier?: number;
  /**
   * Tells an agent's mood of the moment to each `recall` that gives none. Recall waits 250 ms for
   * it at most; where it fails, recall goes on without a mood and says so. @default no moods
   */
  readonly moodProvider?: MoodProvider;
  /** Whether a memory that is given no mood gets the one that its English text speaks of, marked as inferred. @default false */
  readonly inferMood?: boolean;
  /** Whether beliefs fade. @default true */
  readonly decay?: boolean;
  /** Days in which a belief in a fact halves, before importance and feeling lengthen it: 0.01-100,000. @default 180 */
  readonly factHalfLifeDays?: number;
  /** The same for observations. @default 60 */
  readonly observationHalfLifeDays?: number;
  /**
   * Minutes without a call after which the space sleeps by itself, once: 0.01-10,080. Nobody sleeps again within as
   * many minutes of the last sleep. @default it does not
   */
  readonly sleepAfterIdle?: number;
  /** What sleep reads and judges with, where a call does not say and by itself. @default the rules */
  readonly languageModel?: LanguageModelOptions;
  /** Whether memories surface by themselves; off, `ambient` answers nothing. @default true */
  readonly ambient?: boolean;
  /**
   * What agents care about, by their names: what has to do with it surfaces sooner and counts for more when they explore. At most 32 words or phrases each.
   * @default what an agent's own memories speak of most
   */
  readonly anchors?: Readonly<Record<string, readonly string[]>>;
  /** Words that count as technical terms when concepts are found; at most 1,000. */
  readonly technicalTerms?: readonly string[];
  /** Opens a store that has lost acknowledged writes; what is missing is lost. @default false */
  readonly acceptLoss?: boolean;
  /** Tells the time. @default the system's clock */
  readonly clock?: Clock;
  /** Makes keys that sort by time. @default UUIDv7 */
  readonly newId?: NewId;
  /** Hears of the progress of opening. */
  readonly onProgress?: OnProgress;
  /** Hears of failures in the background, which no call can throw. @default they are let go */
  readonly onError?: (error: unknown) => void;
  readonly signal?: AbortSignal;
}

/** What a memory is opened with, after the rules and with the defaults that need no wiring. */
export interface CheckedOpenOptions {
  readonly at: string;
  readonly space: string;
  readonly embedder: EmbedderName | Embedder;
  readonly credentials: Credentials;
  readonly profile: ProfileName;
  readonly weights: SignalWeights;
  readonly mood: MoodSettings;
  readonly settings: RememberSettings;
  /** Minutes; undefined for never. */
  readonly sleepAfterIdle: number | undefined;
  readonly languageModel: LanguageModelOptions | undefined;
  readonly ambient: boolean;
  /** By agent. */
  readonly anchors: Readonly<Record<string, readonly string[]>>;
  readonly acceptLoss: boolean;
  readonly onProgress: OnProgress | undefined;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

/** A function of the caller's. */
export const callback: z.ZodType<(...values: never[]) => unknown> = z.custom<(...values: never[]) => unknown>(
  (value) => typeof value === 'function',
  {
    error: 'must be a function',
  },
);

/** The name of a space. */
export const spaceName: z.ZodType<string, string> = z
  .string({ error: 'must be a name' })
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1-64 letters, digits, "-" or "_"' });

const defaultProfile = 'balanced';

const rules = z.strictObject({
  at: text(4096),
  space: spaceName.optional(),
  embedder: z.unknown().optional(),
  username: identifier().optional(),
  password: secret(4096).optional(),
  token: secret(65_536).optional(),
  profile: oneOf(profileNames).optional(),
  weights: signalWeightsSchema.optional(),
  emotionWeight: numberIn(0, 1).optional(),
  candidateMultiplier: integerIn(1, 5).optional(),
  moodProvider: callback.optional(),
  inferMood: flag.optional(),
  decay: flag.optional(),
  factHalfLifeDays: numberIn(0.01, 100_000).optional(),
  observationHalfLifeDays: numberIn(0.01, 100_000).optional(),
  sleepAfterIdle: numberIn(0.01, 10_080).optional(),
  languageModel: languageModelSchema.optional(),
  ...ambientOpenShape,
  technicalTerms: listOf(text(256), 'words', 0, 1000).optional(),
  acceptLoss: flag.optional(),
  clock: callback.optional(),
  newId: callback.optional(),
  onProgress: callback.optional(),
  onError: callback.optional(),
  signal,
});

/** The rules for {@link OpenOptions}. */
const schema = rules.refine(
  ({ profile = defaultProfile, weights = {} }) => weighsSomething(weightedProfile(profile, weights)),
  { path: ['weights'], error: 'must leave at least one signal of the profile a weight above 0' },
);

/** Checks what a memory is opened with and fills in the defaults that need no wiring. */
export function checkOpenOptions(options: OpenOptions): CheckedOpenOptions {
  const asked = checked('open', schema, options);
  const onError = withoutFailing(options.onError);
  return {
    at: asked.at,
    space: asked.space ?? 'default',
    embedder: options.embedder ?? 'minilm',
    credentials: {
      ...(asked.username === undefined ? {} : { username: asked.username }),
      ...(asked.password === undefined ? {} : { password: asked.password }),
      ...(asked.token === undefined ? {} : { token: asked.token }),
    },
    profile: asked.profile ?? defaultProfile,
    weights: asked.weights ?? {},
    mood: {
      emotionWeight: asked.emotionWeight ?? defaultEmotionWeight,
      candidateMultiplier: asked.candidateMultiplier ?? defaultCandidateMultiplier,
      ...(options.moodProvider === undefined ? {} : { provider: options.moodProvider }),
      onError,
    },
    settings: {
      decay: asked.decay ?? true,
      factHalfLifeDays: asked.factHalfLifeDays ?? factHalfLifeDays,
      observationHalfLifeDays: asked.observationHalfLifeDays ?? observationHalfLifeDays,
      inferMood: asked.inferMood ?? false,
      technicalTerms: asked.technicalTerms ?? [],
    },
    sleepAfterIdle: asked.sleepAfterIdle,
    languageModel: asked.languageModel,
    ambient: asked.ambient ?? true,
    anchors: asked.anchors ?? {},
    acceptLoss: asked.acceptLoss ?? false,
    onProgress: options.onProgress,
    onError,
    signal: options.signal,
  };
}

/** A listener that fails must not break what goes on in the background: there is nobody left to tell. */
function withoutFailing(listener: (error: unknown) => void = () => undefined): (error: unknown) => void {
  return (error) => {
    try {
      listener(error);
    } catch {
      // What it was told is lost with it.
    }
  };
}
