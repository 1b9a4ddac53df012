import type { EntityType } from '@signalbox/contract/id';
import { type RawBuilder, sql } from 'kysely';
import { sourceFor } from '../entities/entity-kinds.ts';
import { column, constant, createdTime, type EntitySource, fieldText } from '../entities/entity-source.ts';
import type { SecurityUser } from '../http/security-user.ts';

/** Fields of an entity whose kind is not known in advance (§6.5, relationsQuery). */
const FIELDS_OF_ANY = [
  'createdTime',
  'entityType',
  'name',
  'type',
  'label',
  'firstName',
  'lastName',
  'email',
  'region',
  'title',
  'country',
  'state',
  'city',
  'address',
  'address2',
  'zip',
  'phone',
  'additionalInfo',
] as const;

function selectField(entityType: EntityType, source: EntitySource, field: string): RawBuilder<string | null> {
  const own = source.fieldsInMixedLists?.[field] ?? fieldText(source, field);
  return own ?? (field === 'type' ? constant(entityType) : sql`NULL::text`);
}

/**
 * Combines the entities of several kinds that the user may see.
 * @param ids kind → ids
 * @returns undefined when there is none of a kind that can be queried
 */
export function combineSources(
  user: SecurityUser,
  ids: ReadonlyMap<EntityType, readonly string[]>,
): EntitySource | undefined {
  const selects: RawBuilder<unknown>[] = [];
  const kinds: EntityType[] = [];
  for (const [entityType, idsOfKind] of ids) {
    const source = sourceFor(user, entityType);
    if (!source || idsOfKind.length === 0) continue;
    kinds.push(entityType);
    const columns = FIELDS_OF_ANY.map((field) =>
      field === 'createdTime'
        ? fieldText(source, field)
          ? sql`e.created_time`
          : sql`NULL::bigint AS created_time`
        : sql`${selectField(entityType, source, field)} AS ${sql.ref(field)}`,
    );
    selects.push(sql`SELECT e.id, ${sql.join(columns)} FROM ${source.table} e
      WHERE e.id = ANY(${idsOfKind}::uuid[]) AND ${source.visibleTo(user)}`);
  }
  if (selects.length === 0) return undefined;
  return {
    table: sql`(${sql.join(selects, sql` UNION ALL `)})`,
    kinds,
    entityType: sql`e."entityType"`,
    fields: Object.fromEntries(
      FIELDS_OF_ANY.map((field) => [field, field === 'createdTime' ? createdTime : column(field)]),
    ),
    lowerName: sql`lower(e.name)`,
    visibleTo: () => sql`true`,
  };
}
