import type { CoapLoadResult } from './coap-load.ts';
import { ingestFigures, runIngest } from './ingest.ts';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import type { Figure } from './lib/figures.ts';
import { runGenerator } from './lib/generator.ts';

/** Each has one message under way, as the protocol wants it. */
const DEVICES = 500;
const WARM_UP_MS = 5_000;
const MEASURED_MS = 10_000;

function load(
  port: number,
  tokens: readonly string[],
  { duration, startTs }: { duration: number; startTs: number },
): Promise<CoapLoadResult> {
  const given = ['--port', String(port), '--duration', String(duration), '--start-ts', String(startTs)];
  return runGenerator('coap-load.ts', given, tokens);
}

/** Confirmable posts over CoAP through the root chain with four values a message, answered after the commit. */
export async function measureCoap(context: BenchContext): Promise<Figure[]> {
  const devices = await createDevices(context, 'coap', DEVICES);
  const { coapPort } = context.server;
  await runIngest(context, devices, WARM_UP_MS, (tokens, options) => load(coapPort, tokens, options));
  const result = await runIngest(context, devices, MEASURED_MS, (tokens, options) => load(coapPort, tokens, options));
  return ingestFigures(`CoAP confirmable, root chain, ${DEVICES} devices`, result, { rate: '≥ 15,000 / s', cpu: '–' });
}
