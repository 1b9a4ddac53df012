import type { EntityId } from '@signalbox/contract/id';
import type { RelationsSetting } from '@signalbox/contract/rule-nodes/settings';
import type { EntitySummary } from '../../access/entity-directory.ts';
import type { Message } from '../../messages/message.ts';
import type { NodeReads } from '../node-reads.ts';

/**
 * The nearest entity of the tenant along relations of the originator.
 * @param isWanted selects among those found
 * @throws Error when there is none
 */
export async function nearestRelated(
  { tenantId, originator }: Message,
  { direction, maxLevel, fetchLastLevelOnly, filters }: RelationsSetting,
  reads: NodeReads,
  isWanted: (entity: EntitySummary) => boolean = () => true,
): Promise<EntityId> {
  const { entityType: rootType, id: rootId } = originator;
  const walk = { rootId, rootType, direction, maxLevel, fetchLastLevelOnly, relationTypeGroup: 'COMMON' } as const;
  const found = await reads.related(walk, filters);
  for (const id of found) {
    const entity = await reads.entity(tenantId, id);
    if (entity && isWanted(entity)) return id;
  }
  throw new Error('No related entity found');
}
