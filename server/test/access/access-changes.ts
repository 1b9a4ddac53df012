import type pg from 'pg';

/** Tables that change without calls: logs, and writes of sign-ins and background work. */
const VOLATILE = ['audit_log', 'entity_version', 'message_log', 'message_offset', 'user_credentials', 'event'];

/** Table → a checksum of its rows. */
type Sums = ReadonlyMap<string, string>;

/** Detects what a call has changed in the database. */
export interface ChangeWatch {
  /** Reads the checksums of all tables, again only for those written to since the last time. */
  read(): Promise<Sums>;
}

/** Counts the writes to every table by triggers, so that only tables with writes have to be compared. */
export async function watchWrites(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relname <> ALL ($1)`,
    [VOLATILE],
  );
  const counters = rows.map(
    ({ name }) => `CREATE SEQUENCE watch."${name}";
      CREATE TRIGGER watched AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "${name}"
        FOR EACH STATEMENT EXECUTE FUNCTION watch.count_write('watch."${name}"');`,
  );
  await pool.query(`CREATE SCHEMA watch;
    CREATE FUNCTION watch.count_write() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval(TG_ARGV[0]); RETURN NULL; END $$;
    ${counters.join('\n')}`);
}

/** Compares the tables of a database whose writes are watched. */
export function readChanges(pool: pg.Pool): ChangeWatch {
  /** table → number of writes when its checksum was read */
  const summed = new Map<string, string | null>();
  let sums = new Map<string, string>();

  return {
    async read() {
      const { rows: counts } = await pool.query<{ name: string; writes: string | null }>(
        `SELECT sequencename AS name, last_value::text AS writes FROM pg_sequences WHERE schemaname = 'watch'`,
      );
      const changed = counts.filter(({ name, writes }) => !summed.has(name) || summed.get(name) !== writes);
      if (changed.length === 0) return sums;
      const parts = changed.map(
        ({ name }) =>
          `SELECT '${name}' AS name, md5(coalesce(string_agg(r::text, ',' ORDER BY r::text), '')) AS sum FROM "${name}" r`,
      );
      const read = await pool.query<{ name: string; sum: string }>(parts.join(' UNION ALL '));
      sums = new Map(sums);
      for (const { name, sum } of read.rows) sums.set(name, sum);
      // Counted before they were summed: tables written to meanwhile are summed again the next time.
      for (const { name, writes } of changed) summed.set(name, writes);
      return sums;
    },
  };
}
