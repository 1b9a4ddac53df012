import type { AssignedCustomer } from '@signalbox/contract/dashboard';
import { type EntityId, entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import type { Operation } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { labelOf, type SharedKind } from '../entity-kind.ts';
import type { PublicCustomers } from '../public-customers.ts';
import { createSharedStore } from './shared-store.ts';

/** An entity that several customers share, as it travels. */
export interface SharedEntity {
  id: EntityId;
  name: string;
  assignedCustomers: AssignedCustomer[] | null;
}

export interface SharedServiceParts<Entity extends SharedEntity> {
  pool: pg.Pool;
  kind: SharedKind;
  /** The entity if the user may do that with it. */
  require: (user: SecurityUser, id: string, operation: Operation) => Promise<Entity>;
  /** The entity for the audit log and the rules: without content that can be megabytes. */
  briefly: (entity: Entity) => Entity;
  directory: EntityDirectory;
  publicCustomers: PublicCustomers;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

const includes = (list: readonly AssignedCustomer[], { customerId }: AssignedCustomer): boolean =>
  list.some((known) => known.customerId.id === customerId.id);
const add = (more: readonly AssignedCustomer[]) => (assigned: AssignedCustomer[]) => [
  ...assigned,
  ...more.filter((customer) => !includes(assigned, customer)),
];
const without = (some: readonly AssignedCustomer[]) => (assigned: AssignedCustomer[]) =>
  assigned.filter((customer) => !includes(some, customer));

/** Assigns entities of a kind to several customers and the public, and unassigns them. */
export function createSharedService<Entity extends SharedEntity>(parts: SharedServiceParts<Entity>) {
  const { pool, kind, require, briefly, directory, publicCustomers, actionLog, liveBus } = parts;
  const store = createSharedStore(pool, kind);

  /** One after the other: a list may be long, and others want to read too. */
  async function requireCustomers(
    user: SecurityUser,
    ids: readonly string[],
    verb: 'assign' | 'unassign',
  ): Promise<AssignedCustomer[]> {
    const failure = `Can't ${verb} ${kind.noun} ${verb === 'assign' ? 'to' : 'from'}`;
    const customers: AssignedCustomer[] = [];
    for (const id of new Set(ids)) {
      const found = await directory.find(entityId('CUSTOMER', id));
      if (!found) throw badRequest(`${failure} non-existent customer!`);
      if (found.tenantId !== user.tenantId) throw badRequest(`${failure} customer from different tenant!`);
      // 'Public' is reserved for the public customer.
      customers.push({ customerId: entityId('CUSTOMER', id), title: found.name, public: found.name === 'Public' });
    }
    return customers;
  }

  async function requirePublic(user: SecurityUser): Promise<AssignedCustomer> {
    const { id, title } = await publicCustomers.ensure(user.tenantId);
    return { customerId: entityId('CUSTOMER', id), title, public: true };
  }

  /** What the audit log says of a customer that came or went. */
  function actionOn(user: SecurityUser, entity: Entity, customer: AssignedCustomer, isAssigned: boolean) {
    const { id } = customer.customerId;
    const metadata: Record<string, string> = isAssigned
      ? { assignedCustomerId: id, assignedCustomerName: customer.title }
      : { unassignedCustomerId: id, unassignedCustomerName: customer.title };
    const action = {
      user,
      type: isAssigned ? 'ASSIGNED_TO_CUSTOMER' : 'UNASSIGNED_FROM_CUSTOMER',
      entityId: entity.id,
      entityName: entity.name,
      customerId: id,
      data: { entityId: entity.id.id, ...metadata },
    } as const;
    return { action, metadata };
  }

  async function record(
    user: SecurityUser,
    entity: Entity,
    before: Entity,
    customer: AssignedCustomer,
    isAssigned: boolean,
  ): Promise<void> {
    const { action, metadata } = actionOn(user, entity, customer, isAssigned);
    const type = isAssigned ? 'ENTITY_ASSIGNED' : 'ENTITY_UNASSIGNED';
    await actionLog.record({
      ...action,
      before: briefly(before),
      message: { type, data: briefly(entity), metadata },
    });
  }

  /** Runs `work`, which gives the entity to customers or takes it from them. A failure names the customer if it is one. */
  function recordingFailure<T>(
    user: SecurityUser,
    entity: Entity,
    customers: readonly AssignedCustomer[],
    isAssigned: boolean,
    work: () => Promise<T>,
  ): Promise<T> {
    const [customer] = customers;
    if (customer && customers.length === 1) {
      return recordFailure(actionLog, actionOn(user, entity, customer, isAssigned).action, work);
    }
    const type = isAssigned ? 'ASSIGNED_TO_CUSTOMER' : 'UNASSIGNED_FROM_CUSTOMER';
    const about = { entityId: entity.id, entityName: entity.name, data: { entityId: entity.id.id } };
    return recordFailure(actionLog, { user, type, ...about }, work);
  }

  /**
   * Changes the assignments as `change` says, and announces each addition and removal.
   * @param named customers that are given the entity, the only ones that `change` may add, or that lose it
   */
  async function changeCustomers(
    user: SecurityUser,
    entity: Entity,
    named: readonly AssignedCustomer[],
    isAssigned: boolean,
    change: (assigned: AssignedCustomer[]) => AssignedCustomer[],
  ): Promise<Entity> {
    const added = isAssigned ? named.map(({ customerId }) => customerId.id) : [];
    const changed = await recordingFailure(user, entity, named, isAssigned, async () => {
      const result = await store.changeCustomers(user.tenantId, entity.id.id, added, change);
      if (!result) throw entityNotFound(labelOf(kind), entity.id.id);
      return result;
    });
    const before = { ...entity, assignedCustomers: changed.before };
    const after = { ...entity, assignedCustomers: changed.after };
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId: user.tenantId, entityId: entity.id });
    for (const customer of changed.after) {
      if (!includes(changed.before, customer)) await record(user, after, before, customer, true);
    }
    for (const customer of changed.before) {
      if (!includes(changed.after, customer)) await record(user, after, before, customer, false);
    }
    return after;
  }

  return {
    async assign(user: SecurityUser, id: string, customerIds: readonly string[]): Promise<Entity> {
      const entity = await require(user, id, 'ASSIGN_TO_CUSTOMER');
      const customers = await requireCustomers(user, customerIds, 'assign');
      return changeCustomers(user, entity, customers, true, add(customers));
    },

    async unassign(user: SecurityUser, id: string, customerIds: readonly string[]): Promise<Entity> {
      const entity = await require(user, id, 'UNASSIGN_FROM_CUSTOMER');
      const customers = await requireCustomers(user, customerIds, 'unassign');
      return changeCustomers(user, entity, customers, false, without(customers));
    },

    /** Assigns to exactly these customers. */
    async setCustomers(user: SecurityUser, id: string, customerIds: readonly string[]): Promise<Entity> {
      const entity = await require(user, id, 'ASSIGN_TO_CUSTOMER');
      const customers = await requireCustomers(user, customerIds, 'assign');
      return changeCustomers(user, entity, customers, true, (assigned) =>
        add(customers)(assigned.filter((known) => includes(customers, known))),
      );
    },

    async makePublic(user: SecurityUser, id: string): Promise<Entity> {
      const entity = await require(user, id, 'ASSIGN_TO_CUSTOMER');
      const everyone = await requirePublic(user);
      return changeCustomers(user, entity, [everyone], true, add([everyone]));
    },

    async makePrivate(user: SecurityUser, id: string): Promise<Entity> {
      const entity = await require(user, id, 'UNASSIGN_FROM_CUSTOMER');
      const everyone = await requirePublic(user);
      return changeCustomers(user, entity, [everyone], false, without([everyone]));
    },
  };
}

export type SharedService<Entity extends SharedEntity> = ReturnType<typeof createSharedService<Entity>>;
