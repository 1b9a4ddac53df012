import type { DashboardFilter } from '../dashboard/configuration.ts';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import { userPredicates } from '../dashboard/key-filters.ts';
import { type Calls, number, object, text } from './given.ts';
import { givenAliases, givenFilters } from './given-aliases.ts';
import { findAliasEntity } from './own-requests.ts';
import { hideShownWidget, showWidget } from './show-widget.ts';

const ID = /^[0-9a-f-]{36}$/;
/** What values of predicates are, by the type that the filter gives its key. */
const KINDS: Readonly<Record<string, string>> = {
  STRING: 'string',
  NUMERIC: 'number',
  DATE_TIME: 'number',
  BOOLEAN: 'boolean',
};
const TYPE = /^[A-Z_]{1,40}$/;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a widget can have the page do about the view that the dashboard gives: its aliases, filters and widgets. */
export function viewCalls(dashboard: DashboardInUse): Calls {
  /** Sets those values that viewers may change as other key filters of a filter have them. */
  const setValues = (id: string, keyFilters: DashboardFilter['keyFilters']) => {
    const filter = dashboard.filters[id];
    if (!filter) return;
    const wanted = userPredicates({ wanted: { ...filter, keyFilters } });
    const values = userPredicates({ filter }).flatMap(({ path, value, valueType }) => {
      const next = wanted.find((one) => one.path.join() === path.join())?.value;
      return typeof next === KINDS[valueType] && next !== value ? [{ path, value: next }] : [];
    });
    if (values.length > 0) dashboard.setFilterValues(filter.id, values);
  };
  return {
    async aliasInfo(id) {
      const alias = dashboard.alias(text(id));
      if (!alias) return undefined;
      if (!('entityFilter' in alias)) return { alias: alias.alias, problem: alias.problem.key, currentEntity: null };
      return { ...alias, currentEntity: alias.resolveMultiple ? null : await findAliasEntity(alias) };
    },
    aliasEntity: (id) => findAliasEntity(dashboard.alias(text(id))),
    pickEntity(aliasId, entity) {
      const of = text(aliasId);
      const { entityType, id } = object(entity);
      const isEntity = typeof entityType === 'string' && TYPE.test(entityType) && typeof id === 'string' && ID.test(id);
      if (isEntity && dashboard.alias(of)) dashboard.pick(of, { entityType, id });
    },
    setFilter(given) {
      const { id, keyFilters } = object(given);
      if (Array.isArray(keyFilters)) setValues(text(id), keyFilters);
    },
    // The same once more changes nothing: what hears of changes may be what makes them.
    setAliases(given) {
      const entityAliases = givenAliases(given, dashboard.entityAliases);
      if (!isSame(entityAliases, dashboard.entityAliases)) dashboard.replace({ entityAliases });
    },
    setFilters(given) {
      const filters = givenFilters(given);
      if (isSame(filters, dashboard.filters)) return;
      // What the viewer has set comes before what filters say, and must not stay as it was.
      for (const [id, { keyFilters }] of Object.entries(filters)) setValues(id, keyFilters);
      dashboard.replace({ filters });
    },
    showWidget(id, delay) {
      if (typeof id === 'string') showWidget(id, number(delay) ?? 0);
      else hideShownWidget();
    },
  };
}
