import { telemetryRoutes } from '@signalbox/contract/telemetry';
import { beforeEach, expect, it, vi } from 'vitest';
import { saveOrDelete } from './telemetry.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('./client.ts', () => ({ call }));

const DEVICE = { entityType: 'DEVICE', id: 'd' } as const;
const requested = () => call.mock.calls.map(([route, { body, query }]) => [route, body ?? query]);

beforeEach(() => {
  call.mockReset();
});

it('saves values, and deletes those that are null', async () => {
  await saveOrDelete(DEVICE, 'SERVER_SCOPE', { a: 1, b: null, c: false, d: null });
  expect(requested()).toEqual([
    [telemetryRoutes.saveAttributesOfScope, { a: 1, c: false }],
    [telemetryRoutes.deleteAttributes, { keys: ['b', 'd'] }],
  ]);
});

it('deletes all that a key has ever been, of values over time', async () => {
  await saveOrDelete(DEVICE, 'timeseries', { a: null });
  expect(requested()).toEqual([[telemetryRoutes.deleteTimeseries, { keys: ['a'], deleteAllDataForKeys: true }]]);
});

it('asks for nothing where there is nothing to do', async () => {
  await saveOrDelete(DEVICE, 'timeseries', {});
  expect(call).not.toHaveBeenCalled();
});
