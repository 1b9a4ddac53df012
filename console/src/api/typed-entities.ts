import type { PageData } from '@signalbox/contract/page';
import type { Route } from '@signalbox/contract/route';
import type { TypedNames, typedEntityRoutes } from '@signalbox/contract/typed-entity';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

/** A page of a list, with the filters of all kinds. */
export interface TypedListQuery extends ListQuery {
  type?: string | undefined;
  /** Only those without a customer; for the tenant. */
  unassigned?: boolean | undefined;
}

/** The calls about entities of a kind with a name, a type and at most one customer. */
export interface TypedApi<Info> {
  /** Those of a customer when one is given, else of the tenant. */
  find: (customerId: string | undefined, query: TypedListQuery) => Promise<PageData<Info>>;
  read: (id: string) => Promise<Info>;
  /** A new one without `id`. */
  save: (body: object, basedOn?: string) => Promise<Info>;
  remove: (id: string) => Promise<unknown>;
  assign: (id: string, customerId: string) => Promise<unknown>;
  unassign: (id: string) => Promise<unknown>;
  makePublic: (id: string) => Promise<unknown>;
  /** Types in use, sorted. */
  types: () => Promise<string[]>;
}

interface Parts {
  params?: Record<string, string>;
  query?: object;
  body?: object;
}

/** Makes the calls of a kind out of the routes that it has in the contract. */
export function createTypedApi<Info>(
  { path }: TypedNames,
  calls: Pick<
    ReturnType<typeof typedEntityRoutes>,
    'getInfo' | 'infosOfTenant' | 'infosOfCustomer' | 'save' | 'remove' | 'assign' | 'unassign' | 'makePublic' | 'types'
  >,
): TypedApi<Info> {
  // The names of the parameters depend on the kind, so that their types are not known here.
  const ask = <Reply>(route: Route, parts: Parts = {}): Promise<Reply> =>
    call(route, parts as Parameters<typeof call<Route>>[1], { ignoreErrors: true }) as unknown as Promise<Reply>;
  const of = (id: string) => ({ [`${path}Id`]: id });

  return {
    find: (customerId, { unassigned, ...query }) =>
      customerId === undefined
        ? ask(calls.infosOfTenant, { query: { ...query, unassigned } })
        : ask(calls.infosOfCustomer, { params: { customerId }, query }),
    read: (id) => ask(calls.getInfo, { params: of(id) }),
    save: (body, basedOn) => ask(calls.save, { query: { basedOn }, body }),
    remove: (id) => ask(calls.remove, { params: of(id) }),
    assign: (id, customerId) => ask(calls.assign, { params: { ...of(id), customerId } }),
    unassign: (id) => ask(calls.unassign, { params: of(id) }),
    makePublic: (id) => ask(calls.makePublic, { params: of(id) }),
    types: async () => (await ask<{ type: string }[]>(calls.types)).map(({ type }) => type),
  };
}
