import { FAILURE, SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { ASSIGNABLE, type Assignment } from '../../entities/ownership/assignments.ts';
import type { Message } from '../../messages/message.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { NodeResult } from './define-rule-node.ts';

/** Gives the originator to a customer, or takes it from one. What cannot be assigned leaves along both relations. */
export function assignWith(
  message: Message,
  effects: MessageEffects,
  change: Pick<Assignment, 'customer' | 'isAssigned'>,
): NodeResult {
  const { tenantId, originator } = message;
  if (!ASSIGNABLE.has(originator.entityType)) {
    const error = new Error(`Unsupported originator type '${originator.entityType}'!`);
    return [
      { relation: FAILURE, message, error },
      { relation: SUCCESS, message },
    ];
  }
  effects.assignCustomer({ tenantId, entity: originator as Assignment['entity'], ...change });
  return SUCCESS;
}

/** There is no customer with a title. */
export function noCustomer(title: string): Error {
  return new Error(`No customer found with name '${title}'.`);
}
