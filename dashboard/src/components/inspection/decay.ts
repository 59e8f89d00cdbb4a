/** How the strength of a belief fades, as points to draw. No markup, and no clock. */

/** What of a belief its fading depends on. */
export interface Fading {
  /** 0..1 at `reinforcedAt`. */
  readonly strength: number;
  readonly reinforcedAt: string;
  /** Days in which the strength halves. */
  readonly halfLifeDays: number;
  /** Whether it does not fade at all. */
  readonly permanent: boolean;
}

/** A strength at a time. */
export interface StrengthPoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 0..1. */
  readonly strength: number;
}

/** A curve to draw, and where it passes the thresholds. */
export interface DecayCurve {
  readonly points: readonly StrengthPoint[];
  readonly now: StrengthPoint;
  /** When it falls to the threshold of recall; missing where it starts below, or never does. */
  readonly fadesAt?: number;
  /** When it falls to the threshold of the archive; missing where it starts below, or never does. */
  readonly archivedAt?: number;
}

/** What is strictly stronger is recalled without asking for what has faded. */
export const recallThreshold = 0.3;
/** What is weaker is archived. */
export const archiveThreshold = 0.1;

const dayMs = 86_400_000;
const steps = 60;

/** The curve of a belief from when it was last reinforced until it is archived, and at least until a quarter beyond now. */
export function decayCurve(belief: Fading, today: Date): DecayCurve {
  const now = today.getTime();
  const start = Date.parse(belief.reinforcedAt);
  const fadesAt = fallsTo(belief, recallThreshold);
  const archivedAt = fallsTo(belief, archiveThreshold);
  const age = Math.max(0, now - start);
  const span = Math.max(age * 1.25, ((archivedAt ?? start) - start) * 1.1, 30 * dayMs);
  const strengthAt = (at: number): StrengthPoint => ({ at, strength: strengthAfter(belief, at - start) });
  return {
    points: Array.from({ length: steps + 1 }, (_, step) => strengthAt(start + (span * step) / steps)),
    now: strengthAt(start + age),
    ...(fadesAt === undefined ? {} : { fadesAt }),
    ...(archivedAt === undefined ? {} : { archivedAt }),
  };
}

function strengthAfter({ strength, halfLifeDays, permanent }: Fading, elapsedMs: number): number {
  return permanent ? strength : strength * 2 ** (-elapsedMs / (halfLifeDays * dayMs));
}

function fallsTo({ strength, reinforcedAt, halfLifeDays, permanent }: Fading, threshold: number): number | undefined {
  if (permanent || strength <= threshold) return undefined;
  return Date.parse(reinforcedAt) + Math.log2(strength / threshold) * halfLifeDays * dayMs;
}
