/** A graph as one sky or as two with the same positions. What can be done with it by pointer, the card and the list can do by keyboard. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CameraState } from 'sigma/types';
import { theme } from '../../state.ts';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';
import { drawGraph, type GraphPicture } from './draw-graph.ts';
import { exportSky, type PictureType } from './export-sky.ts';
import type { Graph } from './graph-in-view.ts';
import type { Hidden } from './graph-question.ts';
import type { Look } from './highlight.ts';
import { keepPlaces, placesOf } from './kept-places.ts';
import { layoutMatrices } from './layout-matrices.ts';
import { radiiIn } from './node-look.ts';
import { prefersStillness } from './prefers-stillness.ts';
import { type Palette, readPalette } from './palette.ts';
import { PictureTools } from './picture-tools.tsx';
import { runLayout } from './run-layout.ts';
import { inSky, type Sky } from './sky.ts';
import { StillSky } from './still-sky.tsx';

/** A sky with its name. */
export interface NamedSky {
  /** Whose it is; missing where there is but one. */
  readonly name?: string;
  readonly sky: Sky;
}

interface PictureProps {
  readonly graph: Graph;
  readonly hidden: Hidden;
  readonly skies: readonly NamedSky[];
  readonly chosen: string | undefined;
  /** Changes with what is filtered: all that is left then comes into view. */
  readonly fitOn: string;
  /** Whether it is a small one without tools. @default false */
  readonly isSmall?: boolean;
  readonly onChoose: (id: string | undefined) => void;
  readonly onExpand: (id: string) => void;
}

/** Whether the browser can draw with WebGL. */
function canDraw(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  // A page may have but a few of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** The graph as a picture. */
export function Picture(props: PictureProps): JSX.Element {
  const { graph, hidden, skies, chosen, fitOn, isSmall = false } = props;
  const isDrawn = useMemo(canDraw, []);
  const isDark = useDark();
  const palette = useMemo(() => readPalette(isDark), [isDark]);
  const looks = useMemo(
    () => skies.map(({ sky }): Look => ({ palette, hidden, sky, chosen })),
    [palette, hidden, skies, chosen],
  );
  const elements = useRef<(HTMLDivElement | null)[]>([]);
  const pictures = usePictures({ elements, props, looks, palette, isDrawn });
  const isMoved = useRef(false);
  const { positions, isSettled } = usePositions(graph, (places) => {
    for (const picture of pictures.current) picture.place(places);
    if (!isMoved.current) pictures.current[0]?.seeAll(true);
  });
  useEffect(() => {
    for (const [at, look] of looks.entries()) pictures.current[at]?.show(look);
  }, [looks]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) pictures.current[0]?.seeAll();
    isFirst.current = false;
  }, [fitOn]);
  useEffect(() => {
    if (chosen !== undefined) pictures.current[0]?.centre(chosen);
  }, [chosen]);
  const touch = (): void => {
    isMoved.current = true;
  };
  return (
    <figure class={styles['figure']} aria-busy={!isSettled}>
      <div class={styles['skies']} onPointerDown={touch} onWheel={touch}>
        {skies.map(({ name, sky }, at) => (
          <div key={at} class={styles['half']}>
            {name !== undefined && <h2 class={styles['skyname']}>{name}</h2>}
            <div
              ref={(element) => {
                elements.current[at] = element;
              }}
              class={styles['picture']}
              role="img"
              aria-label={`${name === undefined ? 'A sky' : `The sky of ${name}`} of ${countOf(sky.shown.size, 'node')}; ${isSmall ? 'the page' : 'the list below'} has it in words.`}
            >
              {!isDrawn && positions !== undefined && looks[at] !== undefined && (
                <StillSky graph={graph} look={looks[at]} positions={positions} onChoose={props.onChoose} />
              )}
            </div>
          </div>
        ))}
      </div>
      {!isSmall && (
        <PictureTools
          isDrawn={isDrawn}
          isSettled={isSettled}
          onZoom={(factor) => pictures.current[0]?.zoom(factor)}
          onWhole={() => pictures.current[0]?.seeAll()}
          onSave={(type) => saveSkies(type, { graph, hidden, skies, looks, pictures: pictures.current })}
        />
      )}
    </figure>
  );
}

