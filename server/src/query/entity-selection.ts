import type { EntityFilter } from '@signalbox/contract/entity-query';
import { ENTITY_TRAITS } from '@signalbox/contract/entity-traits';
import type { EntityType } from '@signalbox/contract/id';
import type { RelationFilter } from '@signalbox/contract/relation';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { sourceFor } from '../entities/entity-kinds.ts';
import type { EntitySource } from '../entities/entity-source.ts';
import { badRequest } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { wildcardPattern } from './key-filter-sql.ts';
import { findRelated, type RelationsOf } from './related-entities.ts';
import { combineSources } from './several-kinds.ts';

/** Which entities a filter means, before permissions. */
export interface Selection {
  source: EntitySource;
  /** undefined: all of the kind */
  condition: RawBuilder<SqlBool> | undefined;
  /** Set where the condition is nothing but the kind, or the kind and its type: these are counted already. */
  counted?: { type?: string };
  /** All of a kind, or those of a type or whose name begins with something: likely to be many. */
  isWide: boolean;
}

/** Filters whose entities are all of one kind that the filter names itself. */
const KIND_OF_FILTER: Readonly<Partial<Record<EntityFilter['type'], EntityType>>> = {
  deviceType: 'DEVICE',
  assetType: 'ASSET',
  edgeType: 'EDGE',
  entityViewType: 'ENTITY_VIEW',
  apiUsageState: 'API_USAGE_STATE',
  deviceSearchQuery: 'DEVICE',
  assetSearchQuery: 'ASSET',
  edgeSearchQuery: 'EDGE',
  entityViewSearchQuery: 'ENTITY_VIEW',
};

/** Kinds of a relations query that names none (§6.3). */
const RELATED_KINDS: EntityType[] = ['TENANT', 'CUSTOMER', 'USER', 'DASHBOARD', 'ASSET', 'DEVICE', 'ENTITY_VIEW'];

type SearchFilter = Extract<
  EntityFilter,
  { type: 'deviceSearchQuery' | 'assetSearchQuery' | 'edgeSearchQuery' | 'entityViewSearchQuery' }
>;

/** Kind of entity that a filter finds; undefined for several. */
function typeOf(filter: EntityFilter): EntityType | undefined {
  switch (filter.type) {
    case 'singleEntity':
      return filter.singleEntity.entityType;
    case 'entityList':
    case 'entityName':
    case 'entityType':
      return filter.entityType;
    default:
      return KIND_OF_FILTER[filter.type];
  }
}

/** The source of a kind; undefined when there can be none of it. */
function sourceOf(user: SecurityUser, entityType: EntityType): EntitySource | undefined {
  if (!ENTITY_TRAITS[entityType].isQueried) throw badRequest(`Entities of type ${entityType} can not be queried.`);
  return sourceFor(user, entityType);
}

function namePrefix(source: EntitySource, prefix: string | null | undefined): RawBuilder<SqlBool> | undefined {
  return prefix ? sql`${source.lowerName} LIKE ${`${wildcardPattern(prefix.toLowerCase())}%`}` : undefined;
}

function all(...conditions: (RawBuilder<SqlBool> | undefined)[]): RawBuilder<SqlBool> | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : sql<SqlBool>`${sql.join(given, sql` AND `)}`;
}

function relatedTo(
  filter: SearchFilter | Extract<EntityFilter, { type: 'relationsQuery' }>,
  filters: readonly RelationFilter[],
  relationsOf: RelationsOf,
): Promise<Map<EntityType, string[]>> {
  if (!filter.rootEntity) throw badRequest(`The root entity of the filter '${filter.type}' must be specified.`);
  const search = {
    root: filter.rootEntity,
    direction: filter.direction ?? 'FROM',
    maxLevel: filter.maxLevel ?? 0,
    fetchLastLevelOnly: filter.fetchLastLevelOnly ?? false,
    filters,
  };
  return findRelated(search, relationsOf);
}

