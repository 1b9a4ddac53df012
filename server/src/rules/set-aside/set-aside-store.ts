import { type EntityType, entityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import { SET_ASIDE_MESSAGE, type SetAsideMessageInfo } from '@signalbox/contract/set-aside-message';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { Message } from '../../messages/message.ts';
import type { Database } from '../../storage/database.ts';
import { contains, orderBy, selectPage } from '../../storage/paging.ts';

/** What a list lets pass; absent members filter nothing. */
export interface SetAsideFilter extends TimePageLink {
  type?: string | undefined;
  queueName?: string | undefined;
  originatorId?: string | undefined;
  ruleChainId?: string | undefined;
  ruleNodeId?: string | undefined;
}

/** A message as it was set aside. */
export interface StoredSetAside {
  info: Omit<SetAsideMessageInfo, 'originatorName'>;
  message: Message;
  entered: Message | undefined;
}

interface SetAsideRow {
  id: string;
  created_time: number;
  message_type: string;
  queue_name: string;
  originator_type: string;
  originator_id: string;
  rule_chain_id: string | null;
  rule_chain_name: string | null;
  rule_node_id: string | null;
  rule_node_name: string | null;
  error: string;
}

const COLUMNS = `id, created_time, message_type, queue_name, originator_type, originator_id, rule_chain_id,
  rule_chain_name, rule_node_id, rule_node_name, error`;

const SORT_COLUMNS = {
  createdTime: sql.ref('created_time'),
  messageType: sql.ref('message_type'),
  queueName: sql.ref('queue_name'),
  ruleChainName: sql.ref('rule_chain_name'),
  ruleNodeName: sql.ref('rule_node_name'),
  reason: sql.ref('error'),
};

const toInfo = (row: SetAsideRow): StoredSetAside['info'] => ({
  id: { entityType: SET_ASIDE_MESSAGE, id: row.id },
  createdTime: Number(row.created_time),
  messageType: row.message_type,
  queueName: row.queue_name,
  originator: entityId(row.originator_type as EntityType, row.originator_id),
  ruleChainId: row.rule_chain_id === null ? null : entityId('RULE_CHAIN', row.rule_chain_id),
  ruleChainName: row.rule_chain_name,
  ruleNodeId: row.rule_node_id === null ? null : entityId('RULE_NODE', row.rule_node_id),
  ruleNodeName: row.rule_node_name,
  reason: row.error,
});

/** Messages that were set aside, of which a tenant has at most `MAX_SET_ASIDE`: walks of one index suffice. */
export function createSetAsideStore({ db, pool }: { db: Database; pool: pg.Pool }) {
  function condition(tenantId: string, filter: SetAsideFilter): RawBuilder<SqlBool> {
    const { type, queueName, originatorId, ruleChainId, ruleNodeId, startTime, endTime, textSearch } = filter;
    const conditions = [sql<SqlBool>`tenant_id = ${tenantId} AND originator_id IS NOT NULL`];
    if (type) conditions.push(sql`message_type = ${type}`);
    if (queueName) conditions.push(sql`queue_name = ${queueName}`);
    if (originatorId) conditions.push(sql`originator_id = ${originatorId}`);
    if (ruleChainId) conditions.push(sql`rule_chain_id = ${ruleChainId}`);
    if (ruleNodeId) conditions.push(sql`rule_node_id = ${ruleNodeId}`);
    if (startTime !== undefined) conditions.push(sql`created_time >= ${startTime}`);
    if (endTime !== undefined) conditions.push(sql`created_time <= ${endTime}`);
    conditions.push(contains(sql<string>`error`, textSearch));
    return sql.join(conditions, sql` AND `);
  }

  return {
    async list(tenantId: string, filter: SetAsideFilter): Promise<PageData<StoredSetAside['info']>> {
      const page = await selectPage<SetAsideRow>(db, filter, {
        select: sql.raw(COLUMNS),
        from: sql`message_set_aside`,
        where: condition(tenantId, filter),
        orderBy: orderBy(filter, SORT_COLUMNS, 'message_set_aside'),
      });
      return { ...page, data: page.data.map(toInfo) };
    },

    async summary(tenantId: string): Promise<{ total: number; oldestTime: number | null }> {
      const { rows } = await pool.query<{ total: number; oldest: number | null }>(
        'SELECT count(*)::integer AS total, min(created_time) AS oldest FROM message_set_aside WHERE tenant_id = $1',
        [tenantId],
      );
      const oldest = rows[0]?.oldest ?? null;
      return { total: rows[0]?.total ?? 0, oldestTime: oldest === null ? null : Number(oldest) };
    },

    async find(tenantId: string, id: string): Promise<StoredSetAside | undefined> {
      const { rows } = await pool.query<SetAsideRow & { message: Message; entered: Message | null }>(
        `SELECT ${COLUMNS}, message, entered FROM message_set_aside
         WHERE tenant_id = $1 AND id = $2 AND originator_id IS NOT NULL`,
        [tenantId, id],
      );
      const [row] = rows;
      return row && { info: toInfo(row), message: row.message, entered: row.entered ?? undefined };
    },

    /** Removes a message; false when somebody else has done so. */
    async remove(client: Pick<pg.ClientBase, 'query'>, tenantId: string, id: string): Promise<boolean> {
      const { rowCount } = await client.query('DELETE FROM message_set_aside WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        id,
      ]);
      return rowCount === 1;
    },
  };
}

export type SetAsideStore = ReturnType<typeof createSetAsideStore>;
