import { setTimeout as delay } from 'node:timers/promises';
import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import type { Logger } from 'pino';

/** Devices of a tenant from which on pages may be far from both ends of its lists. */
const FROM = 40_000;
/** Tenants whose lists are foreseen, those with the most devices first: how many lists are remembered is bounded. */
const MAX_TENANTS = 5;
/** How many times as long as an order took the next one waits. */
const REST = 1;
const SORTS = ['name', 'createdTime', 'label', 'lastActivityTime', 'active'];

const LARGE = `SELECT tenant_id AS id FROM device_count
  GROUP BY tenant_id HAVING sum(count) >= $1 ORDER BY sum(count) DESC LIMIT ${MAX_TENANTS}`;

/**
 * Has the places of far pages in the orders of all devices of large tenants found after the start, before anybody asks for
 * one: one order at a time.
 * @param learn finds the places of a list of all devices
 */
export function foreseeLists(
  pool: pg.Pool,
  learn: (tenantId: string, link: PageLink) => Promise<void>,
  log: Pick<Logger, 'warn'>,
  from = FROM,
) {
  const closing = new AbortController();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(LARGE, [from]);
    for (const sortProperty of SORTS) {
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        for (const { id } of rows) {
          const started = performance.now();
          await learn(id, { pageSize: 1, page: 0, sortProperty, sortOrder });
          const rest = (performance.now() - started) * REST;
          await delay(rest, undefined, { ref: false, signal: closing.signal });
        }
      }
    }
  }

  return {
    /** @param after what comes first */
    open(after: Promise<void>): void {
      working = after
        .then(() => (closing.signal.aborted ? undefined : work()))
        .catch((error: unknown) => {
          if (!closing.signal.aborted) log.warn({ err: error }, 'the orders of devices were not looked through');
        });
    },

    /** Resolves when all have been found. */
    settle: async (): Promise<void> => working,

    async close(): Promise<void> {
      closing.abort();
      await working;
    },
  };
}
