import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { createEmbeddedCache } from '../storage/cache.ts';
import type { Database } from '../storage/database.ts';

/** Lists whose lines of the past are remembered. */
const MAX_LISTS = 1000;
/** Fewer lines than this are counted each time. */
const MIN_REMEMBERED = 10_000;
/** ms after which no line comes any more that is older. */
const SETTLED = 60_000;

/** Lines of a list up to a moment (epoch ms): they are never changed, and go when they are too old only. */
interface Past {
  upTo: number;
  lines: number;
}

/** How many lines lists of the audit log have: those of the past are counted once. */
export function createAuditTotals(db: Database, now: () => number = Date.now, minRemembered = MIN_REMEMBERED) {
  /** conditions and their values → the past of the list */
  const known = createEmbeddedCache<Past>(MAX_LISTS);

  async function count(where: RawBuilder<SqlBool>): Promise<number> {
    const { rows } = await sql<{
      lines: number;
    }>`SELECT count(*)::integer AS lines FROM audit_log WHERE ${where}`.execute(db);
    return rows[0]?.lines ?? 0;
  }

  return {
    /** @param where conditions without a bound on the time */
    async totalOf(where: RawBuilder<SqlBool>): Promise<number> {
      const { sql: text, parameters } = where.compile(db);
      const name = JSON.stringify([text, parameters]);
      const past = known.get(name) ?? { upTo: 0, lines: 0 };
      const upTo = now() - SETTLED;
      const [settled, recent] = await Promise.all([
        count(sql`${where} AND created_time > ${past.upTo} AND created_time <= ${upTo}`),
        count(sql`${where} AND created_time > ${upTo}`),
      ]);
      const lines = past.lines + settled;
      if (lines >= minRemembered) known.set(name, { upTo, lines });
      return lines + recent;
    },

    /** Lines of the past have gone. */
    forget: () => known.clear(),
  };
}

export type AuditTotals = ReturnType<typeof createAuditTotals>;
