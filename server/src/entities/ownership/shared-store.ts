import type { AssignedCustomer } from '@signalbox/contract/dashboard';
import type pg from 'pg';
import { inTransaction } from '../../storage/transaction.ts';
import type { SharedKind } from '../entity-kind.ts';
import { changeSharedCustomers } from './shared-customers.ts';

/** The customers of entities of a kind that several of them share. */
export function createSharedStore(pool: pg.Pool, kind: SharedKind) {
  return {
    /** Changes the customers of an entity in a transaction of its own, see `changeSharedCustomers`. */
    changeCustomers: (
      tenantId: string,
      id: string,
      named: readonly string[],
      change: (assigned: AssignedCustomer[]) => AssignedCustomer[],
    ) => inTransaction(pool, ({ client }) => changeSharedCustomers(client, kind, { tenantId, id }, named, change)),
  };
}
