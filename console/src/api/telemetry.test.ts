import { telemetryRoutes } from '@signalbox/contract/telemetry';
import { beforeEach, expect, it, vi } from 'vitest';
import { deleteAttributes, getKeyHistory, getLastHour, saveOrDelete } from './telemetry.ts';

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

it('asks for a key with a comma by itself, since a list of keys is split there', async () => {
  call.mockResolvedValue({});
  await deleteAttributes(DEVICE, 'SERVER_SCOPE', ['a,b', 'c']);
  await saveOrDelete(DEVICE, 'timeseries', { 'a,b': null });
  await getLastHour(DEVICE, ['a,b', 'c']);
  await getKeyHistory(DEVICE, 'a,b', 0, 1, 10);
  const [attributes, timeseries, lastHour, history] = requested().map(([, query]) => query);
  const alone = new Set(['a,b']);
  expect(attributes).toEqual({ keys: ['c'], key: alone });
  expect(timeseries).toEqual({ keys: [], key: alone, deleteAllDataForKeys: true });
  expect(lastHour).toMatchObject({ keys: ['c'], key: alone });
  expect(history).toMatchObject({ keys: [], key: alone });
});
