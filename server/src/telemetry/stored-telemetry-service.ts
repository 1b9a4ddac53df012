import type { EntityId } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import type { LivingEntities } from '../access/living-entities.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { ViewDirectory } from '../entities/view-directory.ts';
import type { GroupCommit, Piece } from '../storage/group-commit.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import { requireStorage } from '../usage/stopped.ts';
import { COUNTER, type UsageMeter } from '../usage/usage-meter.ts';
import type { KeyValue } from '../values/value.ts';
import type { AttributeStore } from './attribute-store.ts';
import type { SeriesStore } from './series-store.ts';
import type { TelemetryService, TimeseriesWrite } from './telemetry-service.ts';
import { writesOfViews } from './view-series.ts';

export interface TelemetryServiceParts {
  /** For calls without a unit of their own. */
  groupCommit: GroupCommit;
  series: SeriesStore;
  attributes: AttributeStore;
  liveBus: LiveBus;
  /** Writes for deleted entities are skipped; absent: every entity counts as existing. */
  living?: LivingEntities;
  /** Default retention of a tenant's points in seconds, 0 for ever; absent: for ever. */
  defaultTtlSeconds?: (tenantId: string) => Promise<number>;
  /** Views of entities get what is stored of their targets; absent: there are none. */
  views?: Pick<ViewDirectory, 'ofTargets' | 'changes' | 'settled'>;
  /** Counts what is stored; absent: nobody does. */
  usage?: UsageMeter;
  /** Takes failures of work that nobody waits for. */
  log?: Pick<Logger, 'error'>;
  now?: () => number;
}

const NOBODY: ReadonlySet<string> = new Set();

function* entitiesOf(writes: readonly TimeseriesWrite[]): Iterable<EntityId> {
  for (const { entityId } of writes) yield entityId;
}

const DAY = 86_400;
/** Characters of a text that count as one point. */
const CHARACTERS = 512;

/** A long text counts as several points. */
function pointsIn({ value: { type, value } }: KeyValue): number {
  return (type === 'STRING' || type === 'JSON') && value.length > CHARACTERS ? Math.ceil(value.length / CHARACTERS) : 1;
}

/** Counts points times the days that they are kept, at least one; not the copies of views, nor the usage itself. */
function countStored(usage: UsageMeter, writes: readonly TimeseriesWrite[]): void {
  for (const { tenantId, entityId, points, ttlSeconds = 0 } of writes) {
    if (entityId.entityType === 'ENTITY_VIEW' || entityId.entityType === 'API_USAGE_STATE') continue;
    let stored = 0;
    for (const { values } of points) for (const value of values) stored += pointsIn(value);
    usage.of(tenantId).add(COUNTER.storedDataPointDays, stored * Math.max(1, Math.floor(ttlSeconds / DAY)));
  }
}

