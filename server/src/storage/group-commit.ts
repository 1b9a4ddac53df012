import type pg from 'pg';
import { StorageUnavailable } from '../config/transient-error.ts';
import { inTransaction, type UnitOfWork } from './transaction.ts';

/** Runs small pieces of work of many callers in few transactions: a commit costs the same however much it carries. */
export interface GroupCommit {
  /**
   * Resolves once the work is committed; rejects when it could not be done, without an effect on the others.
   * @throws StorageUnavailable when too much waits
   */
  run<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
}

interface Waiting {
  work: (unit: UnitOfWork) => Promise<unknown>;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Most pieces of work of one transaction, and most that wait. */
const MAX_GROUP = 200;
const MAX_WAITING = 20_000;

/** @param lanes transactions that may run at the same time */
export function createGroupCommit(pool: pg.Pool, lanes = 2): GroupCommit {
  let waiting: Waiting[] = [];
  let running = 0;
  const idle: (() => void)[] = [];

  function next(): void {
    while (waiting.length > 0 && running < lanes) {
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      running++;
      void commit(group).finally(() => {
        running--;
        next();
        if (running > 0) return;
        for (const resolve of idle.splice(0)) resolve();
      });
    }
  }

  async function commit(group: Waiting[]): Promise<void> {
    try {
      const results = await inTransaction(pool, async (unit) => {
        const values: unknown[] = [];
        for (const { work } of group) values.push(await work(unit));
        return values;
      });
      for (let i = 0; i < group.length; i++) group[i]?.resolve(results[i] as never);
    } catch (error) {
      if (group.length === 1) {
        group[0]?.reject(error);
        return;
      }
      // One of them fails all: each on its own tells which.
      for (const one of group) await commit([one]);
    }
  }

  return {
    run<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
      if (waiting.length >= MAX_WAITING) return Promise.reject(new StorageUnavailable('The server is overloaded'));
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: never) => void, reject });
        next();
      });
    },
    idle() {
      if (running === 0 && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
  };
}
