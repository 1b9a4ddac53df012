import type { EntityId } from '@signalbox/contract/id';
import type { ActionLog } from '../audit/action-log.ts';
import { recordFailure } from '../audit/record-failure.ts';
import { entityNotFound } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityKind } from './entity-kind.ts';
import { refusalToDelete } from './refusal-to-delete.ts';

/** An entity with a name and at most one customer. */
interface OwnedEntity {
  id: EntityId;
  name: string;
  customerId: EntityId;
}

/** A deletion of an entity that the user may delete. */
interface Deletion<Entity extends OwnedEntity> {
  actionLog: ActionLog;
  kind: EntityKind;
  /** What it is called in errors. */
  label: string;
  user: SecurityUser;
  known: Entity;
  /** Deletes it; undefined when it was gone. */
  remove(tenantId: string, id: string): Promise<Entity | undefined>;
  /** Called when it is deleted, before the audit log and the rules are told. */
  onDeleted(entity: Entity): void;
}

/** Deletes an entity, and tells the audit log and the rules, or the audit log why not. */
export async function deleteOwned<Entity extends OwnedEntity>(deletion: Deletion<Entity>): Promise<void> {
  const { actionLog, kind, label, user, known, remove, onDeleted } = deletion;
  const { id } = known.id;
  const action = {
    user,
    type: 'DELETED',
    entityId: known.id,
    entityName: known.name,
    customerId: known.customerId.id,
    data: { entityId: id },
  } as const;
  const entity = await recordFailure(actionLog, action, async () => {
    const deleted = await remove(user.tenantId, id).catch((error: unknown) => {
      throw refusalToDelete(error, kind);
    });
    if (!deleted) throw entityNotFound(label, id);
    return deleted;
  });
  onDeleted(entity);
  await actionLog.record({
    ...action,
    customerId: entity.customerId.id,
    before: entity,
    message: { type: 'ENTITY_DELETED', data: entity },
  });
}
