/** What a memory is opened with, and the rules for it. */
import { z } from 'zod';
import { anchorsByAgent } from './ambient/ambient-options.ts';
import { factHalfLifeDays, observationHalfLifeDays } from './domain/belief.ts';
import {
  type Checked,
  checked,
  flag,
  type Given,
  identifier,
  integerIn,
  listOf,
  numberIn,
  oneOf,
  secret,
  signal,
  text,
} from './domain/input.ts';
import type { OnProgress } from './domain/call-options.ts';
import { sharingOf, sharingRules } from './domain/sharing.ts';
import type { Clock } from './domain/time.ts';
import { type NewId, present } from './domain/values.ts';
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
import { authLevels, type ServerAccess } from './store/server.ts';

/** A function of the caller's. */
export function callback<Function>(): z.ZodType<Function, Function> {
  return z.custom<Function>((value) => typeof value === 'function', { error: 'must be a function' });
}

/** The name of a space. */
export const spaceName: z.ZodType<string, string> = z
  .string({ error: 'must be a name' })
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1-64 letters, digits, "-" or "_"' });

const defaultProfile = 'balanced';

const openFields = {
  /** The folder of an embedded store (made when it is missing), or the `ws://` or `wss://` address of a SurrealDB server. */
  at: text(4096),
  /** Whose memory it is; spaces of one store share nothing. 1-64 letters, digits, `-` and `_`. @default 'default' */
  space: spaceName.optional(),
  /**
   * What turns texts into vectors. The bundled model reads English; for other languages give a multilingual one, such as
   * `text-embedding-3-small` by `createAiSdkEmbedder`. @default 'minilm', the bundled model
   */
  embedder: z.custom<EmbedderName | Embedder>().optional(),
  /** The user of a server. */
  username: identifier().optional(),
  /** The password of this user. */
  password: secret(4096).optional(),
  /** A server's own token, instead of a name and a password. It is not renewed: it must outlive the memory. */
  token: secret(65_536).optional(),
  /** Where the user is defined on the server: `root`, `namespace` or `database`. @default 'root' */
  authLevel: oneOf(authLevels).optional(),
  /** The server's namespace, in which each space is a database; named as a space is. @default 'madeleine' */
  namespace: spaceName.optional(),
  /** How long a call waits for a server that is away before it fails, in milliseconds: 0-600,000. @default 5000 */
  serverWaitMs: integerIn(0, 600_000).optional(),
  /** How many calls wait for a server that is away; one more is refused with BUSY: 1-10,000. @default 1000 */
  serverQueue: integerIn(1, 10_000).optional(),
  /** For how long reads answer from what this process knows while a server is away, in milliseconds: 0-604,800,000. @default 3,600,000 */
  staleReadsMs: integerIn(0, 604_800_000).optional(),
  /** A user of the server's database who may only read, for `query`. @default a server answers no query */
  readerUsername: identifier().optional(),
  /** The password of this user. */
  readerPassword: secret(4096).optional(),
  /**
   * Keeps full-text and HNSW indexes on a server, for other programs that query it. Recall uses none, and writes pay for
   * them. What was defined once stays. @default false
   */
  serverIndexes: flag.optional(),
  /** How recall weighs its signals. @default 'balanced' */
  profile: oneOf(profileNames).optional(),
  /**
   * Weights for some signals instead of the profile's, each 0-100; at least one of all must be above 0. They belong to
   * the profile that the memory is opened with: a call that names another gets that one as it is.
   */
  weights: signalWeightsSchema.optional(),
  /** The share of a mood in the score of recall: 0 (none) to 1 (nothing else). @default 0.3 */
  emotionWeight: numberIn(0, 1).optional(),
  /** How many times the limit recall puts in order by a mood: 1-5. @default 2 */
  candidateMultiplier: integerIn(1, 5).optional(),
  /**
   * Tells an agent's mood of the moment to each `recall` that gives none. Recall waits 250 ms for
   * it at most; where it fails, recall goes on without a mood and says so. @default no moods
   */
  moodProvider: callback<MoodProvider>().optional(),
  /** Whether a memory that is given no mood gets the one that its English text speaks of, marked as inferred. @default false */
  inferMood: flag.optional(),
  /** Whether beliefs fade. @default true */
  decay: flag.optional(),
  /** Days in which a belief in a fact halves, before importance and feeling lengthen it: 0.01-100,000. @default 180 */
  factHalfLifeDays: numberIn(0.01, 100_000).optional(),
  /** The same for observations. @default 60 */
  observationHalfLifeDays: numberIn(0.01, 100_000).optional(),
  /**
   * Minutes without a call after which the space sleeps by itself, once: 0.01-10,080. Nobody sleeps again within as
   * many minutes of the last sleep. @default it does not
   */
  sleepAfterIdle: numberIn(0.01, 10_080).optional(),
  /** What sleep reads and judges with, where a call does not say and by itself. @default the rules */
  languageModel: languageModelSchema.optional(),
  /**
   * Who gets what no call has shared: a policy by its name, or its parts. `private`: nobody else gets anything.
   * `household`: every agent gets what users say, when sleep makes facts of it. `team`: every agent gets agents'
   * findings and thoughts, too. It rewrites nothing that is there. @default 'private'
   */
  sharing: sharingRules.optional(),
  /** Whether memories surface by themselves; off, `ambient` answers nothing. @default true */
  ambient: flag.optional(),
  /**
   * What agents care about, by their names: what has to do with it surfaces sooner and counts for more when they explore. At most 32 words or phrases each.
   * @default what an agent's own memories speak of most
   */
  anchors: anchorsByAgent.optional(),
  /** Words that count as technical terms when concepts are found; at most 1,000. */
  technicalTerms: listOf(text(256), 'words', 0, 1000).optional(),
  /** Opens a store that has lost acknowledged writes; what is missing is lost. @default false */
  acceptLoss: flag.optional(),
  /** Tells the time. @default the system's clock */
  clock: callback<Clock>().optional(),
  /** Makes the keys of ids. @default UUIDv4 for memories, entities and sessions, so that their ids tell no time; else UUIDv7 */
  newId: callback<NewId>().optional(),
  /** Hears of the progress of opening. */
  onProgress: callback<OnProgress>().optional(),
  /** Hears of failures in the background, which no call can throw. @default they are let go */
  onError: callback<(error: unknown) => void>().optional(),
  signal,
};
/** What a memory is opened with. */
export interface OpenOptions extends Given<typeof openFields> {}

