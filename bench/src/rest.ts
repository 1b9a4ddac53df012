import type { BenchContext } from './lib/context.ts';
import { measureCalls } from './lib/context.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { fillDevices } from './lib/fill.ts';

/** Entities created one by one, by so many callers at the same time. */
const CREATED = 3_000;
const CALLERS = [8, 32] as const;
const LIST = '/api/tenant/deviceInfos?pageSize=20&page=0';

async function listFigure(context: BenchContext, devices: number): Promise<Figure> {
  const variants = [
    `${LIST}&sortProperty=createdTime&sortOrder=DESC`,
    `${LIST}&sortProperty=name&sortOrder=ASC`,
    `${LIST}&sortProperty=createdTime&sortOrder=DESC&textSearch=${encodeURIComponent('bench 0')}`,
  ];
  for (const variant of variants) await context.api.get(variant);
  const one = await measureCalls(300, 1, (index) => context.api.get(variants[index % variants.length] as string));
  const many = await measureCalls(2_000, 16, () => context.api.get(variants[0] as string));
  const rate = 2_000 / many.seconds;
  return {
    what: `device list page at ${format(devices)} devices: p50 / p99; 16 callers at once`,
    measured: `${format(percentile(one.durations, 0.5), 1)} / ${format(percentile(one.durations, 0.99), 1)} ms; ${format(rate)} / s`,
    budget: 'p95 < 50 ms; ≥ 1,000 / s',
    reference: '9–21 ms at 11,000; 205 / s',
    note: `p95 ${format(percentile(one.durations, 0.95), 1)} ms over sort by time, by name, and text search; the caller shares the 2 cores`,
    values: {
      devices,
      p50: percentile(one.durations, 0.5),
      p95: percentile(one.durations, 0.95),
      p99: percentile(one.durations, 0.99),
      rate,
    },
  };
}

/** Measures how many of something are created by few callers, and by many. */
async function creationFigure(
  what: string,
  reference: string,
  create: (index: number) => Promise<unknown>,
): Promise<Figure> {
  const [few, many] = CALLERS;
  const byFew = await measureCalls(CREATED, few, create);
  const byMany = await measureCalls(CREATED, many, (index) => create(CREATED + index));
  const [rate, rateOfMany] = [CREATED / byFew.seconds, CREATED / byMany.seconds];
  return {
    what: `create ${what} by REST, one each call, ${few} and ${many} callers`,
    measured: `${format(rate)} / s; ${format(rateOfMany)} / s`,
    budget: '≥ 1,200 / s',
    reference,
    note: `with all that goes with it (credentials, audit log, message to the rules); p99 ${format(percentile(byFew.durations, 0.99), 0)} and ${format(percentile(byMany.durations, 0.99), 0)} ms; the callers share the cores`,
    values: { rate, rateOfMany, p99: percentile(byFew.durations, 0.99) },
  };
}

/** Measures device lists with 100 and with many devices, and the creation of devices. */
export async function measureRest(context: BenchContext, manyDevices: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const create = (index: number) =>
    context.api.post<{ id: { id: string } }>('/api/device', {
      name: `bench ${String(index).padStart(7, '0')}`,
      type: 'default',
    });
  const first = await create(0);
  await measureCalls(79, 8, (index) => create(index + 1));
  figures.push(await listFigure(context, 100));

  figures.push(
    await creationFigure('a device', '80–190 / s', (index) => create(index + 80)),
    await creationFigure('an asset', '', (index) =>
      context.api.post('/api/asset', { name: `bench asset ${index}`, type: 'building' }),
    ),
  );
  const { data: devices } = await context.api.get<{ data: { id: object }[] }>(
    '/api/tenant/devices?pageSize=100&page=0',
  );
  figures.push(
    await creationFigure('a relation', '', (index) =>
      context.api.post('/api/relation', {
        from: devices[index % devices.length]?.id,
        to: devices[(index * 7 + 1) % devices.length]?.id,
        type: `bench ${index}`,
      }),
    ),
  );
  await fillDevices(context.server.dataDir, first.id.id, 2 * CREATED + 80, manyDevices);
  // Makes the server refresh its cached counts.
  await create(manyDevices);
  figures.push(await listFigure(context, manyDevices));
  return figures;
}