interface SavedSkies extends Pick<PictureProps, 'graph' | 'hidden' | 'skies'> {
  readonly looks: readonly Look[];
  readonly pictures: readonly GraphPicture[];
}

/** Saves each sky in a file of its own. */
function saveSkies(type: PictureType, { graph, hidden, skies, looks, pictures }: SavedSkies): void {
  for (const [at, picture] of pictures.entries()) {
    const [look, { name = 'sky' }] = [looks[at], skies[at] ?? {}];
    if (look === undefined) continue;
    const shown = inSky(graph, hidden, look.sky);
    exportSky(type, { frame: picture.frame(), shown, look, name: `madeleine-${name.replace(/[^\w-]+/gu, '-')}` });
  }
}

/** Where the stars stand while they are arranged, and once they are. */
function usePositions(
  graph: Graph,
  onMove: (positions: Float32Array) => void,
): { readonly positions: Float32Array | undefined; readonly isSettled: boolean } {
  const [isSettled, setSettled] = useState(false);
  const [positions, setPositions] = useState<Float32Array>();
  useEffect(() => {
    const places = placesOf(graph);
    const isPlaced = places.every(({ isFixed }) => isFixed);
    setSettled(isPlaced);
    setPositions(Float32Array.from(places.flatMap(({ x, y }) => [x, y])));
    if (isPlaced) return undefined;
    const radii = radiiIn(graph);
    const matrices = layoutMatrices(graph, places, (place) => radii[place] ?? 1);
    return runLayout(matrices, (report) => {
      keepPlaces(graph, report.positions);
      if (report.isSettled || !prefersStillness()) onMove(report.positions);
      if (report.isSettled) setPositions(report.positions);
      setSettled(report.isSettled);
    });
  }, [graph]);
  return { positions, isSettled };
}

interface UsedPictures {
  readonly elements: { readonly current: readonly (HTMLDivElement | null)[] };
  readonly props: PictureProps;
  readonly looks: readonly Look[];
  readonly palette: Palette;
  readonly isDrawn: boolean;
}

/** One picture a sky; what one is looked at from, the other is too. */
function usePictures({ elements, props, looks, palette, isDrawn }: UsedPictures): {
  readonly current: readonly GraphPicture[];
} {
  const { graph, skies, isSmall = false, onChoose, onExpand } = props;
  const pictures = useRef<readonly GraphPicture[]>([]);
  const camera = useRef<CameraState>(undefined);
  useEffect(() => {
    if (!isDrawn) return undefined;
    const places = placesOf(graph);
    pictures.current = looks.flatMap((look, at) => {
      const element = elements.current[at];
      if (element === null || element === undefined) return [];
      const onCamera = (state: CameraState): void => {
        for (const [other, picture] of pictures.current.entries()) {
          if (other !== at && !isSame(picture.camera(), state)) picture.lookFrom(state);
        }
      };
      const options = { places, look, camera: camera.current, isSmall, onChoose, onExpand, onCamera };
      return [drawGraph(element, graph, options)];
    });
    return () => {
      camera.current = pictures.current[0]?.camera();
      for (const picture of pictures.current) picture.remove();
      pictures.current = [];
    };
  }, [graph, skies.length, palette, isDrawn]);
  return pictures;
}

function isSame(one: CameraState, other: CameraState): boolean {
  return one.x === other.x && one.y === other.y && one.ratio === other.ratio && one.angle === other.angle;
}

/** Whether the theme is dark now, as chosen or as the system has it. */
function useDark(): boolean {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const [matches, setMatches] = useState(system.matches);
  useEffect(() => {
    const change = (): void => setMatches(system.matches);
    system.addEventListener('change', change);
    return () => system.removeEventListener('change', change);
  }, []);
  return theme.value === 'system' ? matches : theme.value === 'dark';
}
