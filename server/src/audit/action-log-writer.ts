import type { EntityType } from '@signalbox/contract/id';
import { NULL_UUID } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import { newMessage } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { newEntityId } from '../storage/ids.ts';
import type { ActionLog, ActionRecord, ActionType } from './action-log.ts';
import type { AuditLogRow, AuditLogStore, EntityVersionRow } from './audit-log-store.ts';

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

/** Collects rows of calls that run at the same time, so that they share one insert. */
function createBatches<Row>(insert: (rows: Row[]) => Promise<void>, onFailure: (error: unknown) => void) {
  let waiting: { row: Row; done: () => void }[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ROWS);
      waiting = waiting.slice(BATCH_ROWS);
      await insert(batch.map(({ row }) => row)).catch(onFailure);
      for (const { done } of batch) done();
    }
    writing = false;
  }

  /** Resolves when the row is written, or lost with a line in the log. */
  return (row: Row): Promise<void> =>
    new Promise((done) => {
      waiting.push({ row, done });
      if (!writing) void write();
    });
}

/** Writes the audit log and the history of entities, and tells the rule engine. */
export function createActionLog({ store, messages, log }: ActionLogParts): ActionLog {
  const addRow = createBatches<AuditLogRow>(store.insert, (error) =>
    log.error({ err: error }, 'audit log rows could not be written'),
  );
  const addVersion = createBatches<EntityVersionRow>(store.insertVersions, (error) =>
    log.error({ err: error }, 'earlier versions of entities could not be written'),
  );

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
      log.error({ err: error, type: message.type, entityId: action.entityId }, 'rule engine was not told of an action');
    }
  }

  return {
    async record(action) {
      const isLogged = LOGGED.has(action.entityId.entityType) && !READ_ACTIONS.has(action.type);
      const isChange = action.before !== undefined && action.error === undefined;
      await Promise.all([
        isLogged ? addRow(toRow(action)) : undefined,
        isChange ? addVersion(toVersion(action)) : undefined,
        tellRules(action),
      ]);
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
