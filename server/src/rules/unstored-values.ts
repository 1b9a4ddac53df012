import type { UnstoredPoints } from '../telemetry/series-store.ts';
import type { TimeseriesWrite } from '../telemetry/telemetry-service.ts';
import type { AttributeScope } from '../values/attribute.ts';
import type { Point, TelemetryValue } from '../values/value.ts';
import type { AttributesWrites } from './effects/save-attributes.ts';

/** What earlier nodes of the batch have saved: later ones see it although it is stored only with the batch. */
export interface UnstoredValues {
  /** Null when it was deleted; undefined when it was not touched. */
  attribute(entityId: string, scope: AttributeScope, key: string): TelemetryValue | null | undefined;
  /** The newest point of a key; of equal times the later one. */
  latest(entityId: string, key: string): Point | undefined;
  /** The points of a key, ascending by ts; of equal times only the later one. */
  points: UnstoredPoints;
}

/**
 * Searches the gathered effects, so that messages whose nodes read nothing pay nothing.
 * @param earlier what messages before this one have saved, when their effects are gathered elsewhere
 */
export function unstoredValues(
  points: readonly TimeseriesWrite[],
  attributes: AttributesWrites,
  earlier: UnstoredValues | undefined,
): UnstoredValues {
  return {
    attribute(entityId, scope, key) {
      const write = attributes.list.findLast(
        (candidate) =>
          candidate.scope === scope && candidate.owner.originator.id === entityId && candidate.entries.has(key),
      );
      if (!write) return earlier?.attribute(entityId, scope, key);
      return write.entries.get(key)?.value;
    },
    latest(entityId, key) {
      let newest = earlier?.latest(entityId, key);
      for (const write of points) {
        if (write.entityId.id !== entityId) continue;
        for (const { ts, values } of write.points) {
          if (newest && ts < newest.ts) continue;
          const value = values.find((candidate) => candidate.key === key);
          if (value) newest = { ...value, ts };
        }
      }
      return newest;
    },
    points(entityId, key) {
      const found = new Map((earlier?.points(entityId, key) ?? []).map((point) => [point.ts, point]));
      for (const write of points) {
        if (write.entityId.id !== entityId) continue;
        for (const { ts, values } of write.points) {
          for (const entry of values) if (entry.key === key) found.set(ts, { ts, value: entry.value });
        }
      }
      return [...found.values()].sort((one, other) => one.ts - other.ts);
    },
  };
}
