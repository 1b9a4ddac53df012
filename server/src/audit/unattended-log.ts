import type { EntityType } from '@signalbox/contract/id';
import type { ActionLog } from './action-log.ts';

/** What rule chains create: they tell the rules of it themselves. */
const TOLD_BY_RULES: ReadonlySet<EntityType> = new Set(['DEVICE', 'ASSET', 'CUSTOMER']);

/**
 * The log for what rule chains create. Its writing is not waited for: messages to the rules may have to wait for the
 * very batch in which the chain runs.
 */
export function createUnattendedLog(actionLog: ActionLog): ActionLog {
  return {
    async record({ message, ...action }) {
      const isTold = TOLD_BY_RULES.has(action.entityId.entityType);
      void actionLog.record(message && !isTold ? { ...action, message } : action);
    },
  };
}
