/** How ambient memory has done since the space was opened; nothing of it is kept on disk. */
import { z } from 'zod';
import { count, type Fields, number, record } from '../domain/result.ts';
import { latencyRules, RecentDurations } from '../domain/recent-durations.ts';
import { type AmbientContext, type Silence, silences } from './ambient-options.ts';

const ambientStatsFields = {
  messages: count,
  /** The share of messages at which something surfaced, 0..1; 0 before the first. */
  share: number,
  /** How often nothing surfaced, by cause. */
  silence: z.record(z.enum(silences), count),
  /** Names in messages that the agent knew. */
  names: count,
  /** Over the last 1,000 messages, in milliseconds; missing before the first. */
  latencyMs: latencyRules.exactOptional(),
  /** The tokens of a text that was not empty, on average; 0 before the first. */
  tokens: number,
};
/** What `stats` tells of ambient memory, since the space was opened. */
export interface AmbientStats extends Fields<typeof ambientStatsFields> {}

/** The rules of {@link AmbientStats}. */
export const ambientStatsRules: z.ZodType<AmbientStats> = record(ambientStatsFields);
/** Counts what ambient memory answers. */
export class AmbientCounts {
  #names = 0;
  #texts = 0;
  #tokens = 0;
  readonly #silence: Record<Silence, number> = Object.fromEntries(silences.map((cause) => [cause, 0])) as Record<
    Silence,
    number
  >;
  readonly #latencies: RecentDurations = new RecentDurations();

  /** Counts one answer. */
  note({ silence, names, tokens, latencyMs }: AmbientContext): void {
    this.#latencies.add(latencyMs);
    this.#names += names.length;
    if (silence !== undefined) {
      this.#silence[silence] += 1;
      return;
    }
    this.#texts += 1;
    this.#tokens += tokens;
  }

  /** What has been counted. */
  read(): AmbientStats {
    const messages = this.#latencies.calls;
    const latencyMs = this.#latencies.read();
    return {
      messages,
      share: messages === 0 ? 0 : this.#texts / messages,
      silence: { ...this.#silence },
      names: this.#names,
      ...(latencyMs === undefined ? {} : { latencyMs }),
      tokens: this.#texts === 0 ? 0 : this.#tokens / this.#texts,
    };
  }
}
