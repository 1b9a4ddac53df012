import type { EntityId } from '@signalbox/contract/id';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { changeOriginator } from '@signalbox/contract/rule-nodes/transformation/change-originator';
import type { Message } from '../../../messages/message.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import type { NodeReads } from '../../node-reads.ts';
import { implementRuleNode, type NodeOutput, transformMessage } from '../define-rule-node.ts';
import { customerOf, OF_CUSTOMERS, OF_TENANTS, tenantOf } from '../owners.ts';
import { nearestRelated } from '../related.ts';

type Configuration = ReturnType<typeof changeOriginator.configuration.parse>;

export const changeOriginatorNode = implementRuleNode(changeOriginator, {
  start(configuration, { reads }) {
    const find = finderOf(configuration, reads);
    const change = (message: Message, originator: EntityId): NodeOutput => ({
      relation: SUCCESS,
      message: transformMessage(message, { originator }),
    });
    return {
      onlyReads: configuration.originatorSource === 'RELATED',
      handle(message, effects) {
        const found = find(message, effects);
        return found instanceof Promise ? found.then((id) => change(message, id)) : change(message, found);
      },
    };
  },
});

/** How the new originator is found; throws or rejects when there is none. */
function finderOf(
  { originatorSource, relationsQuery }: Configuration,
  reads: NodeReads,
): (message: Message, effects: MessageEffects) => EntityId | Promise<EntityId> {
  switch (originatorSource) {
    case 'CUSTOMER':
      return (message, effects) => customerOf(message, OF_CUSTOMERS, reads, effects);
    case 'TENANT':
      return (message) => tenantOf(message, OF_TENANTS);
    case 'ALARM_ORIGINATOR':
      return alarmOriginator;
    case 'RELATED':
      if (!relationsQuery) throw new Error('The relations to follow are not set');
      return (message, effects) => nearestRelated(message, relationsQuery, reads, effects);
  }
}

async function alarmOriginator({ tenantId, originator }: Message, { alarms }: MessageEffects): Promise<EntityId> {
  if (originator.entityType !== 'ALARM') throw new Error(`Unsupported originator type: ${originator.entityType}`);
  const alarm = await alarms.find(tenantId, originator.id);
  if (!alarm) throw new Error('No such alarm found.');
  return alarm.originator;
}
