import type { BenchContext } from './lib/context.ts';
import { measureCalls } from './lib/context.ts';
import { type Figure, format, percentile } from './lib/figures.ts';

const POINTS = 1_000_000;
const POINTS_A_REQUEST = 1_000;
const STEP_MS = 1_000;

/** Measures a million points of one series: written by REST, then read in buckets and raw. */
export async function measurePoints(context: BenchContext): Promise<Figure[]> {
  const device = await context.api.post<{ id: { id: string } }>('/api/device', {
    name: 'bench points',
    type: 'default',
  });
  const base = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  const start = end - POINTS * STEP_MS;
  const written = await measureCalls(POINTS / POINTS_A_REQUEST, 4, (index) => {
    const from = start + index * POINTS_A_REQUEST * STEP_MS;
    const points = Array.from({ length: POINTS_A_REQUEST }, (_unused, at) => ({
      ts: from + at * STEP_MS,
      values: { temperature: Math.round((20 + 5 * Math.sin((index * 1000 + at) / 3000) + Math.random()) * 100) / 100 },
    }));
    return context.api.post(`${base}/timeseries/ANY`, points);
  });
  const rate = POINTS / written.seconds;
  // Background work of the writes must end first, so that only reads are measured.
  await new Promise((resolve) => setTimeout(resolve, 5_000));

  const interval = (POINTS * STEP_MS) / 500;
  const history = `${base}/values/timeseries?keys=temperature&startTs=${start}&endTs=${end}`;
  const aggregate = await measureCalls(15, 1, () =>
    context.api.get(`${history}&agg=AVG&interval=${interval}&limit=500`),
  );
  const raw = await measureCalls(15, 1, () => context.api.get(`${history}&limit=5000&orderBy=DESC`));
  return [
    {
      what: 'points by REST, 1,000 a request, 4 callers',
      measured: `${format(rate)} / s`,
      budget: '≥ 60,000 / s',
      reference: '37,900 / s',
      note: 'durable when answered',
      values: { rate },
    },
    {
      what: '1,000,000 points averaged into 500 buckets, median',
      measured: `${format(percentile(aggregate.durations, 0.5), 1)} ms`,
      budget: '< 60 ms',
      reference: '246 ms',
      note: 'through REST, reply included',
      values: { median: percentile(aggregate.durations, 0.5), p95: percentile(aggregate.durations, 0.95) },
    },
    {
      what: '5,000 newest raw points, median',
      measured: `${format(percentile(raw.durations, 0.5), 1)} ms`,
      budget: '< 40 ms',
      reference: '530 ms',
      note: 'through REST, reply included',
      values: { median: percentile(raw.durations, 0.5), p95: percentile(raw.durations, 0.95) },
    },
  ];
}
