import type { ViewKeys } from '@signalbox/contract/entity-view';
import { type EntityId, entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';

/** What an entity view shows of the telemetry of its target. */
export interface ShownSeries {
  view: EntityId<'ENTITY_VIEW'>;
  target: EntityId<'DEVICE' | 'ASSET'>;
  /** undefined: all keys */
  keys: ReadonlySet<string> | undefined;
  /** epoch ms; 0: open */
  startTs: number;
  /** epoch ms; 0: open */
  endTs: number;
}

/** target id → its views; targets without views are absent */
export type ViewsOf = ReadonlyMap<string, readonly ShownSeries[]>;

/**
 * Tells writers of telemetry which entities have views. All that have any are known after the first question, so that
 * the others cost a look into a set.
 */
export interface ViewDirectory {
  /** Differs from an earlier value when views have changed since, or are changing now. */
  changes(): number | undefined;
  /** Views of those entities; undefined when they have none. A promise only where views have to be looked up. */
  ofTargets(entities: Iterable<EntityId>): ViewsOf | undefined | Promise<ViewsOf | undefined>;
  find(viewId: string): Promise<ShownSeries | undefined>;
  /** Does `work`, which creates or changes a view of these targets; writers of their values know of it from then on. */
  whileChanging<T>(targetIds: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Resolves when all changes that are under way have ended. */
  settled(): Promise<void>;
}

/** Known targets; with more, every entity is looked up as if it were one. */
const MAX_TARGETS = 1_000_000;
/** Entities whose views are cached, and cached views. */
const MAX_CACHED = 50_000;

interface ViewRow {
  id: string;
  device_id: string | null;
  asset_id: string | null;
  keys: ViewKeys;
  start_time: number;
  end_time: number;
}

const COLUMNS = 'id, device_id, asset_id, keys, start_time, end_time';

const toShown = (row: ViewRow): ShownSeries => ({
  view: entityId('ENTITY_VIEW', row.id),
  target: row.device_id ? entityId('DEVICE', row.device_id) : entityId('ASSET', row.asset_id as string),
  keys: row.keys.timeseries.length > 0 ? new Set(row.keys.timeseries) : undefined,
  startTs: row.start_time,
  endTs: row.end_time,
});

function remember<V>(cache: Map<string, V>, id: string, value: V): void {
  cache.delete(id);
  cache.set(id, value);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string);
}

/** ViewDirectory on the table of entity views. */
export function createViewDirectory(pool: pg.Pool, liveBus: LiveBus): ViewDirectory & { close(): void } {
  /** Entities that have views, or had; undefined until they are loaded. */
  let targets: Set<string> | undefined;
  let loading: Promise<void> | undefined;
  /** Targets of views that change while the others are loaded. */
  let changed = new Set<string>();
  /** target id → its views */
  const cached = new Map<string, readonly ShownSeries[]>();
  /** view id → the view */
  const byId = new Map<string, ShownSeries>();
  const underWay = new Set<Promise<unknown>>();
  let version = 0;

  function forget(): void {
    version++;
    cached.clear();
    byId.clear();
  }

  async function load(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT DISTINCT coalesce(device_id, asset_id) AS id FROM entity_view LIMIT ${MAX_TARGETS}`,
    );
    targets = changed;
    for (const { id } of rows) targets.add(id);
    changed = new Set();
  }

  function loaded(): Promise<void> {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  const mayHaveViews = (id: string): boolean => targets === undefined || targets.size >= MAX_TARGETS || targets.has(id);

  async function lookUp(ids: readonly string[]): Promise<ViewsOf | undefined> {
    if (!targets) await loaded();
    const found = new Map<string, readonly ShownSeries[]>();
    const unknown: string[] = [];
    for (const id of ids) {
      if (!mayHaveViews(id)) continue;
      const views = cached.get(id);
      if (!views) unknown.push(id);
      else if (views.length > 0) found.set(id, views);
    }
    if (unknown.length > 0) {
      const before = version;
      const { rows } = await pool.query<ViewRow>({
        name: 'views of entities',
        text: `SELECT ${COLUMNS} FROM entity_view WHERE device_id = ANY($1::uuid[])
          UNION ALL SELECT ${COLUMNS} FROM entity_view WHERE asset_id = ANY($1::uuid[])`,
        values: [unknown],
      });
      const byTarget = Map.groupBy(rows.map(toShown), ({ target }) => target.id);
      for (const id of unknown) {
        const views = byTarget.get(id) ?? [];
        if (before === version) remember(cached, id, views);
        if (views.length > 0) found.set(id, views);
      }
    }
    return found.size > 0 ? found : undefined;
  }

  const stop = liveBus.subscribeKinds(['entity'], (change) => {
    if (change.entityId.entityType === 'ENTITY_VIEW') forget();
  });

  return {
    changes: () => (underWay.size > 0 ? undefined : version),

    ofTargets(entities) {
      let requested: Set<string> | undefined;
      for (const { id } of entities) {
        if (!mayHaveViews(id)) continue;
        requested ??= new Set();
        requested.add(id);
      }
      return requested && lookUp([...requested]);
    },

    async find(viewId) {
      const known = byId.get(viewId);
      if (known) return known;
      const before = version;
      const { rows } = await pool.query<ViewRow>({
        name: 'view by id',
        text: `SELECT ${COLUMNS} FROM entity_view WHERE id = $1`,
        values: [viewId],
      });
      const view = rows[0] && toShown(rows[0]);
      if (view && before === version) remember(byId, viewId, view);
      return view;
    },

    async whileChanging(targetIds, work) {
      for (const id of targetIds) (targets ?? changed).add(id);
      forget();
      const running = work();
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
        forget();
      }
    },

    async settled() {
      await Promise.allSettled(underWay);
    },

    close: stop,
  };
}
