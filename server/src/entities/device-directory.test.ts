import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import { createDeviceDirectory } from './device-directory.ts';

const OWN = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

/** A directory over a database that answers when it is told to. */
function directory() {
  const bus: LiveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  let requested = 0;
  let answer: (rows: object[]) => void = () => undefined;
  const query = () => {
    requested++;
    return new Promise((resolve) => {
      answer = (rows) => resolve({ rows });
    });
  };
  const made = createDeviceDirectory({ query } as unknown as pg.Pool, bus);
  return {
    ...made,
    requested: () => requested,
    answer: (rows: object[]) => answer(rows),
    publish: (change: Pick<LiveChange, 'kind'> & object, id: string) =>
      bus.publish({ tenantId: 't', entityId: entityId('DEVICE', id), ...change } as LiveChange),
  };
}
const ROW = { id: 'token', device_id: OWN, type: 'ACCESS_TOKEN', value: null };

it.each([
  ['another device is created', { kind: 'entity', action: 'created' }, OTHER, 'device'],
  ['another device changes', { kind: 'entity', action: 'updated' }, OTHER, 'device'],
  ['the credentials of another device change', { kind: 'deviceCredentials' }, OTHER, 'device'],
  ['the device changes', { kind: 'entity', action: 'updated' }, OWN, undefined],
  ['the credentials of the device change', { kind: 'deviceCredentials' }, OWN, undefined],
] as const)('credentials that are read while %s', async (_, change, id, remembered) => {
  const { findCredentials, rememberedOwner, answer, requested, publish, close } = directory();
  const found = findCredentials('token');
  await expect.poll(requested).toBe(1);
  publish(change, id);
  answer([ROW]);
  expect(await found).toMatchObject({ deviceId: OWN });
  expect(rememberedOwner('token')).toBe(remembered);
  close();
});

it('that nobody has credentials is not remembered when somebody may have got them meanwhile', async () => {
  const { findCredentials, rememberedOwner, answer, requested, publish, close } = directory();
  const found = findCredentials('token');
  await expect.poll(requested).toBe(1);
  publish({ kind: 'entity', action: 'created' } as never, OTHER);
  answer([]);
  expect(await found).toBeUndefined();
  expect(rememberedOwner('token')).toBeUndefined();
  close();
});
