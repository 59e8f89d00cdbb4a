/** What the answers of the bench of ambient memory come to. Asks nothing and renders nothing. */
import { type Percentiles, percentile, percentiles, rounded } from '../statistics.ts';

/** The halves of the neutral prompts: ambient memory is tuned on `tuned`, and `held-out` is for the figures. */
export const promptHalves = ['tuned', 'held-out'] as const;

/** A half of the neutral prompts. */
export type PromptHalf = (typeof promptHalves)[number];

/** The most tokens that may surface for a message. */
export const mostTokens = 200;

/** A message, and what surfaced for it. */
export interface AmbientAnswer {
  /** What the message is. */
  readonly of: 'turn' | 'question' | PromptHalf;
  readonly message: string;
  /** `''` where nothing surfaced. */
  readonly text: string;
  readonly silence?: string;
  /** By the bench's own count. */
  readonly tokens: number;
  readonly ms: number;
  /** Known names in the message, and those among them that are no speaker's. */
  readonly names: number;
  readonly topics: number;
  /** Of a question: whether a piece of its evidence surfaced. */
  readonly hasEvidence?: boolean;
  /** Of a question whose answer has a known name that it does not say itself: whether such a name surfaced. */
  readonly hasEntity?: boolean;
}

/** How many of some messages something is true of. */
export interface AmbientShare {
  readonly count: number;
  readonly of: number;
  /** 0..1; 0 for no messages. */
  readonly share: number;
}

/** For how many messages something surfaced. */
export interface ContextShares {
  readonly all: AmbientShare;
  /** Of those that have a name that the memory knows. */
  readonly naming: AmbientShare;
  /** Of those that have a known name that is no speaker's. */
  readonly topical: AmbientShare;
}

/** All figures. */
export interface AmbientFigures {
  readonly turns: ContextShares;
  readonly questions: ContextShares & {
    /** Of all questions: those with a piece of evidence surfaced. */
    readonly evidence: AmbientShare;
    /** Of the questions whose answer has a known name that the question does not have: those with one surfaced. */
    readonly entity: AmbientShare;
    /** Of all questions: those with either. */
    readonly either: AmbientShare;
  };
  /** Neutral prompts for which something surfaced, by half. */
  readonly injections: Readonly<Record<PromptHalf, AmbientShare>>;
  /** Messages, prompts included, by why nothing surfaced. */
  readonly silence: Readonly<Record<string, number>>;
  /** Of what surfaced. */
  readonly tokens: { readonly mean: number; readonly p95: number; readonly max: number; readonly overBudget: number };
  readonly latencyMs: Percentiles;
}

/** Works the figures out. */
export function ambientFigures(answers: readonly AmbientAnswer[]): AmbientFigures {
  const those = (of: AmbientAnswer['of']): readonly AmbientAnswer[] => answers.filter((answer) => answer.of === of);
  const questions = those('question');
  const withAnswerNames = questions.filter(({ hasEntity }) => hasEntity !== undefined);
  const silence: Record<string, number> = {};
  for (const { silence: cause } of answers) if (cause !== undefined) silence[cause] = (silence[cause] ?? 0) + 1;
  return {
    turns: contextShares(those('turn')),
    questions: {
      ...contextShares(questions),
      evidence: shareOf(questions, hasEvidence),
      entity: shareOf(withAnswerNames, hasEntity),
      either: shareOf(questions, (answer) => hasEvidence(answer) || hasEntity(answer)),
    },
    injections: {
      tuned: shareOf(those('tuned'), hasContext),
      'held-out': shareOf(those('held-out'), hasContext),
    },
    silence,
    tokens: tokenFigures(answers.filter(hasContext).map(({ tokens }) => tokens)),
    latencyMs: percentiles(answers.map(({ ms }) => ms)),
  };
}

function contextShares(answers: readonly AmbientAnswer[]): ContextShares {
  const those = (test: (answer: AmbientAnswer) => boolean): AmbientShare => shareOf(answers.filter(test), hasContext);
  return {
    all: shareOf(answers, hasContext),
    naming: those(({ names }) => names > 0),
    topical: those(({ topics }) => topics > 0),
  };
}

function hasContext({ text }: AmbientAnswer): boolean {
  return text !== '';
}

/** What is over budget counts as nothing found. */
function hasEvidence(answer: AmbientAnswer): boolean {
  return answer.hasEvidence === true && answer.tokens <= mostTokens;
}

function hasEntity(answer: AmbientAnswer): boolean {
  return answer.hasEntity === true && answer.tokens <= mostTokens;
}

function shareOf(answers: readonly AmbientAnswer[], test: (answer: AmbientAnswer) => boolean): AmbientShare {
  const count = answers.filter(test).length;
  return { count, of: answers.length, share: answers.length === 0 ? 0 : rounded(count / answers.length, 4) };
}

function tokenFigures(tokens: readonly number[]): AmbientFigures['tokens'] {
  const total = tokens.reduce((sum, count) => sum + count, 0);
  return {
    mean: tokens.length === 0 ? 0 : rounded(total / tokens.length, 1),
    p95: percentile(tokens, 0.95),
    max: percentile(tokens, 1),
    overBudget: tokens.filter((count) => count > mostTokens).length,
  };
}
