/** The colours of the picture, read from the theme: WebGL knows nothing of the tokens of theme.css. */
import { kinds, type NodeKind, nodeKinds } from '../../components/kinds.ts';
import { type MarkedKind, markedKinds, markTokens } from './edge-kinds.ts';

/** Red, green and blue, 0..255. */
type Rgb = readonly [number, number, number];

/** The colours of the picture. */
export interface Palette {
  readonly isNight: boolean;
  readonly kinds: Readonly<Record<NodeKind, Rgb>>;
  /** Of the edges that have colours of their own. */
  readonly marks: Readonly<Record<MarkedKind, Rgb>>;
  readonly edge: Rgb;
  readonly accent: Rgb;
  /** The sky, what lies behind words, and the words: as CSS has them. */
  readonly sky: string;
  readonly raised: string;
  readonly ink: string;
}

/** Reads the colours as they are now. */
export function readPalette(isNight: boolean): Palette {
  const probe = document.body.appendChild(document.createElement('span'));
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const each = <Name extends string>(names: readonly Name[], token: (name: Name) => string): Record<Name, Rgb> =>
    Object.fromEntries(names.map((name) => [name, rgbOf(colour(token(name)))])) as Record<Name, Rgb>;
  const palette: Palette = {
    isNight,
    kinds: each(nodeKinds, (kind) => kinds[kind].token),
    marks: each(markedKinds, (kind) => markTokens[kind]),
    edge: rgbOf(colour('--sky-line')),
    accent: rgbOf(colour('--accent')),
    sky: colour('--sky'),
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

/** A colour as CSS and SVG have it. */
export function solid(colour: Rgb): string {
  return `rgb(${colour.join(', ')})`;
}

function rgbOf(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
