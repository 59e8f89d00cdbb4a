/** From where a part of a sky is seen as a whole. */
import type { CameraState, Coordinates } from 'sigma/types';

/** What this needs of sigma. */
interface Stage {
  getDimensions(): { readonly width: number; readonly height: number };
  getCamera(): Pick<CameraState, 'ratio' | 'angle'>;
  viewportToFramedGraph(place: Coordinates): Coordinates;
}

/** Pixels at each side that tools cover. */
export interface Covered {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Room around what is looked at, as a share of it. */
const room = 1.08;
/** How near it may come by itself. */
const nearest = 0.08;

/** The camera that sees all of some places, beside what covers the picture. */
export function cameraOn(stage: Stage, places: readonly Coordinates[], covered: Covered): CameraState {
  const { width, height } = stage.getDimensions();
  const { ratio, angle } = stage.getCamera();
  if (places.length === 0) return { x: 0.5, y: 0.5, ratio: 1, angle };
  const [left, right] = endsOf(places.map(({ x }) => x));
  const [bottom, top] = endsOf(places.map(({ y }) => y));
  const [from, to] = [
    stage.viewportToFramedGraph({ x: 0, y: 0 }),
    stage.viewportToFramedGraph({ x: width, y: height }),
  ];
  // What a pixel is worth at a ratio of 1.
  const pixel = Math.abs(to.x - from.x) / ratio / Math.max(1, width);
  const free = {
    width: Math.max(width / 3, width - covered.left - covered.right),
    height: Math.max(height / 3, height - covered.top - covered.bottom),
  };
  const needed = Math.max((right - left) / (free.width * pixel), (top - bottom) / (free.height * pixel)) * room;
  const near = Math.min(2, Math.max(nearest, needed));
  return {
    x: (left + right) / 2 - ((covered.left - covered.right) / 2) * pixel * near,
    y: (bottom + top) / 2 - ((covered.bottom - covered.top) / 2) * pixel * near,
    ratio: near,
    angle,
  };
}

function endsOf(numbers: readonly number[]): readonly [least: number, most: number] {
  return numbers.reduce<readonly [number, number]>(
    ([least, most], one) => [Math.min(least, one), Math.max(most, one)],
    [Infinity, -Infinity],
  );
}
