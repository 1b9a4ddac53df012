import type { BenchContext } from './lib/context.ts';
import { measureCalls } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { fillAlarms } from './lib/fill-alarms.ts';
import { withAlarmChain } from './lib/root-chain.ts';

const ALARMS = 1_000_000;
const ORIGINATORS = 1_000;
const RUNS = 20;
/** Devices that report, uploads of each, and messages of an upload. */
const SENDERS = 200;
const UPLOADS = 10;
const MESSAGES = 20;
const RAISED = SENDERS * UPLOADS * MESSAGES;
const PATIENCE_MS = 120_000;

const COMMON_TYPE = encodeURIComponent('High temperature');

/** A call and its name in the figures. */
interface Case {
  name: string;
  call: () => Promise<unknown>;
}

async function figureOf(what: string, cases: readonly Case[]): Promise<Figure> {
  const all: number[] = [];
  const p95s: { name: string; p95: number }[] = [];
  for (const { name, call } of cases) {
    await call();
    const { durations } = await measureCalls(RUNS, 1, call);
    all.push(...durations);
    p95s.push({ name, p95: percentile(durations, 0.95) });
  }
  p95s.sort((a, b) => b.p95 - a.p95);
  const slowest = p95s.slice(0, 4).map(({ name, p95 }) => `${name} ${format(p95, 1)} ms`);
  return {
    what,
    measured: `${format(percentile(all, 0.5), 1)} / ${format(percentile(all, 0.95), 1)} ms`,
    budget: '– / < 50 ms',
    reference: '',
    note: `${cases.length} kinds, p50 / p95 through REST; slowest p95: ${slowest.join(', ')}`,
    values: {
      p50: percentile(all, 0.5),
      p95: percentile(all, 0.95),
      ...Object.fromEntries(p95s.map(({ name, p95 }) => [name, p95])),
    },
  };
}

