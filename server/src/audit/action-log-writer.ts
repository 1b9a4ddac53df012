import type { EntityType } from '@signalbox/contract/id';
import { NULL_UUID } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import { newMessage } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { newEntityId } from '../storage/ids.ts';
import type { ActionLog, ActionRecord, ActionType } from './action-log.ts';
import type { AuditLogRow, AuditLogStore } from './audit-log-store.ts';

/** Kinds whose changes are audited; the others leave no row (rest-entities.md §7). */
const LOGGED: ReadonlySet<EntityType> = new Set<EntityType>([
  'DEVICE',
  'ASSET',
  'DASHBOARD',
  'CUSTOMER',
  'USER',
  'RULE_CHAIN',
  'ALARM',
  'ENTITY_VIEW',
  'DEVICE_PROFILE',
  'EDGE',
  'TB_RESOURCE',
  'OTA_PACKAGE',
]);

/** Reading is not audited by default. */
const READ_ACTIONS: ReadonlySet<ActionType> = new Set<ActionType>(['CREDENTIALS_READ', 'ATTRIBUTES_READ']);

/** Most rows in one insert. */
const BATCH_ROWS = 500;
const MAX_FAILURE_LENGTH = 4000;

export interface ActionLogParts {
  store: AuditLogStore;
  /** Where messages for the rule engine go. */
  messages: Pick<MessageLog, 'append'>;
  log: Logger;
}

/** The audit log: rows of calls that run at the same time share one insert. */
export function createActionLog({ store, messages, log }: ActionLogParts): ActionLog {
  let waiting: { row: AuditLogRow; done: () => void }[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ROWS);
      waiting = waiting.slice(BATCH_ROWS);
      try {
        await store.insert(batch.map(({ row }) => row));
      } catch (error) {
        log.error({ err: error, rows: batch.length }, 'audit log rows could not be written');
      }
      for (const { done } of batch) done();
    }
    writing = false;
  }

  function add(row: AuditLogRow): Promise<void> {
    return new Promise((done) => {
      waiting.push({ row, done });
      if (!writing) void write();
    });
  }

  async function tellRules(action: ActionRecord): Promise<void> {
    const { message, user } = action;
    if (!message || action.error !== undefined) return;
    const customerId = customerOf(action);
    try {
      await messages.append([
        newMessage({
          tenantId: action.tenantId ?? user.tenantId,
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
      log.error({ err: error, type: message.type, entityId: action.entityId }, 'rule engine was not told of an action');
    }
  }

  return {
    async record(action) {
      const isLogged = LOGGED.has(action.entityId.entityType) && !READ_ACTIONS.has(action.type);
      await Promise.all([isLogged ? add(toRow(action)) : undefined, tellRules(action)]);
    },
  };
}

/** The entity's customer, or else the acting user's. */
function customerOf({ customerId, user }: ActionRecord): string {
  return customerId && customerId !== NULL_UUID ? customerId : user.customerId;
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
