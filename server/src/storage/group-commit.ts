import type pg from 'pg';
import { StorageUnavailable } from '../config/transient-error.ts';
import { createTenantTurns } from './tenant-turns.ts';
import { inTransaction, type UnitOfWork } from './transaction.ts';

/** A small piece of work of a transaction that it shares with others. */
export interface Piece<T> {
  tenantId: string;
  /** How many values it writes or deletes. */
  cost: number;
  work: (unit: UnitOfWork) => Promise<T>;
}

/**
 * Runs small pieces of work of many callers in few transactions: a commit costs the same however much it carries.
 * Tenants take turns, by the values that they write.
 */
export interface GroupCommit {
  /**
   * Resolves once the work is committed; rejects when it failed, without affecting the others.
   * @throws StorageUnavailable when too much waits: for pieces of the tenant with the most waiting work
   */
  run<T>(piece: Piece<T>): Promise<T>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
}

interface Waiting {
  work: (unit: UnitOfWork) => Promise<unknown>;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Maximum number of pieces of work in one transaction. */
const MAX_GROUP = 200;
/** Cost above which no more pieces join a transaction. */
const MAX_GROUP_COST = 2_000;
/** Maximum number of pieces that wait in memory. */
const MAX_WAITING = 20_000;
/** Maximum cost of the waiting pieces. */
const MAX_WAITING_COST = 1_000_000;

/** @param lanes maximum number of concurrent transactions */
export function createGroupCommit(pool: pg.Pool, lanes = 2): GroupCommit {
  const waiting = createTenantTurns<Waiting>();
  let running = 0;
  const idle: (() => void)[] = [];

  function takeGroup(): Waiting[] {
    const group: Waiting[] = [];
    for (let cost = 0; waiting.size > 0 && group.length < MAX_GROUP && cost < MAX_GROUP_COST; ) {
      const next = waiting.take();
      if (!next) break;
      group.push(next.item);
      cost += next.cost;
    }
    return group;
  }

  function next(): void {
    while (waiting.size > 0 && running < lanes) {
      running++;
      void commit(takeGroup()).finally(() => {
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
      // One bad task fails all, so find it by running each on its own.
      for (const one of group) await commit([one]);
    }
  }

  return {
    run<T>({ tenantId, cost, work }: Piece<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.add(tenantId, { work, resolve: resolve as (value: never) => void, reject }, Math.max(1, cost));
        while (waiting.size > MAX_WAITING || (waiting.cost > MAX_WAITING_COST && waiting.size > 1)) {
          waiting.dropLast()?.reject(new StorageUnavailable('The server is overloaded'));
        }
        next();
      });
    },
    idle() {
      if (running === 0 && waiting.size === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
  };
}
