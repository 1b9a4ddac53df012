import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { expect, it } from 'vitest';
import type { LiveChange } from '../bus/live-bus.ts';
import { createHeldChanges } from './held-changes.ts';

const of = { tenantId: NULL_UUID, entityId: entityId('DEVICE', NULL_UUID) };
const moved: LiveChange = { kind: 'entity', action: 'moved', ...of };
const points: LiveChange = { kind: 'timeseries', points: [], ...of };

it('forgets the oldest changes when there are too many, but not that the entity has changed', () => {
  const held = createHeldChanges(4);
  held.add(moved);
  for (let count = 0; count < 3; count++) held.add(points);
  expect(held.isOverfull).toBe(false);
  for (let count = 0; count < 1000; count++) held.add(points);
  expect(held.isOverfull).toBe(true);
  expect(held.all()[0]).toBe(moved);
  expect(held.all().length).toBeLessThanOrEqual(4);
});
