/** Compares what a recall answered with what the oracle knows: leaks, omissions, and wrong words about a memory. */
import type { RecalledMemory, RecallResult } from '../../src/index.ts';
import type { Oracle, OracleQuery, Visible } from './oracle.ts';

/** What was wrong with one answer. */
export interface Verdict {
  /** What was shown and should not have been. */
  readonly leaks: readonly string[];
  /** What should have been shown and was not. */
  readonly omissions: readonly string[];
}

/** What a query was and how its answer is to be read. */
export interface Case {
  readonly query: OracleQuery;
  /** The words of the query; a memory that has one of them must come up. */
  readonly words: readonly string[];
  /** Whether nothing else may come up. */
  readonly exact: boolean;
  readonly limit: number;
}

const secret = /zq[a-z0-9]+/gi;

/** Judges one answer. */
export function judge(
  oracle: Oracle,
  { query, words, exact, limit }: Case,
  result: RecallResult,
  broughtIn: readonly RecalledMemory[],
): Verdict {
  const visible = new Map(oracle.visible(query).map((one) => [one.memory.id, one]));
  const due = [...visible.values()].filter(({ memory }) =>
    words.some((word) => memory.content.split(' ').includes(word)),
  );
  const found = new Set(result.memories.map(({ id }) => id));
  const leaks: string[] = [];
  const omissions: string[] = [];
  for (const memory of result.memories) {
    const shown = visible.get(memory.id);
    if (shown === undefined) leaks.push(`${memory.id} is not in view`);
    else leaks.push(...wrongWords(oracle, query, memory, shown));
  }
  // What contradicts an answer is shown with it, whenever and wherever it was said.
  const { sessions: _sessions, types: _types, from: _from, to: _to, ...subject } = query;
  const around = new Map(broughtIn.length === 0 ? [] : oracle.visible(subject).map((one) => [one.memory.id, one]));
  for (const memory of broughtIn) {
    const shown = around.get(memory.id);
    if (shown === undefined) leaks.push(`${memory.id} is brought in and not in view`);
    else leaks.push(...wrongWords(oracle, query, memory, shown));
  }
  if (found.size !== result.memories.length) leaks.push('a memory came up twice');
  if (exact) {
    const odd = result.memories.filter(({ id }) => !due.some(({ memory }) => memory.id === id));
    leaks.push(...odd.map(({ id }) => `${id} has nothing to do with the query`));
    if (result.total !== due.length) omissions.push(`total is ${result.total}, not ${due.length}`);
  }
  if (result.total < due.length) omissions.push(`total is ${result.total}, less than ${due.length}`);
  if (result.total > visible.size) leaks.push(`total is ${result.total}, more than the ${visible.size} in view`);
  if (found.size < Math.min(limit, result.total)) omissions.push(`${found.size} of ${result.total} were shown`);
  if (result.total <= limit) {
    omissions.push(...due.filter(({ memory }) => !found.has(memory.id)).map(({ memory }) => `${memory.id} is missing`));
  }
  return { leaks, omissions };
}

/** What a result says of a memory that this perspective does not say. */
function wrongWords(oracle: Oracle, query: OracleQuery, result: RecalledMemory, shown: Visible): readonly string[] {
  const { agent } = query;
  const { memory, shownBy } = shown;
  const wrong: string[] = [];
  const { entities, listeners = [], ...rest } = result;
  // Whom it was said to are those who speak near it, in memories that this agent sees as well.
  const { at, asOf, faded } = query;
  const seen = oracle.visible({
    agent,
    at,
    ...(asOf === undefined ? {} : { asOf }),
    ...(faded === undefined ? {} : { faded }),
  });
  const heard = listeners.filter(
    (name) =>
      name.startsWith('zq') &&
      !seen.some(({ memory: near }) => oracle.saidOf(near, agent).toLowerCase().includes(name.toLowerCase())),
  );
  wrong.push(...heard.map((name) => `${result.id} is said to "${name}" for ${agent}`));
  const said = oracle.saidOf(memory, agent).toLowerCase();
  for (const word of JSON.stringify(rest).match(secret) ?? []) {
    if (!said.includes(word.toLowerCase())) wrong.push(`${result.id} shows "${word}" to ${agent}`);
  }
  // An entity is called as the perspective knows it, be it from another memory; whoever shares a memory
  // shares its names as they are spelt.
  const known = oracle.memories
    .map((other) => oracle.saidOf(other, agent))
    .join(' ')
    .toLowerCase();
  for (const { name } of entities) {
    if (!known.includes(`"${name.toLowerCase()}"`))
      wrong.push(`${result.id} calls an entity "${name}", which ${agent} never did`);
  }
  const believers = result.believers
    .map(({ agent: name }) => name)
    .sort()
    .join();
  const expected = shownBy
    .map(({ belief }) => belief.agent)
    .sort()
    .join();
  if (believers !== expected) wrong.push(`${result.id} is believed by ${believers}, not by ${expected}`);
  for (const { belief, strength } of shownBy) {
    const shown = result.believers.find((believer) => believer.agent === belief.agent);
    const same =
      shown !== undefined &&
      Math.abs(shown.strength - strength) < 1e-9 &&
      shown.confidence === belief.confidence &&
      shown.since.getTime() === belief.since &&
      shown.permanent === belief.permanent;
    if (!same) wrong.push(`${result.id} as ${belief.agent} believes it: ${JSON.stringify(shown)}, not ${strength}`);
  }
  return wrong;
}
