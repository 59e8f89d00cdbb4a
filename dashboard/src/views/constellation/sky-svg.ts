/** A sky as shapes of SVG: for a file, and for browsers that cannot draw with WebGL. Pure. */
import type { EdgeKind } from './edge-kinds.ts';
import { markedKinds } from './edge-kinds.ts';
import type { GraphEdge, GraphNode } from './graph-in-view.ts';
import { opacityOf } from './node-look.ts';
import { type Palette, solid } from './palette.ts';

/** A place in pixels, with the radius of its star. */
export interface StarPlace {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** What is to be drawn. */
export interface SkyPicture {
  readonly width: number;
  readonly height: number;
  readonly stars: readonly StarPlace[];
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  readonly replaced: ReadonlySet<string>;
  readonly labels: readonly {
    readonly id: string;
    readonly left: number;
    readonly middle: number;
    readonly text: string;
  }[];
  readonly palette: Palette;
}

/** A shape: the name of an element, its attributes, the node that it stands for and its text. */
export interface SvgShape {
  readonly name: 'rect' | 'path' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly id?: string;
  readonly text?: string;
}

/** How far the middle of an arc lies beside the straight line, as a share of its length. */
const bend = 0.22;

/** The shapes of a sky, the farthest first. */
export function skyShapes({
  width,
  height,
  stars,
  nodes,
  edges,
  replaced,
  labels,
  palette,
}: SkyPicture): readonly SvgShape[] {
  const places = new Map(stars.map((star) => [star.id, star]));
  const lines = edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    return from === undefined || to === undefined ? [] : [line(edge.kind, from, to, palette)];
  });
  return [
    { name: 'rect', attributes: { width, height, fill: palette.sky } },
    ...lines,
    ...stars.flatMap((star) => {
      const node = nodes.get(star.id);
      return node === undefined ? [] : starShapes(star, node, palette, replaced.has(star.id));
    }),
    ...labels.map(({ id, left, middle, text }): SvgShape => {
      const kind = nodes.get(id)?.kind;
      return {
        name: 'text',
        text,
        attributes: {
          x: round(left),
          y: round(middle),
          fill: kind === 'agent' ? solid(palette.kinds.agent) : palette.ink,
          stroke: palette.sky,
          'stroke-width': 3,
          'paint-order': 'stroke',
          'dominant-baseline': 'central',
          'font-family': 'system-ui, sans-serif',
          'font-size': kind === 'agent' ? 15 : 12,
          'font-weight': kind === 'agent' ? 650 : kind === 'entity' ? 550 : 400,
        },
      };
    }),
  ];
}

/** A sky as the text of a file. */
export function svgText(shapes: readonly SvgShape[], width: number, height: number): string {
  const elements = shapes.map(({ name, attributes, text }) => {
    const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
    return text === undefined ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${escaped(text)}</${name}>`;
  });
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${elements.join('\n')}\n</svg>\n`;
}

function line(kind: EdgeKind, from: StarPlace, to: StarPlace, palette: Palette): SvgShape {
  const mark = markedKinds.find((one) => one === kind);
  const [start, end] = [`${round(from.x)} ${round(from.y)}`, `${round(to.x)} ${round(to.y)}`];
  const middle = `${round((from.x + to.x) / 2 - (to.y - from.y) * bend)} ${round((from.y + to.y) / 2 + (to.x - from.x) * bend)}`;
  return {
    name: 'path',
    attributes: {
      d: mark === undefined ? `M${start}L${end}` : `M${start}Q${middle} ${end}`,
      fill: 'none',
      stroke: solid(mark === undefined ? palette.edge : palette.marks[mark]),
      'stroke-width': mark === undefined ? 0.7 : 1.6,
      'stroke-opacity': mark !== undefined ? 0.8 : kind === 'BELIEVES' ? 0.06 : 0.18,
    },
  };
}

function starShapes(
  { id, x, y, radius }: StarPlace,
  node: GraphNode,
  palette: Palette,
  isReplaced: boolean,
): readonly SvgShape[] {
  const fill = solid(palette.kinds[node.kind]);
  const opacity = round(opacityOf(node.strength, isReplaced));
  const place = { cx: round(x), cy: round(y), fill };
  return [
    { name: 'circle', attributes: { ...place, r: round(radius * 2.2), 'fill-opacity': round(opacity * 0.14) } },
    { name: 'circle', id, attributes: { ...place, r: round(radius), 'fill-opacity': opacity } },
  ];
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // What XML allows in no form is left out.
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (one) => entities[one] ?? one);
}
