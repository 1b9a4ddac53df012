import type { Alarm } from '@signalbox/contract/alarm';
import type { EntityId } from '@signalbox/contract/id';
import type { AttributeEntry, AttributeScope } from '../values/attribute.ts';
import type { TimedValues } from '../values/value.ts';

/** A committed change of which others need immediate notice. */
export type LiveChange =
  | { kind: 'timeseries'; tenantId: string; entityId: EntityId; points: TimedValues[] }
  | { kind: 'timeseriesDeleted'; tenantId: string; entityId: EntityId; keys: readonly string[] }
  | {
      kind: 'attributes';
      tenantId: string;
      entityId: EntityId;
      scope: AttributeScope;
      entries: AttributeEntry[];
      /** false: sessions of the device are not notified. */
      notifyDevice: boolean;
    }
  | {
      kind: 'attributesDeleted';
      tenantId: string;
      entityId: EntityId;
      scope: AttributeScope;
      keys: readonly string[];
      notifyDevice: boolean;
    }
  /** Created, changed or deleted, or moved away to another tenant; caches drop their entries. */
  | { kind: 'entity'; action: 'created' | 'updated' | 'deleted' | 'moved'; tenantId: string; entityId: EntityId }
  /** The entity is the originator; `places` are ids of those that the alarm was propagated to. */
  | {
      kind: 'alarm';
      action: 'created' | 'updated' | 'deleted';
      tenantId: string;
      entityId: EntityId;
      alarm: Alarm;
      places: readonly string[];
    }
  /** The credentials changed: the sessions of the device end. */
  | { kind: 'deviceCredentials'; tenantId: string; entityId: EntityId }
  /** A rule chain (or one of its nodes) was saved or deleted, or became root: the engine reloads it. */
  | { kind: 'ruleChain'; tenantId: string; entityId: EntityId }
  /** A tenant may use something that it could not use before, or no longer; the entity is its state of API usage. */
  | { kind: 'apiUsage'; tenantId: string; entityId: EntityId }
  /** The user's sessions ended (logout, disabled, deleted, new password). */
  | { kind: 'userSessions'; tenantId: string; entityId: EntityId };

/** Whether an entity is no longer there for its tenant. */
export function hasGone(change: LiveChange): boolean {
  return change.kind === 'entity' && (change.action === 'deleted' || change.action === 'moved');
}

export type LiveListener = (change: LiveChange) => void;

/**
 * Publishes committed changes to subscribers. Listeners are called one after the other, must be quick and must not
 * throw. Changes of one entity come in the order in which they were published; those of different entities, and those
 * that another process publishes, may arrive late and in any order. A change only says that something is different: code
 * that must be certain asks the database, and code that shows values keeps the newest by their time. Embedded driver: in this
 * process, where listeners have run when `publish` returns.
 */
export interface LiveBus {
  publish(change: LiveChange): void;
  /** Subscribes to changes of one entity. Returns the function that unsubscribes. */
  subscribeEntity(entityId: string, listener: LiveListener): () => void;
  /** Subscribes to all changes of some kinds. Returns the function that unsubscribes. */
  subscribeKinds(kinds: readonly LiveChange['kind'][], listener: LiveListener): () => void;
}