/** Stores first, then tells the live bus, so that listeners find what they are told of. */
export function createTelemetryService(parts: TelemetryServiceParts): TelemetryService {
  const { groupCommit, series, attributes, liveBus, living, views } = parts;
  const now = parts.now ?? Date.now;

  function inUnit<T>(unit: UnitOfWork | undefined, piece: Piece<T>): Promise<T> {
    return unit ? piece.work(unit) : groupCommit.run(piece);
  }

  /** Fills in the tenant's retention where a write has none. */
  async function withRetention(writes: readonly TimeseriesWrite[]): Promise<readonly TimeseriesWrite[]> {
    const { defaultTtlSeconds } = parts;
    if (!defaultTtlSeconds || writes.every(({ ttlSeconds }) => ttlSeconds)) return writes;
    const defaults = new Map<string, number>();
    for (const { tenantId } of writes) {
      if (!defaults.has(tenantId)) defaults.set(tenantId, await defaultTtlSeconds(tenantId));
    }
    return writes.map((write) =>
      write.ttlSeconds ? write : { ...write, ttlSeconds: defaults.get(write.tenantId) as number },
    );
  }

  async function store(unit: UnitOfWork, all: readonly TimeseriesWrite[]): Promise<void> {
    const gone = living ? await living.missing(entitiesOf(all), unit.client) : NOBODY;
    const writes = gone.size === 0 ? all : all.filter(({ entityId }) => !gone.has(entityId.id));
    if (writes.length === 0) return;
    const retained = await withRetention(writes);
    await series.write(
      unit,
      retained.map(({ entityId, points, ttlSeconds }) => ({
        entityId: entityId.id,
        points,
        ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
      })),
    );
    unit.afterCommit(() => {
      if (parts.usage) countStored(parts.usage, retained);
      for (const { tenantId, entityId, points } of writes) {
        liveBus.publish({ kind: 'timeseries', tenantId, entityId, points });
      }
    });
  }

  /** Gives views that were created or changed during a write what they missed of it. */
  async function storeForChangedViews(
    { ofTargets, settled }: NonNullable<typeof views>,
    writes: readonly TimeseriesWrite[],
  ): Promise<void> {
    await settled();
    const found = await ofTargets(entitiesOf(writes));
    if (!found) return;
    for (const [tenantId, some] of Map.groupBy(writesOfViews(writes, found), (write) => write.tenantId)) {
      await groupCommit.run({ tenantId, cost: some.length, work: (unit) => store(unit, some) });
    }
  }

  async function saveTimeseriesBatch(unit: UnitOfWork, writes: readonly TimeseriesWrite[]): Promise<void> {
    if (!views) return store(unit, writes);
    const before = views.changes();
    const requested = views.ofTargets(entitiesOf(writes));
    const found = requested && (await requested);
    await store(unit, found ? [...writes, ...writesOfViews(writes, found)] : writes);
    unit.afterCommit(() => {
      if (before !== undefined && before === views.changes()) return;
      storeForChangedViews(views, writes).catch((error: unknown) => {
        parts.log?.error({ err: error }, 'views of entities missed values of them');
      });
    });
  }

  return {
    saveTimeseriesBatch,

    async saveTimeseries({ unit, ...write }) {
      if (parts.usage) requireStorage(parts.usage, write.tenantId);
      await inUnit(unit, {
        tenantId: write.tenantId,
        cost: write.points.reduce((sum, { values }) => sum + values.length, 0),
        work: (own) => saveTimeseriesBatch(own, [write]),
      });
    },

    saveAttributes: ({ unit, tenantId, entityId, scope, entries, notifyDevice = true }) =>
      inUnit(unit, {
        tenantId,
        cost: entries.length,
        work: async (own) => {
          if (entries.length === 0) return;
          if (living && (await living.missing([entityId], own.client)).size > 0) return;
          const ts = now();
          await attributes.save(own, entityId.id, scope, entries, ts);
          own.afterCommit(() => {
            liveBus.publish({
              kind: 'attributes',
              tenantId,
              entityId,
              scope,
              entries: entries.map(({ key, value }) => ({ key, value, scope, lastUpdateTs: ts })),
              notifyDevice,
            });
          });
        },
      }),

    deleteAttributes: ({ unit, tenantId, entityId, scope, keys, notifyDevice = true }) =>
      inUnit(unit, {
        tenantId,
        cost: keys.length,
        work: async (own) => {
          if (keys.length === 0) return;
          await attributes.delete(own, entityId.id, scope, keys);
          own.afterCommit(() => {
            liveBus.publish({ kind: 'attributesDeleted', tenantId, entityId, scope, keys, notifyDevice });
          });
        },
      }),

    deleteTimeseries: ({ tenantId, entityId, keys, startTs, endTs, rewriteLatest }) =>
      groupCommit.run({
        tenantId,
        cost: keys.length,
        work: async (own) => {
          if (keys.length === 0) return;
          await series.delete(own, entityId.id, keys, { startTs, endTs, rewriteLatest });
          own.afterCommit(() => {
            liveBus.publish({ kind: 'timeseriesDeleted', tenantId, entityId, keys });
          });
        },
      }),
  };
}
