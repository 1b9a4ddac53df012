import { type EntityId, entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { type Operation, requirePermission } from '../../access/permissions.ts';
import type { ActionLog, ActionRecord } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { labelOf, type OwnedKind, titleOf } from '../entity-kind.ts';
import type { PublicCustomers } from '../public-customers.ts';
import { createOwnedStore } from './owned-store.ts';

/** An entity that belongs to at most one customer, as it travels. */
export interface OwnedEntity {
  id: EntityId;
  tenantId: EntityId<'TENANT'>;
  customerId: EntityId<'CUSTOMER'>;
  name: string;
}

export interface OwnershipParts {
  pool: pg.Pool;
  directory: EntityDirectory;
  publicCustomers: PublicCustomers;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

export interface OwnedServiceParts<Entity extends OwnedEntity, Row extends pg.QueryResultRow> extends OwnershipParts {
  kind: OwnedKind;
  /** The entity if the user may do that with it. */
  require: (user: SecurityUser, id: string, operation: Operation) => Promise<Entity>;
  /** Reads a row of the kind's table. */
  toEntity: (row: Row) => Entity;
}

/** Assigns entities of a kind to customers or the public, and unassigns them. */
export function createOwnedService<Entity extends OwnedEntity, Row extends pg.QueryResultRow>(
  parts: OwnedServiceParts<Entity, Row>,
) {
  const { pool, kind, require, toEntity, directory, publicCustomers, actionLog, liveBus } = parts;
  const store = createOwnedStore(pool, kind, toEntity);
  const label = labelOf(kind);

  /** Stores the new customer and announces it. */
  async function change(
    action: Omit<ActionRecord, 'error' | 'before' | 'message' | 'entityId'> & { entityId: EntityId },
    customerId: string,
    message: { type: string; metadata: Record<string, string> },
  ): Promise<Entity> {
    const { user, entityId: id } = action;
    const before = await recordFailure(actionLog, action, async () => {
      const found = await store.setCustomer(user.tenantId, id.id, customerId);
      if (found) return found;
      const isThere = await store.exists(user.tenantId, id.id);
      throw isThere ? entityNotFound('Customer', customerId) : entityNotFound(label, id.id);
    });
    const entity: Entity = {
      ...before,
      customerId: customerId === NULL_UUID ? nullId('CUSTOMER') : entityId('CUSTOMER', customerId),
    };
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId: user.tenantId, entityId: id });
    await actionLog.record({ ...action, before, message: { ...message, data: entity } });
    return entity;
  }

  function give(user: SecurityUser, entity: Entity, customer: { id: string; title: string }): Promise<Entity> {
    const metadata = { assignedCustomerId: customer.id, assignedCustomerName: customer.title };
    const action = {
      user,
      type: 'ASSIGNED_TO_CUSTOMER',
      entityId: entity.id,
      entityName: entity.name,
      customerId: customer.id,
      data: { entityId: entity.id.id, ...metadata },
    } as const;
    return change(action, customer.id, { type: 'ENTITY_ASSIGNED', metadata });
  }

  return {
    async assign(user: SecurityUser, id: string, customerId: string): Promise<Entity> {
      const customer = await directory.find(entityId('CUSTOMER', customerId));
      if (!customer || customer.tenantId !== user.tenantId) throw entityNotFound('Customer', customerId);
      requirePermission(user, 'CUSTOMER', 'READ', customer);
      const entity = await require(user, id, 'ASSIGN_TO_CUSTOMER');
      return give(user, entity, { id: customerId, title: customer.name });
    },

    async makePublic(user: SecurityUser, id: string): Promise<Entity> {
      const entity = await require(user, id, 'ASSIGN_TO_CUSTOMER');
      return give(user, entity, await publicCustomers.ensure(user.tenantId));
    },

    async unassign(user: SecurityUser, id: string): Promise<Entity> {
      const entity = await require(user, id, 'UNASSIGN_FROM_CUSTOMER');
      const { customerId } = entity;
      if (customerId.id === NULL_UUID) throw badRequest(`${titleOf(kind)} isn't assigned to any customer!`);
      const customer = await directory.find(customerId);
      const metadata = { unassignedCustomerId: customerId.id, unassignedCustomerName: customer?.name ?? '' };
      const action = {
        user,
        type: 'UNASSIGNED_FROM_CUSTOMER',
        entityId: entity.id,
        entityName: entity.name,
        customerId: customerId.id,
        data: { entityId: id, ...metadata },
      } as const;
      return change(action, NULL_UUID, { type: 'ENTITY_UNASSIGNED', metadata });
    },
  };
}

export type OwnedService<Entity extends OwnedEntity> = ReturnType<typeof createOwnedService<Entity, pg.QueryResultRow>>;
