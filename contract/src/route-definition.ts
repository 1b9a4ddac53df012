import type { DefinitionOf, Route } from './route.ts';

/** Everything that the contract declares of a route, its schemas too. Not for the console: its routes have none. */
export function definitionOf<R extends Route>(route: R): DefinitionOf<R> {
  return route as unknown as DefinitionOf<R>;
}
