import { type EntityId, entityId } from '@signalbox/contract/id';
import type { NamedEntityType } from '@signalbox/contract/rule-nodes/relation-target';
import type { CreatableType } from '../../entities/named-entities.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { RuleNodePlace, RuleNodeServices } from './define-rule-node.ts';

/** Names that a node remembers. */
const MAX_NAMES = 10_000;

/** Entities that a node finds by name. */
export interface NamedEntity {
  find(entityType: NamedEntityType, name: string): Promise<EntityId | undefined>;
  /** The same, created unless there is one. */
  ensure(entityType: CreatableType, name: string, type: string): Promise<EntityId>;
}

/**
 * Finds entities of the tenant of a node, and remembers them.
 * @param expiration s, for how long; 0: for ever. One that is gone or has another name now is looked up again anyway.
 */
export function prepareNamedEntity(
  { entities, reads }: Pick<RuleNodeServices, 'entities' | 'reads'>,
  { tenantId, nodeId }: RuleNodePlace,
  expiration: number,
): NamedEntity {
  /** kind and name → id */
  const known = createEmbeddedCache<EntityId>(MAX_NAMES, expiration > 0 ? expiration * 1000 : undefined);

  const find: NamedEntity['find'] = async (entityType, name) => {
    if (entityType === 'TENANT') return entityId('TENANT', tenantId);
    const key = `${entityType} ${name}`;
    const remembered = known.get(key);
    if (remembered) {
      if ((await reads.entity(tenantId, remembered))?.name === name) return remembered;
      known.delete(key);
    }
    const found = await entities.find(tenantId, entityType, name);
    if (found) known.set(key, found);
    return found;
  };

  return {
    find,
    async ensure(entityType, name, type) {
      return (await find(entityType, name)) ?? entities.ensure({ tenantId, nodeId }, entityType, name, type);
    },
  };
}
