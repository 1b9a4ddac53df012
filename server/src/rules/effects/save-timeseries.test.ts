import { type EntityType, entityId, NULL_UUID } from '@signalbox/contract/id';
import { expect, it } from 'vitest';
import type { Message } from '../../messages/message.ts';
import type { TimeseriesWrite } from '../../telemetry/telemetry-service.ts';
import { createUsageMeter } from '../../usage/usage-meter.ts';
import type { EffectStores } from './effect-kind.ts';
import { saveTimeseries } from './save-timeseries.ts';

const stores = {
  keyLimits: { admitSeries: () => undefined },
  usage: createUsageMeter(() => undefined),
} as unknown as EffectStores;
const points = [{ ts: 1, values: [] }];
const noCustomer = (): undefined => undefined;

function saveFor(entityType: EntityType): TimeseriesWrite[] {
  const writes: TimeseriesWrite[] = [];
  const originator = entityId(entityType, NULL_UUID);
  saveTimeseries.adder(writes, stores, noCustomer)(
    { tenantId: NULL_UUID, originator, data: '{}' } as Message,
    points,
    0,
  );
  return writes;
}

it('gathers the points of an originator', () => {
  expect(saveFor('DEVICE')).toEqual([
    { tenantId: NULL_UUID, entityId: { entityType: 'DEVICE', id: NULL_UUID }, points, ttlSeconds: 0 },
  ]);
});

it('fails for an entity view, which has the telemetry of its target', () => {
  expect(() => saveFor('ENTITY_VIEW')).toThrow("Telemetry data can't be stored for entity view. Read only");
});

it('has a bound for long values of a tenant, which others do not feel', () => {
  const writes: TimeseriesWrite[] = [];
  const save = saveTimeseries.adder(writes, stores, noCustomer);
  const data = 'x'.repeat(1_048_576);
  const saveOf = (tenantId: string) =>
    save({ tenantId, originator: entityId('DEVICE', NULL_UUID), data } as Message, points, 0);
  for (let i = 0; i < 64; i++) saveOf('greedy');
  expect(() => saveOf('greedy')).toThrow('Too long values are saved at once');
  saveOf('other');
  expect(writes).toHaveLength(65);
});
