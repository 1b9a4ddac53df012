import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isTransient } from '../config/transient-error.ts';

/** Slots of a process, of those in `transaction_marker`; a pool has far fewer connections. */
const SLOTS = 128;
const BLOCKS = 8;
/** ms between queries for the outcome of a transaction */
const OUTCOME_PAUSE = 200;
const LOCK_NOT_AVAILABLE = '55P03';

/** Another process that still ends on the same database most likely has another block: the two do not wait. */
const FIRST_SLOT = randomInt(BLOCKS) * SLOTS;
const free = Array.from({ length: SLOTS }, (_unused, index) => FIRST_SLOT + SLOTS - 1 - index);

/** Differs between processes, too. */
let newestToken = randomInt(2 ** 30) * 2 ** 22;

/**
 * What a transaction writes first, so that its outcome can be queried. The number of a transaction will not do: a
 * database that crashes forgets the numbers of those it has written nothing durable of, and gives them to others.
 */
export interface TransactionMarker {
  /** Begins the transaction. */
  begin: (client: pg.ClientBase) => Promise<void>;
  /**
   * Whether the transaction was committed; queries until the database answers and the transaction has ended.
   * @param isClosed true when no one waits for the answer, which is false then
   */
  isCommitted: (pool: pg.Pool, isClosed: () => boolean) => Promise<boolean>;
  /**
   * Lets another transaction use the slot, when nobody will ask again.
   * @param mayBeLocked whether the connection broke: the database may not have noticed yet, so all others go first
   */
  release: (mayBeLocked: boolean) => void;
}

/** @throws Error when more transactions are under way in this process than there are slots */
export function takeTransactionMarker(): TransactionMarker {
  const slot = free.pop();
  if (slot === undefined) throw new Error(`More than ${SLOTS} transactions at a time`);
  const token = ++newestToken;
  return {
    async begin(client) {
      await client.query(`BEGIN; UPDATE transaction_marker SET token = ${token} WHERE slot = ${slot}`);
    },
    async isCommitted(pool, isClosed) {
      while (!isClosed()) {
        try {
          // While the transaction is under way, its row is locked.
          const found = await pool.query<{ token: string | number }>(
            'SELECT token FROM transaction_marker WHERE slot = $1 FOR UPDATE NOWAIT',
            [slot],
          );
          return Number(found.rows[0]?.token) === token;
        } catch (error) {
          const isUnderWay = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
          if (!isUnderWay && !isTransient(error)) throw error;
        }
        await delay(OUTCOME_PAUSE);
      }
      return false;
    },
    release(mayBeLocked) {
      if (mayBeLocked) free.unshift(slot);
      else free.push(slot);
    },
  };
}
