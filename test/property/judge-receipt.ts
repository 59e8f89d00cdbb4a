/** Compares a receipt with what the oracle knew before the step: it may tell its writer nothing of others. */
import type { Receipt } from '../../src/index.ts';
import type { Oracle } from './oracle.ts';
import type { Step } from './step.ts';

/** What a receipt tells that it should not, or tells wrongly. To be asked before the oracle is told of the step. */
export function judgeReceipt(oracle: Oracle, step: Step, receipt: Receipt): readonly string[] {
  if (step.verb === 'withdraw')
    return receipt.outcome === 'withdrawn' ? [] : ['the receipt says nothing of withdrawal'];
  const wrong: string[] = [];
  const { options, agent } = step;
  const believer = options.shared === true ? 'system' : agent;
  const again = step.verb === 'believe' && step.options.memory !== undefined;
  const held = oracle.beliefs.some((belief) => belief.agent === believer && belief.memory === receipt.id);
  const outcome = again || held ? 'merged' : 'stored';
  if (receipt.outcome !== outcome) wrong.push(`${receipt.id} is ${receipt.outcome} to ${agent}, not ${outcome}`);
  if (receipt.believer !== believer) wrong.push(`${receipt.id} is believed by ${receipt.believer}`);
  const known = oracle.memories.map((memory) => oracle.saidOf(memory, believer)).join(' ') + JSON.stringify(options);
  for (const { name, created } of receipt.linked) {
    if (!known.includes(`"${name}"`)) wrong.push(`${receipt.id} is linked to "${name}", which ${believer} never named`);
    const isNew = oracle.named(believer, name).length === 0;
    if (created !== isNew) wrong.push(`${receipt.id} is linked to "${name}", said to be ${created ? 'new' : 'known'}`);
  }
  return wrong;
}
