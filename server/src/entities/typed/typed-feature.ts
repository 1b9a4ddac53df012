import type { TypedNames } from '@signalbox/contract/typed-entity';
import type { RouteImplementation } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import type { ListOrders } from '../../storage/list-orders.ts';
import type { ListPlaces } from '../../storage/list-places.ts';
import { createOwnedService, type OwnershipParts } from '../ownership/owned-service.ts';
import { ownedRoutes } from '../ownership/route-factory.ts';
import type { RowPlace } from '../paged-list-sql.ts';
import { createPagedLists } from '../paged-lists.ts';
import type { Relations } from '../relations.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import { type TypedCalls, typedRoutes } from './route-factory.ts';
import type { TypedEntity, TypedRow } from './typed-entity.ts';
import { createTypedService, type TypedInput, type TypedServiceParts } from './typed-service.ts';
import { createTypedStore, type TypedStoreParts } from './typed-store.ts';

/** What every kind needs of the server. */
export interface TypedParts extends OwnershipParts {
  db: Database;
  /** Where the rows of far pages are. */
  places: ListPlaces<RowPlace>;
  /** Remembers the orders of lists that have to be sorted. */
  orders: ListOrders;
  relations: Pick<Relations, 'search'>;
  limits: TenantLimits;
}

/** What makes a kind. */
export interface TypedKindParts<Entity extends TypedEntity, Input extends TypedInput, Row extends TypedRow>
  extends Omit<TypedStoreParts<Entity, Row>, 'db' | 'lists'>,
    Pick<TypedServiceParts<Entity, Input>, 'complete' | 'conflicts' | 'shownTo' | 'storing'> {
  names: TypedNames;
  calls: TypedCalls & Parameters<typeof ownedRoutes<Entity>>[1];
}

/** Builds the store, the service and the routes of a kind with a name, a type and at most one customer. */
export function createTypedFeature<Entity extends TypedEntity, Input extends TypedInput, Row extends TypedRow>(
  parts: TypedParts,
  own: TypedKindParts<Entity, Input, Row>,
) {
  const lists = createPagedLists(parts, [own.kind.entityType, 'CUSTOMER']);
  const store = createTypedStore<Entity, Row>({ ...own, db: parts.db, lists });
  const service = createTypedService<Entity, Input>({ ...parts, ...own, store });
  const ownership = createOwnedService<Entity, Row>({ ...parts, ...own, require: service.require });
  const routes: RouteImplementation[] = typedRoutes(own.kind, own.names, service, own.calls);
  return { store, service, routes, ownershipRoutes: ownedRoutes(ownership, own.calls) };
}
