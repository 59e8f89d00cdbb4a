/** Writes the names of stars on the picture: agents and entities always, sessions and sentences where one is near. */
import type Sigma from 'sigma';
import { shortened } from '../../words.ts';
import type { DrawnEdge, DrawnGraph, DrawnNode, Highlight } from './highlight.ts';
import { isShown } from './highlight.ts';
import { solid } from './palette.ts';
import { type PlacedLabel, placeLabels, type WantedLabel } from './place-labels.ts';

/** Characters of a sentence that stand beside its star. */
const sentenceCharacters = 44;
/** Names in the picture at most. */
const mostLabels = 160;
/** How many neighbours of what stands out are written, at most. */
const mostNear = 40;
/** Zoom from which sessions are written, and sentences: the share of the whole picture that is seen. */
const near = { sessions: 0.7, sentences: 0.32 } as const;
/** Stars in view below which sentences are written however near one is. */
const fewInView = 12;

const font = 'system-ui, "Segoe UI", Roboto, sans-serif';

/** Prepares the writing; what it answers writes the labels of one frame. */
export function labelWriter(
  sigma: Sigma<DrawnNode, DrawnEdge>,
  graph: DrawnGraph,
  highlight: Highlight,
): () => readonly PlacedLabel[] {
  const ranked = rankedNodes(graph);
  const widths = new Map<string, number>();
  return () => {
    const context = sigma.getCanvases()['labels']?.getContext('2d');
    if (context === null || context === undefined) return [];
    const wanted = wantedLabels(sigma, graph, highlight, ranked).map((id): WantedLabel => {
      const attributes = graph.getNodeAttributes(id);
      const size = fontSize(attributes);
      context.font = fontOf(attributes);
      const text = textOf(attributes);
      const width = widths.get(id) ?? context.measureText(text).width;
      widths.set(id, width);
      const data = sigma.getNodeDisplayData(id) ?? { x: 0, y: 0, size: 0 };
      return { id, ...sigma.framedGraphToViewport(data), radius: sigma.scaleSize(data.size), width, height: size + 3 };
    });
    const placed = placeLabels(wanted, sigma.getDimensions(), mostLabels);
    for (const label of placed) write(context, graph.getNodeAttributes(label.id), label, highlight);
    return placed;
  };
}

/** What is written beside a star. */
export function textOf({ kind, label }: Pick<DrawnNode, 'kind' | 'label'>): string {
  const most = kind === 'agent' || kind === 'entity' ? 28 : sentenceCharacters;
  const end = label.lastIndexOf(' ', most);
  return label.length <= most ? label : shortened(label, end > most / 2 ? end : most);
}

/** The larger before the smaller, agents before entities before sessions before memories. */
function rankedNodes(graph: DrawnGraph): readonly string[] {
  const order: readonly string[] = ['agent', 'entity', 'session'];
  const rank = (id: string): number => {
    const { kind, size, strength = 1 } = graph.getNodeAttributes(id);
    const place = order.indexOf(kind);
    return (place < 0 ? order.length : place) * 1000 - size * strength;
  };
  const ranks = new Map(graph.mapNodes((id) => [id, rank(id)]));
  return graph.nodes().sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

function wantedLabels(
  sigma: Sigma<DrawnNode, DrawnEdge>,
  graph: DrawnGraph,
  { look, near: standsOut, hovered }: Highlight,
  ranked: readonly string[],
): readonly string[] {
  const { ratio } = sigma.getCamera();
  const inSky = ranked.filter((id) => isShown(graph, id, look.sky, look.hidden));
  // What is under the pointer has a box of its own.
  const boxed = hovered ?? look.chosen;
  if (standsOut.size > 0) {
    return inSky.filter((id) => standsOut.has(id) && id !== boxed).slice(0, mostNear);
  }
  const { width, height } = sigma.getDimensions();
  const isInView = (id: string): boolean => {
    const data = sigma.getNodeDisplayData(id);
    if (data === undefined) return false;
    const { x, y } = sigma.framedGraphToViewport(data);
    return x >= 0 && y >= 0 && x <= width && y <= height;
  };
  const kindOf = (id: string): DrawnNode['kind'] => graph.getNodeAttribute(id, 'kind');
  const named = inSky.filter((id) => kindOf(id) === 'agent' || kindOf(id) === 'entity');
  const sessions = ratio < near.sessions ? inSky.filter((id) => kindOf(id) === 'session') : [];
  const sentences = inSky.filter((id) => !['agent', 'entity', 'session'].includes(kindOf(id)));
  const isNear = ratio < near.sentences || sentences.length <= fewInView;
  return [...named, ...sessions, ...(isNear ? sentences : [])].filter(isInView);
}

function fontSize({ kind, size }: DrawnNode): number {
  return kind === 'agent' ? 15 : kind === 'entity' ? Math.min(14, 11 + size / 4) : 11.5;
}

function fontOf(node: DrawnNode): string {
  const weight = node.kind === 'agent' ? 650 : node.kind === 'entity' ? 550 : 400;
  return `${node.kind === 'session' ? 'italic ' : ''}${weight} ${fontSize(node)}px ${font}`;
}

function write(context: CanvasRenderingContext2D, node: DrawnNode, label: PlacedLabel, { look }: Highlight): void {
  const { palette } = look;
  const text = textOf(node);
  context.font = fontOf(node);
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = palette.sky;
  context.strokeText(text, label.left, label.middle);
  context.fillStyle = node.kind === 'agent' ? solid(palette.kinds.agent) : palette.ink;
  context.globalAlpha = node.kind === 'agent' || node.kind === 'entity' ? 1 : 0.82;
  context.fillText(text, label.left, label.middle);
  context.globalAlpha = 1;
  context.textBaseline = 'alphabetic';
}

/** Draws the whole sentence of a star in a box, in lines. */
export function drawBox(
  context: CanvasRenderingContext2D,
  {
    x,
    y,
    size,
    label,
  }: { readonly x: number; readonly y: number; readonly size: number; readonly label?: string | null },
  { raised, ink }: { readonly raised: string; readonly ink: string },
): void {
  context.font = `500 13px ${font}`;
  const lines = linesOf(label ?? '', (text) => context.measureText(text).width, 260);
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 20;
  const height = lines.length * 18 + 12;
  const room = context.canvas.getBoundingClientRect();
  const left = x + size + 8 + width > room.width ? x - size - 8 - width : x + size + 8;
  const top = Math.max(4, Math.min(room.height - height - 4, y - height / 2));
  context.fillStyle = raised;
  context.strokeStyle = ink;
  context.globalAlpha = 0.96;
  context.lineWidth = 0.8;
  context.beginPath();
  context.roundRect(left, top, width, height, 8);
  context.fill();
  context.stroke();
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(x, y, size + 3, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = ink;
  for (const [at, line] of lines.entries()) context.fillText(line, left + 10, top + 20 + at * 18);
}

/** A text in lines that are no wider than asked, but for words that are. */
export function linesOf(text: string, widthOf: (text: string) => number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || widthOf(`${line} ${word}`) > most) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
