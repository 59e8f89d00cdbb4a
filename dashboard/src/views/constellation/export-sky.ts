/** Saves what is seen of a sky as a picture. */
import { saveFile } from '../../components/save-file.ts';
import type { SkyFrame } from './draw-graph.ts';
import { textOf } from './draw-labels.ts';
import type { GraphInView } from './graph-in-view.ts';
import type { Look } from './highlight.ts';
import { skyShapes, svgText } from './sky-svg.ts';

/** The kinds of files. */
export const pictureTypes = ['png', 'svg'] as const;
/** A kind of file. */
export type PictureType = (typeof pictureTypes)[number];

interface SavedSky {
  readonly frame: SkyFrame;
  readonly shown: GraphInView;
  readonly look: Look;
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** Saves a sky. */
export function exportSky(type: PictureType, sky: SavedSky): void {
  if (type === 'svg') saveFile(svgOf(sky), `${sky.name}.svg`);
  else drawnTogether(sky).toBlob((file) => file !== null && saveFile(file, `${sky.name}.png`));
}

function svgOf({ frame, shown, look }: SavedSky): Blob {
  const nodes = new Map(shown.nodes.map((node) => [node.id, node]));
  const labels = frame.labels.flatMap((label) => {
    const node = nodes.get(label.id);
    return node === undefined ? [] : [{ ...label, text: textOf(node) }];
  });
  const { width, height, stars } = frame;
  const shapes = skyShapes({
    width,
    height,
    stars,
    nodes,
    edges: shown.edges,
    replaced: look.sky.replaced,
    labels,
    palette: look.palette,
  });
  return new Blob([svgText(shapes, width, height)], { type: 'image/svg+xml' });
}

/** The layers of a frame on one canvas; all before the next turn, while WebGL still has what it drew. */
function drawnTogether({ frame: { layers }, look }: SavedSky): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...layers.map(({ width }) => width));
  canvas.height = Math.max(...layers.map(({ height }) => height));
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.fillStyle = look.palette.sky;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers) context.drawImage(layer, 0, 0);
  return canvas;
}
