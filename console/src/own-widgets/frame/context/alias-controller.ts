import { defer, from, Subject } from 'rxjs';
import type { FrameContext, Plain } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';

type Members = Record<string, unknown>;

/** The page of a datasource before a script names another. */
const FIRST_PAGE = { page: 0, pageSize: 1024, textSearch: null, dynamic: true };

/** `ctx.aliasController` (widgets.md §1.9): aliases and filters of the dashboard as its viewer has set them. */
export function createAliasController(
  bridge: Bridge,
  current: () => FrameContext,
  /** Entities that datasources of the widget have found. */
  found: () => readonly Plain[],
) {
  const entityAliasesChanged = new Subject<unknown>();
  const entityAliasResolved = new Subject<unknown>();
  const filtersChanged = new Subject<unknown>();
  // Scripts change what they get, and give it back.
  const aliases = () => structuredClone(current().aliases);
  const filters = () => structuredClone(current().filters);
  const keyFiltersOf = (id: unknown) => current().keyFilters[String(id)] ?? [];

  /** The entity that a single alias stands for, as far as a datasource has found it. */
  function entityOf(id: string): Members | null {
    const source = found().find(({ entityAliasId, entityId }) => entityAliasId === id && entityId);
    if (!source) return null;
    const { entityType, entityId, entityName, entityLabel, entityDescription } = source;
    return { id: entityId, entityType, name: entityName, label: entityLabel, entityDescription };
  }
  const instant = (id: string) => {
    const info = current().aliasInfos[id];
    return info && { ...info, currentEntity: info.resolveMultiple === true ? null : entityOf(id) };
  };

  /** A datasource with what its alias and filter stand for. @throws when its alias is not there, or finds nothing */
  function resolved(datasource: Members, singleEntity: boolean): Members {
    if (datasource.type === 'function') return { ...datasource };
    const keyFilters = keyFiltersOf(datasource.filterId);
    const pageLink = { ...FIRST_PAGE, ...(singleEntity ? { pageSize: 1 } : {}) };
    if (datasource.entityAliasId) {
      const info = current().aliasInfos[String(datasource.entityAliasId)];
      if (!info?.entityFilter) throw new Error(`Entity alias ${String(datasource.entityAliasId)} is not resolved`);
      const pages = info.resolveMultiple === true ? pageLink : { ...pageLink, pageSize: 1 };
      return { ...datasource, aliasName: info.alias, entityFilter: info.entityFilter, keyFilters, pageLink: pages };
    }
    const singleEntityId = { entityType: datasource.entityType, id: datasource.entityId };
    const entityFilter = datasource.entityFilter ?? { type: 'singleEntity', singleEntity: singleEntityId };
    return { ...datasource, entityFilter, keyFilters, pageLink };
  }

  return {
    entityAliasesChanged,
    entityAliasResolved,
    filtersChanged,
    getEntityAliases: aliases,
    getEntityAliasId: (name: string) => Object.values(current().aliases).find(({ alias }) => alias === name)?.id,
    getAliasInfo: (id: string) => defer(() => from(bridge.call('aliasInfo', id))),
    getInstantAliasInfo: instant,
    resolveSingleEntityInfo: (id: string) => defer(() => from(bridge.call('aliasEntity', id))),
    resolveDatasources: (datasources: readonly Members[] | null, singleEntity = false) =>
      defer(async () => (datasources ?? []).map((datasource) => resolved(datasource, singleEntity))),
    resolveAlarmSource: (alarmSource: Members) => defer(async () => resolved(alarmSource, false)),
    getFilters: filters,
    getFilterInfo: (id: string) => structuredClone(current().filters[id]),
    getKeyFilters: keyFiltersOf,
    updateAliases: () => bridge.post('lookAgain'),
    updateCurrentAliasEntity: (id: string, entity: unknown) => bridge.post('pickEntity', id, entity),
    updateEntityAliases: (aliases: unknown) => bridge.post('setAliases', aliases),
    updateFilters: (filters: unknown) => bridge.post('setFilters', filters),
    updateUserFilter: (filter: unknown) => bridge.post('setFilter', filter),
    /** Passes on what has changed. */
    changed(before: FrameContext, now: FrameContext): void {
      const changedIds = <Kind>(one: Readonly<Record<string, Kind>>, other: Readonly<Record<string, Kind>>) =>
        [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
          (id) => JSON.stringify(one[id]) !== JSON.stringify(other[id]),
        );
      const renamed = changedIds(before.aliases, now.aliases);
      const resolvedAnew = changedIds(before.aliasInfos, now.aliasInfos);
      const filtered = changedIds(before.filters, now.filters);
      const ids = [...new Set([...renamed, ...resolvedAnew])];
      if (ids.length > 0) entityAliasesChanged.next(ids);
      for (const id of resolvedAnew) entityAliasResolved.next(id);
      if (filtered.length > 0) filtersChanged.next(filtered);
    },
  };
}
