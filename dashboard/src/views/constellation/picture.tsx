/** The graph as a picture, or in words why there is none. What can be done with it by pointer, the list below can do by keyboard. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CameraState } from 'sigma/types';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notices.tsx';
import { theme } from '../../state.ts';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';
import { drawGraph, type GraphPicture } from './draw-graph.ts';
import type { Graph } from './graph-in-view.ts';
import type { Hidden } from './graph-question.ts';
import type { Look } from './highlight.ts';
import { keepPlaces, placesOf } from './kept-places.ts';
import { layoutMatrices } from './layout-matrices.ts';
import { prefersStillness } from './prefers-stillness.ts';
import { readPalette } from './palette.ts';
import { runLayout } from './run-layout.ts';

interface PictureProps {
  readonly graph: Graph;
  readonly hidden: Hidden;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** Whether the browser can draw with WebGL. */
export function canDraw(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  // A page may have but a few of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** The graph as a picture. */
export function Picture({ graph, hidden, chosen, onChoose }: PictureProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const picture = useRef<GraphPicture>(null);
  const camera = useRef<CameraState>(undefined);
  const [isSettled, setSettled] = useState(false);
  const isDark = useDark();
  const palette = useMemo(readPalette, [isDark]);
  const look = useMemo<Look>(() => ({ palette, hidden, chosen }), [palette, hidden, chosen]);
  useEffect(() => {
    if (element.current === null) return;
    const places = placesOf(graph);
    const shown = drawGraph(element.current, graph, { places, look, camera: camera.current, onChoose });
    picture.current = shown;
    const isPlaced = places.every(({ isFixed }) => isFixed);
    setSettled(isPlaced);
    const stop = isPlaced
      ? undefined
      : runLayout(layoutMatrices(graph, places), (report) => {
          if (report.isSettled || !prefersStillness()) shown.place(report.positions);
          keepPlaces(graph, report.positions);
          setSettled(report.isSettled);
        });
    return () => {
      stop?.();
      camera.current = shown.camera();
      shown.remove();
    };
  }, [graph]);
  useEffect(() => picture.current?.show(look), [look]);
  useEffect(() => {
    if (chosen !== undefined) picture.current?.centre(chosen);
  }, [chosen]);
  return (
    <figure class={styles['figure']}>
      <div
        ref={element}
        class={styles['picture']}
        role="img"
        aria-label={`A graph of ${countOf(graph.nodes.length, 'node')} and ${countOf(graph.edges.length, 'edge')}; the list below has it in words.`}
      />
      <figcaption class={styles['tools']}>
        <Button onClick={() => picture.current?.zoom(1.6)}>Nearer</Button>
        <Button onClick={() => picture.current?.zoom(1 / 1.6)}>Farther</Button>
        <Button onClick={() => picture.current?.whole()}>Whole picture</Button>
        <span role="status">{isSettled ? '' : 'Arranging …'}</span>
      </figcaption>
    </figure>
  );
}

/** What is said where nothing can be drawn. */
export function NoPicture(): JSX.Element {
  return (
    <Notice>This browser cannot draw the picture, for it has no WebGL. The list below shows the same in words.</Notice>
  );
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
