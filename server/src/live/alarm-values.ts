import type { AlarmData, EntityData, EntityKey } from '@signalbox/contract/entity-query';
import type { EntityId } from '@signalbox/contract/id';
import type { ValueRights } from '../access/value-rights.ts';
import { ownValue } from './entity-following.ts';
import { followedKeys, followLatest, type LatestSubscription } from './latest-subscription.ts';
import type { LiveParts } from './live-parts.ts';

/** Follows the latest values of the entities whose alarms are on a page. */
export interface AlarmValues {
  /** Holds changes of these entities back, instead of those followed before. @param rights of the user to their values */
  hold(entities: readonly EntityId[], keys: readonly EntityKey[], rights: ValueRights): void;
  /** Releases what is newer than the values of the rows. */
  start(rows: readonly AlarmData[]): void;
  stop(): void;
}

/** @param onChange called with the values of an entity that have changed */
export function createAlarmValues(
  { liveBus, deletedEntities }: Pick<LiveParts, 'liveBus' | 'deletedEntities'>,
  onChange: (entityId: string, latest: EntityData['latest']) => void,
): AlarmValues {
  /** entity id → what follows it */
  const followed = new Map<string, LatestSubscription>();

  function stop(): void {
    for (const subscription of followed.values()) subscription.stop();
    followed.clear();
  }

  return {
    hold(entities, keys, rights) {
      stop();
      for (const entityId of entities) {
        if (deletedEntities.has(entityId.id)) continue;
        const readable = keys.filter(({ key }) => rights.isUnrestricted || rights.mayRead(entityId, key));
        if (readable.length === 0) continue;
        const subscription = followLatest(liveBus, entityId, followedKeys(readable), (change) =>
          onChange(entityId.id, (JSON.parse(change) as Pick<EntityData, 'latest'>).latest),
        );
        followed.set(entityId.id, subscription);
      }
    },
    start(rows) {
      const byEntity = new Map(rows.map((row) => [row.entityId.id, row]));
      for (const [id, subscription] of followed) {
        subscription.start((type, key) => ownValue(byEntity.get(id)?.latest[type], key));
      }
    },
    stop,
  };
}
