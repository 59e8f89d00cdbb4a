/** Where labels stand beside their stars, so that none covers another. Pure, so that it can be tested without a browser. */

/** A label that wants a place, in pixels. */
export interface WantedLabel {
  readonly id: string;
  /** The middle of its star. */
  readonly x: number;
  readonly y: number;
  /** The radius of its star. */
  readonly radius: number;
  readonly width: number;
  readonly height: number;
}

/** A label with the left end of its middle line. */
export interface PlacedLabel extends WantedLabel {
  readonly left: number;
  readonly middle: number;
}

/** Where labels may stand, in pixels. */
export interface LabelArea {
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels between a star and its label, and around a label. */
const gap = 4;

/**
 * Places labels, the first before the others: to the right of its star, to the left, below or above. One that finds no
 * room free of labels and of the stars that have one is left out.
 */
export function placeLabels(wanted: readonly WantedLabel[], area: LabelArea, most: number): readonly PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  const taken: Box[] = [];
  for (const label of wanted) {
    if (placed.length >= most) break;
    if (!isIn(area, label)) continue;
    const place = sidesOf(label).find((one) => isFree(boxOf(one, label), area, taken));
    if (place === undefined) continue;
    placed.push({ ...label, ...place });
    taken.push(boxOf(place, label), starOf(label));
  }
  return placed;
}

type Side = Pick<PlacedLabel, 'left' | 'middle'>;

function sidesOf({ x, y, radius, width, height }: WantedLabel): readonly Side[] {
  const away = radius + gap;
  return [
    { left: x + away, middle: y },
    { left: x - away - width, middle: y },
    { left: x - width / 2, middle: y + away + height / 2 },
    { left: x - width / 2, middle: y - away - height / 2 },
  ];
}

function boxOf({ left, middle }: Side, { width, height }: WantedLabel): Box {
  return { left: left - gap, right: left + width + gap, top: middle - height / 2, bottom: middle + height / 2 };
}

function starOf({ x, y, radius }: WantedLabel): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function isIn({ width, height }: LabelArea, { x, y }: WantedLabel): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

function isFree(box: Box, area: LabelArea, taken: readonly Box[]): boolean {
  if (box.left < 0 || box.right > area.width || box.top < 0 || box.bottom > area.height) return false;
  return taken.every(
    ({ left, right, top, bottom }) => box.right <= left || right <= box.left || box.bottom <= top || bottom <= box.top,
  );
}
