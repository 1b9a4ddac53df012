import type { EntityData, EntityDataQuery, EntityKey, KeyFilter } from '@signalbox/contract/entity-query';
import type { EntityId } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import type { ValueRights } from '../access/value-rights.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';

/** The client's page of entities, and the check whether other entities belong on it. */
export interface EntityPage {
  /** undefined until the first one was read. */
  current(): PageData<EntityData> | undefined;
  query(): EntityDataQuery | undefined;
  /** By which its values were read. */
  rights(): ValueRights | undefined;
  /** Filters of the page, with dynamic values resolved. */
  keyFilters(): readonly KeyFilter[];
  /**
   * Reads the page of a query.
   * @param follow starts following latest values: called with the entities of the page before their values are read, so
   * that no change is missed
   */
  read(
    wanted: EntityDataQuery,
    follow?: { keys: readonly EntityKey[]; hold: (entities: readonly EntityId[], rights: ValueRights) => void },
  ): Promise<void>;
  /** Whether the set of entities has changed; if not, the next check is scheduled. */
  hasChanged(): Promise<boolean>;
  /** Schedules the next check, for pages that want one. */
  scheduleCheck(): void;
  close(): void;
}

/** @param onMayChange called when other entities may belong on the page */
export function createEntityPage(parts: LiveParts, session: LiveSession, onMayChange: () => void): EntityPage {
  const { queries, dynamicValues, refreshInterval, refreshInTurn } = parts;
  let closed = false;
  let query: EntityDataQuery | undefined;
  let page: PageData<EntityData> | undefined;
  let rights: ValueRights | undefined;
  let keyFilters: readonly KeyFilter[] = [];
  let look: NodeJS.Timeout | undefined;
  let stopWatchingFilters: () => void = () => undefined;

  function stopChecking(): void {
    clearTimeout(look);
    stopWatchingFilters();
    stopWatchingFilters = () => undefined;
  }

  function scheduleCheck(): void {
    clearTimeout(look);
    if (!closed && query?.pageLink.dynamic) look = setTimeout(onMayChange, refreshInterval);
  }

  return {
    current: () => page,
    query: () => query,
    rights: () => rights,
    keyFilters: () => keyFilters,
    async read(wanted, follow) {
      const complete = follow ? withKeys(wanted, follow.keys) : wanted;
      const resolved = await dynamicValues.resolve(session.user, complete.keyFilters);
      let readBy: ValueRights | undefined;
      const found = await queries.find(
        session.user,
        { ...complete, keyFilters: resolved.keyFilters },
        {
          beforeValues(entities, given) {
            readBy = given;
            follow?.hold(entities, given);
          },
        },
      );
      stopChecking();
      if (closed) return;
      rights = readBy;
      query = complete;
      page = found;
      keyFilters = resolved.keyFilters;
      stopWatchingFilters = resolved.watch(onMayChange);
      scheduleCheck();
    },
    async hasChanged() {
      if (!query || !page) return false;
      const resolved = await dynamicValues.resolve(session.user, query.keyFilters);
      const current = { ...query, keyFilters: resolved.keyFilters };
      const ids = await refreshInTurn(async () => (closed ? [] : queries.findIds(session.user, current)));
      if (closed) return false;
      const known = new Set(page.data.map((row) => row.entityId.id));
      if (ids.length !== known.size || ids.some((id) => !known.has(id))) return true;
      stopChecking();
      stopWatchingFilters = resolved.watch(onMayChange);
      scheduleCheck();
      return false;
    },
    scheduleCheck,
    close() {
      closed = true;
      stopChecking();
    },
  };
}

/** The query with the followed keys among its latest values. */
function withKeys(query: EntityDataQuery, keys: readonly EntityKey[]): EntityDataQuery {
  const has = new Set(query.latestValues.map(({ type, key }) => `${type} ${key}`));
  const missing = keys.filter(({ type, key }) => type !== 'ENTITY_FIELD' && !has.has(`${type} ${key}`));
  return missing.length === 0 ? query : { ...query, latestValues: [...query.latestValues, ...missing] };
}
