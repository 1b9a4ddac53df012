/**
 * Measures a real server on this machine and prints each figure next to its budget and to that of ThingsBoard CE 3.3.2
 * on the same kind of machine. It never passes or fails: figures depend on the machine and its other load.
 */
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { TENANT } from '../../e2e/harness/api.ts';
import { startServer, type TestServer } from '../../e2e/harness/server.ts';
import { measureAlarms } from './alarms.ts';
import { measureBrowser } from './browser.ts';
import { measureCharts } from './charts.ts';
import { measureCoap } from './coap.ts';
import { measureFairness } from './fairness.ts';
import { measureFirstLooks } from './first-looks.ts';
import { measureFuzz } from './fuzz.ts';
import { measureGateway } from './gateway.ts';
import { measureGauges } from './gauges.ts';
import { measureIdleConnections } from './idle-connections.ts';
import { measureImport } from './import.ts';
import { measureIngest } from './ingest.ts';
import { measureKill } from './kill.ts';
import { type BenchContext, openContext } from './lib/context.ts';
import { type Figure, table } from './lib/figures.ts';
import type { Target } from './lib/standalone.ts';
import { measureLive } from './live.ts';
import { measureLwm2m } from './lwm2m.ts';
import { measureMillion } from './million.ts';
import { measurePoints } from './points.ts';
import { measureQueries } from './queries.ts';
import { measureRest } from './rest.ts';
import { measureEditor } from './rule-chain-editor.ts';
import { measureSnmp } from './snmp.ts';
import { measureStart } from './start.ts';
import { measureUpdates } from './updates.ts';
import { measureUpdatesMemory } from './updates-memory.ts';

/** Rule nodes may call servers that parts start on this machine. */
const SETTINGS = { SIGNALBOX_OUTBOUND_ALLOWED: '127.0.0.0/8' };

interface Part {
  title: string;
  measure: (context: BenchContext) => Promise<Figure[]>;
  /** Takes minutes: runs only when named. */
  onlyByName?: boolean;
}

const target = ({ server, api }: BenchContext): Target => ({ address: server.http, token: api.token });

/** How much is measured. */
interface Sizes {
  manyDevices: number;
  fleet: number;
  /** Of the large fleet: what matches it. */
  only: RegExp;
  /** Of messages of anybody. */
  seconds: number;
  /** Idle ones. */
  connections: number;
  /** Of updates, whose memory is measured; 0: how soon they are drawn. */
  minutes: number;
}

/** Parts that need a running server, in the order that disturbs the figures least. */
function partsOf({ manyDevices, fleet, only, seconds, connections, minutes }: Sizes): Record<string, Part> {
  return {
    live: { title: 'live updates', measure: (context) => measureLive(target(context)) },
    browser: { title: 'first visits and a busy dashboard in a browser', measure: measureBrowser },
    gauges: { title: 'gauges whose values change all the time', measure: measureGauges },
    updates:
      minutes > 0
        ? { title: 'memory while widgets are updated', measure: (context) => measureUpdatesMemory(context, minutes) }
        : {
            title: 'updates of many widgets until they are drawn',
            measure: (context) => measureUpdates(context, only),
          },
    charts: { title: 'a chart of many points', measure: measureCharts },
    editor: { title: 'the editor of rule chains in a browser', measure: measureEditor },
    queries: { title: 'entity queries', measure: (context) => measureQueries(target(context)) },
    ingest: { title: 'MQTT ingest', measure: measureIngest },
    coap: { title: 'CoAP ingest', measure: measureCoap },
    gateway: { title: 'devices behind a gateway', measure: measureGateway },
    snmp: { title: 'devices polled by SNMP', measure: measureSnmp },
    fairness: { title: 'messages during a flood by another tenant', measure: measureFairness },
    points: { title: 'points by REST and aggregates', measure: measurePoints },
    lwm2m: { title: 'registered clients of LwM2M', measure: measureLwm2m },
    connections: { title: 'idle MQTT connections', measure: () => measureIdleConnections(connections) },
    rest: { title: 'device lists and creation', measure: (context) => measureRest(context, manyDevices) },
    import: { title: 'imports and exports of devices', measure: measureImport },
    kill: { title: 'kill -9 under load', measure: measureKill },
    fuzz: { title: 'messages of anybody', measure: () => measureFuzz(seconds), onlyByName: true },
    alarms: { title: 'lists and queries of a million alarms', measure: measureAlarms, onlyByName: true },
    million: {
      title: 'lists and queries over a large fleet',
      measure: (context) => measureMillion(context, fleet, only),
      onlyByName: true,
    },
    firsts: {
      title: 'first looks at lists and queries of a large fleet',
      measure: (context) => measureFirstLooks(context, fleet, only),
      onlyByName: true,
    },
  };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    devices: { type: 'string', default: '100000' },
    fleet: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '50000' },
    minutes: { type: 'string', default: '0' },
    'data-dir': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const parts = partsOf({
  manyDevices: Number(values.devices),
  fleet: Number(values.fleet),
  only: new RegExp(values.only),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  minutes: Number(values.minutes),
});
const names = ['start', ...Object.keys(parts)];
const onlyByName = Object.keys(parts).filter((name) => parts[name]?.onlyByName);
const unknown = positionals.filter((name) => !names.includes(name));

