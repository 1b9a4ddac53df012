import { entityQueryRoutes } from './entity-query-routes.ts';
import { createEntityQueryService, type EntityQueryParts } from './entity-query-service.ts';
import { createVisitorCalls, type VisitorCallsParts } from './visitor-calls.ts';

export interface QueryParts extends EntityQueryParts {
  callableAliases: VisitorCallsParts['callableAliases'];
}

/** Entity queries, and what is decided by them. */
export function composeQuery({ callableAliases, ...parts }: QueryParts) {
  const queries = createEntityQueryService(parts);
  return {
    routes: entityQueryRoutes(queries),
    queries,
    mayVisitorCall: createVisitorCalls({ queries, callableAliases }),
  };
}
