import type { EntityView } from '@signalbox/contract/entity-view';
import type { LiveBus } from '../bus/live-bus.ts';
import type { ViewValues } from '../entities/entity-view/view-values.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { AttributeEntry, AttributeScope } from '../values/attribute.ts';
import type { TimedValues } from '../values/value.ts';
import type { AttributeStore } from './attribute-store.ts';
import type { SeriesStore } from './series-store.ts';
import { isShownAt, VIEW_TTL } from './view-series.ts';

/** Reads of a copy that run at the same time. */
const READS_AT_ONCE = 8;
const ALL_TIMES = { startTs: Number.MIN_SAFE_INTEGER, endTs: Number.MAX_SAFE_INTEGER };

const keysOf = ({ keys: { attributes } }: EntityView): [AttributeScope, string[]][] => [
  ['CLIENT_SCOPE', attributes.cs],
  ['SHARED_SCOPE', attributes.sh],
  ['SERVER_SCOPE', attributes.ss],
];

export interface ViewValuesParts {
  series: SeriesStore;
  attributes: AttributeStore;
  liveBus: LiveBus;
}

/** Copies values of devices and assets to their views. */
export function createViewValues({ series, attributes, liveBus }: ViewValuesParts): ViewValues {
  async function removeOld(unit: UnitOfWork, view: EntityView): Promise<[AttributeScope, string[]][]> {
    const id = view.id.id;
    const keys = await series.keys([id]);
    if (keys.length > 0) await series.delete(unit, id, keys, { ...ALL_TIMES, rewriteLatest: false });
    const removed: [AttributeScope, string[]][] = [];
    for (const [scope, names] of keysOf(view)) {
      if (names.length > 0) removed.push([scope, await attributes.delete(unit, id, scope, names)]);
    }
    return removed;
  }

  async function copyAttributes(unit: UnitOfWork, view: EntityView): Promise<[AttributeScope, AttributeEntry[]][]> {
    const { startTimeMs, endTimeMs } = view;
    const copied: [AttributeScope, AttributeEntry[]][] = [];
    for (const [scope, names] of keysOf(view)) {
      if (names.length === 0) continue;
      const found = await attributes.find(view.entityId.id, scope, names);
      const shown = found.filter(({ lastUpdateTs: ts }) => startTimeMs <= ts && (endTimeMs === 0 || ts <= endTimeMs));
      for (const entry of shown) await attributes.save(unit, view.id.id, scope, [entry], entry.lastUpdateTs);
      copied.push([scope, shown]);
    }
    return copied;
  }

  /** The newest point in the window of each shown key. */
  async function newestShown(view: EntityView): Promise<TimedValues[]> {
    const { startTimeMs: startTs, endTimeMs: endTs, keys } = view;
    const target = view.entityId.id;
    const found: TimedValues[] = [];
    const beyond: string[] = [];
    for (const { key, ts, value } of await series.latest(
      target,
      keys.timeseries.length ? keys.timeseries : undefined,
    )) {
      if (isShownAt({ startTs, endTs }, ts)) found.push({ ts, values: [{ key, value }] });
      else if (endTs !== 0 && ts > endTs) beyond.push(key);
    }
    for (let at = 0; at < beyond.length; at += READS_AT_ONCE) {
      const reads = beyond.slice(at, at + READS_AT_ONCE).map(async (key) => {
        const query = { key, aggregation: 'NONE', interval: 0, limit: 1, order: 'DESC' } as const;
        // The bounds of a read are the other way round: the first ts is in it and the last one is not.
        const window = { startTs: startTs === 0 ? 0 : startTs + 1, endTs: endTs + 1 };
        for (const { ts, value } of await series.read(target, { ...query, ...window }))
          found.push({ ts, values: [{ key, value }] });
      });
      await Promise.all(reads);
    }
    return found;
  }

  return {
    async copy(unit, view, before) {
      const removed = before ? await removeOld(unit, before) : [];
      const copied = await copyAttributes(unit, view);
      const points = await newestShown(view);
      if (points.length > 0) {
        await series.write(unit, [{ entityId: view.id.id, points, ttlSeconds: VIEW_TTL }]);
      }
      const change = { tenantId: view.tenantId.id, entityId: view.id };
      unit.afterCommit(() => {
        for (const [scope, keys] of removed) {
          const kept = new Set(copied.find(([one]) => one === scope)?.[1].map(({ key }) => key));
          const gone = keys.filter((key) => !kept.has(key));
          if (gone.length > 0) {
            liveBus.publish({ kind: 'attributesDeleted', ...change, scope, keys: gone, notifyDevice: false });
          }
        }
        for (const [scope, entries] of copied) {
          if (entries.length > 0)
            liveBus.publish({ kind: 'attributes', ...change, scope, entries, notifyDevice: false });
        }
        if (points.length > 0) liveBus.publish({ kind: 'timeseries', ...change, points });
      });
    },
  };
}
