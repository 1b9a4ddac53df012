import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { parseExactJson } from '../config/exact-json.ts';
import type { Schema } from './schema.ts';

/** bigint columns are read as numbers, or as text when a number would not be exact. */
const INT8_OID = 20;
const JSON_OID = 114;
const JSONB_OID = 3802;
function parseBigint(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

export type Database = Kysely<Schema>;

export interface OpenDatabase {
  /** Typed queries. */
  db: Database;
  /** The underlying pool, for hot paths with hand-written SQL (batches with `unnest`). */
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** ms after which waiting for a connection fails */
const CONNECT_PATIENCE_MS = 30_000;
/**
 * ms after which a connection that nobody uses is closed. To open another one, and what it has to look up before it has planned a
 * statement, takes as long as some pages do.
 */
const IDLE_MS = 5 * 60_000;
/** ms of silence after which a connection is probed: a broken network does not report itself */
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens a pool of at most `connections` on a PostgreSQL of version 14 or newer.
 * @param memory of each step of a query (`work_mem`); absent: as the server is set up
 */
export function openDatabase(connection: pg.PoolConfig, connections: number, memory?: string): OpenDatabase {
  const types: pg.CustomTypesConfig = {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === INT8_OID && format !== 'binary') return parseBigint;
      if ((oid === JSON_OID || oid === JSONB_OID) && format !== 'binary') return parseExactJson;
      return pg.types.getTypeParser(oid, format as 'text');
    },
  } as pg.CustomTypesConfig;
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
    application_name: 'signalbox',
    // JIT costs more than it gains on the short queries of this server.
    options: memory ? `-c jit=off -c work_mem=${memory}` : '-c jit=off',
  });
  // An idle connection that breaks (database restart) is dropped and replaced by the pool.
  pool.on('error', () => undefined);
  // The same for one in use: its query fails and its caller handles that. An unhandled event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    // Not `db.destroy()`: it leaves the pool open when no query went through Kysely yet.
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}
