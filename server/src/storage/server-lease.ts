import pg from 'pg';
import type { Logger } from 'pino';

/** Any number will do, as long as all servers of an installation use the same; another one than the migrations'. */
const SERVER_LOCK = 5_118_002;
const RETRY_MS = 100;
/** A database that does not answer for this long is away, in ms. */
const CONNECT_PATIENCE_MS = 5_000;
/** How long a lost lease is fought for before the server gives up. */
const REGAIN_MS = 10_000;

/** The right to be the one server on a database. It ends with the connection that holds it. */
export interface ServerLease {
  release(): Promise<void>;
}

/**
 * Takes the lease, or returns undefined when another server holds it.
 * @param onLost called when the lease was lost for good (another server has it)
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
    log.warn('the connection to the database broke; calls are answered with 503 until it is there again');
    const from = Date.now();
    /** When another server was seen to hold the lease first; the time that the database was away does not count. */
    let heldSince: number | undefined;
    while (!released) {
      // A database that is away answers with an error: nobody else can have the lease there either.
      const taken = await tryTake().catch(() => undefined);
      if (taken) {
        log.info({ ms: Date.now() - from }, 'the database is there again');
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
