import { createHash } from 'node:crypto';
import type { CompiledQuery, RawBuilder } from 'kysely';
import type pg from 'pg';
import { createFairTurns, type FairWait, type InFairTurn } from '../config/fair-turns.ts';
import { badRequest, isUnstorable, tooManyRequests } from '../http/errors.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { type Database, openDatabase } from '../storage/database.ts';

/** Reads for entity queries. Each is stopped when it takes too long. */
export interface QueryReads {
  /**
   * @throws ApiError 400 for values that cannot be stored and for a statement that was stopped, 429 when too many wait
   */
  run<T>(tenantId: string, statement: RawBuilder<T>): Promise<T[]>;
}

/** How many statements run at a time, and how long. */
export interface Lane {
  /** Of all tenants, each on a connection of its own. */
  atOnce: number;
  ofTenant: number;
  /** ms after which a statement is stopped */
  limit: number;
  /** Of each step of a statement; absent: as the database is set up. */
  memory?: string;
  /** Statements that wait. */
  waiting: Pick<FairWait, 'perOwner' | 'total'>;
}
export interface QueryLanes {
  /** Every statement begins here; one that is stopped begins again in `long`. */
  quick: Lane;
  long: Lane;
}
const QUERY_LANES: QueryLanes = {
  quick: { atOnce: 4, ofTenant: 3, limit: 2_000, waiting: { perOwner: 1_000, total: 10_000 } },
  long: { atOnce: 2, ofTenant: 1, limit: 30_000, memory: '32MB', waiting: { perOwner: 10, total: 100 } },
};

/** Statements that are known to be long, and ms for which that is remembered. */
const MAX_LONG = 1000;
const LONG_FOR = 60_000;
/** s after which somebody with too many queries may try again */
const RETRY_AFTER = 5;
/** PostgreSQL: the statement took longer than it may. */
const STOPPED = '57014';

const isStopped = (error: unknown): boolean => (error as { code?: unknown }).code === STOPPED;

/**
 * Opens connections for entity queries alone: however many and long they are, they leave the others of the server to
 * others. Tenants take turns by the time that their statements took, and a statement that takes longer than two seconds
 * takes turns with its like, of which only a few run. The same long statement runs once for all who ask meanwhile.
 */
export function openQueryReads(
  connection: pg.PoolConfig,
  lanes: QueryLanes = QUERY_LANES,
): QueryReads & { close: () => Promise<void> } {
  const quick = openLane(connection, lanes.quick);
  const long = openLane(connection, lanes.long);
  const opening = quick.open();
  const known = createEmbeddedCache<true>(MAX_LONG, LONG_FOR);
  /** digest of a statement with its values → its rows */
  const running = new Map<string, Promise<unknown[]>>();

  async function readLong<T>(tenantId: string, name: string, query: CompiledQuery<T>): Promise<T[]> {
    try {
      return await long.read(tenantId, query);
    } catch (error) {
      if (!isStopped(error)) throw error;
      known.set(name, true);
      throw badRequest(
        `The query was stopped after ${lanes.long.limit / 1000} s. Please narrow it to a type or the beginning of a name, or select fewer values to search.`,
      );
    } finally {
      running.delete(name);
    }
  }

  async function read<T>(tenantId: string, statement: RawBuilder<T>): Promise<T[]> {
    const query = statement.compile(quick.db);
    // Some have thousands of ids among their values.
    const name = createHash('sha256').update(query.sql).update(JSON.stringify(query.parameters)).digest('base64');
    if (!known.get(name)) {
      try {
        return await quick.read(tenantId, query);
      } catch (error) {
        if (!isStopped(error)) throw error;
        known.set(name, true);
      }
    }
    const found = (running.get(name) as Promise<T[]> | undefined) ?? readLong(tenantId, name, query);
    running.set(name, found);
    return found;
  }

  return {
    async run(tenantId, statement) {
      try {
        return await read(tenantId, statement);
      } catch (error) {
        // A value that cannot be stored cannot be searched for either.
        if (isUnstorable(error)) throw badRequest('A value of the query is not valid.');
        throw error;
      }
    },

    async close() {
      await opening;
      await Promise.all([quick.close(), long.close()]);
    },
  };
}

interface OpenLane {
  db: Database;
  /** Has a connection, so that the first who reads need not wait for it. */
  open: () => Promise<void>;
  read<T>(tenantId: string, query: CompiledQuery<T>): Promise<T[]>;
  close: () => Promise<void>;
}

function openLane(connection: pg.PoolConfig, { atOnce, ofTenant, limit, memory, waiting }: Lane): OpenLane {
  const { db, pool, close } = openDatabase({ ...connection, statement_timeout: limit }, atOnce, memory);
  const refusal = () => tooManyRequests('Too many queries of the tenant wait; please try again later.', RETRY_AFTER);
  const inTurn: InFairTurn = createFairTurns(atOnce, { ...waiting, refusal }, ofTenant);
  return {
    db,
    async open() {
      // Whoever reads first says what is wrong.
      await pool.query('SELECT').catch(() => undefined);
    },
    read: (tenantId, query) =>
      inTurn(tenantId, async (charge) => {
        const started = performance.now();
        try {
          return (await db.executeQuery(query)).rows;
        } finally {
          charge(performance.now() - started);
        }
      }),
    close,
  };
}
