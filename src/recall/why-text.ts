/** Why a memory is believed, in plain sentences. What memories say is quoted, shortened and kept on one line. */
import { systemAgent } from '../domain/records.ts';
import { isoDay } from './memory-text.ts';
import { onOneLine, shorten } from '../language/shorten.ts';
import type { Why, WhyBeliever, WhyLink, WhyMemory, WhySuccession } from './why-value.ts';

/** Characters that are told of a text at most. */
const mostTold = 300;

/** The sentences, the memory itself first. */
export function whySentences(why: Omit<Why, 'text'>): readonly string[] {
  const { memory, believers, derivedFrom, supersedes, supersededBy, supports, contradicts } = why;
  return [
    `${memory.id}: ${quoted(memory)}`,
    ...believers.flatMap(beliefSentences),
    ...derivedFrom.map((source) => `It follows from ${named(source)}`),
    ...supersedes.map((one) => `It took the place of another${forWhom(one)}: ${named(one.memory)}`),
    ...supersededBy.map((one) => `Another took its place${forWhom(one)}: ${named(one.memory)}`),
    ...supports.map((link) => linkSentence('Supported', link)),
    ...contradicts.map((link) => linkSentence('Contradicted', link)),
  ];
}

function beliefSentences(believer: WhyBeliever): readonly string[] {
  const { provenance, past, validTo } = believer;
  const { channel, source, trust } = provenance;
  const from = `Learned through ${channel} from "${onOneLine(source)}", with a trust of ${trust.toFixed(2)}.`;
  const earlier = past.map(({ since, until }) => `from ${isoDay(since)} to ${isoDay(until)}`);
  return [
    `${standing(believer)} ${from}`,
    ...(earlier.length === 0 ? [] : [`${whose(believer.agent)} earlier beliefs in it: ${earlier.join(', ')}.`]),
    ...(validTo === undefined ? [] : [`${whose(believer.agent)} view is that it held until ${isoDay(validTo)}.`]),
  ];
}

/** Who believes it, since when and how strongly. */
function standing({ agent, state, strength, confidence, since, permanent, withdrawnAt }: WhyBeliever): string {
  const isUniversal = agent === systemAgent;
  const name = onOneLine(agent);
  const from = isoDay(since);
  if (withdrawnAt !== undefined) {
    const until = isoDay(withdrawnAt);
    return `${isUniversal ? 'It was universal' : `${name} believed it`} from ${from} until it was withdrawn on ${until}.`;
  }
  const subject = isUniversal ? `It has been universal since ${from}` : `${name} has believed it since ${from}`;
  const lasting = permanent ? ' that does not fade' : '';
  const faded =
    state === 'held' ? '' : state === 'faded' ? ', too faded for recall by itself' : ', so faded that it is archived';
  return `${subject}, with a strength of ${strength.toFixed(2)}${lasting} and a confidence of ${confidence.toFixed(2)}${faded}.`;
}

function whose(agent: string): string {
  return agent === systemAgent ? 'The universal' : `${onOneLine(agent)}'s`;
}

function forWhom({ believer, at, reason, withdrawnAt }: WhySuccession): string {
  const why = reason === undefined ? '' : ` (${shorten(onOneLine(reason), mostTold)})`;
  const until = withdrawnAt === undefined ? '' : ` and taken back on ${isoDay(withdrawnAt)}`;
  return ` on ${isoDay(at)}, for ${believer === systemAgent ? 'all' : onOneLine(believer)}${why}${until}`;
}

function linkSentence(verb: string, { memory, rule, similarity, state }: WhyLink): string {
  return `${verb} (${state}, ${onOneLine(rule)}, similarity ${similarity.toFixed(2)}) by ${named(memory)}`;
}

function named(memory: WhyMemory): string {
  const { id, occurredAt, speaker } = memory;
  const when = occurredAt === undefined ? '' : ` of ${isoDay(occurredAt)}`;
  const who = speaker === undefined ? '' : ` by ${onOneLine(speaker)}`;
  return `${id}${when}${who}: ${quoted(memory)}`;
}

function quoted({ content }: WhyMemory): string {
  return `"${shorten(onOneLine(content), mostTold)}"`;
}
