import type { PageData } from '@signalbox/contract/page';
import {
  setAsideMessageRoutes as routes,
  type SetAsideMessage,
  type SetAsideMessageInfo,
  type SetAsideSummary,
} from '@signalbox/contract/set-aside-message';
import type pg from 'pg';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { entityNotFound } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { HeldMessages } from '../../messages/held/held-messages.ts';
import type { Message } from '../../messages/message.ts';
import type { MessageLog } from '../../messages/message-log.ts';
import { MAX_SET_ASIDE } from '../../messages/set-aside.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { SetAsideFilter, SetAsideStore, StoredSetAside } from './set-aside-store.ts';

export interface SetAsideMessagesParts {
  pool: pg.Pool;
  store: SetAsideStore;
  messageLog: Pick<MessageLog, 'append'>;
  held: Pick<HeldMessages, 'counts'>;
  directory: EntityDirectory;
  actionLog: ActionLog;
  /** Days after which a message goes. */
  keptDays: number;
}

/** Where a message goes on when it is retried. */
type Restart = 'NODE' | 'START';

/** What tenant administrators do with messages that failed for good: read them, send them again, or drop them. */
export function setAsideRoutes(parts: SetAsideMessagesParts): RouteImplementation[] {
  const { pool, store, messageLog, held, directory, actionLog, keptDays } = parts;

  async function require(user: SecurityUser, id: string): Promise<StoredSetAside> {
    const found = await store.find(user.tenantId, id);
    if (!found) throw entityNotFound('Message', id);
    return found;
  }

  async function named(user: SecurityUser, info: StoredSetAside['info']): Promise<SetAsideMessageInfo> {
    const known = await directory.find(info.originator);
    return { ...info, originatorName: known?.tenantId === user.tenantId ? known.name : null };
  }

  async function list(user: SecurityUser, filter: SetAsideFilter): Promise<PageData<SetAsideMessageInfo>> {
    const page = await store.list(user.tenantId, filter);
    return { ...page, data: await Promise.all(page.data.map((info) => named(user, info))) };
  }

  async function read(user: SecurityUser, id: string): Promise<SetAsideMessage> {
    const { info, message, entered } = await require(user, id);
    return {
      ...(await named(user, info)),
      messageId: message.id,
      ts: message.ts,
      data: message.data,
      metadata: message.metadata,
      entered: entered
        ? { messageType: entered.type, originator: entered.originator, data: entered.data, metadata: entered.metadata }
        : null,
    };
  }

  async function summary({ tenantId }: SecurityUser): Promise<SetAsideSummary> {
    const [counted, queues] = await Promise.all([store.summary(tenantId), held.counts(tenantId)]);
    return { ...counted, limit: MAX_SET_ASIDE, keptDays, queues };
  }

  /** Records what was done with a message: with the chain in which it failed, else with its originator. */
  async function record(user: SecurityUser, { info, message }: StoredSetAside, action: string): Promise<void> {
    const { ruleChainId, ruleChainName, ruleNodeName, originator, reason } = info;
    const name = ruleChainId ? ruleChainName : ((await directory.find(originator))?.name ?? null);
    await actionLog.record({
      user,
      type: action === 'DROP' ? 'DELETED' : 'UPDATED',
      entityId: ruleChainId ?? originator,
      entityName: name,
      data: {
        setAsideMessage: {
          action,
          id: info.id.id,
          messageId: message.id,
          type: message.type,
          originator,
          ruleNodeName,
          reason,
        },
      },
    });
  }

  /**
   * The row is locked until the message is in the log, so it is sent once however many ask for that; a server that is
   * killed in between sends it twice.
   */
  async function retry(user: SecurityUser, id: string, from: Restart): Promise<void> {
    const found = await require(user, id);
    await inTransaction(pool, async ({ client }) => {
      if (!(await store.remove(client, user.tenantId, id))) throw entityNotFound('Message', id);
      await messageLog.append([restartOf(found, from)]);
    });
    await record(user, found, from === 'NODE' ? 'RETRY' : 'RETRY_FROM_START');
  }

  async function drop(user: SecurityUser, id: string): Promise<void> {
    const found = await require(user, id);
    if (!(await store.remove(pool, user.tenantId, id))) throw entityNotFound('Message', id);
    await record(user, found, 'DROP');
  }

  return [
    implement(routes.getSetAsideMessages, ({ user, query }) => list(user, query)),
    implement(routes.getSetAsideSummary, ({ user }) => summary(user)),
    implement(routes.getSetAsideMessage, ({ user, params }) => read(user, params.messageId)),
    implement(routes.retrySetAsideMessage, async ({ user, params, query }) => {
      await retry(user, params.messageId, query.from);
      return undefined;
    }),
    implement(routes.deleteSetAsideMessage, async ({ user, params }) => {
      await drop(user, params.messageId);
      return undefined;
    }),
  ];
}

/** The message to send again. It counts its nodes from the beginning, since a loop may be what was repaired. */
function restartOf({ info, message, entered = message }: StoredSetAside, from: Restart): Message {
  if (from === 'NODE' && info.ruleNodeId && info.ruleChainId) {
    return {
      ...withoutRelation(message),
      ruleChainId: info.ruleChainId.id,
      ruleNodeId: info.ruleNodeId.id,
      ruleNodeExecCounter: 0,
    };
  }
  const { ruleChainId, ruleNodeId } = entered;
  return {
    ...withoutRelation(entered),
    // One that was sent to a chain starts there.
    ruleChainId: ruleNodeId === null ? ruleChainId : null,
    ruleNodeId: null,
    ruleNodeExecCounter: 0,
  };
}

function withoutRelation({ relation: _relation, failure: _failure, isAcknowledged: _, ...message }: Message): Message {
  return message;
}
