import { setTimeout } from 'node:timers/promises';
import type { BenchDevice } from './devices.ts';

/** What each device measures. */
export const MEASURED_KEYS = ['temperature', 'humidity', 'pressure', 'power', 'level'] as const;
/** Messages per device and second, each with a value for every key. */
const MESSAGES_PER_SECOND = 20;

/**
 * Publishes from every device at its pace until `isOver`. Returns the number of acknowledged messages. `valueFor`: the
 * value of all keys of the message with this number; random ones without it.
 */
export async function publishMeasurements(
  address: string,
  devices: readonly BenchDevice[],
  isOver: () => boolean,
  valueFor: (message: number) => number = () => Math.round(Math.random() * 1000) / 10,
): Promise<number> {
  let acknowledged = 0;
  const period = 1000 / MESSAGES_PER_SECOND;
  await Promise.all(
    devices.map(async ({ token }) => {
      for (let message = 0; !isOver(); message++) {
        const from = performance.now();
        const values = Object.fromEntries(MEASURED_KEYS.map((key) => [key, valueFor(message)]));
        const reply = await fetch(`${address}/api/v1/${token}/telemetry`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(values),
        });
        if (reply.ok) acknowledged++;
        const left = period - (performance.now() - from);
        if (left > 0) await setTimeout(left);
      }
    }),
  );
  return acknowledged;
}
