/** The deeds of this sitting, whichever view is looked at meanwhile, and the hands that do them. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { asAgent, asOwner } from '../../state.ts';
import type { Hands } from './mending.ts';
import { type Deed, type DoneDeed, withDeed, withUndone } from './deeds.ts';

const deeds = signal<readonly DoneDeed[]>([]);

/** What was mended since the page was opened, the latest first. */
export const sitting: ReadonlySignal<readonly DoneDeed[]> = deeds;

/** The hands that mend as an agent. */
export function handsOf(agent: string): Hands {
  return { agent, asAgent: (verb, options) => asAgent(verb, options, { name: agent }), asOwner };
}

/** Notes what was done. */
export function note(deed: Deed): void {
  deeds.value = withDeed(deeds.value, deed, new Date());
}

/** Takes back what was done. */
export async function takeBack({ key, undo }: DoneDeed): Promise<void> {
  await undo?.();
  deeds.value = withUndone(deeds.value, key, new Date());
}
