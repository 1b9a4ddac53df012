import { setTimeout as wait } from 'node:timers/promises';
import { measure, publishPeriod, seedOf } from '../device-models.ts';
import { answerCall, describeDevice, type Simulate } from './simulator.ts';

/** How long the server keeps a question for calls open, in ms. */
const POLL_MS = 20_000;
/** ms until the next attempt after a failure */
const RETRY_MS = 3_000;

/** A device of the HTTP device API; it asks for calls again and again. */
export const simulateHttp: Simulate = (device, { address, rate, report }) => {
  const seed = seedOf(device.name);
  const base = `${address}/api/v1/${device.credentialsId}`;
  const stopped = new AbortController();
  const { signal } = stopped;

  async function call(path: string, body?: string): Promise<{ status: number; text: string }> {
    const options = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const reply = await fetch(base + path, { ...options, signal });
    const text = await reply.text();
    if (!reply.ok && reply.status !== 408) throw new Error(`${path} answered ${reply.status}: ${text}`);
    return { status: reply.status, text };
  }

  /** Repeats a step until the device is stopped. */
  async function repeat(step: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      try {
        await step();
      } catch (error) {
        if (signal.aborted) return;
        report.failed(error as Error);
        await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const publish = async (): Promise<void> => {
    const ts = Date.now();
    report.sent();
    await call('/telemetry', JSON.stringify({ ts, values: measure(device.kind, seed, ts) }));
    report.acknowledged();
    await wait(publishPeriod(device.kind, seed) / rate, undefined, { signal });
  };
  const answer = async (): Promise<void> => {
    const { status, text } = await call(`/rpc?timeout=${POLL_MS}`);
    if (status === 408) return;
    const { id } = JSON.parse(text) as { id: number };
    await call(`/rpc/${id}`, answerCall(text));
  };
  void call('/attributes', JSON.stringify(describeDevice(device))).catch((error: Error) => {
    if (!signal.aborted) report.failed(error);
  });
  void repeat(publish);
  void repeat(answer);
  return () => stopped.abort();
};
