import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import { userPredicates } from '../dashboard/key-filters.ts';
import { type Calls, number, object, text } from './given.ts';
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

/** What a widget can have the page do about the view that the dashboard gives: its aliases, filters and widgets. */
export function viewCalls(dashboard: DashboardInUse): Calls {
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
      const filter = dashboard.filters[text(id)];
      if (!filter || !Array.isArray(keyFilters)) return;
      const wanted = userPredicates({ wanted: { ...filter, keyFilters } });
      const values = userPredicates({ filter }).flatMap(({ path, value, valueType }) => {
        const next = wanted.find((one) => one.path.join() === path.join())?.value;
        return typeof next === KINDS[valueType] && next !== value ? [{ path, value: next }] : [];
      });
      if (values.length > 0) dashboard.setFilterValues(filter.id, values);
    },
    showWidget(id, delay) {
      if (typeof id === 'string') showWidget(id, number(delay) ?? 0);
      else hideShownWidget();
    },
  };
}
