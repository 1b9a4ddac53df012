import type { AssignedCustomer } from '@signalbox/contract/dashboard';
import type { OwnedType, SharedType } from '@signalbox/contract/entity-traits';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { LiveBus } from '../../bus/live-bus.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import { assetKind } from '../asset/asset-kind.ts';
import { dashboardKind } from '../dashboard/dashboard-kind.ts';
import { deviceKind } from '../device/device-kind.ts';
import { edgeKind } from '../edge/edge-kind.ts';
import type { OwnedKind, SharedKind } from '../entity-kind.ts';
import { entityViewKind } from '../entity-view/entity-view-kind.ts';
import { changeSharedCustomers } from './shared-customers.ts';

const OWNED: { readonly [Type in OwnedType]: OwnedKind } = {
  DEVICE: deviceKind,
  ASSET: assetKind,
  ENTITY_VIEW: entityViewKind,
  EDGE: edgeKind,
};
const SHARED: { readonly [Type in SharedType]: SharedKind } = { DASHBOARD: dashboardKind };

/** A customer that an entity is given to or taken from. */
export interface Assignment {
  tenantId: string;
  entity: EntityId<OwnedType | SharedType>;
  customer: { id: string; title: string };
  isAssigned: boolean;
}

/** Kinds of entities that customers can have. */
export const ASSIGNABLE: ReadonlySet<string> = new Set([...Object.keys(OWNED), ...Object.keys(SHARED)]);

/** Assigns entities without a user behind it, as rule chains do. */
export interface Assignments {
  /**
   * Stores assignments in their order as part of `unit`, those of a kind with one statement. What is gone meanwhile is
   * left out.
   */
  store(unit: UnitOfWork, assignments: readonly Assignment[]): Promise<void>;
}

/** Assignments on the tables, announced after the commit. */
export function createAssignments(liveBus: LiveBus): Assignments {
  function announce(unit: UnitOfWork, tenantId: string, id: EntityId): void {
    unit.afterCommit(() => liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: id }));
  }

  async function storeOwned(unit: UnitOfWork, kind: OwnedKind, assignments: readonly Assignment[]): Promise<void> {
    /** entity id → its last assignment */
    const last = new Map(assignments.map((assignment) => [assignment.entity.id, assignment]));
    const rows = [...last.values()];
    // Customers are held before their entities, and both in one order.
    const changed = await unit.client.query<{ id: string; tenant_id: string }>(
      `WITH wanted AS (
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS wanted (tenant_id, id, customer_id)
       ), owner AS MATERIALIZED (
         SELECT id, tenant_id FROM customer WHERE id = ANY($3) ORDER BY id FOR KEY SHARE
       ), held AS MATERIALIZED (
         SELECT entity.id, wanted.customer_id FROM wanted
         JOIN ${kind.table} AS entity ON entity.id = wanted.id AND entity.tenant_id = wanted.tenant_id
         WHERE wanted.customer_id = '${NULL_UUID}' OR EXISTS (
           SELECT FROM owner WHERE owner.id = wanted.customer_id AND owner.tenant_id = wanted.tenant_id)
         ORDER BY entity.id FOR UPDATE OF entity
       )
       UPDATE ${kind.table} AS entity SET customer_id = held.customer_id FROM held
       WHERE entity.id = held.id AND entity.customer_id <> held.customer_id RETURNING entity.id, entity.tenant_id`,
      [
        rows.map(({ tenantId }) => tenantId),
        rows.map(({ entity }) => entity.id),
        rows.map(({ customer, isAssigned }) => (isAssigned ? customer.id : NULL_UUID)),
      ],
    );
    for (const row of changed.rows) announce(unit, row.tenant_id, entityId(kind.entityType, row.id));
  }

  async function storeShared(unit: UnitOfWork, kind: SharedKind, assignments: readonly Assignment[]): Promise<void> {
    const byEntity = Map.groupBy(assignments, ({ entity }) => entity.id);
    for (const [id, changes] of [...byEntity].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [{ tenantId }] = changes as [Assignment];
      const named = changes.filter(({ isAssigned }) => isAssigned).map(({ customer }) => customer.id);
      const changed = await changeSharedCustomers(unit.client, kind, { tenantId, id }, named, (assigned) =>
        changes.reduce(applyTo, assigned),
      );
      if (changed) announce(unit, tenantId, entityId(kind.entityType, id));
    }
  }

  return {
    async store(unit, assignments) {
      for (const kind of Object.values(OWNED)) {
        const own = assignments.filter(({ entity }) => entity.entityType === kind.entityType);
        if (own.length > 0) await storeOwned(unit, kind, own);
      }
      for (const kind of Object.values(SHARED)) {
        const own = assignments.filter(({ entity }) => entity.entityType === kind.entityType);
        if (own.length > 0) await storeShared(unit, kind, own);
      }
    },
  };
}

/** The customers of a shared entity after one more change. */
function applyTo(assigned: AssignedCustomer[], { customer, isAssigned }: Assignment): AssignedCustomer[] {
  const others = assigned.filter(({ customerId }) => customerId.id !== customer.id);
  if (!isAssigned) return others;
  if (others.length < assigned.length) return assigned;
  // 'Public' is reserved for the public customer.
  const isPublic = customer.title === 'Public';
  return [...assigned, { customerId: entityId('CUSTOMER', customer.id), title: customer.title, public: isPublic }];
}
