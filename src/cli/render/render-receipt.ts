/** Shows what became of something that was to be remembered. */
import type { Receipt, ThoughtReceipt } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { cut, plain } from '../text-layout.ts';

/** The receipt of a thought as lines for a terminal. */
export function renderThought(receipt: ThoughtReceipt, colours: Colours): readonly string[] {
  const { thoughtNumber, totalThoughts, nextThoughtNeeded, branchId, follows, branches, thoughtHistoryLength } =
    receipt;
  const where = branchId === undefined ? '' : ` on branch ${plain(branchId)}`;
  const how = { next: 'continues', branch: 'branches off', revision: 'revises' } as const;
  const [first = '', ...rest] = renderReceipt(receipt, colours);
  const lines = [
    first,
    `  thought ${thoughtNumber} of ${totalThoughts}${where}${nextThoughtNeeded ? '' : ', the last'}`,
    follows === undefined ? '  begins a chain' : `  ${how[follows.type]} ${plain(follows.id)}`,
    follows?.reason === undefined ? '' : `  because ${plain(follows.reason)}`,
    branches.length === 0 ? '' : `  branches of the chain: ${branches.map(plain).join(', ')}`,
    `  thoughts in the chain: ${thoughtHistoryLength}`,
    ...rest,
  ];
  return lines.filter((line) => line !== '');
}

/** A receipt as lines for a terminal. */
export function renderReceipt(receipt: Receipt, colours: Colours): readonly string[] {
  const believer = receipt.believer === 'system' ? 'universal' : `believed by ${plain(receipt.believer)}`;
  const linked = receipt.linked.map(
    (entity) => `${cut(plain(entity.name), 40)} (${entity.type}${entity.created ? ', new' : ''})`,
  );
  const lines = [
    `${colours.green(receipt.outcome)} ${colours.bold(receipt.id)}`,
    receipt.reason === undefined ? '' : `  ${plain(receipt.reason)}`,
    `  ${believer}, strength ${receipt.strength.toFixed(2)}, confidence ${receipt.confidence.toFixed(2)}`,
    receipt.session === undefined ? '' : `  in ${receipt.session}`,
    linked.length === 0 ? '' : `  linked to ${linked.join(', ')}`,
    ...(receipt.superseded ?? []).map((id) => `  takes the place of ${plain(id)}`),
    ...receipt.refused.map((part) => colours.yellow(`  left out ${plain(part.what)}: ${plain(part.reason)}`)),
  ];
  return lines.filter((line) => line !== '');
}
