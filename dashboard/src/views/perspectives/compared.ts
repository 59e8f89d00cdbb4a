/** Who is compared with whom, and how much of it is shown. */

/** How many memories or pairs a list may show. */
export const limits = ['10', '25', '50', '100'] as const;

/** How many memories or pairs a list shows, as the address says. */
export function limitOf(given: string | undefined): number {
  return Number(limits.find((limit) => limit === given) ?? limits[0]);
}

/**
 * The agent that another one is compared with: the one that was chosen, else the one that holds most.
 *
 * @param names - every agent, the one that holds most first, `system` last.
 * @returns undefined where there is no second agent.
 */
export function otherThan(one: string, chosen: string | undefined, names: readonly string[]): string | undefined {
  return chosen !== undefined && chosen !== one ? chosen : names.find((name) => name !== one);
}
