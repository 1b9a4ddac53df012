import type { EntityId } from '@signalbox/contract/id';
import type { AttributeScope } from '../../values/attribute.ts';
import type { KeyValue, Point } from '../../values/value.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { NodeReads } from '../node-reads.ts';

/** Attributes that exist, with what earlier nodes of the batch have saved, in the order of the keys. */
export async function currentAttributes(
  reads: NodeReads,
  { unstored }: MessageEffects,
  entity: EntityId,
  scope: AttributeScope,
  keys: readonly string[],
): Promise<KeyValue[]> {
  if (keys.length === 0) return [];
  const stored = new Map((await reads.attributes(entity, scope, keys)).map((entry) => [entry.key, entry.value]));
  const values: KeyValue[] = [];
  for (const key of keys) {
    const newest = unstored.attribute(entity.id, scope, key);
    const value = newest === undefined ? stored.get(key) : newest;
    if (value) values.push({ key, value });
  }
  return values;
}

/** Newest points of the keys that have one, with what earlier nodes of the batch have saved. */
export async function currentLatest(
  reads: NodeReads,
  { unstored }: MessageEffects,
  entity: EntityId,
  keys: readonly string[],
): Promise<Point[]> {
  if (keys.length === 0) return [];
  const stored = new Map((await reads.latest(entity, keys)).map((point) => [point.key, point]));
  const points: Point[] = [];
  for (const key of keys) {
    const before = stored.get(key);
    const newest = unstored.latest(entity.id, key);
    const point = newest && (!before || newest.ts >= before.ts) ? newest : before;
    if (point) points.push(point);
  }
  return points;
}
