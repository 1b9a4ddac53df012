import { type PageData, pageData } from '@signalbox/contract/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseExactJson } from '../../config/exact-json.ts';
import type { Database } from '../../storage/database.ts';
import { pack, unpack } from '../../storage/packed-bytes.ts';
import type { Kept, VersionKind, VersionRow, VersionStep } from './version-kind.ts';
import { createVersionRoom } from './version-room.ts';

/**
 * What things of a kind were at each time, written in the transaction that changes them. Whoever writes holds its things
 * first and then, in `write`, the versions of the tenant.
 */
export function createVersionStore<Content, Row extends VersionRow>(
  db: Database,
  kind: VersionKind<Content>,
  now: () => number = Date.now,
) {
  const { tables, stateOf } = kind;
  const versions = sql.table(tables.versions);
  const contents = sql.table(tables.contents);
  const thing = sql.ref(tables.id);
  const room = createVersionRoom(tables, kind.bounds, now);

  async function newest(from: Database, id: string): Promise<Row | undefined> {
    const { rows } = await sql<Row>`SELECT * FROM ${versions} WHERE ${thing} = ${id}
      ORDER BY number DESC LIMIT 1`.execute(from);
    return rows[0];
  }

  const lock = (transaction: Database, tenantId: string) =>
    sql`SELECT pg_advisory_xact_lock(${kind.lock}, hashtext(${tenantId}))`.execute(transaction);

  async function insert(
    transaction: Database,
    { id, tenantId, name, content }: Kept<Content>,
    before: Content | undefined,
    row: { number: number; createdTime: number; state: string } & VersionStep,
  ): Promise<void> {
    const { number, createdTime, state, author, cause, restored } = row;
    await sql`INSERT INTO ${contents} (${thing}, state, tenant_id, body)
      VALUES (${id}, ${state}, ${tenantId}, ${pack(Buffer.from(JSON.stringify(content)))})
      ON CONFLICT DO NOTHING`.execute(transaction);
    const values = {
      ...{ [tables.id]: id, number, tenant_id: tenantId, created_time: createdTime },
      ...{ user_id: author?.userId ?? null, user_name: author?.email ?? null, cause, restored: restored ?? null },
      ...{ name, state, ...kind.columns(content, before) },
    };
    const columns = Object.keys(values).map((column) => sql.ref(column));
    await sql`INSERT INTO ${versions} (${sql.join(columns)}) VALUES (${sql.join(Object.values(values))})`.execute(
      transaction,
    );
  }

  const end = (transaction: Database, id: string, time: number) =>
    sql`UPDATE ${versions} SET until_time = ${time} WHERE ${thing} = ${id} AND until_time IS NULL`.execute(transaction);

  /** The newest version of a thing, which is what it holds: one that was stored without a version gets one. */
  async function found(transaction: Database, stored: Kept<Content>): Promise<Row | undefined> {
    const last = await newest(transaction, stored.id);
    if (!last && kind.isEmpty(stored.content)) return undefined;
    const state = stateOf(stored.content);
    if (last?.state === state) return last;
    const createdTime = last ? Math.max(now(), last.created_time) : stored.createdTime;
    await end(transaction, stored.id, createdTime);
    const number = (last?.number ?? 0) + 1;
    await insert(transaction, stored, undefined, { number, createdTime, state, author: undefined, cause: 'FOUND' });
    return newest(transaction, stored.id);
  }

  /** @param number undefined: the newest */
  async function read(
    tenantId: string,
    id: string,
    number: number | undefined,
    from: Database = db,
  ): Promise<{ row: Row; content: Content } | undefined> {
    const which = number === undefined ? sql`true` : sql`number = ${number}`;
    const { rows } = await sql<Row & { body: Buffer }>`SELECT version.*, content.body
      FROM ${versions} AS version JOIN ${contents} AS content USING (${thing}, state)
      WHERE version.tenant_id = ${tenantId} AND ${sql.ref(`version.${tables.id}`)} = ${id} AND ${which}
      ORDER BY number DESC LIMIT 1`.execute(from);
    const [row] = rows;
    return row && { row, content: parseExactJson(unpack(row.body).toString()) as Content };
  }

  /** Ends what was in force, and begins what is. */
  async function next(
    transaction: Database,
    after: Kept<Content>,
    before: Content | undefined,
    last: Row | undefined,
    step: VersionStep,
  ): Promise<void> {
    const createdTime = Math.max(now(), last?.created_time ?? 0);
    await end(transaction, after.id, createdTime);
    const number = (last?.number ?? 0) + 1;
    await insert(transaction, after, before, { number, createdTime, state: stateOf(after.content), ...step });
    await room.make(transaction, after.tenantId, after.id, number);
  }

  return {
    /**
     * Writes what became of things, in the transaction that changed them; of one that stayed the same nothing.
     * @param changes `before`: undefined of one that is new
     * @throws ApiError 429 / 33 when more was saved than can be kept
     */
    async write(
      transaction: Database,
      tenantId: string,
      changes: readonly { before: Kept<Content> | undefined; after: Kept<Content> }[],
      step: VersionStep,
    ): Promise<void> {
      if (changes.length === 0) return;
      await lock(transaction, tenantId);
      for (const { before, after } of changes) {
        const last = before && (await found(transaction, before));
        if (last?.state !== stateOf(after.content)) await next(transaction, after, before?.content, last, step);
      }
    },

    /** A deleted thing is back: a version of its own, from now on. */
    async reopen(transaction: Database, restored: Kept<Content>, step: VersionStep): Promise<void> {
      const { id, tenantId } = restored;
      await lock(transaction, tenantId);
      const before = (await read(tenantId, id, undefined, transaction))?.content;
      await next(transaction, restored, before, await newest(transaction, id), step);
    },

    /** A thing goes: its newest version is what it was. */
    async close(transaction: Database, stored: Kept<Content>, time: number): Promise<void> {
      await lock(transaction, stored.tenantId);
      await found(transaction, stored);
      await end(transaction, stored.id, time);
    },

    /** Things go with another one that is kept: from now on they have only been. */
    async closeAll(transaction: Database, tenantId: string, ids: readonly string[], time: number): Promise<void> {
      await lock(transaction, tenantId);
      await sql`UPDATE ${versions} SET until_time = ${time}
        WHERE tenant_id = ${tenantId} AND ${thing} = ANY(${ids}::uuid[]) AND until_time IS NULL`.execute(transaction);
    },

    /** Makes room after things were deleted; the caller has written versions of the tenant. */
    makeRoom: room.limit,

    /** Removes all versions of things that are gone for good. */
    async forget(transaction: Database, tenantId: string, ids: readonly string[]): Promise<void> {
      await lock(transaction, tenantId);
      await sql`DELETE FROM ${versions} WHERE tenant_id = ${tenantId} AND ${thing} = ANY(${ids}::uuid[])`.execute(
        transaction,
      );
      await room.dropContents(transaction, tenantId);
    },

    /** Newest first. @param which a further condition on them */
    async list(
      tenantId: string,
      id: string,
      link: { pageSize: number; page: number },
      which: RawBuilder<SqlBool> = sql<SqlBool>`true`,
    ): Promise<PageData<Row>> {
      const where = sql`tenant_id = ${tenantId} AND ${thing} = ${id} AND ${which}`;
      const { rows } = await sql<Row>`SELECT * FROM ${versions} WHERE ${where}
        ORDER BY number DESC LIMIT ${link.pageSize} OFFSET ${link.page * link.pageSize}`.execute(db);
      const total = await sql<{ total: string }>`SELECT count(*) AS total FROM ${versions} WHERE ${where}`.execute(db);
      return pageData(rows, Number(total.rows[0]?.total ?? 0), link);
    },

    read,

    hasAny: async (id: string): Promise<boolean> => (await newest(db, id)) !== undefined,

    /** Gives a thing that has none its first version. */
    async begin(transaction: Database, stored: Kept<Content>): Promise<void> {
      await lock(transaction, stored.tenantId);
      await found(transaction, stored);
    },
  };
}
