import { connectAsync } from 'mqtt';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { cpuSeconds } from './lib/usage.ts';

const DEVICES = 10_000;
/** Devices and values of each in a message. */
const OF_A_MESSAGE = 100;
const VALUES = 3;
/** Unacknowledged messages. */
const WINDOW = 20;
const MESSAGES = 2_000;
const PATIENCE_MS = 60_000;

/** One gateway that speaks for ten thousand devices, which it makes first. */
export async function measureGateway(context: BenchContext): Promise<Figure[]> {
  const { api, server } = context;
  const [gateway] = await createDevices(context, 'gateway', 1);
  if (!gateway) throw new Error('There is no gateway');
  const device = await api.get<object>(`/api/device/${gateway.id}`);
  await api.post('/api/device', { ...device, additionalInfo: { gateway: true } });
  const client = await connectAsync(server.mqtt, { username: gateway.token, protocolVersion: 4, reconnectPeriod: 0 });
  const run = Date.now().toString(36);
  const name = (at: number): string => `behind ${run} ${at}`;

  /** Sends so many messages, each of the next devices. @returns seconds until the last was acknowledged */
  async function send(messages: number, ts: number): Promise<number> {
    const started = performance.now();
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < messages) {
        const message = next++;
        const body: Record<string, object[]> = {};
        for (let at = 0; at < OF_A_MESSAGE; at++) {
          const values = { temperature: 20 + (message % 10), humidity: at, state: `s${message % 5}` };
          body[name((message * OF_A_MESSAGE + at) % DEVICES)] = [{ ts: ts + message, values }];
        }
        await client.publishAsync('v1/gateway/telemetry', JSON.stringify(body), { qos: 1 });
      }
    };
    await Promise.all(Array.from({ length: WINDOW }, sender));
    return (performance.now() - started) / 1000;
  }

  const created = await send(DEVICES / OF_A_MESSAGE, 1_000_000);
  const before = await cpuSeconds(server.pid);
  const ts = Date.now();
  const started = performance.now();
  const acknowledged = await send(MESSAGES, ts);
  // The last device has the last message once everything is stored: one device after the other, in order.
  const last = name((MESSAGES * OF_A_MESSAGE - 1) % DEVICES);
  const { id } = await api.get<{ id: { id: string } }>(`/api/tenant/devices?deviceName=${encodeURIComponent(last)}`);
  const path = `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=temperature`;
  for (;;) {
    const series = await api.get<{ temperature?: { ts: number }[] }>(path);
    if (series.temperature?.[0]?.ts === ts + MESSAGES - 1) break;
    if (performance.now() - started > PATIENCE_MS) throw new Error('The values of a gateway did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - started) / 1000;
  const cpu = (await cpuSeconds(server.pid)) - before;
  await client.endAsync();
  const values = MESSAGES * OF_A_MESSAGE * VALUES;
  return [
    {
      what: `${format(DEVICES)} devices behind one gateway: values stored`,
      measured: `${format(values / seconds)} / s`,
      budget: '≥ 30,000 / s',
      reference: '',
      note: `${OF_A_MESSAGE} devices a message, ${VALUES} values of each; acknowledged ${format(values / acknowledged)} / s; ${format((cpu * 1e6) / values, 1)} µs of the server and its database a value; all made by their first values: ${format(DEVICES / created)} / s`,
      values: { rate: values / seconds, acknowledged: values / acknowledged, created: DEVICES / created },
    },
  ];
}
