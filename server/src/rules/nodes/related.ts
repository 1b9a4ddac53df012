import type { EntityId } from '@signalbox/contract/id';
import type { RelationsSetting } from '@signalbox/contract/rule-nodes/settings';
import type { EntitySummary } from '../../access/entity-directory.ts';
import type { Message } from '../../messages/message.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { NodeReads } from '../node-reads.ts';

/** Entities that are looked up together. */
const MOST_AT_ONCE = 1_000;

/**
 * The nearest entity of the tenant along relations of the originator.
 * @param isWanted selects among those found
 * @throws Error when there is none
 */
export async function nearestRelated(
  { tenantId, originator }: Message,
  { direction, maxLevel, fetchLastLevelOnly, filters }: RelationsSetting,
  reads: NodeReads,
  { unstoredRelations }: MessageEffects,
  isWanted: (entity: EntitySummary) => boolean = () => true,
): Promise<EntityId> {
  const { entityType: rootType, id: rootId } = originator;
  const walk = { rootId, rootType, direction, maxLevel, fetchLastLevelOnly, relationTypeGroup: 'COMMON' } as const;
  const found = await reads.related(walk, filters, unstoredRelations);
  // Nearly always it is the first one; of many they are looked up together.
  for (let at = 0, count = 1; at < found.length; at += count, count = Math.min(count * 10, MOST_AT_ONCE)) {
    const some = found.slice(at, at + count);
    const entities = await Promise.all(some.map((id) => reads.entity(tenantId, id)));
    const wanted = entities.findIndex((entity) => entity !== undefined && isWanted(entity));
    if (wanted >= 0) return some[wanted] as EntityId;
  }
  throw new Error('No related entity found');
}
