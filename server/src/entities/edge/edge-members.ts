import type { Edge } from '@signalbox/contract/edge';
import type { EntityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import { isPermitted, type Operation, type Owned } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { Database } from '../../storage/database.ts';
import type { ListOrders } from '../../storage/list-orders.ts';
import type { ListPlaces } from '../../storage/list-places.ts';
import { labelOf } from '../entity-kind.ts';
import type { RowPlace } from '../paged-list-sql.ts';
import { createPagedLists } from '../paged-lists.ts';
import { createEdgeMemberStore, type EdgeMemberRows } from './edge-member-store.ts';

/** An entity that can be on edges, as it travels. */
export interface EdgeMember {
  id: EntityId;
  name: string;
  customerId?: EntityId<'CUSTOMER'>;
}

export interface EdgeMembersParts {
  db: Database;
  liveBus: LiveBus;
  /** Where the rows of far pages are. */
  places: ListPlaces<RowPlace>;
  /** Remembers the orders of what is on edges. */
  orders: ListOrders;
  actionLog: ActionLog;
  /** The edge if the user may do that with it. */
  requireEdge: (user: SecurityUser, id: string, operation: Operation) => Promise<Edge>;
}

export interface EdgeMemberKindParts<Entity extends EdgeMember, Row> extends EdgeMemberRows<Row> {
  /** The entity if the user may do that with it. */
  require: (user: SecurityUser, id: string, operation: Operation) => Promise<Entity>;
  /** Refuses what cannot be put on an edge. */
  checkPut?: (entity: Entity, edge: Edge) => void | Promise<void>;
  /** Refuses what cannot be taken from an edge. */
  checkTake?: (entity: Entity, edge: Edge) => void | Promise<void>;
  /** The entity as messages carry it. */
  inMessages?: (entity: Entity) => unknown;
  /** Owner of a row, for the permission table. */
  owner: (row: Row) => Owned;
}

/** Puts entities of a kind on edges, takes them away, and lists them. */
export function createEdgeMembers<Entity extends EdgeMember, Row>(
  { actionLog, requireEdge, ...parts }: EdgeMembersParts,
  own: EdgeMemberKindParts<Entity, Row>,
) {
  const { kind, require, owner } = own;
  const { db, liveBus } = parts;
  const store = createEdgeMemberStore(db, createPagedLists(parts, [kind.entityType, 'EDGE']), own);
  const inMessages = own.inMessages ?? ((entity) => entity);

  async function change(
    user: SecurityUser,
    edge: Edge,
    entity: Entity,
    type: 'ASSIGNED_TO_EDGE' | 'UNASSIGNED_FROM_EDGE',
    metadata: Record<string, string>,
    work: () => Promise<void>,
  ): Promise<Entity> {
    const action = {
      user,
      type,
      entityId: entity.id,
      entityName: entity.name,
      ...(entity.customerId ? { customerId: entity.customerId.id } : {}),
      data: { entityId: entity.id.id, ...metadata },
    };
    await recordFailure(actionLog, action, work);
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId: user.tenantId, entityId: edge.id });
    await actionLog.record({ ...action, message: { type: `ENTITY_${type}`, data: inMessages(entity), metadata } });
    return entity;
  }

  return {
    async put(user: SecurityUser, edgeId: string, id: string): Promise<Entity> {
      const edge = await requireEdge(user, edgeId, 'READ');
      const entity = await require(user, id, 'READ');
      const metadata = { assignedEdgeId: edgeId, assignedEdgeName: edge.name };
      return change(user, edge, entity, 'ASSIGNED_TO_EDGE', metadata, async () => {
        await own.checkPut?.(entity, edge);
        if (!(await store.put(user.tenantId, edgeId, id))) throw entityNotFound(labelOf(kind), id);
      });
    },

    async take(user: SecurityUser, edgeId: string, id: string): Promise<Entity> {
      const edge = await requireEdge(user, edgeId, 'READ');
      const entity = await require(user, id, 'READ');
      const metadata = { unassignedEdgeId: edgeId, unassignedEdgeName: edge.name };
      return change(user, edge, entity, 'UNASSIGNED_FROM_EDGE', metadata, async () => {
        await own.checkTake?.(entity, edge);
        await store.take(user.tenantId, edgeId, id);
      });
    },

    /** A page of what is on an edge; rows that the user may not read are left out of it, but counted. */
    async list(
      user: SecurityUser,
      edgeId: string,
      link: TimePageLink,
      type: string | undefined,
    ): Promise<PageData<Row>> {
      await requireEdge(user, edgeId, 'READ');
      const page = await store.list(user.tenantId, edgeId, link, type || undefined);
      const data = page.data.filter((row) => isPermitted(user, kind.entityType, 'READ', owner(row)));
      return { ...page, data };
    },
  };
}
