/** The sky where a browser has no WebGL: the same stars as SVG, which can be clicked on but not moved. */
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { textOf } from './draw-labels.ts';
import { markedKinds } from './edge-kinds.ts';
import type { Graph } from './graph-in-view.ts';
import type { Look } from './highlight.ts';
import { radiiIn } from './node-look.ts';
import { placeLabels } from './place-labels.ts';
import { inSky } from './sky.ts';
import { skyShapes, type StarPlace, type SvgShape } from './sky-svg.ts';

interface StillSkyProps {
  readonly graph: Graph;
  readonly look: Look;
  /** x, then y, in the order of the nodes. */
  readonly positions: Float32Array;
  readonly onChoose: (id: string) => void;
}

const size = { width: 1200, height: 760 } as const;
const edge = 60;
/** About how broad a letter is, in pixels. */
const letterBreadth = 6.6;
/** Edges beyond which only those with colours of their own are drawn. */
const manyEdges = 4_000;

/** The sky as SVG. */
export function StillSky({ graph, look, positions, onChoose }: StillSkyProps): JSX.Element {
  const shapes = useMemo(() => shapesOf(graph, look, positions), [graph, look, positions]);
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} width="100%" height="100%" aria-hidden="true">
      {shapes.map(({ name, attributes, id, text }, at) =>
        h(name, { key: at, ...attributes, ...(id === undefined ? {} : { onClick: () => onChoose(id) }) }, text ?? null),
      )}
    </svg>
  );
}

function shapesOf(graph: Graph, look: Look, positions: Float32Array): readonly SvgShape[] {
  const shown = inSky(graph, look.hidden, look.sky);
  const ids = new Set(shown.nodes.map(({ id }) => id));
  const radii = radiiIn(graph);
  const all = graph.nodes.map(({ id }, at): StarPlace => {
    return { id, x: positions[2 * at] ?? 0, y: positions[2 * at + 1] ?? 0, radius: radii[at] ?? 1 };
  });
  const stars = fitted(all.filter(({ id }) => ids.has(id)));
  const nodes = new Map(shown.nodes.map((node) => [node.id, node]));
  const named = stars
    .filter(({ id }) => nodes.get(id)?.kind === 'agent' || nodes.get(id)?.kind === 'entity')
    .sort((one, other) => other.radius - one.radius)
    .flatMap((star) => {
      const node = nodes.get(star.id);
      return node === undefined ? [] : [{ ...star, text: textOf(node) }];
    })
    .map((star) => ({ ...star, width: star.text.length * letterBreadth, height: 16 }));
  const texts = new Map(named.map(({ id, text }) => [id, text]));
  const labels = placeLabels(named, size, 120).map((label) => ({ ...label, text: texts.get(label.id) ?? '' }));
  const edges =
    shown.edges.length > manyEdges
      ? shown.edges.filter(({ kind }) => markedKinds.some((one) => one === kind))
      : shown.edges;
  return skyShapes({ ...size, stars, nodes, edges, replaced: look.sky.replaced, labels, palette: look.palette });
}

/** Places so that all of them are to be seen, as large as can be. */
function fitted(stars: readonly StarPlace[]): readonly StarPlace[] {
  const [xs, ys] = [stars.map(({ x }) => x), stars.map(({ y }) => y)];
  const least = (numbers: readonly number[]): number => numbers.reduce((low, one) => Math.min(low, one), Infinity);
  const most = (numbers: readonly number[]): number => numbers.reduce((high, one) => Math.max(high, one), -Infinity);
  const [left, bottom] = [least(xs), least(ys)];
  const scale = Math.min(
    (size.width - 2 * edge) / Math.max(1, most(xs) - left),
    (size.height - 2 * edge) / Math.max(1, most(ys) - bottom),
  );
  const [padX, padY] = [size.width - (most(xs) - left) * scale, size.height - (most(ys) - bottom) * scale];
  return stars.map((star) => ({
    ...star,
    x: padX / 2 + (star.x - left) * scale,
    // Upwards, as WebGL has it.
    y: size.height - padY / 2 - (star.y - bottom) * scale,
  }));
}
