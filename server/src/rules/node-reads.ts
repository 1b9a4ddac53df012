import type { EntityView } from '@signalbox/contract/entity-view';
import type { EntityId } from '@signalbox/contract/id';
import type { Relation, RelationDirection, RelationFilter, RelationParameters } from '@signalbox/contract/relation';
import type { EntityDirectory, EntitySummary } from '../access/entity-directory.ts';
import type { EdgesOf } from '../entities/edge/edges-of.ts';
import type { EntityJson, EntityReader } from '../entities/entity-reader.ts';
import { farEnds, searchRelations } from '../entities/relation/relation-search.ts';
import type { Relations } from '../entities/relations.ts';
import type { ViewDirectory } from '../entities/view-directory.ts';
import { createBatchLoader } from '../storage/batch-loader.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type {
  SeriesHistory,
  SeriesPoint,
  SeriesQuery,
  SeriesStore,
  UnstoredPoints,
} from '../telemetry/series-store.ts';
import type { AttributeEntry, AttributeScope } from '../values/attribute.ts';
import type { Point } from '../values/value.ts';
import type { RelationEnds } from './effects/change-relations.ts';
import type { UnstoredRelations } from './unstored-relations.ts';

/** Relations that a node may walk along for a message: others wait for it. */
const MAX_RELATIONS = 10_000;

const whole = (relation: RelationEnds): Relation => ({ typeGroup: 'COMMON', additionalInfo: null, ...relation });

/**
 * What rule nodes may read. Everything is cached or joined with the reads of the other messages of the batch: a message
 * costs no query of its own. Nothing of another tenant is found.
 */
export interface NodeReads {
  /** Owner and name of an entity; undefined when the tenant has none with this id. */
  entity(tenantId: string, id: EntityId): Promise<EntitySummary | undefined>;
  /** An entity as the API shows it; undefined when the tenant has none with this id, or nodes cannot read its kind. */
  fields(tenantId: string, id: EntityId): Promise<EntityJson | undefined>;
  /** Attributes of one scope that exist. */
  attributes(id: EntityId, scope: AttributeScope, keys: readonly string[]): Promise<AttributeEntry[]>;
  /** Newest points of the keys that have one. */
  latest(id: EntityId, keys: readonly string[]): Promise<Point[]>;
  /** Points, or aggregates of them. @param unstored those that earlier nodes have saved */
  history(id: EntityId, query: SeriesQuery, unstored?: UnstoredPoints): Promise<SeriesPoint[]>;
  /**
   * Far ends of COMMON relations, nearest first, each once.
   * @throws Error when there are more than `MAX_RELATIONS`
   */
  related(
    parameters: RelationParameters,
    filters: readonly RelationFilter[],
    unstored: UnstoredRelations,
  ): Promise<EntityId[]>;
  /** Ids of the edges that have to do with an entity: those that it is on, those of a customer, or all of the tenant. */
  edgesOf(tenantId: string, id: EntityId): Promise<readonly string[]>;
  /** Entity views of a device or an asset. */
  viewsOf(tenantId: string, target: EntityId): Promise<EntityView[]>;
  /** Whether there is this COMMON relation. */
  hasRelation(relation: RelationEnds): Promise<boolean>;
  /** COMMON relations of a type that start (FROM) or end (TO) at an entity, 1,000 at most. */
  relationsOf(at: EntityId, direction: RelationDirection, type: string): Promise<RelationEnds[]>;
}

export interface NodeReadsParts {
  directory: EntityDirectory;
  entities: EntityReader;
  attributes: Pick<AttributeStore, 'find'>;
  series: Pick<SeriesStore, 'latest'>;
  history: SeriesHistory;
  edgesOf: EdgesOf;
  views: Pick<ViewDirectory, 'ofTargets'>;
  relations: Pick<Relations, 'ofEach' | 'existing' | 'ofType'>;
}

export function createNodeReads({
  directory,
  entities,
  attributes,
  series,
  history,
  relations,
  edgesOf,
  views,
}: NodeReadsParts): NodeReads {
  const entity: NodeReads['entity'] = async (tenantId, id) => {
    const found = await directory.find(id);
    return found?.tenantId === tenantId ? found : undefined;
  };
  const fields: NodeReads['fields'] = async (tenantId, id) => {
    const [owner, found] = await Promise.all([entity(tenantId, id), entities.find(id)]);
    return owner && found;
  };
  /** Relations of many messages at a time are read with one statement. */
  const relationsOf = (direction: RelationDirection) =>
    createBatchLoader(async (ids) => {
      const found = await relations.ofEach(ids, direction, MAX_RELATIONS + 1);
      return Map.groupBy(found, ({ from, to }) => (direction === 'FROM' ? from : to).id);
    });
  const loaders = { FROM: relationsOf('FROM'), TO: relationsOf('TO') };
  /** Relations as they are stored, with what the batch has changed. */
  const storeWith = (unstored: UnstoredRelations): Parameters<typeof searchRelations>[0] => ({
    async listOf(ids, direction) {
      const found = await Promise.all(ids.map((id) => loaders[direction](id)));
      return found.flatMap((list, at) =>
        unstored.apply({ id: ids[at] as string }, direction, undefined, list ?? []).map(whole),
      );
    },
  });
  const edges = createBatchLoader(async (keys) => {
    const found = await edgesOf(keys.map((key) => JSON.parse(key) as { tenantId: string; entityId: EntityId }));
    return new Map(keys.map((key, at) => [key, found[at] ?? []]));
  });
  const hasRelation = createBatchLoader(async (keys) => {
    const found = await relations.existing(keys.map((key) => JSON.parse(key) as RelationEnds));
    return new Map(keys.filter((_, at) => found[at]).map((key) => [key, true as const]));
  });
  const ofType = (direction: RelationDirection) =>
    createBatchLoader(async (keys) => {
      const found = await relations.ofType(
        keys.map((key) => JSON.parse(key) as { at: EntityId; type: string }),
        direction,
      );
      return Map.groupBy(found, ({ from, to, type }) => endKey(direction === 'FROM' ? from : to, type));
    });
  const relationsOfType = { FROM: ofType('FROM'), TO: ofType('TO') };
  return {
    entity,
    fields,
    attributes: (id, scope, keys) => attributes.find(id.id, scope, keys),
    latest: (id, keys) => series.latest(id.id, keys),
    history: (id, query, unstored) => history.read(id, query, unstored),
    async related(parameters, filters, unstored) {
      const found = await searchRelations(storeWith(unstored), parameters, filters, MAX_RELATIONS);
      return farEnds(found, parameters.direction);
    },
    async edgesOf(tenantId, { entityType, id }) {
      return (await edges(JSON.stringify({ tenantId, entityId: { entityType, id } }))) ?? [];
    },
    async viewsOf(tenantId, target) {
      const shown = (await views.ofTargets([target]))?.get(target.id) ?? [];
      const found = await Promise.all(shown.map(({ view }) => fields(tenantId, view)));
      return found.filter((view) => view !== undefined) as unknown as EntityView[];
    },
    async hasRelation({ from, to, type }) {
      return (await hasRelation(JSON.stringify({ from, to, type }))) ?? false;
    },
    async relationsOf(at, direction, type) {
      return (await relationsOfType[direction](endKey(at, type))) ?? [];
    },
  };
}

/** Relations of a type at an entity, as the key of a look-up. */
function endKey({ entityType, id }: EntityId, type: string): string {
  return JSON.stringify({ at: { entityType, id }, type });
}