if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`Unknown part: ${unknown.join(', ')}`);
  console.log(
    `npm run bench -- [parts] [--json file] [--devices number] [--fleet number] [--only pattern] [--seconds number] [--connections number] [--minutes number] [--data-dir folder]\n\nParts: ${names.join(', ')}; all but ${onlyByName.join(', ')} when none is named.\nmillion, firsts, updates: --only measures what matches the pattern.\nmillion, firsts: a --data-dir is kept with its fleet for the next run.\nfuzz: --seconds is how long it takes.\nupdates: with --minutes, what the page and the server hold while widgets are updated for so long.\nconnections: --connections is how many there are, as far as the system lets a process have files open.`,
  );
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else {
  await main(positionals.length > 0 ? positionals : names.filter((name) => !onlyByName.includes(name)));
}

async function main(requested: string[]): Promise<void> {
  const from = performance.now();
  const figures: Figure[] = [];
  let server: TestServer | undefined;

  /** Measures a part; if that fails, only its own figures are missing. */
  async function measure(title: string, work: () => Promise<Figure[]>): Promise<void> {
    console.error(`${((performance.now() - from) / 1000).toFixed(0).padStart(4)} s  measuring ${title} …`);
    try {
      figures.push(...(await work()));
    } catch (error) {
      console.error(`        ${title} could not be measured: ${(error as Error).stack}`);
      process.exitCode = 1;
    }
  }

  try {
    if (requested.includes('start')) {
      await measure('start and memory at rest', async () => {
        const started = await measureStart(TENANT, SETTINGS);
        server = started.server;
        return started.figures;
      });
    }
    const running = Object.entries(parts).filter(([name]) => requested.includes(name));
    if (running.length > 0) {
      const dataDir = values['data-dir'];
      server ??= await startServer({ ...SETTINGS, ...(dataDir ? { SIGNALBOX_DATA_DIR: dataDir } : {}) });
      const context = await openContext(server, TENANT);
      for (const [, part] of running) await measure(part.title, () => part.measure(context));
    }
  } finally {
    await server?.stop();
  }

  const machine = {
    processor: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGigabytes: Math.round(os.totalmem() / 2 ** 30),
    /** Over the last 5 minutes, this run included. */
    load: Math.round((os.loadavg()[1] as number) * 10) / 10,
    node: process.versions.node,
  };
  const json = JSON.stringify({ time: new Date().toISOString(), machine, figures }, null, 2);
  console.log(`\n${table(figures)}\n`);
  console.log(
    `${machine.cores} cores ${machine.processor}, ${machine.memoryGigabytes} GB, Node ${machine.node}, load ${machine.load}. ` +
      'Server, database and load generators share the cores. 3.3.2: measured on 2 cores of 2.5 GHz.\n',
  );
  if (values.json) await writeFile(values.json, `${json}\n`);
  else console.log(json);
}
