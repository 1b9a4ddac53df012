import type { EntityData, EntityKey, TsValue } from '@signalbox/contract/entity-query';
import type { EntityId } from '@signalbox/contract/id';
import type { ValueRights } from '../access/value-rights.ts';
import { hasGone } from '../bus/live-bus.ts';
import type { TextAt } from './change-texts.ts';
import { MAX_HELD } from './held-changes.ts';
import { followedKeys, followLatest, type LatestSubscription } from './latest-subscription.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { followSeries, type SeriesSubscription, signatureOf, type TimeRange } from './series-subscription.ts';

/**
 * What one run of a command follows. Changes are held back until `startLatest` or `startSeries`, while the client's
 * first values are read. Stopping is final: a run that is still waiting for something follows nothing more.
 */
export interface EntityFollowing {
  readonly isStopped: boolean;
  /** Number of entities whose values are followed. */
  count(): number;
  /** @param rights of the user to their values */
  holdLatest(entities: readonly EntityId[], keys: readonly EntityKey[], rights: ValueRights): void;
  /** Releases the held changes that are newer than the values of the rows. */
  startLatest(rows: readonly EntityData[]): void;
  holdSeries(entities: readonly EntityId[], keys: readonly string[], rights: ValueRights): void;
  /** Before `startSeries`: forgets held points of the time that is read, and returns their entities, to be read again. */
  dropHeldSeries(range: TimeRange): readonly string[];
  /** Releases the held changes that are not among the points read: entity id → key → points, newest first. */
  startSeries(read: ReadonlyMap<string, ReadonlyMap<string, readonly TextAt[]>>): void;
  stop(): void;
}

/**
 * Follows the values of entities for command `cmdId` while the user may see them.
 * @param rightsChanged called when the user's rights to values of an entity change
 * @param isIncomplete called when more changes came than could be held back: everything is to be read again
 */
export function createEntityFollowing(
  { liveBus, queries, deletedEntities, log }: Pick<LiveParts, 'liveBus' | 'queries' | 'deletedEntities' | 'log'>,
  session: LiveSession,
  cmdId: number,
  rightsChanged: () => void,
  isIncomplete: () => void,
): EntityFollowing {
  let isStopped = false;
  /** entity id → what follows its latest values */
  const latest = new Map<string, LatestSubscription>();
  /** entity id → what follows its points */
  const series = new Map<string, SeriesSubscription>();
  /** entity id → stops watching for its deletion or loss */
  const watches = new Map<string, () => void>();
  /** entity id → changes held while the user's right to see it is checked, and the last such check */
  const undecided = new Map<string, { changes: string[]; check: symbol }>();

  /** Watches for the deletion of an entity, or the loss of the right to see it, and then stops its values. */
  function watch(entityId: EntityId): void {
    const stop = liveBus.subscribeEntity(entityId.id, (change) => {
      if (change.kind !== 'entity') return;
      if (hasGone(change)) unfollow(entityId.id);
      else if (session.user.authority !== 'CUSTOMER_USER') return;
      // It may share fewer of its values now.
      else if (entityId.entityType === 'TENANT') rightsChanged();
      else void unfollowIfLost(entityId);
    });
    watches.set(entityId.id, stop);
  }

  /** Holds changes of an entity back until it is clear that the user may still see it. */
  async function unfollowIfLost(entityId: EntityId): Promise<void> {
    const { id } = entityId;
    const check = Symbol(id);
    undecided.set(id, { changes: undecided.get(id)?.changes ?? [], check });
    let visible = 0;
    try {
      visible = await queries.count(session.user, {
        entityFilter: { type: 'singleEntity', singleEntity: entityId },
        keyFilters: [],
      });
    } catch (error) {
      log.error({ err: error }, 'the right to follow an entity could not be checked');
    }
    const held = undecided.get(id);
    // A later check decides; without one the entity is no longer followed.
    if (held?.check !== check) return;
    undecided.delete(id);
    if (visible === 0) unfollow(id);
    else if (held.changes.length > MAX_HELD) isIncomplete();
    else for (const change of held.changes) session.addChange(cmdId, change);
  }

  /** The function that sends changes of an entity. */
  function sendOf({ id }: EntityId): (change: string) => void {
    return (change) => {
      const held = undecided.get(id);
      if (!held) session.addChange(cmdId, change);
      else if (held.changes.length <= MAX_HELD) held.changes.push(change);
    };
  }

  function unfollow(id: string): void {
    latest.get(id)?.stop();
    latest.delete(id);
    series.get(id)?.stop();
    series.delete(id);
    watches.get(id)?.();
    watches.delete(id);
    undecided.delete(id);
  }

  return {
    get isStopped() {
      return isStopped;
    },
    count: () => watches.size,
    holdLatest(entities, keys, rights) {
      if (isStopped) return;
      const all = followedKeys(keys);
      for (const entityId of entities) {
        unfollow(entityId.id);
        if (deletedEntities.has(entityId.id)) continue;
        const wanted = rights.isUnrestricted
          ? all
          : followedKeys(keys.filter(({ key }) => rights.mayRead(entityId, key)));
        latest.set(entityId.id, followLatest(liveBus, entityId, wanted, sendOf(entityId)));
        watch(entityId);
      }
    },
    startLatest(rows) {
      let isComplete = true;
      for (const row of rows) {
        const subscription = latest.get(row.entityId.id);
        if (subscription?.start((type, key) => ownValue(row.latest[type], key)) === false) isComplete = false;
      }
      if (!isComplete) isIncomplete();
    },
    holdSeries(entities, keys, rights) {
      if (isStopped) return;
      const all = new Set(keys);
      for (const entityId of entities) {
        unfollow(entityId.id);
        if (deletedEntities.has(entityId.id)) continue;
        const wanted = rights.isUnrestricted ? all : new Set(keys.filter((key) => rights.mayRead(entityId, key)));
        const signature = signatureOf(wanted);
        series.set(entityId.id, followSeries(liveBus, entityId, wanted, signature, sendOf(entityId)));
        watch(entityId);
      }
    },
    dropHeldSeries: (range) => [...series].flatMap(([id, subscription]) => (subscription.dropHeld(range) ? [id] : [])),
    startSeries(read) {
      let isComplete = true;
      for (const [id, subscription] of series) {
        if (!subscription.start(read.get(id) ?? new Map())) isComplete = false;
      }
      if (!isComplete) isIncomplete();
    },
    stop() {
      isStopped = true;
      for (const id of [...watches.keys()]) unfollow(id);
      session.dropChanges(cmdId);
    },
  };
}

/** The value of a key; keys such as `constructor` have none of their own. */
export function ownValue(values: Record<string, TsValue> | undefined, key: string): TsValue | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}
