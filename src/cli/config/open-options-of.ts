/** What a configuration says of how a memory is opened. */
import { type OpenOptions, type SignalWeights, signalNames } from '../../index.ts';
import { type SettingValues, weightKey } from './settings.ts';

/** The options of `Madeleine.open` that are settings. */
export function openOptionsOf(values: SettingValues): OpenOptions {
  return {
    at: values.at,
    space: values.space,
    embedder: values.embedder,
    profile: values['retrieval.profile'],
    weights: weightsIn(values),
    emotionWeight: values['retrieval.emotion_weight'],
    candidateMultiplier: values['retrieval.candidate_multiplier'],
    inferMood: values['retrieval.infer_mood'],
    decay: values['belief.decay'],
    factHalfLifeDays: values['belief.fact_half_life_days'],
    observationHalfLifeDays: values['belief.observation_half_life_days'],
    technicalTerms: values['concepts.technical_terms'],
    ambient: values['ambient.enabled'],
    anchors: values['ambient.anchors'],
    ...given('username', values['server.username']),
    ...given('password', values['server.password']),
    ...given('token', values['server.token']),
  };
}

/** The weights that are set, by the names of their signals. */
function weightsIn(values: SettingValues): SignalWeights {
  return Object.fromEntries(
    signalNames.flatMap((name) => {
      const weight = values[weightKey(name)];
      return weight === undefined ? [] : [[name, weight]];
    }),
  );
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}
