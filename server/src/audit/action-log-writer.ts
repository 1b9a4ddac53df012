import type { EntityType } from '@signalbox/contract/id';
import { NULL_UUID } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import { newMessage } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { createBatchWriter } from '../storage/batch-writer.ts';
import { newEntityId } from '../storage/ids.ts';
import type { ActionLog, ActionRecord, ActionType } from './action-log.ts';
import type { ActionTraces, AuditLogRow, AuditLogStore, EntityVersionRow } from './audit-log-store.ts';

/** Reading is not audited by default. */
const READ_ACTIONS: ReadonlySet<ActionType> = new Set<ActionType>(['CREDENTIALS_READ', 'ATTRIBUTES_READ']);

const MAX_FAILURE_LENGTH = 4000;

export interface ActionLogParts {
  /** Kinds whose changes are audited; the others leave no row (rest-entities.md §7). */
  audited: ReadonlySet<EntityType>;
  store: AuditLogStore;
  /** Notes what edges have to know of an action that succeeded. */
  tellEdges: (action: ActionRecord) => Promise<void>;
  /** Where messages for the rule engine go. */
  messages: Pick<MessageLog, 'append'>;
  log: Logger;
}

/** Writes the audit log and the history of entities, and notifies edges and the rule engine. */
export function createActionLog({ store, audited, tellEdges, messages, log }: ActionLogParts): ActionLog {
  const writeTraces = createBatchWriter<ActionTraces>(store.insert);

  /** Resolves once the record is written, or logged as lost: the action itself cannot be undone. */
  async function writeHistory(action: ActionRecord): Promise<void> {
    const isLogged = audited.has(action.entityId.entityType) && !READ_ACTIONS.has(action.type);
    const isChange = action.before !== undefined && action.error === undefined;
    if (!isLogged && !isChange) return;
    try {
      await writeTraces({
        row: isLogged ? toRow(action) : undefined,
        version: isChange ? toVersion(action) : undefined,
      });
    } catch (error) {
      log.error(
        { err: error, type: action.type, entityId: action.entityId },
        'an action could not be written to the audit log',
      );
    }
  }

  async function noteForEdges(action: ActionRecord): Promise<void> {
    try {
      await tellEdges(action);
    } catch (error) {
      log.error({ err: error, type: action.type, entityId: action.entityId }, 'edges were not told of an action');
    }
  }

  async function tellRules(action: ActionRecord): Promise<void> {
    const { message, user } = action;
    const tenantId = action.tenantId ?? user.tenantId;
    // The system itself has no rule chains.
    if (!message || action.error !== undefined || tenantId === NULL_UUID) return;
    const customerId = customerOf(action);
    try {
      await messages.append([
        newMessage({
          tenantId,
          type: message.type,
          originator: action.entityId,
          customerId: action.customerId && action.customerId !== NULL_UUID ? action.customerId : null,
          metadata: {
            userId: user.userId,
            userName: user.email,
            ...(customerId === NULL_UUID ? {} : { customerId }),
            ...message.metadata,
          },
          data: JSON.stringify(message.data),
        }),
      ]);
    } catch (error) {
      log.error(
        { err: error, type: message.type, entityId: action.entityId },
        'the rule engine was not notified of an action',
      );
    }
  }

  return {
    async record(action) {
      await Promise.all([writeHistory(action), noteForEdges(action), tellRules(action)]);
    },
  };
}

/** The entity's customer, or else the acting user's. */
function customerOf({ customerId, user }: ActionRecord): string {
  return customerId && customerId !== NULL_UUID ? customerId : user.customerId;
}

function toVersion({ before, user, tenantId, entityId }: ActionRecord): EntityVersionRow {
  return {
    ...newEntityId(),
    tenantId: tenantId ?? user.tenantId,
    entityType: entityId.entityType,
    entityId: entityId.id,
    userId: user.userId,
    before,
  };
}

function toRow(action: ActionRecord): AuditLogRow {
  const { user } = action;
  const failure = action.error;
  const text = failure instanceof Error ? failure.message : String(failure);
  return {
    ...newEntityId(),
    tenantId: action.tenantId ?? user.tenantId,
    customerId: customerOf(action),
    entityType: action.entityId.entityType,
    entityId: action.entityId.id,
    entityName: action.entityName,
    userId: user.userId,
    userName: user.email,
    actionType: action.type,
    actionData: action.data,
    actionStatus: failure === undefined ? 'SUCCESS' : 'FAILURE',
    actionFailureDetails: failure === undefined ? '' : text.slice(0, MAX_FAILURE_LENGTH),
  };
}
