import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ValueRights } from '../access/value-rights.ts';
import type { EntitySource } from '../entities/entity-source.ts';
import type { SecurityUser } from '../http/security-user.ts';

/**
 * Whether the user may read the value that the entity `e` has of a key: by a value that it may not read nobody finds,
 * sorts or searches. Undefined where all may be read.
 */
export function readableRows(
  user: SecurityUser,
  rights: ValueRights,
  source: EntitySource,
  key: string,
): RawBuilder<SqlBool> | undefined {
  if (rights.isUnrestricted) return undefined;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (source.kinds.includes('TENANT') && !rights.mayRead({ entityType: 'TENANT', id: user.tenantId }, key)) {
    conditions.push(sql`e.id <> ${user.tenantId}::uuid`);
  }
  if (source.kinds.includes('USER')) {
    conditions.push(sql`(${source.entityType} <> 'USER' OR e.id = ${user.userId}::uuid)`);
  }
  return conditions.length === 0 ? undefined : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
