import { expect, it, vi } from 'vitest';
import type { ReadyKey } from '../telemetry/value-index/value-index.ts';
import { foreseeOrders } from './foreseen-orders.ts';

const keyOf = (name: string) => ({ name }) as ReadyKey;

function open(learn: (key: ReadyKey) => Promise<void>) {
  const tell = new Set<(key: ReadyKey) => void>();
  const warn = vi.fn();
  const close = foreseeOrders({
    valueIndex: {
      onReady(listener) {
        listener(keyOf('first'));
        tell.add(listener);
        return () => void tell.delete(listener);
      },
    },
    learn,
    log: { warn },
    after: 0,
  });
  const ready = (name: string): void => {
    for (const listener of tell) listener(keyOf(name));
  };
  return { close, warn, tell, ready };
}

it('has the order of each index looked through once it is ready, one at a time', async () => {
  const learned: string[] = [];
  let running = 0;
  const { close, ready } = open(async ({ name }) => {
    expect(++running).toBe(1);
    await Promise.resolve();
    running--;
    learned.push(name);
  });
  ready('second');
  await expect.poll(() => learned).toEqual(['first', 'second']);
  ready('third');
  await expect.poll(() => learned).toEqual(['first', 'second', 'third']);
  await close();
});

it('goes on after a failure with what becomes ready later', async () => {
  const learn = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(undefined);
  const { close, ready, warn } = open(learn);
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  ready('second');
  await expect.poll(() => learn.mock.calls.length).toBe(2);
  await close();
});

it('goes on after a failure with what was ready before', async () => {
  const learn = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(undefined);
  const { close, ready, warn } = open(learn);
  for (const name of ['second', 'third']) ready(name);
  await expect.poll(() => learn.mock.calls.map(([{ name }]) => name)).toEqual(['first', 'second', 'third']);
  expect(warn).toHaveBeenCalledTimes(1);
  await close();
});

it('ends when it is closed', async () => {
  const learn = vi.fn().mockResolvedValue(undefined);
  const { close, tell, warn } = open(learn);
  await close();
  expect([tell.size, learn.mock.calls.length, warn.mock.calls.length]).toEqual([0, 0, 0]);
});
