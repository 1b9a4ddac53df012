import { type EntityFilter, entityFilterSchema } from '@signalbox/contract/entity-query';
import * as z from 'zod/mini';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityQueryService } from './entity-query-service.ts';

export interface VisitorCallsParts {
  queries: Pick<EntityQueryService, 'findIds'>;
  /** Alias filters of the public dashboards whose owner lets visitors call their devices. */
  callableAliases(tenantId: string, customerId: string): Promise<unknown[]>;
}

/** Whether this visitor may call this device. */
export type MayVisitorCall = (visitor: SecurityUser, device: { id: string; name: string }) => Promise<boolean>;

/**
 * Visitors may call a device shown on a public dashboard whose owner allows it (`settings.visitorsMayCall` of its
 * configuration): one that an alias of that dashboard finds, as far as the visitor may see it.
 */
export function createVisitorCalls({ queries, callableAliases }: VisitorCallsParts): MayVisitorCall {
  return async (visitor, { id, name }) => {
    for (const alias of await callableAliases(visitor.tenantId, visitor.customerId)) {
      const filter = filterOf(alias, visitor);
      if (filter && (await finds(visitor, filter, id, name))) return true;
    }
    return false;
  };

  async function finds(visitor: SecurityUser, filter: EntityFilter, id: string, name: string): Promise<boolean> {
    const ids = await queries.findIds(visitor, {
      entityFilter: filter,
      // A name is unique among the devices of a tenant; other kinds of entity may have it too.
      keyFilters: [
        {
          key: { type: 'ENTITY_FIELD', key: 'name' },
          valueType: 'STRING',
          predicate: { type: 'STRING', operation: 'EQUAL', ignoreCase: false, value: { defaultValue: name } },
        },
      ],
      pageLink: { page: 0, pageSize: 10, textSearch: null, dynamic: false, sortOrder: null },
      entityFields: [],
      latestValues: [],
    });
    return ids.includes(id);
  }
}

/**
 * The filter of an alias as a query takes it; undefined for aliases that depend on what is selected on the dashboard:
 * what can be selected is found by others.
 */
function filterOf(alias: unknown, visitor: SecurityUser): EntityFilter | undefined {
  const root = (alias as { rootEntity?: { entityType?: unknown } } | null)?.rootEntity;
  const resolved =
    root?.entityType === 'CURRENT_CUSTOMER'
      ? { ...(alias as object), rootEntity: { entityType: 'CUSTOMER', id: visitor.customerId } }
      : alias;
  const parsed = z.safeParse(entityFilterSchema, resolved);
  return parsed.success ? parsed.data : undefined;
}
