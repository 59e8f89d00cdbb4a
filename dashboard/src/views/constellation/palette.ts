/** The colours of the picture, read from the theme: WebGL knows nothing of the tokens of theme.css. */
import { kinds, type NodeKind, nodeKinds } from '../../components/kinds.ts';

/** Red, green and blue, 0..255. */
type Rgb = readonly [number, number, number];

/** The colours of the picture. */
export interface Palette {
  readonly kinds: Readonly<Record<NodeKind, Rgb>>;
  readonly edge: Rgb;
  readonly accent: Rgb;
  /** Behind the words of the node under the pointer, and those words: as CSS has them. */
  readonly raised: string;
  readonly ink: string;
}

/** Reads the colours as they are now. */
export function readPalette(): Palette {
  const probe = document.body.appendChild(document.createElement('span'));
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    kinds: Object.fromEntries(nodeKinds.map((kind) => [kind, rgbOf(colour(kinds[kind].token))])) as Palette['kinds'],
    edge: rgbOf(colour('--ink-soft')),
    accent: rgbOf(colour('--accent')),
    raised: colour('--raised'),
    ink: colour('--ink'),
  };
  probe.remove();
  return palette;
}

/**
 * A colour that lets through what lies behind it.
 *
 * @param opacity - 0..1; steps of a fiftieth are all that is told apart.
 */
export function translucent(colour: Rgb, opacity: number): string {
  const alpha = Math.round(opacity * 50) / 50;
  // sigma blends colours as though they were multiplied by their opacity already.
  const [red, green, blue] = colour.map((part) => Math.round(part * alpha));
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}

function rgbOf(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