/** Alarms that rules raise: each message of a device is one of a type of its own. */
async function measureRules(context: BenchContext): Promise<Figure> {
  const { api, server } = context;
  const devices = await createDevices(context, 'alarm-sender', SENDERS);
  const run = Date.now().toString(36);
  const count = async (): Promise<number> =>
    (await api.get<{ totalElements: number }>('/api/alarms?pageSize=1&page=0')).totalElements;
  const before = await count();
  const started = performance.now();
  await withAlarmChain(api, async () => {
    await measureCalls(SENDERS * UPLOADS, 32, async (index) => {
      const { token } = devices[index % SENDERS] as (typeof devices)[number];
      const now = Date.now();
      // Each time is a message of its own.
      const points = Array.from({ length: MESSAGES }, (_, at) => ({
        ts: now + at,
        values: { alarmType: `${run} ${index} ${at}`, temperature: 99 },
      }));
      const reply = await fetch(`${server.http}/api/v1/${token}/telemetry`, {
        method: 'POST',
        body: JSON.stringify(points),
      });
      if (!reply.ok) throw new Error(`A device was answered ${reply.status}`);
    });
    while ((await count()) < before + RAISED) {
      if (performance.now() - started > PATIENCE_MS) throw new Error('The alarms of the rules did not come');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const rate = RAISED / ((performance.now() - started) / 1000);
  return {
    what: 'alarms created by rules',
    measured: `${format(rate)} / s`,
    budget: '≥ 2,000 / s',
    reference: '',
    note: `${format(RAISED)} messages by HTTP, ${MESSAGES} an upload, of ${SENDERS} devices; stored, listed and counted beside ${format(ALARMS)}`,
    values: { rate },
  };
}

/** Waits until the server has added all alarms to its tallies: reading what is left of them takes longer. */
async function waitUntilCounted({ api }: BenchContext): Promise<void> {
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; ) {
    const { durations } = await measureCalls(3, 1, () => api.get('/api/alarms?pageSize=1&page=0'));
    if (Math.max(...durations) < 20) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Measures lists and queries over a million alarms, and how fast rules raise them. Takes minutes: runs only when named. */
export async function measureAlarms(context: BenchContext): Promise<Figure[]> {
  const { api } = context;
  const devices = await createDevices(context, 'alarm', ORIGINATORS);
  await fillAlarms(
    context.server.dataDir,
    devices.map(({ id }) => id),
    ALARMS,
  );
  // The next alarm makes the server add what was written to its tallies.
  const [first] = devices;
  // One in nine has a name that begins like this one.
  const second = await api.get<{ name: string }>(`/api/device/${devices[1]?.id}`);
  await api.post('/api/alarm', {
    type: 'bench',
    originator: { entityType: 'DEVICE', id: first?.id },
    severity: 'MINOR',
    status: 'ACTIVE_UNACK',
  });
  await waitUntilCounted(context);
  const byTime = 'sortProperty=createdTime&sortOrder=DESC';
  const list = (name: string, query: string): Case => ({
    name,
    call: () => api.get(`/api/alarms?pageSize=20&fetchOriginator=true&${query}`),
  });
  const since = (days: number): string => `startTime=${Date.now() - days * 86_400_000}`;
  const everything = { type: 'entityType', entityType: 'DEVICE' };
  const find = (name: string, pageLink: object, entityFilter: object = everything): Case => ({
    name,
    call: () =>
      api.post('/api/alarmsQuery/find', {
        entityFilter,
        pageLink: {
          pageSize: 20,
          page: 0,
          sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
          ...pageLink,
        },
        alarmFields: ['createdTime', 'originator', 'type', 'severity', 'status'].map((key) => ({
          type: 'ALARM_FIELD',
          key,
        })),
        entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
      }),
  });
  const pages = [0, 1_000, 25_000, 49_000];
  return [
    await figureOf('1,000,000 alarms: lists, first and far pages', [
      ...pages.map((page) => list(`page ${page}`, `page=${page}&${byTime}`)),
      list('oldest first, far', 'page=30000&sortProperty=createdTime&sortOrder=ASC'),
      list('by severity, far', 'page=20000&sortProperty=severity&sortOrder=ASC'),
      list('by status, far', 'page=40000&sortProperty=status&sortOrder=ASC'),
      ...['startTs', 'endTs'].flatMap((time) =>
        pages.map((page) => list(`by ${time}, page ${page}`, `page=${page}&sortProperty=${time}&sortOrder=DESC`)),
      ),
      list('the last day', `page=0&${byTime}&${since(1)}`),
      list('the last 30 days, far', `page=15000&${byTime}&${since(30)}`),
      { name: 'of a device', call: () => api.get(`/api/alarm/DEVICE/${first?.id}?pageSize=20&page=0&${byTime}`) },
    ]),
    await figureOf('1,000,000 alarms: lists by status', [
      list('active', `page=0&${byTime}&searchStatus=ACTIVE`),
      list('active, far', `page=2000&${byTime}&searchStatus=ACTIVE`),
      list('cleared, far', `page=24000&${byTime}&searchStatus=CLEARED`),
      list('unacknowledged', `page=0&${byTime}&searchStatus=UNACK`),
      list('one status', `page=100&${byTime}&status=ACTIVE_UNACK`),
    ]),
    await figureOf('1,000,000 alarms: queries by status and severity', [
      find('all', {}),
      find('all, far', { page: 25_000 }),
      find('active', { statusList: ['ACTIVE'] }),
      find('critical', { severityList: ['CRITICAL'] }),
      find('critical, far', { severityList: ['CRITICAL'], page: 5_000 }),
      find('critical and active', { severityList: ['CRITICAL'], statusList: ['ACTIVE'] }),
      find('active of the last day', { statusList: ['ACTIVE'], timeWindow: 86_400_000 }),
    ]),
    await figureOf(
      '1,000,000 alarms: queries of a ninth of the devices, first and middle pages',
      ['createdTime', 'startTs', 'endTs', 'severity'].flatMap((key) =>
        [0, 2_500].map((page) =>
          find(
            `by ${key}, page ${page}`,
            { page, sortOrder: { key: { type: 'ALARM_FIELD', key }, direction: 'DESC' } },
            { type: 'entityName', entityType: 'DEVICE', entityNameFilter: second.name },
          ),
        ),
      ),
    ),
    await figureOf('1,000,000 alarms: by type and by text', [
      list('a rare type', `page=0&${byTime}&type=Type%205`),
      list('a common type', `page=0&${byTime}&type=${COMMON_TYPE}`),
      list('a common type, far', `page=7000&${byTime}&type=${COMMON_TYPE}`),
      list('a common type, critical', `page=100&${byTime}&type=${COMMON_TYPE}&severity=CRITICAL`),
      list('a common type, active', `page=0&${byTime}&type=${COMMON_TYPE}&searchStatus=ACTIVE`),
      list('a common type, last day', `page=0&${byTime}&type=${COMMON_TYPE}&${since(1)}`),
      list('a rare text', `page=0&${byTime}&textSearch=Type%20517`),
      list('a common text', `page=0&${byTime}&textSearch=temperature`),
      list('a common text, far', `page=7000&${byTime}&textSearch=temperature`),
      list('a common text, active', `page=0&${byTime}&textSearch=type&searchStatus=ACTIVE`),
      list('a common text by severity', 'page=0&sortProperty=severity&sortOrder=ASC&textSearch=temperature'),
      list('a severity as text', `page=0&${byTime}&textSearch=crit`),
      find('a common type', { typeList: ['High temperature'] }),
      find('a common type, critical', { typeList: ['High temperature'], severityList: ['CRITICAL'] }),
      find('a rare type', { typeList: ['Type 5'] }),
      find('a common text', { textSearch: 'temperature' }),
    ]),
    await measureRules(context),
  ];
}
