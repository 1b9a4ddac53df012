import { type EntityType, entityId } from '@signalbox/contract/id';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { originatorFields } from '@signalbox/contract/rule-nodes/enrichment/originator-fields';
import type { EntityJson } from '../../../entities/entity-reader.ts';
import type { Message } from '../../../messages/message.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import { implementRuleNode, type NodeOutput, withMetadata } from '../define-rule-node.ts';

const ORIGINATORS: ReadonlySet<EntityType> = new Set([
  'TENANT',
  'CUSTOMER',
  'USER',
  'ASSET',
  'DEVICE',
  'ALARM',
  'RULE_CHAIN',
  'ENTITY_VIEW',
]);

export const originatorFieldsNode = implementRuleNode(originatorFields, {
  start({ fieldsMapping }, { reads }) {
    const fields = Object.entries(fieldsMapping).map(([path, key]) => ({ path: path.split('.'), key }));

    async function addFields(message: Message, effects: MessageEffects): Promise<NodeOutput> {
      const { tenantId, originator } = message;
      if (!ORIGINATORS.has(originator.entityType)) {
        throw new Error(`Unsupported originator type: ${originator.entityType}`);
      }
      const entity =
        originator.entityType === 'ALARM'
          ? await effects.alarms.find(tenantId, originator.id)
          : await reads.fields(tenantId, originator);
      if (!entity) throw new Error('The originator does not exist');
      const customerId = effects.unstoredCustomer(originator.id);
      const current = customerId === undefined ? entity : { ...entity, customerId: entityId('CUSTOMER', customerId) };
      const added: Record<string, string> = {};
      for (const { path, key } of fields) {
        const text = textAt(current, path);
        if (text !== undefined) added[key] = text;
      }
      return withMetadata(message, added);
    }

    return { handle: (message, effects) => (fields.length === 0 ? SUCCESS : addFields(message, effects)) };
  },
});

/** The value at a path as text: ids as plain UUIDs, other objects as JSON; undefined when there is none. */
function textAt(entity: EntityJson, path: readonly string[]): string | undefined {
  let value: unknown = entity;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return String(value);
  const { entityType, id } = value as { entityType?: unknown; id?: unknown };
  return typeof entityType === 'string' && typeof id === 'string' ? id : JSON.stringify(value);
}
