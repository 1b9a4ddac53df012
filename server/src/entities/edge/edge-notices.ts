import type { EdgeEventAction, EdgeEventType } from '@signalbox/contract/edge';
import { type EntityType, NULL_UUID } from '@signalbox/contract/id';
import type { Relation } from '@signalbox/contract/relation';
import type pg from 'pg';
import type { ActionRecord, ActionType } from '../../audit/action-log.ts';
import { createBatchWriter } from '../../storage/batch-writer.ts';

/** Something that happened, and which edges of the tenant have to know. */
interface EdgeNotice {
  tenant_id: string;
  action: EdgeEventAction;
  type: EdgeEventType;
  entity_id: string | null;
  body: unknown;
  /** Only edges of this customer; null: of any or none. */
  customer_id: string | null;
  /** Only edges that one of these entities is on; null: all. */
  members: readonly string[] | null;
}

/** Kinds of which an edge has some. */
const MEMBERS: ReadonlySet<EntityType> = new Set(['DEVICE', 'ASSET', 'ENTITY_VIEW', 'DASHBOARD', 'RULE_CHAIN']);
/** Deletions are noted by the deletion itself (migration 15). */
const OF_MEMBERS: ReadonlySet<ActionType> = new Set(['UPDATED', 'CREDENTIALS_UPDATED']);
const OF_CUSTOMERS: ReadonlySet<ActionType> = new Set(['ASSIGNED_TO_CUSTOMER', 'UNASSIGNED_FROM_CUSTOMER']);
const OF_RELATIONS: ReadonlySet<ActionType> = new Set(['RELATION_ADD_OR_UPDATE', 'RELATION_DELETED']);
const OF_ALL: ReadonlySet<ActionType> = new Set(['ADDED', 'UPDATED', 'DELETED', 'CREDENTIALS_UPDATED']);

/** What edges have to know of an action; undefined: nothing. */
function noticeOf(action: ActionRecord): EdgeNotice | undefined {
  const { type, entityId, customerId, error } = action;
  if (error !== undefined) return undefined;
  const notice = {
    tenant_id: action.tenantId ?? action.user.tenantId,
    action: type as EdgeEventAction,
    type: entityId.entityType as EdgeEventType,
    entity_id: entityId.id,
    body: null,
    customer_id: null,
    members: null,
  };
  if (OF_RELATIONS.has(type)) {
    const { relation } = action.data as { relation: Relation };
    const { from, to } = relation;
    // The action is recorded for both ends, and the edge itself is not told of its own relations.
    const isOfEdge = from.entityType === 'EDGE' || to.entityType === 'EDGE';
    if (isOfEdge || entityId.id !== from.id) return undefined;
    return { ...notice, type: 'RELATION', entity_id: null, body: relation, members: [from.id, to.id] };
  }
  const { entityType } = entityId;
  if (MEMBERS.has(entityType)) {
    if (OF_MEMBERS.has(type)) return { ...notice, members: [entityId.id] };
    if (OF_CUSTOMERS.has(type) && customerId) return { ...notice, members: [entityId.id], customer_id: customerId };
    return undefined;
  }
  if (entityType === 'DEVICE_PROFILE') return OF_ALL.has(type) ? notice : undefined;
  if (entityType === 'CUSTOMER') return type === 'UPDATED' ? { ...notice, customer_id: entityId.id } : undefined;
  if (entityType !== 'USER' || !OF_ALL.has(type)) return undefined;
  return customerId && customerId !== NULL_UUID ? { ...notice, customer_id: customerId } : notice;
}

/**
 * Writes down for the edges of a tenant what people change.
 * @returns a function that resolves when what an action means for edges is written
 */
export function createEdgeNotices(pool: pg.Pool): (action: ActionRecord) => Promise<void> {
  const write = createBatchWriter<EdgeNotice>(async (notices) => {
    await pool.query({
      name: 'edge notices',
      text: `INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id, body)
        SELECT time_uuid($2), $2, edge.tenant_id, edge.id, notice.action, notice.type, notice.entity_id, notice.body
        FROM jsonb_to_recordset($1) AS notice
          (tenant_id uuid, action text, type text, entity_id uuid, body json, customer_id uuid, members uuid[])
        JOIN edge ON edge.tenant_id = notice.tenant_id
        WHERE (notice.customer_id IS NULL OR edge.customer_id = notice.customer_id)
          AND (notice.members IS NULL OR EXISTS (SELECT FROM relation
            WHERE from_id = edge.id AND from_type = 'EDGE' AND relation_type_group = 'EDGE'
              AND relation_type = 'Contains' AND to_id = ANY(notice.members)))`,
      values: [JSON.stringify(notices), Date.now()],
    });
  });
  return async (action) => {
    const notice = noticeOf(action);
    if (notice) await write(notice);
  };
}
