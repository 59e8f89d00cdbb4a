import { expect, test } from 'vitest';
import { skyShapes, svgText } from '../../../../dashboard/src/views/constellation/sky-svg.ts';
import type { Palette } from '../../../../dashboard/src/views/constellation/palette.ts';

const grey = [128, 128, 128] as const;
const palette: Palette = {
  isNight: true,
  kinds: { agent: grey, fact: [1, 2, 3], observation: grey, thought: grey, entity: grey, session: grey },
  marks: { CONTRADICTS: [255, 0, 0], SUPERSEDES: grey, SUPPORTS: grey },
  edge: grey,
  accent: grey,
  sky: 'rgb(0, 0, 0)',
  raised: 'white',
  ink: 'white',
};

test('a sky is saved as SVG: stars in their brightness, contradictions as red arcs, and words as words', () => {
  const label = 'Tea < coffee & "milk"';
  const nodes = new Map(
    ['fact:a', 'fact:b'].map((id) => [id, { id, kind: 'fact' as const, label, strength: 0.5 }] as const),
  );
  const shapes = skyShapes({
    width: 100,
    height: 50,
    stars: [...nodes.keys()].map((id, at) => ({ id, x: 10 + 50 * at, y: 20, radius: 4 })),
    nodes,
    edges: [
      { kind: 'CONTRADICTS', from: 'fact:a', to: 'fact:b' },
      { kind: 'SUPPORTS', from: 'fact:a', to: 'fact:elsewhere' },
    ],
    replaced: new Set(['fact:b']),
    labels: [{ id: 'fact:a', left: 16, middle: 20, text: `${label}\u0000` }],
    palette,
  });
  const text = svgText(shapes, 100, 50);
  expect(text).toContain('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50">');
  expect(text).toContain('d="M10 20Q35 31 60 20" fill="none" stroke="rgb(255, 0, 0)"');
  expect(text).toContain('<circle cx="10" cy="20" fill="rgb(1, 2, 3)" r="4" fill-opacity="0.5"/>');
  expect(text).toContain('<circle cx="60" cy="20" fill="rgb(1, 2, 3)" r="4" fill-opacity="0.25"/>');
  expect(text).toContain('>Tea &lt; coffee &amp; &quot;milk&quot; </text>');
  expect(text.match(/<path/g)).toHaveLength(1);
});
