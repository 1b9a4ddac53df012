import { entityId } from '@signalbox/contract/id';
import { type PageData, pageData } from '@signalbox/contract/page';
import type { RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type {
  FullRuleChainVersion,
  RuleChainVersion,
  RuleChainVersionCause,
} from '@signalbox/contract/rule-chain-version';
import { sql } from 'kysely';
import { tooManyRequests } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { Database } from '../../storage/database.ts';
import { pack, unpack } from '../../storage/packed-bytes.ts';
import { countChanges } from './rule-chain-changes.ts';
import { type StoredChain, stateOf } from './rule-chain-content.ts';

const DAY = 24 * 3_600_000;
/** A version is kept while it is young, or while few came after it … */
const KEPT_FOR = 30 * DAY;
const NEWEST = 200;
/** … unless so many came after it. */
const MAX_VERSIONS = 1_000;
/** What versions of a tenant take, in bytes, before the oldest ones go. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What they take at most: while messages of their time can be traced, none goes. */
const HARD_LIMIT = 8;
/** Bytes of a row, about. */
const ROW_BYTES = 256;
/** Versions that go at a time to make room. */
const MAX_REMOVED = 50;
/** Any number, the same for all servers of an installation. */
const LOCK = 5_118_010;

/** Who saves; undefined: the platform. */
export type Author = Pick<SecurityUser, 'userId' | 'email'> | undefined;

export interface VersionStep {
  author: Author;
  cause: RuleChainVersionCause;
  /** Number of the version that is repeated. */
  restored?: number;
}

export interface VersionOptions {
  /** How long processed messages stay in the log, ms: what was in force during this time can be asked for. */
  traced: number;
  maxBytes?: number;
  now?: () => number;
}

interface VersionRow {
  rule_chain_id: string;
  number: number;
  created_time: number;
  until_time: number | null;
  user_id: string | null;
  user_name: string | null;
  cause: RuleChainVersionCause;
  restored: number | null;
  name: string;
  nodes: number;
  changes: number;
  state: string;
}

const toVersion = (row: VersionRow): RuleChainVersion => ({
  ruleChainId: entityId('RULE_CHAIN', row.rule_chain_id),
  number: row.number,
  createdTime: row.created_time,
  until: row.until_time,
  userId: row.user_id === null ? null : entityId('USER', row.user_id),
  userName: row.user_name,
  cause: row.cause,
  restored: row.restored,
  name: row.name,
  nodes: row.nodes,
  changes: row.changes,
});

const EMPTY = { firstNodeIndex: null, nodes: [], connections: null, ruleChainConnections: null };

/**
 * Rows of `rule_chain_version`: what each chain was at each time, written in the transaction that changes it. Whoever
 * writes them holds its chains first and then, in `write`, the versions of the tenant.
 */
export function createRuleChainVersions(db: Database, options: VersionOptions) {
  const { traced, maxBytes = MAX_BYTES, now = Date.now } = options;

  async function newest(from: Database, id: string): Promise<VersionRow | undefined> {
    const { rows } = await sql<VersionRow>`SELECT * FROM rule_chain_version WHERE rule_chain_id = ${id}
      ORDER BY number DESC LIMIT 1`.execute(from);
    return rows[0];
  }

  const lock = (transaction: Database, tenantId: string) =>
    sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(${tenantId}))`.execute(transaction);

  async function insert(
    transaction: Database,
    { chain, metadata }: StoredChain,
    before: RuleChainMetadata | undefined,
    row: { number: number; createdTime: number; state: string } & VersionStep,
  ): Promise<void> {
    const { number, createdTime, state, author, cause, restored } = row;
    const tenantId = chain.tenantId.id;
    const changes = countChanges(before ?? { ...EMPTY, ruleChainId: chain.id }, metadata);
    await sql`INSERT INTO rule_chain_content (rule_chain_id, state, tenant_id, body)
      VALUES (${chain.id.id}, ${state}, ${tenantId}, ${pack(Buffer.from(JSON.stringify(metadata)))})
      ON CONFLICT DO NOTHING`.execute(transaction);
    await sql`INSERT INTO rule_chain_version (rule_chain_id, number, tenant_id, created_time, user_id, user_name, cause,
        restored, name, nodes, changes, state)
      VALUES (${chain.id.id}, ${number}, ${tenantId}, ${createdTime}, ${author?.userId ?? null},
        ${author?.email ?? null}, ${cause}, ${restored ?? null}, ${chain.name}, ${metadata.nodes.length}, ${changes},
        ${state})`.execute(transaction);
  }

  const end = (transaction: Database, id: string, time: number) =>
    sql`UPDATE rule_chain_version SET until_time = ${time}
      WHERE rule_chain_id = ${id} AND until_time IS NULL`.execute(transaction);

  /** The newest version of a chain, which is what it holds: one that was stored without a version gets one. */
  async function found(transaction: Database, stored: StoredChain): Promise<VersionRow | undefined> {
    const last = await newest(transaction, stored.chain.id.id);
    if (!last && stored.metadata.nodes.length === 0) return undefined;
    const state = stateOf(stored.metadata);
    if (last?.state === state) return last;
    const createdTime = last ? Math.max(now(), last.created_time) : stored.chain.createdTime;
    await end(transaction, stored.chain.id.id, createdTime);
    const number = (last?.number ?? 0) + 1;
    await insert(transaction, stored, undefined, { number, createdTime, state, author: undefined, cause: 'FOUND' });
    return newest(transaction, stored.chain.id.id);
  }

  const dropContent = (transaction: Database, tenantId: string) =>
    sql`DELETE FROM rule_chain_content AS content WHERE tenant_id = ${tenantId} AND NOT EXISTS (
      SELECT FROM rule_chain_version AS version
      WHERE version.rule_chain_id = content.rule_chain_id AND version.state = content.state)`.execute(transaction);

  async function bytesOf(transaction: Database, tenantId: string): Promise<number> {
    const { rows } = await sql<{ bytes: string }>`SELECT
      (SELECT coalesce(sum(octet_length(body)), 0) FROM rule_chain_content WHERE tenant_id = ${tenantId})
      + ${ROW_BYTES} * (SELECT count(*) FROM rule_chain_version WHERE tenant_id = ${tenantId}) AS bytes`.execute(
      transaction,
    );
    return Number(rows[0]?.bytes ?? 0);
  }

  /** What deleted chains were in the end goes after everything else. */
  async function removeOldest(transaction: Database, tenantId: string): Promise<boolean> {
    const { numAffectedRows } = await sql`DELETE FROM rule_chain_version WHERE (rule_chain_id, number) IN (
      SELECT rule_chain_id, number FROM rule_chain_version AS version
      WHERE tenant_id = ${tenantId} AND until_time < ${now() - traced} AND NOT EXISTS (
        SELECT FROM deleted_rule_chain AS gone WHERE gone.id = version.rule_chain_id
          AND gone.deleted_time = version.until_time)
      ORDER BY until_time LIMIT ${MAX_REMOVED})`.execute(transaction);
    if (numAffectedRows) return true;
    const { rows } = await sql<{ id: string }>`DELETE FROM deleted_rule_chain WHERE id IN (
      SELECT id FROM deleted_rule_chain WHERE tenant_id = ${tenantId} AND deleted_time < ${now() - traced}
      ORDER BY deleted_time LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`.execute(transaction);
    if (!rows[0]) return false;
    await sql`DELETE FROM rule_chain_version WHERE rule_chain_id = ${rows[0].id}`.execute(transaction);
    return true;
  }

  /** @throws ApiError 429 when more was saved than can be kept */
  async function prune(transaction: Database, tenantId: string, id: string, last: number): Promise<void> {
    const { numAffectedRows } = await sql`DELETE FROM rule_chain_version WHERE rule_chain_id = ${id}
      AND until_time < ${now() - traced} AND (number <= ${last - MAX_VERSIONS}
        OR (number <= ${last - NEWEST} AND until_time < ${now() - KEPT_FOR}))`.execute(transaction);
    if (numAffectedRows) await dropContent(transaction, tenantId);
    let bytes = await bytesOf(transaction, tenantId);
    while (bytes > maxBytes && (await removeOldest(transaction, tenantId))) {
      await dropContent(transaction, tenantId);
      bytes = await bytesOf(transaction, tenantId);
    }
    if (bytes > HARD_LIMIT * maxBytes) {
      throw tooManyRequests(
        'Rule chains were saved too often: their versions of the last day take too much room',
        3600,
      );
    }
  }

  /** @param number undefined: the newest */
  async function read(
    tenantId: string,
    id: string,
    number: number | undefined,
    from: Database = db,
  ): Promise<FullRuleChainVersion | undefined> {
    const which = number === undefined ? sql`true` : sql`number = ${number}`;
    const { rows } = await sql<VersionRow & { body: Buffer }>`SELECT version.*, content.body
      FROM rule_chain_version AS version JOIN rule_chain_content AS content USING (rule_chain_id, state)
      WHERE version.tenant_id = ${tenantId} AND version.rule_chain_id = ${id} AND ${which}
      ORDER BY number DESC LIMIT 1`.execute(from);
    const [row] = rows;
    return row && { ...toVersion(row), metadata: JSON.parse(unpack(row.body).toString()) as RuleChainMetadata };
  }

  /** Ends what was in force, and begins what is. */
  async function next(
    transaction: Database,
    after: StoredChain,
    before: RuleChainMetadata | undefined,
    last: VersionRow | undefined,
    state: string,
    step: VersionStep,
  ): Promise<void> {
    const { id } = after.chain.id;
    const createdTime = Math.max(now(), last?.created_time ?? 0);
    await end(transaction, id, createdTime);
    const number = (last?.number ?? 0) + 1;
    await insert(transaction, after, before, { number, createdTime, state, ...step });
    await prune(transaction, after.chain.tenantId.id, id, number);
  }

  return {
    /**
     * Writes what became of chains, in the transaction that changed them; of one that stayed the same nothing.
     * @throws ApiError 429 / 33 when more was saved than can be kept
     */
    async write(
      transaction: Database,
      tenantId: string,
      changes: readonly { before: StoredChain; after: StoredChain }[],
      step: VersionStep,
    ): Promise<void> {
      if (changes.length === 0) return;
      await lock(transaction, tenantId);
      for (const { before, after } of changes) {
        const last = await found(transaction, before);
        const state = stateOf(after.metadata);
        if (last?.state !== state) await next(transaction, after, before.metadata, last, state, step);
      }
    },

    /** A deleted chain is back: a version of its own, from now on. */
    async reopen(transaction: Database, restored: StoredChain, step: VersionStep): Promise<void> {
      const { chain, metadata } = restored;
      await lock(transaction, chain.tenantId.id);
      const before = (await read(chain.tenantId.id, chain.id.id, undefined, transaction))?.metadata;
      await next(transaction, restored, before, await newest(transaction, chain.id.id), stateOf(metadata), step);
    },

    /** A chain goes: its newest version is what it was. */
    async close(transaction: Database, stored: StoredChain, time: number): Promise<void> {
      await lock(transaction, stored.chain.tenantId.id);
      await found(transaction, stored);
      await end(transaction, stored.chain.id.id, time);
    },

    /** Removes all versions of chains that are gone for good. */
    async forget(transaction: Database, tenantId: string, ids: readonly string[]): Promise<void> {
      await lock(transaction, tenantId);
      await sql`DELETE FROM rule_chain_version WHERE tenant_id = ${tenantId}
        AND rule_chain_id = ANY(${ids}::uuid[])`.execute(transaction);
      await dropContent(transaction, tenantId);
    },

    /** Newest first. @param at epoch ms: only what was in force then */
    async list(
      tenantId: string,
      id: string,
      link: { pageSize: number; page: number; at?: number | undefined },
    ): Promise<PageData<RuleChainVersion>> {
      const then =
        link.at === undefined
          ? sql`true`
          : sql`created_time <= ${link.at} AND (until_time IS NULL OR until_time > ${link.at})`;
      const where = sql`tenant_id = ${tenantId} AND rule_chain_id = ${id} AND ${then}`;
      const { rows } = await sql<VersionRow>`SELECT * FROM rule_chain_version WHERE ${where}
        ORDER BY number DESC LIMIT ${link.pageSize} OFFSET ${link.page * link.pageSize}`.execute(db);
      const total = await sql<{ total: string }>`SELECT count(*) AS total FROM rule_chain_version
        WHERE ${where}`.execute(db);
      return pageData(rows.map(toVersion), Number(total.rows[0]?.total ?? 0), link);
    },

    read,

    hasAny: async (id: string): Promise<boolean> => (await newest(db, id)) !== undefined,

    /** Gives chains that have none their first version. */
    async begin(transaction: Database, stored: StoredChain): Promise<void> {
      await lock(transaction, stored.chain.tenantId.id);
      await found(transaction, stored);
    },
  };
}

export type RuleChainVersions = ReturnType<typeof createRuleChainVersions>;
