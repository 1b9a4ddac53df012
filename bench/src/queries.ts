import { type Figure, format, percentile } from './lib/figures.ts';
import { callApi, runAlone, type Target } from './lib/standalone.ts';

const DEVICES = 1000;
const RUNS = 60;
/** Device type of the measured devices, so that others do not count. */
const TYPE = 'bench query';

const field = (key: string) => ({ type: 'ENTITY_FIELD', key });
const series = (key: string) => ({ type: 'TIME_SERIES', key });

/** Creates devices with five latest values each; devices of an earlier run are reused. */
async function prepare(target: Target): Promise<void> {
  const count = await callApi<number>(target, 'POST', '/api/entitiesQuery/count', {
    entityFilter: { type: 'deviceType', deviceType: TYPE },
  });
  for (let index = count; index < DEVICES; index++) {
    const name = `${TYPE} ${Date.now().toString(36)} ${index}`;
    const device = await callApi<{ id: { id: string } }>(target, 'POST', '/api/device', { name, type: TYPE });
    await callApi(target, 'POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, {
      // Every fiftieth device is hot: 20 of 1,000.
      temperature: index % 50 === 0 ? 95.5 : 20.5,
      humidity: index % 100,
      level: index,
      state: 'on',
      active: true,
    });
  }
}

async function timed(target: Target, query: unknown): Promise<{ durations: number[]; rows: number }> {
  const durations: number[] = [];
  let rows = 0;
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now();
    const page = await callApi<{ data: unknown[] }>(target, 'POST', '/api/entitiesQuery/find', query);
    // The first runs warm up the server.
    if (run >= 10) durations.push(performance.now() - from);
    rows = page.data.length;
  }
  return { durations, rows };
}

/** Measures entity queries as dashboards send them: latest values of many devices, and a filter by a latest value. */
export async function measureQueries(target: Target): Promise<Figure[]> {
  await prepare(target);
  const query = {
    entityFilter: { type: 'deviceType', deviceType: TYPE },
    pageLink: { pageSize: DEVICES, page: 0, sortOrder: { key: field('createdTime'), direction: 'DESC' } },
    entityFields: [field('name'), field('label'), field('additionalInfo')],
    latestValues: [series('temperature'), series('humidity')],
  };
  const predicate = { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 90 } };
  const latest = await timed(target, query);
  const filtered = await timed(target, { ...query, keyFilters: [{ key: series('temperature'), predicate }] });
  const figure = (what: string, budget: string, reference: string, run: typeof latest): Figure => ({
    what,
    measured: `${format(percentile(run.durations, 0.5), 1)} ms`,
    budget,
    reference,
    note: `${run.rows} rows, p95 ${format(percentile(run.durations, 0.95), 1)} ms, through REST, reply included`,
    values: {
      rows: run.rows,
      median: percentile(run.durations, 0.5),
      p95: percentile(run.durations, 0.95),
      fastest: Math.min(...run.durations),
    },
  });
  return [
    figure('latest values of 1,000 devices by entity query, median', '≤ 15 ms', '19 ms', latest),
    figure('filter by a latest value, 20 of 1,000, median', '≤ 8 ms', '10 ms', filtered),
  ];
}

await runAlone(import.meta.url, measureQueries);
