import { expect, test } from 'vitest';
import { HubMetrics } from '../../../../src/cli/hub/hub-metrics.ts';

const vitals = { open: 2, awayMs: 1500, lostRaces: 3, writesBehind: 1, writesWaiting: 4 };

test('the metrics of a hub are a histogram of each verb, outcomes, and how its spaces are', () => {
  const metrics = new HubMetrics();
  metrics.hear(5);
  metrics.count('recall', 0.003);
  metrics.count('recall', 0.2);
  metrics.count('observe', 99, 'CONFLICT');
  const lines = metrics.text(vitals).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE madeleine_call_seconds histogram',
      'madeleine_call_seconds_bucket{verb="recall",le="0.0025"} 0',
      'madeleine_call_seconds_bucket{verb="recall",le="0.005"} 1',
      'madeleine_call_seconds_bucket{verb="recall",le="0.25"} 2',
      'madeleine_call_seconds_bucket{verb="recall",le="+Inf"} 2',
      'madeleine_call_seconds_sum{verb="recall"} 0.203',
      'madeleine_call_seconds_count{verb="recall"} 2',
      'madeleine_call_seconds_bucket{verb="observe",le="60"} 0',
      'madeleine_call_seconds_bucket{verb="observe",le="+Inf"} 1',
      'madeleine_calls_total{verb="recall",outcome="ok"} 2',
      'madeleine_calls_total{verb="observe",outcome="CONFLICT"} 1',
      'madeleine_calls_open 5',
      'madeleine_spaces_open 2',
      'madeleine_lost_races_total 3',
      'madeleine_writes_waiting 4',
      'madeleine_index_behind_writes 1',
      'madeleine_store_away_seconds 1.5',
    ]),
  );
  const sample = /^([a-z_]+)(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? \d+(\.\d+)?(e-\d+)?$/;
  expect(lines.filter((line) => line !== '' && !line.startsWith('# ') && !sample.test(line))).toEqual([]);
  expect(lines.at(-1)).toBe('');
});
