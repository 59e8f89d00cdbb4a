/** The fading of a belief, drawn. */
import type { JSX } from 'preact';
import { dayOf } from '../../words.ts';
import { archiveThreshold, type DecayCurve, decayCurve, type Fading, recallThreshold } from './decay.ts';
import styles from './decay-chart.module.css';

const width = 340;
const height = 132;
/** What is free beside, above and below the curve; below stand the days. */
const left = 8;
const top = 8;
const foot = 20;

/** The strength of a belief over time, with the thresholds of recall and of the archive. */
export function DecayChart({ belief }: { readonly belief: Fading }): JSX.Element {
  const curve = decayCurve(belief, new Date());
  const first = curve.points[0]?.at ?? 0;
  const last = curve.points.at(-1)?.at ?? first + 1;
  const x = (at: number): number => left + ((at - first) / (last - first)) * (width - 2 * left);
  const y = (strength: number): number => top + (1 - strength) * (height - foot - top);
  const path = curve.points.map(({ at, strength }) => `${x(at).toFixed(1)},${y(strength).toFixed(1)}`).join(' ');
  return (
    <figure class={styles['chart']}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={fadingWords(belief, curve)}>
        <Threshold at={y(recallThreshold)} words="0.3 recall" />
        <Threshold at={y(archiveThreshold)} words="0.1 archive" />
        <line class={styles['axis']} x1={left} x2={width - left} y1={y(0)} y2={y(0)} />
        <polyline class={styles['curve']} points={path} />
        <circle class={styles['now']} cx={x(curve.now.at)} cy={y(curve.now.strength)} r="5" />
        <text class={styles['words']} x={left} y={height - 5}>
          {dayOf(new Date(first).toISOString())}
        </text>
        <text class={styles['words']} x={width - left} y={height - 5} text-anchor="end">
          {dayOf(new Date(last).toISOString())}
        </text>
      </svg>
      <figcaption class={styles['caption']}>{fadingWords(belief, curve)}</figcaption>
    </figure>
  );
}

function Threshold({ at, words }: { readonly at: number; readonly words: string }): JSX.Element {
  return (
    <>
      <line class={styles['threshold']} x1={left} x2={width - left} y1={at} y2={at} />
      <text class={styles['words']} x={left} y={at - 3}>
        {words}
      </text>
    </>
  );
}

function fadingWords({ permanent, halfLifeDays }: Fading, { now, fadesAt, archivedAt }: DecayCurve): string {
  const strength = `Strength ${now.strength.toFixed(2)} now`;
  if (permanent) return `${strength}; it does not fade.`;
  const day = (at: number): string => dayOf(new Date(at).toISOString());
  const passes = (at: number | undefined, words: string): string =>
    at === undefined ? '' : `; ${words} ${at <= now.at ? 'since' : 'from'} ${day(at)}`;
  const halves = `halves every ${Math.round(halfLifeDays)} days`;
  return `${strength}, ${halves}${passes(fadesAt, 'faded')}${passes(archivedAt, 'archived')}.`;
}
