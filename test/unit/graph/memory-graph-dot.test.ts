import { expect, test } from 'vitest';
import { memoryGraphDot } from '../../../src/index.ts';

test('a graph in the DOT language keeps what is remembered inside its labels', () => {
  const dot = memoryGraphDot({
    nodes: [
      { id: 'agent:lisa', kind: 'agent', label: 'lisa' },
      { id: 'fact:1', kind: 'fact', label: 'said "x"]; evil [label="\\' },
    ],
    edges: [
      { kind: 'BELIEVES', from: 'agent:lisa', to: 'fact:1', weight: 1 },
      { kind: 'CONTRADICTS', from: 'fact:1', to: 'fact:1', words: 'confirmed', believer: 'lisa' },
    ],
  });
  expect(dot.split('\n')).toEqual([
    'digraph memory {',
    '  n1 [label="lisa", shape=doublecircle];',
    '  n2 [label="said \\"x\\"]; evil [label=\\"\\\\", shape=component];',
    '  n1 -> n2 [label="BELIEVES"];',
    '  n2 -> n2 [label="CONTRADICTS (confirmed)", dir=none];',
    '}',
  ]);
});
