/**
 * Secrets that are good for a while: random, kept in memory and as hashes alone, so that they end with the process and
 * nothing of it gives them away.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../index.ts';

/** What the secrets of one kind have in common. */
export interface PassingSecretsOptions {
  /** Random bytes of each. */
  readonly bytes: number;
  readonly lifetimeMs: number;
  /** How many there are at most; a further one takes the place of the oldest. */
  readonly most: number;
  readonly clock: Clock;
}

/** A secret that was just made. */
export interface PassingSecret {
  /** In base64url. */
  readonly secret: string;
  readonly expiresAt: Date;
}

/** The secrets of one kind. */
export class PassingSecrets {
  readonly #options: PassingSecretsOptions;
  /** When each one ends, by its hash, the oldest first. */
  readonly #ends = new Map<string, Date>();

  constructor(options: PassingSecretsOptions) {
    this.#options = options;
  }

  /** Makes a secret; nothing can tell it a second time. */
  issue(): PassingSecret {
    const { bytes, clock, lifetimeMs, most } = this.#options;
    for (const oldest of this.#ends.keys()) {
      if (this.#ends.size < most) break;
      this.#ends.delete(oldest);
    }
    const secret = randomBytes(bytes).toString('base64url');
    const expiresAt = new Date(+clock() + lifetimeMs);
    this.#ends.set(hashOf(secret), expiresAt);
    return { secret, expiresAt };
  }

  /** Until when a secret is good; undefined for one that is not or no longer known. */
  endOf(secret: string): Date | undefined {
    // What is looked up is a hash that nobody can aim at, so the time that it takes gives nothing away.
    const end = this.#ends.get(hashOf(secret));
    return end !== undefined && end > this.#options.clock() ? end : undefined;
  }

  /** Takes a secret out of use. */
  revoke(secret: string): void {
    this.#ends.delete(hashOf(secret));
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
