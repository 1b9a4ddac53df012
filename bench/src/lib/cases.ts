import { setTimeout as delay } from 'node:timers/promises';
import { measureCalls } from './context.ts';
import { type Figure, format, percentile } from './figures.ts';

const RUNS = 5;
/** Kinds whose first call takes longer are named. */
const SLOW_FIRST_MS = 50;
/** What a slow call makes the server look up in the background, for the calls after it, gets so long to end. */
const SLOW_MS = 30;
const PAUSE_MS = 1_000;

/** A call and its name in the figures. */
export interface Case {
  name: string;
  call: () => Promise<unknown>;
}

/** Measures each case several times; the first time separately, since counts are cached afterwards. */
async function figureOf(what: string, budget: string, cases: readonly Case[]): Promise<Figure> {
  const all: number[] = [];
  const medians: { name: string; median: number }[] = [];
  const firsts: { name: string; first: number }[] = [];
  for (const { name, call } of cases) {
    const started = performance.now();
    await call();
    const first = performance.now() - started;
    firsts.push({ name, first });
    if (first > SLOW_MS) await delay(PAUSE_MS);
    const { durations } = await measureCalls(RUNS, 1, call);
    all.push(...durations);
    medians.push({ name, median: percentile(durations, 0.5) });
  }
  medians.sort((a, b) => b.median - a.median);
  firsts.sort((a, b) => b.first - a.first);
  const slowFirsts = firsts.filter(({ first }) => first > SLOW_FIRST_MS);
  const slowest = medians.slice(0, 4).map(({ name, median }) => `${name} ${format(median)} ms`);
  const firstP95 = percentile(
    firsts.map(({ first }) => first),
    0.95,
  );
  return {
    what,
    measured: `${format(percentile(all, 0.5), 1)} / ${format(percentile(all, 0.95), 1)} ms`,
    budget,
    reference: '',
    note: `${cases.length} kinds; first time p95 ${format(firstP95)} ms; slowest: ${slowest.join(', ')}`,
    values: {
      p50: percentile(all, 0.5),
      p95: percentile(all, 0.95),
      firstP95,
      ...Object.fromEntries(medians.map(({ name, median }) => [name, median])),
      ...Object.fromEntries(slowFirsts.map(({ name, first }) => [`first time: ${name}`, first])),
    },
  };
}

/** What is measured, and how. */
export type Measurement = [what: string, measure: (what: string) => Promise<Figure>];

export const measurement = (what: string, budget: string, cases: readonly Case[]): Measurement => [
  what,
  () => figureOf(what, budget, cases),
];
