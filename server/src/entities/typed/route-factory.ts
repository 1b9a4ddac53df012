import { entityId } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import type { RelationParameters } from '@signalbox/contract/relation';
import type { Route } from '@signalbox/contract/route';
import type { TypedNames } from '@signalbox/contract/typed-entity';
import { badRequest } from '../../http/errors.ts';
import type { RouteImplementation } from '../../http/routes.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { TypedEntity, TypedFilter, TypedTableKind } from './typed-entity.ts';
import type { TypedInput, TypedService } from './typed-service.ts';

/** The calls of typedEntityRoutes, without those of ownership. */
export interface TypedCalls {
  get: Route;
  getInfo: Route;
  save: Route;
  remove: Route;
  listOfTenant: Route;
  infosOfTenant: Route;
  listOfCustomer: Route;
  infosOfCustomer: Route;
  search: Route;
  types: Route;
  /** Absent where 3.3.2 has no such call. */
  byIds?: Route;
}

/** A request that the schemas of typedEntityRoutes have checked; further members are named after the kind. */
interface TypedRequest<Input> {
  user: SecurityUser;
  params: Record<string, string>;
  query: Partial<PageLink> & { type?: string; unassigned?: boolean } & Record<string, unknown>;
  body: Input & { parameters: RelationParameters; relationType: string | null } & Record<string, unknown>;
}

/** @throws ApiError 400 / 31 without a page, which only calls need that list */
function linkOf({ pageSize, page, ...link }: Partial<PageLink>): PageLink {
  if (pageSize === undefined) throw badRequest("Required request parameter 'pageSize' is not present");
  if (page === undefined) throw badRequest("Required request parameter 'page' is not present");
  return { ...link, pageSize, page };
}

/** Answers the calls of a kind, except those of ownership. */
export function typedRoutes<Entity extends TypedEntity, Input extends TypedInput>(
  { entityType }: TypedTableKind,
  { path }: TypedNames,
  service: TypedService<Entity, Input>,
  calls: TypedCalls,
): RouteImplementation[] {
  const answer = (route: Route, handle: (request: TypedRequest<Input>) => Promise<unknown>): RouteImplementation => ({
    route,
    handle: handle as unknown as RouteImplementation['handle'],
  });
  const idOf = (params: Record<string, string>): string => params[`${path}Id`] as string;
  /** An empty type, which consoles send for "all", filters nothing. */
  const filterOf = ({ query, params }: TypedRequest<Input>): TypedFilter => ({
    customerId: params.customerId,
    type: query.type || undefined,
  });
  const infos = (request: TypedRequest<Input>) =>
    service.listInfos(request.user, linkOf(request.query), filterOf(request), request.query.unassigned);
  const list = (request: TypedRequest<Input>) => service.list(request.user, linkOf(request.query), filterOf(request));

  const routes: RouteImplementation[] = [
    answer(calls.get, ({ user, params }) => service.read(user, idOf(params))),
    answer(calls.getInfo, ({ user, params }) => service.readInfo(user, idOf(params))),
    answer(calls.save, ({ user, body }) => service.save(user, body)),
    answer(calls.remove, async ({ user, params }) => service.delete(user, idOf(params))),
    answer(calls.listOfTenant, async (request) => {
      const name = request.query[`${path}Name`];
      return typeof name === 'string' ? service.readNamed(request.user, name) : list(request);
    }),
    answer(calls.infosOfTenant, async (request) => infos(request)),
    answer(calls.listOfCustomer, async (request) => list(request)),
    answer(calls.infosOfCustomer, async (request) => infos(request)),
    answer(calls.search, ({ user, body }) =>
      service.search(user, body.parameters, body.relationType, body[`${path}Types`] as string[] | null | undefined),
    ),
    answer(calls.types, async ({ user }) => {
      const tenantId = entityId('TENANT', user.tenantId);
      return (await service.types(user)).map((type) => ({ tenantId, entityType, type }));
    }),
  ];
  if (calls.byIds) {
    routes.push(answer(calls.byIds, ({ user, query }) => service.findByIds(user, query[`${path}Ids`] as string[])));
  }
  return routes;
}
