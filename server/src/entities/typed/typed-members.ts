import { type SqlBool, sql } from 'kysely';
import type { SecurityUser } from '../../http/security-user.ts';
import { additionalInfo, column, constant, createdTime, ownedByCustomer, searchedColumn } from '../entity-source.ts';
import type { TypedTables } from './typed-entity.ts';

/**
 * The members that the descriptors of kinds with a name, a type and at most one customer have in common.
 * @param hasLabel whether the table has a column `label`
 */
export function typedMembers<Type extends keyof TypedTables>(
  type: Type,
  table: TypedTables[Type],
  { hasLabel }: { hasLabel: boolean },
) {
  const entityType = constant(type);
  return {
    entityType: type,
    table,
    summary: `SELECT id, tenant_id, customer_id, name, type${hasLabel ? ', label' : ''} FROM ${table} WHERE id = ANY ($1)`,
    source: {
      table: sql.table(table),
      kinds: [type],
      entityType,
      fields: {
        createdTime,
        entityType,
        name: column('name'),
        title: column('name'),
        type: column('type'),
        ...(hasLabel ? { label: column('label') } : {}),
        additionalInfo,
      },
      lowerName: sql<string>`lower(e.name)`,
      searched: {
        name: searchedColumn('name'),
        title: searchedColumn('name'),
        ...(hasLabel ? { label: searchedColumn('label') } : {}),
      },
      isOfType: (_user: SecurityUser, wanted: string) => sql<SqlBool>`e.type = ${wanted}`,
      visibleTo: ownedByCustomer,
    },
    audited: true,
    withTenant: 'deleted',
    hasData: true,
  } as const;
}
