/** A chain of thought as a Mermaid flowchart. Labels are escaped, so that no thought can add to the drawing. */
import { mermaidLabel } from './mermaid-label.ts';
import { onOneLine, shorten } from '../language/shorten.ts';
import type { ChainFields, ChainThought } from './chain-value.ts';

/** Characters of a label at most: more makes boxes that fill a screen. */
const mostInLabel = 80;

/** The flowchart: thick boxes are on the current line, dashed ones revised. */
export function chainMermaid({ thoughts }: Pick<ChainFields, 'thoughts'>): string {
  const keys = new Map(thoughts.map(({ id }, place) => [id, `t${place + 1}`]));
  const keysOf = (chosen: readonly ChainThought[]): string => chosen.map(({ id }) => keys.get(id)).join(',');
  const current = thoughts.filter(({ isCurrent }) => isCurrent);
  const revised = thoughts.filter(({ revisedBy }) => revisedBy !== undefined);
  return [
    'flowchart TD',
    ...thoughts.map((thought) => `  ${keys.get(thought.id)}["${labelOf(thought)}"]`),
    ...thoughts.flatMap((thought) => {
      const from = keys.get(thought.follows?.id ?? '');
      return from === undefined ? [] : [`  ${from} ${arrowOf(thought)} ${keys.get(thought.id)}`];
    }),
    '  classDef current stroke-width:3px',
    '  classDef revised stroke-dasharray:4',
    ...(current.length === 0 ? [] : [`  class ${keysOf(current)} current`]),
    ...(revised.length === 0 ? [] : [`  class ${keysOf(revised)} revised`]),
  ].join('\n');
}

/** No full stop after the number: Mermaid takes that for a list. */
function labelOf({ number, content }: ChainThought): string {
  return escaped(`${number === undefined ? '' : `${number}: `}${content}`);
}

function arrowOf({ branchId, follows }: ChainThought): string {
  const { type, reason } = follows ?? {};
  if (type === undefined || type === 'next') return '-->';
  const name = type === 'branch' && branchId !== undefined ? `branch ${branchId}` : type;
  const label = escaped(reason === undefined ? name : `${name}: ${reason}`);
  return type === 'revision' ? `-. "${label}" .->` : `-- "${label}" -->`;
}

/** A text as a label, shortened and on one line. */
function escaped(text: string): string {
  return mermaidLabel(shorten(onOneLine(text), mostInLabel));
}