const isRestricting = ({ relationType, entityTypes }: RelationFilter): boolean =>
  Boolean(relationType) || Boolean(entityTypes?.length);

function typesOf(filter: SearchFilter): readonly string[] | null | undefined {
  switch (filter.type) {
    case 'deviceSearchQuery':
      return filter.deviceTypes;
    case 'assetSearchQuery':
      return filter.assetTypes;
    case 'edgeSearchQuery':
      return filter.edgeTypes;
    case 'entityViewSearchQuery':
      return filter.entityViewTypes;
  }
}

/** Entities of one kind and of some types that are related to a root. */
async function selectRelated(
  filter: SearchFilter,
  entityType: EntityType,
  source: EntitySource,
  relationsOf: RelationsOf,
): Promise<Selection | undefined> {
  const filters = [{ relationType: filter.relationType, entityTypes: [entityType] }];
  const ids = (await relatedTo(filter, filters, relationsOf)).get(entityType);
  if (!ids) return undefined;
  const types = typesOf(filter);
  const ofTypes = types?.length ? sql<SqlBool>`${source.fields.type} = ANY(${types}::text[])` : undefined;
  return { source, condition: all(sql`e.id = ANY(${ids}::uuid[])`, ofTypes), isWide: false };
}

function typeSelection(
  user: SecurityUser,
  source: EntitySource,
  type: string,
  prefix: string | null | undefined,
): Selection {
  return { source, condition: all(source.isOfType?.(user, type), namePrefix(source, prefix)), isWide: true };
}

/**
 * What a filter selects; undefined when there can be no such entity.
 * @throws ApiError 400 / 31 for filters and kinds that cannot be queried
 */
export async function selectionOf(
  user: SecurityUser,
  filter: EntityFilter,
  relationsOf: RelationsOf,
): Promise<Selection | undefined> {
  if (filter.type === 'relationsQuery') {
    const given = filter.filters?.length ? filter.filters : [{}];
    const filters = given.map((one) => (isRestricting(one) ? one : { entityTypes: RELATED_KINDS }));
    const source = combineSources(user, await relatedTo(filter, filters, relationsOf));
    return source && { source, condition: undefined, isWide: false };
  }
  const entityType = typeOf(filter) as EntityType;
  const source = sourceOf(user, entityType);
  if (!source) return undefined;
  switch (filter.type) {
    case 'singleEntity':
      return { source, condition: sql`e.id = ${filter.singleEntity.id}::uuid`, isWide: false };
    case 'entityList':
      return { source, condition: sql`e.id = ANY(${filter.entityList}::uuid[])`, isWide: false };
    case 'entityName':
      return { source, condition: namePrefix(source, filter.entityNameFilter), isWide: true };
    case 'deviceType':
      return {
        source,
        condition: all(source.isOfType?.(user, filter.deviceType), namePrefix(source, filter.deviceNameFilter)),
        ...(filter.deviceNameFilter ? {} : { counted: { type: filter.deviceType } }),
        isWide: true,
      };
    case 'assetType':
      return typeSelection(user, source, filter.assetType, filter.assetNameFilter);
    case 'edgeType':
      return typeSelection(user, source, filter.edgeType, filter.edgeNameFilter);
    case 'entityViewType':
      return typeSelection(user, source, filter.entityViewType, filter.entityViewNameFilter);
    case 'deviceSearchQuery':
    case 'assetSearchQuery':
    case 'edgeSearchQuery':
    case 'entityViewSearchQuery':
      return selectRelated(filter, entityType, source, relationsOf);
    // Only tenants have one.
    case 'apiUsageState':
      return filter.customerId ? undefined : { source, condition: undefined, isWide: false };
    case 'entityType':
      return { source, condition: undefined, ...(entityType === 'DEVICE' ? { counted: {} } : {}), isWide: true };
    default:
      return { source, condition: undefined, isWide: true };
  }
}
