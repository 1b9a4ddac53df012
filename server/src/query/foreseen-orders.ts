import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReadyKey, ValueIndex } from '../telemetry/value-index/value-index.ts';

/** ms between the start and the first order. */
const AFTER = 5_000;
/** How many times as long as an order took the next one waits. */
const REST = 3;

export interface ForeseenOrdersParts {
  valueIndex: Pick<ValueIndex, 'onReady'>;
  /** Finds where the rows are in the order of a key. */
  learn: (key: ReadyKey) => Promise<void>;
  log: Pick<Logger, 'warn'>;
  after?: number;
}

/**
 * Has the places of far pages in the orders of indexed values found before anybody asks for one: after the start, and once
 * an index is ready; one order at a time.
 */
export function foreseeOrders({ valueIndex, learn, log, after = AFTER }: ForeseenOrdersParts) {
  const waiting: ReadyKey[] = [];
  const closing = new AbortController();
  let working: Promise<void> | undefined;

  const pause = (ms: number): Promise<void> => delay(ms, undefined, { ref: false, signal: closing.signal });

  /** @throws when it is closed */
  async function workThrough(): Promise<void> {
    await pause(after);
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      const started = performance.now();
      try {
        await learn(key);
      } catch (error) {
        if (!closing.signal.aborted) log.warn(error, 'An order could not be looked through');
      }
      await pause((performance.now() - started) * REST);
    }
  }

  async function work(): Promise<void> {
    try {
      await workThrough();
    } catch (error) {
      if (!closing.signal.aborted) throw error;
    } finally {
      // At once, so that no key comes in between and waits for the one after it.
      working = undefined;
    }
  }

  const unsubscribe = valueIndex.onReady((key) => {
    waiting.push(key);
    working ??= work();
  });

  return async (): Promise<void> => {
    unsubscribe();
    closing.abort();
    await working;
  };
}
