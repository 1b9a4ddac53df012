import type { EntityView } from '@signalbox/contract/entity-view';
import { copyToView } from '@signalbox/contract/rule-nodes/action/copy-to-view';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { type Message, newMessage } from '../../../messages/message.ts';
import type { AttributeScope } from '../../../values/attribute.ts';
import { parseAttributes } from '../../../values/json-values.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import type { AttributeChange } from '../../effects/save-attributes.ts';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';
import { objectOf } from '../payload.ts';

const TYPES: ReadonlySet<string> = new Set([
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'ACTIVITY_EVENT',
  'POST_ATTRIBUTES_REQUEST',
]);
/** Where a view lists its attributes of a scope. */
const LISTS = { CLIENT_SCOPE: 'cs', SERVER_SCOPE: 'ss', SHARED_SCOPE: 'sh' } as const;

export const copyToViewNode = implementRuleNode(copyToView, {
  start(_configuration, { reads, jsonTypeCast }, { nodeId, ruleChainId }) {
    function changesOf({ type, data }: Message): AttributeChange[] {
      if (type !== 'ATTRIBUTES_DELETED') {
        return parseAttributes(data, { castStrings: jsonTypeCast, nulls: 'error', lenient: false });
      }
      const { attributes } = objectOf(data);
      if (!Array.isArray(attributes)) throw new Error('The payload does not name the deleted attributes');
      return attributes.map((key) => ({ key: String(key), value: null }));
    }

    async function copy(message: Message, effects: MessageEffects, scope: AttributeScope): Promise<readonly string[]> {
      const changes = changesOf(message);
      const now = Date.now();
      for (const view of await reads.viewsOf(message.tenantId, message.originator)) {
        if (!isOpen(view, now)) continue;
        const shown = new Set(view.keys.attributes[LISTS[scope]]);
        const copied = changes.filter(({ key }) => shown.has(key));
        const owner = { tenantId: message.tenantId, originator: view.id };
        if (copied.length > 0) await effects.saveAttributes(owner, scope, copied, false);
        effects.enqueue(
          newMessage({
            tenantId: message.tenantId,
            type: message.type,
            originator: view.id,
            customerId: message.customerId,
            metadata: { ...message.metadata },
            data: message.data,
            queueName: message.queueName,
            ruleChainId,
            ruleNodeId: nodeId,
            relation: SUCCESS,
            ruleNodeExecCounter: message.ruleNodeExecCounter,
          }),
        );
      }
      return ACKNOWLEDGED;
    }

    return {
      handle(message, effects) {
        const { type, metadata } = message;
        if (!TYPES.has(type)) throw new Error(`Unsupported msg type: ${type}`);
        if (Object.keys(metadata).length === 0) throw new Error('Message metadata is empty');
        const scope = type === 'POST_ATTRIBUTES_REQUEST' ? 'CLIENT_SCOPE' : metadata.scope;
        if (scope === undefined || !Object.hasOwn(LISTS, scope)) throw new Error(`Unknown scope: ${scope ?? ''}`);
        return copy(message, effects, scope as AttributeScope);
      },
    };
  },
});

/** Whether the window of a view contains a time. */
function isOpen({ startTimeMs, endTimeMs }: EntityView, now: number): boolean {
  return startTimeMs < now && (endTimeMs === 0 || endTimeMs > now);
}
