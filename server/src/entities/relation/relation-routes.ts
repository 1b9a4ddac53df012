import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import { type RelationDirection, type RelationTypeGroup, relationRoutes as routes } from '@signalbox/contract/relation';
import { badRequest } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { RelationService } from './relation-service.ts';

interface KeyQuery {
  fromId: string;
  fromType: EntityType;
  toId: string;
  toType: EntityType;
  relationType: string;
  relationTypeGroup: RelationTypeGroup;
}

function keyOf(query: KeyQuery) {
  return {
    from: entityId(query.fromType, query.fromId),
    to: entityId(query.toType, query.toId),
    type: query.relationType,
    typeGroup: query.relationTypeGroup,
  };
}

interface OneEndQuery {
  fromId?: string | undefined;
  fromType?: EntityType | undefined;
  toId?: string | undefined;
  toType?: EntityType | undefined;
  relationType?: string | undefined;
  relationTypeGroup: RelationTypeGroup;
}

/** The one end that the query names, with the direction to look into. */
function oneEnd(
  user: SecurityUser,
  query: OneEndQuery,
): [SecurityUser, EntityId, RelationDirection, RelationTypeGroup, string | undefined] {
  const { fromId, fromType, toId, toType, relationTypeGroup, relationType } = query;
  if (fromId && fromType) return [user, entityId(fromType, fromId), 'FROM', relationTypeGroup, relationType];
  if (toId && toType) return [user, entityId(toType, toId), 'TO', relationTypeGroup, relationType];
  throw badRequest("Either 'fromId' and 'fromType' or 'toId' and 'toType' must be given!");
}

/** Answers the relation routes of the contract. */
export function relationRoutes(relations: RelationService): RouteImplementation[] {
  return [
    implement(routes.saveRelation, async ({ user, body }) => {
      await relations.save(user, body);
      return undefined;
    }),
    implement(routes.deleteRelation, async ({ user, query }) => {
      await relations.delete(user, keyOf(query));
      return undefined;
    }),
    implement(routes.deleteRelations, async ({ user, query }) => {
      await relations.deleteAll(user, entityId(query.entityType, query.entityId));
      return undefined;
    }),
    implement(routes.getRelation, ({ user, query }) => relations.require(user, keyOf(query))),
    implement(routes.getRelations, async ({ user, query }) => relations.list(...oneEnd(user, query))),
    implement(routes.getRelationInfos, async ({ user, query }) => relations.listInfos(...oneEnd(user, query))),
    implement(routes.findRelations, ({ user, body }) => relations.find(user, body)),
    implement(routes.findRelationInfos, ({ user, body }) => relations.findInfos(user, body)),
  ];
}
