/** The same counts as the bars, as a table; each stretch of time leads to a closer look at it. */
import type { TimelineBucket, TimelineBucketSize } from 'madeleine';
import type { JSX } from 'preact';
import { hrefOf, route } from '../../route.ts';
import type { Wire } from '../../wire.ts';
import { numberOf } from '../../words.ts';
import { bucketSpan } from './time-span.ts';
import { bucketWords, kinds, kindWords } from './time-words.ts';
import styles from './time-view.module.css';

interface KindTableProps {
  readonly bucket: TimelineBucketSize;
  readonly buckets: readonly Wire<TimelineBucket>[];
  /** When the last stretch ends. */
  readonly to: string;
}

/** How often each kind of event came about, as a table. */
export function KindTable({ bucket, buckets, to }: KindTableProps): JSX.Element {
  const { view, params } = route.value;
  const rows = buckets.flatMap((one, at) => {
    if (kinds.every((kind) => one[kind] === 0)) return [];
    const href = hrefOf(view, { ...params, span: 'own', bucket: undefined, ...bucketSpan(buckets, [at, at], to) });
    return [{ ...one, href, words: bucketWords(one.at, bucket) }];
  });
  return (
    <details>
      <summary>The same as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard. */}
      <section class={styles['box']} aria-label="How often, as a table" tabIndex={0}>
        <table class={styles['table']}>
          <thead>
            <tr>
              <th scope="col">From</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {kindWords[kind].name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.at}>
                <th scope="row">
                  <a href={row.href}>{row.words}</a>
                </th>
                {kinds.map((kind) => (
                  <td key={kind}>{numberOf(row[kind])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p class={styles['quiet']}>Stretches in which nothing came about are left out.</p>
      </section>
    </details>
  );
}
