import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityId } from '@signalbox/contract/id';
import type {
  Relation,
  RelationDirection,
  RelationInfo,
  RelationInput,
  RelationsQuery,
  RelationTypeGroup,
} from '@signalbox/contract/relation';
import type { EntityDirectory, EntitySummary } from '../../access/entity-directory.ts';
import { isPermitted, type Operation } from '../../access/permissions.ts';
import { requireEntity } from '../../access/require-entity.ts';
import type { ActionLog, ActionType } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, notFound, permissionDenied } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { Relations } from '../relations.ts';
import { farEnds, searchRelations } from './relation-search.ts';
import type { RelationKey, RelationStore } from './relation-store.ts';

/** Kinds that have no relations of their own. */
const UNSUPPORTED: readonly string[] = ['API_USAGE_STATE', 'RPC'];

/** Relations whose ends are looked up together. */
const AT_ONCE = 1000;

export interface RelationServiceParts {
  store: RelationStore;
  directory: EntityDirectory;
  actionLog: ActionLog;
  liveBus: Pick<LiveBus, 'publish'>;
}

/** Relations between entities: the caller must have permission for both ends. */
export function createRelationService({ store, directory, actionLog, liveBus }: RelationServiceParts) {
  /** The entity if the user may do the operation with it. A foreign tenant's does not exist for the caller. */
  async function requireEnd(user: SecurityUser, id: EntityId, operation: Operation): Promise<EntitySummary> {
    if (UNSUPPORTED.includes(id.entityType)) throw badRequest(`Unsupported entity type: ${id.entityType}`);
    return requireEntity(directory, user, id, operation);
  }

  async function findFor(user: SecurityUser, id: EntityId, operation: Operation): Promise<EntitySummary | undefined> {
    const found = await directory.find(id);
    return found && isPermitted(user, id.entityType, operation, found) ? found : undefined;
  }

  /** Both ends of a relation, if the user may do the operation with them. */
  async function endsFor(
    user: SecurityUser,
    { from, to }: Pick<Relation, 'from' | 'to'>,
    operation: Operation,
  ): Promise<[from: EntitySummary, to: EntitySummary] | undefined> {
    const [one, other] = await Promise.all([findFor(user, from, operation), findFor(user, to, operation)]);
    return one && other && [one, other];
  }

  /** Relations of the other groups say what is on edges, and who sees dashboards: administrators decide that. */
  function requireGroup({ authority }: SecurityUser, group: RelationTypeGroup): void {
    if (authority === 'CUSTOMER_USER' && group !== 'COMMON') throw permissionDenied();
  }

  /** Says of edges that what is on them may have changed. */
  function tellOfEdges(ends: readonly EntitySummary[], group: RelationTypeGroup): void {
    if (group !== 'EDGE') return;
    for (const { tenantId, entityId } of ends) {
      liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId });
    }
  }

  /** Deletes the relations of an entity that a customer user could delete one by one. */
  async function deletePermitted(user: SecurityUser, id: EntityId): Promise<void> {
    for (const direction of ['FROM', 'TO'] as const) {
      for (const relation of await store.listOf([id.id], direction, 'COMMON')) {
        if (await endsFor(user, relation, 'WRITE')) await store.delete(relation);
      }
    }
  }

  /** Relations whose two ends the user may read, with the summary of the far end. */
  async function readable(
    user: SecurityUser,
    relations: Relation[],
    direction: RelationDirection,
  ): Promise<{ relation: Relation; far: EntitySummary }[]> {
    const kept: { relation: Relation; far: EntitySummary }[] = [];
    for (let at = 0; at < relations.length; at += AT_ONCE) {
      const ends = relations
        .slice(at, at + AT_ONCE)
        .map(async (relation) => ({ relation, ends: await endsFor(user, relation, 'READ') }));
      for (const { relation, ends: known } of await Promise.all(ends)) {
        if (known) kept.push({ relation, far: known[direction === 'FROM' ? 1 : 0] });
      }
      // Ends that are known take no time of their own.
      if (relations.length > AT_ONCE) await nextTurn();
    }
    return kept;
  }

  function withName(direction: RelationDirection, { relation, far }: { relation: Relation; far: EntitySummary }) {
    return {
      ...relation,
      fromName: direction === 'TO' ? far.name : null,
      toName: direction === 'FROM' ? far.name : null,
    };
  }

  async function record(
    user: SecurityUser,
    type: ActionType,
    ends: readonly EntitySummary[],
    data: unknown,
  ): Promise<void> {
    await Promise.all(
      ends.map(({ entityId, name, customerId }) =>
        actionLog.record({
          user,
          type,
          entityId,
          entityName: name,
          ...(customerId ? { customerId } : {}),
          data,
        }),
      ),
    );
  }

  async function search(user: SecurityUser, { parameters, filters }: RelationsQuery) {
    if (!filters) throw notFound();
    await requireEnd(user, { entityType: parameters.rootType, id: parameters.rootId }, 'READ');
    return readable(user, await searchRelations(store, parameters, filters), parameters.direction);
  }

  async function listOf(
    user: SecurityUser,
    end: EntityId,
    direction: RelationDirection,
    group: RelationTypeGroup,
    type: string | undefined,
  ) {
    await requireEnd(user, end, 'READ');
    const relations = await store.listOf([end.id], direction, group, type);
    return readable(user, relations, direction);
  }

  /** For other parts of the house, which have checked their caller. */
  const port: Relations = {
    async search(parameters, filters) {
      return farEnds(await searchRelations(store, parameters, filters), parameters.direction);
    },
    of: (entityIds, direction) => store.listOf(entityIds, direction, 'COMMON'),
    ofEach: store.listOfEach,
    existing: store.existing,
    ofType: store.listOfType,
    save: (relation) => store.save({ ...relation, typeGroup: relation.typeGroup ?? 'COMMON' }),
    delete: (relation) => store.delete({ ...relation, typeGroup: relation.typeGroup ?? 'COMMON' }),
  };

  return {
    port,

    async save(user: SecurityUser, input: RelationInput): Promise<void> {
      if (!input.type) throw badRequest('Relation type should be specified!');
      requireGroup(user, input.typeGroup ?? 'COMMON');
      const ends = await Promise.all([requireEnd(user, input.from, 'WRITE'), requireEnd(user, input.to, 'WRITE')]);
      const relation = { ...input, type: input.type, typeGroup: input.typeGroup ?? 'COMMON' };
      await store.save(relation);
      tellOfEdges(ends, relation.typeGroup);
      await record(user, 'RELATION_ADD_OR_UPDATE', ends, { relation });
    },

    async delete(user: SecurityUser, key: RelationKey): Promise<void> {
      requireGroup(user, key.typeGroup);
      const ends = [await requireEnd(user, key.from, 'WRITE'), await requireEnd(user, key.to, 'WRITE')];
      const relation = await store.find(key);
      if (!relation || !(await store.delete(key))) throw notFound();
      tellOfEdges(ends, key.typeGroup);
      await record(user, 'RELATION_DELETED', ends, { relation });
    },

    async deleteAll(user: SecurityUser, id: EntityId): Promise<void> {
      const end = await requireEnd(user, id, 'WRITE');
      if (user.authority === 'CUSTOMER_USER') await deletePermitted(user, id);
      else {
        await store.deleteAll(id);
        tellOfEdges([end], 'EDGE');
      }
      await record(user, 'RELATIONS_DELETED', [end], {});
    },

    async require(user: SecurityUser, key: RelationKey): Promise<Relation> {
      await requireEnd(user, key.from, 'READ');
      await requireEnd(user, key.to, 'READ');
      const relation = await store.find(key);
      if (!relation) throw notFound();
      return relation;
    },

    async list(...query: Parameters<typeof listOf>): Promise<Relation[]> {
      return (await listOf(...query)).map(({ relation }) => relation);
    },

    async listInfos(...query: Parameters<typeof listOf>): Promise<RelationInfo[]> {
      return (await listOf(...query)).map((found) => withName(query[2], found));
    },

    async find(user: SecurityUser, query: RelationsQuery): Promise<Relation[]> {
      return (await search(user, query)).map(({ relation }) => relation);
    },

    async findInfos(user: SecurityUser, query: RelationsQuery): Promise<RelationInfo[]> {
      return (await search(user, query)).map((found) => withName(query.parameters.direction, found));
    },
  };
}

export type RelationService = ReturnType<typeof createRelationService>;
