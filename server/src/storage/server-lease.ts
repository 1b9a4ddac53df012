import pg from 'pg';
import type { Logger } from 'pino';

/** Any number, the same for all servers of an installation and different from that of the migrations. */
const SERVER_LOCK = 5_118_002;
const RETRY_MS = 100;
/** ms after which a database that does not answer counts as unavailable */
const CONNECT_PATIENCE_MS = 5_000;
/** ms for which the server tries to regain a lost lease */
const REGAIN_MS = 10_000;

/** The right to be the only server on a database. It ends with the connection that holds it. */
export interface ServerLease {
  release(): Promise<void>;
}

/**
 * Takes the lease, or returns undefined when another server holds it.
 * @param onLost called when the lease is lost for good because another server holds it
 */
export async function takeServerLease(
  connection: pg.PoolConfig,
  log: Logger,
  onLost: () => void,
): Promise<ServerLease | undefined> {
  let client: pg.Client | undefined;
  let released = false;

  async function tryTake(): Promise<boolean> {
    const candidate = new pg.Client({
      ...connection,
      application_name: 'signalbox lease',
      connectionTimeoutMillis: CONNECT_PATIENCE_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: CONNECT_PATIENCE_MS,
    } as pg.ClientConfig);
    candidate.on('error', () => undefined);
    await candidate.connect();
    const result = await candidate.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [SERVER_LOCK]);
    if (!result.rows[0]?.taken) {
      await candidate.end();
      return false;
    }
    client = candidate;
    candidate.on('end', () => {
      if (!released) void regain();
    });
    return true;
  }

  async function regain(): Promise<void> {
    log.warn('the connection to the database broke; calls are answered with 503 until it is restored');
    const from = Date.now();
    /** When another server was first seen to hold the lease; time without a database does not count. */
    let heldSince: number | undefined;
    while (!released) {
      // While the database is unavailable, no other server can take the lease either.
      const taken = await tryTake().catch(() => undefined);
      if (taken) {
        log.info({ ms: Date.now() - from }, 'the database is available again');
        return;
      }
      if (taken === false) heldSince ??= Date.now();
      else heldSince = undefined;
      if (heldSince !== undefined && Date.now() > heldSince + REGAIN_MS) {
        onLost();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  if (!(await tryTake())) return undefined;
  return {
    async release() {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
}
