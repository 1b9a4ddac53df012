import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  chain,
  node,
  parked,
  reads,
  run,
  SAVE,
  savedTexts,
  setUpRuleEngine,
  telemetry,
} from '../../test/rule-engine-world.ts';
import { createSlowReads, ReadTooSlow } from './slow-reads.ts';

setUpRuleEngine();

test('messages at a node that reads much leave the batch, and those that come behind do so at once', async () => {
  chain('root', {
    firstNodeIndex: 0,
    nodes: [node('metadata.TbGetTelemetryNode', { latestTsKeyNames: ['t'] }), SAVE],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
  });
  const read: string[] = [];
  reads.history = ({ id }) => {
    read.push(id);
    return id === 'large' ? new Promise(() => undefined) : Promise.resolve([]);
  };
  const large = { entityType: 'DEVICE', id: 'large' } as const;
  const quiet = { tenantId: 'quiet' };
  const running = run(
    telemetry('{"t":1}', { originator: large }),
    telemetry('{"t":2}', quiet),
    telemetry('{"t":3}', { originator: large }),
  );
  await vi.advanceTimersByTimeAsync(300);
  await running;
  expect(savedTexts()).toEqual([2]);
  await run(telemetry('{"t":4}'), telemetry('{"t":5}', quiet));
  expect(savedTexts()).toEqual([2, 5]);
  expect(parked.map(({ kind, next: { data, ruleNodeId } }) => [kind.name, data, ruleNodeId])).toEqual([
    ['slow read', '{"t":1}', 'root-0'],
    ['slow read', '{"t":3}', 'root-0'],
    ['slow read', '{"t":4}', 'root-0'],
  ]);
  expect(read).toEqual(['large', 'device', 'device']);
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('many short reads of a batch count together, those at the same time once', async () => {
  const slowReads = createSlowReads();
  const batch = {};
  const after = (ms: number): Promise<string> => new Promise((resolve) => setTimeout(() => resolve('read'), ms));
  const readFor = async (ms: number, of = batch, tenant = 'one'): Promise<string> => {
    const all = [1, 2, 3].map(() => slowReads.limit(of, tenant, after(ms)));
    const outcome = Promise.all(all).then(
      ([first]) => first as string,
      (error: unknown) => (error instanceof ReadTooSlow ? 'slow' : 'other'),
    );
    await vi.advanceTimersByTimeAsync(ms);
    return outcome;
  };
  expect([await readFor(100), await readFor(100)]).toEqual(['read', 'read']);
  expect(slowReads.isSlow('one')).toBe(false);
  expect(await readFor(100, batch, 'other')).toBe('read');
  expect(await readFor(100)).toBe('slow');
  expect([slowReads.isSlow('one'), slowReads.isSlow('other')]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(slowReads.isSlow('one')).toBe(false);
  expect(await readFor(200, {})).toBe('read');
});

test('what fails to be read says so', async () => {
  const failing = createSlowReads().limit({}, 'one', Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
});
