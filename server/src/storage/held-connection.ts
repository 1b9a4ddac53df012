import type pg from 'pg';
import { StorageUnavailable } from '../config/transient-error.ts';
import { createTurns, type InTurn } from './turns.ts';

/**
 * Connections of a pool that are left to single statements and to the writer of messages. Work that holds a connection
 * may wait for what a single statement of somebody else answers; if such work held all of them, it would wait for itself.
 */
const LEFT_TO_STATEMENTS = 3;
/** ms after which waiting for a turn fails, as waiting for a connection does */
const PATIENCE_MS = 30_000;

/** A connection for several statements. */
export interface HeldConnection {
  client: pg.PoolClient;
  /** To be called once. @param failure true or an error: the connection is closed instead of given to others */
  release: (failure?: Error | boolean) => void;
}

/** pool → turns of the work that holds a connection of it */
const turnsOf = new WeakMap<pg.Pool, InTurn>();

function turnOf(pool: pg.Pool): InTurn {
  let inTurn = turnsOf.get(pool);
  if (!inTurn) {
    inTurn = createTurns(Math.max(1, pool.options.max - LEFT_TO_STATEMENTS));
    turnsOf.set(pool, inTurn);
  }
  return inTurn;
}

/**
 * A connection for several statements, until it is released. Of a pool only so many are given at a time that single
 * statements always find one. Who holds one must not wait for somebody who needs one to hold.
 * @throws StorageUnavailable after 30 s without a turn
 */
export function holdConnection(pool: pg.Pool): Promise<HeldConnection> {
  return new Promise((resolve, reject) => {
    let isTooLate = false;
    const timer = setTimeout(() => {
      isTooLate = true;
      reject(new StorageUnavailable('The database is busy'));
    }, PATIENCE_MS);
    const hold = async (): Promise<void> => {
      clearTimeout(timer);
      if (isTooLate) return;
      const client = await pool.connect();
      await new Promise<void>((over) => {
        const release: HeldConnection['release'] = (failure) => {
          over();
          client.release(failure);
        };
        resolve({ client, release });
      });
    };
    turnOf(pool)(hold).catch(reject);
  });
}