/** What a memory is opened with, after the rules and with the defaults that need no wiring. */
export interface CheckedOpenOptions {
  readonly at: string;
  readonly space: string;
  readonly embedder: EmbedderName | Embedder;
  readonly server: ServerAccess;
  readonly staleReadsMs: number | undefined;
  /** Whether a server keeps indexes for other programs. */
  readonly serverIndexes: boolean;
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

/** The rules for {@link OpenOptions}. */
const schema: z.ZodType<Checked<OpenOptions>> = z
  .strictObject(openFields)
  .refine(({ profile = defaultProfile, weights = {} }) => weighsSomething(weightedProfile(profile, weights)), {
    path: ['weights'],
    error: 'must leave at least one signal of the profile a weight above 0',
  });

/** Checks what a memory is opened with and fills in the defaults that need no wiring. */
export function checkOpenOptions(options: OpenOptions): CheckedOpenOptions {
  const asked = checked('open', schema, options);
  const onError = withoutFailing(asked.onError);
  return {
    at: asked.at,
    space: asked.space ?? 'default',
    embedder: asked.embedder ?? 'minilm',
    server: present({
      username: asked.username,
      password: asked.password,
      token: asked.token,
      authLevel: asked.authLevel,
      namespace: asked.namespace,
      serverWaitMs: asked.serverWaitMs,
      serverQueue: asked.serverQueue,
      readerUsername: asked.readerUsername,
      readerPassword: asked.readerPassword,
    }),
    staleReadsMs: asked.staleReadsMs,
    serverIndexes: asked.serverIndexes ?? false,
    profile: asked.profile ?? defaultProfile,
    weights: asked.weights ?? {},
    mood: {
      emotionWeight: asked.emotionWeight ?? defaultEmotionWeight,
      candidateMultiplier: asked.candidateMultiplier ?? defaultCandidateMultiplier,
      ...(asked.moodProvider === undefined ? {} : { provider: asked.moodProvider }),
      onError,
    },
    settings: {
      decay: asked.decay ?? true,
      factHalfLifeDays: asked.factHalfLifeDays ?? factHalfLifeDays,
      observationHalfLifeDays: asked.observationHalfLifeDays ?? observationHalfLifeDays,
      inferMood: asked.inferMood ?? false,
      technicalTerms: asked.technicalTerms ?? [],
      sharing: sharingOf(asked.sharing),
    },
    sleepAfterIdle: asked.sleepAfterIdle,
    languageModel: asked.languageModel,
    ambient: asked.ambient ?? true,
    anchors: asked.anchors ?? {},
    acceptLoss: asked.acceptLoss ?? false,
    onProgress: asked.onProgress,
    onError,
    signal: asked.signal,
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
