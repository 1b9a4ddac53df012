import type { DashboardFilter, EntityAlias } from '../dashboard/configuration.ts';
import { upgradedFilters } from '../dashboard/upgrade.ts';
import { object, text } from './given.ts';

/** Letters of aliases or filters as JSON that a script may give. */
const MOST_LETTERS = 500_000;
/** Letters of the name of one. */
const LONGEST_NAME = 255;

/** @throws RangeError when it is more than any dashboard has */
function limited(given: unknown): Record<string, unknown> {
  const members = object(given);
  if (JSON.stringify(members).length > MOST_LETTERS) throw new RangeError('There are too many aliases or filters');
  return members;
}

/** The aliases that a script gives; those that say nothing of their entities keep those that they have. */
export function givenAliases(
  given: unknown,
  known: Readonly<Record<string, EntityAlias>>,
): Readonly<Record<string, EntityAlias>> {
  const entries = Object.entries(limited(given)).flatMap(([id, value]): [string, EntityAlias][] => {
    const { alias, filter } = object(value);
    const before = Object.hasOwn(known, id) ? known[id] : undefined;
    const own = object(filter) as EntityAlias['filter'];
    const wanted = typeof own.type === 'string' ? own : before?.filter;
    const name = typeof alias === 'string' ? text(alias, LONGEST_NAME) : before?.alias;
    return wanted && name !== undefined ? [[id, { ...before, id, alias: name, filter: wanted }]] : [];
  });
  return Object.fromEntries(entries);
}

/** The filters that a script gives. */
export function givenFilters(given: unknown): Readonly<Record<string, DashboardFilter>> {
  return upgradedFilters(limited(given));
}
