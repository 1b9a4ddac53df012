import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CoapLoadResult } from './coap-load.ts';
import { ingestFigures, runIngest } from './ingest.ts';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import type { Figure } from './lib/figures.ts';

const GENERATOR = fileURLToPath(new URL('./coap-load.ts', import.meta.url));
/** Each has one message under way, as the protocol wants it. */
const DEVICES = 500;
const WARM_UP_MS = 5_000;
const MEASURED_MS = 10_000;

/** Runs the generator in a process of its own. */
async function load(
  port: number,
  tokens: readonly string[],
  { duration, startTs }: { duration: number; startTs: number },
): Promise<CoapLoadResult> {
  const given = ['--port', String(port), '--duration', String(duration), '--start-ts', String(startTs)];
  const child = spawn(process.execPath, [GENERATOR, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(tokens.join('\n'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The load generator ended with ${code}`);
  return JSON.parse(output) as CoapLoadResult;
}

/** Confirmable posts over CoAP through the root chain with four values a message, answered after the commit. */
export async function measureCoap(context: BenchContext): Promise<Figure[]> {
  const devices = await createDevices(context, 'coap', DEVICES);
  const { coapPort } = context.server;
  await runIngest(context, devices, WARM_UP_MS, (tokens, options) => load(coapPort, tokens, options));
  const result = await runIngest(context, devices, MEASURED_MS, (tokens, options) => load(coapPort, tokens, options));
  return ingestFigures(`CoAP confirmable, root chain, ${DEVICES} devices`, result, { rate: '≥ 15,000 / s', cpu: '–' });
}
