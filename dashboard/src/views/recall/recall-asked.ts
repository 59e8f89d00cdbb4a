/** What the view asks for, as its address has it and as `recall` takes it. */
import type { AgentVerbs, Mood, ProfileName, RecalledMemory } from 'madeleine';
import type { OptionsOf } from '../../wire.ts';

/** What is asked, and how. */
export interface RecallAsked {
  readonly query: string;
  readonly profile: ProfileName;
  /** Undefined while no mood is to bear on it. */
  readonly mood: Mood | undefined;
  /** The share of the mood in the score, 0..1. */
  readonly emotionWeight: number;
  /** As it was believed then; undefined for now. */
  readonly asOf: string | undefined;
  readonly type: RecalledMemory['type'] | undefined;
  /** `session:KEY`. */
  readonly session: string | undefined;
  readonly faded: boolean;
}

/** Each profile with what it goes by. */
export const profiles: readonly (readonly [ProfileName, string])[] = [
  ['balanced', 'balanced: all signals'],
  ['thorough', 'thorough: all signals, and a model that reads'],
  ['cognitive', 'cognitive: six signals'],
  ['semantic', 'semantic: meaning alone'],
  ['lexical', 'lexical: words alone'],
];

/** The share of the mood where the address does not say, as recall has it. */
const defaultWeight = 0.3;

type Params = Readonly<Record<string, string | undefined>>;

/** What an address asks for; what it has wrong counts as not said. */
export function askedIn(params: Params): RecallAsked {
  const { query = '', profile, mood, weight, asof, type, session, faded } = params;
  const share = Number(weight ?? defaultWeight);
  return {
    query,
    profile: profiles.find(([name]) => name === profile)?.[0] ?? 'balanced',
    mood: moodIn(mood),
    emotionWeight: share >= 0 && share <= 1 ? share : defaultWeight,
    asOf: asof === undefined || Number.isNaN(Date.parse(asof)) ? undefined : asof,
    type: type as RecallAsked['type'],
    session,
    faded: faded === 'yes',
  };
}

/** The parameters of the address that stand for what is asked. */
export function paramsOf(asked: Partial<RecallAsked>): Params {
  const { query, profile, mood, emotionWeight, asOf, type, session, faded } = asked;
  const params: Record<keyof RecallAsked, readonly [string, string | undefined]> = {
    query: ['query', query],
    profile: ['profile', profile === 'balanced' ? undefined : profile],
    mood: ['mood', mood === undefined ? undefined : `${mood.valence},${mood.arousal}`],
    emotionWeight: ['weight', emotionWeight === defaultWeight ? undefined : emotionWeight?.toString()],
    asOf: ['asof', asOf],
    type: ['type', type],
    session: ['session', session],
    faded: ['faded', faded ? 'yes' : undefined],
  };
  return Object.fromEntries(Object.keys(asked).map((key) => params[key as keyof RecallAsked]));
}

/** What `explain` takes beside the id; `recall` takes it with `attention` off, since looking is no use. */
export function optionsOf(asked: RecallAsked): Omit<OptionsOf<AgentVerbs, 'explain'>, 'id' | 'offset'> {
  const { query, profile, mood, emotionWeight, asOf, type, session, faded } = asked;
  return {
    query,
    profile,
    ...(mood === undefined ? {} : { mood, emotionWeight }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(type === undefined ? {} : { types: [type] }),
    ...(session === undefined ? {} : { sessions: [session] }),
    ...(faded ? { faded } : {}),
  };
}

function moodIn(text: string | undefined): Mood | undefined {
  const [valence = Number.NaN, arousal = Number.NaN] = (text ?? '').split(',').map(Number);
  return Math.abs(valence) <= 1 && Math.abs(arousal) <= 1 && text !== '' ? { valence, arousal } : undefined;
}
