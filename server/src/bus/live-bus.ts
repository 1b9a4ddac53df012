import type { EntityId } from '@signalbox/contract/id';
import type { AttributeEntry, AttributeScope } from '../values/attribute.ts';
import type { TimedValues } from '../values/value.ts';

/** Something that was committed and that somebody may want to know at once. */
export type LiveChange =
  | { kind: 'timeseries'; tenantId: string; entityId: EntityId; points: TimedValues[] }
  | { kind: 'timeseriesDeleted'; tenantId: string; entityId: EntityId; keys: readonly string[] }
  | {
      kind: 'attributes';
      tenantId: string;
      entityId: EntityId;
      scope: AttributeScope;
      entries: AttributeEntry[];
      /** false: sessions of the device are not told. */
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
  /** Created, changed or deleted; caches drop what they hold of it. */
  | { kind: 'entity'; action: 'created' | 'updated' | 'deleted'; tenantId: string; entityId: EntityId }
  /** New credentials: the sessions of the device end. */
  | { kind: 'deviceCredentials'; tenantId: string; entityId: EntityId }
  /** A rule chain (or one of its nodes) was saved or deleted, or became root: the engine loads it again. */
  | { kind: 'ruleChain'; tenantId: string; entityId: EntityId }
  /** The user's sessions ended (logout, disabled, deleted, new password). */
  | { kind: 'userSessions'; tenantId: string; entityId: EntityId };

export type LiveListener = (change: LiveChange) => void;

/**
 * Tells what was committed to those who asked. Listeners are called one after the other, must be quick and must not
 * throw. Changes of one entity come in the order in which they were published; those of different entities, and those
 * that another process publishes, may overtake each other and come late. A change says that something is different: who
 * must be certain asks the database, and who shows values keeps the newest by their time. Embedded driver: in this
 * process, where listeners have run when `publish` returns.
 */
export interface LiveBus {
  publish(change: LiveChange): void;
  /** Changes of one entity. Returns the way to stop. */
  subscribeEntity(entityId: string, listener: LiveListener): () => void;
  /** All changes of some kinds. Returns the way to stop. */
  subscribeKinds(kinds: readonly LiveChange['kind'][], listener: LiveListener): () => void;
}
