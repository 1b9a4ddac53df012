import type { EntityId } from '@signalbox/contract/id';
import type { AttributeMapping } from '@signalbox/contract/rule-nodes/enrichment/attribute-mapping';
import type { Message } from '../../../messages/message.ts';
import { toWireText } from '../../../values/wire-values.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import type { NodeReads } from '../../node-reads.ts';
import { currentAttributes, currentLatest } from '../current-values.ts';
import { type RuleNodeInstance, withMetadata } from '../define-rule-node.ts';

/**
 * A node that adds values of one other entity to the metadata.
 * @param find the entity; throws when there is none
 */
export function addMappedValues(
  { attrMapping, telemetry }: AttributeMapping,
  reads: NodeReads,
  find: (message: Message, effects: MessageEffects) => Promise<EntityId>,
): RuleNodeInstance {
  const keys = Object.keys(attrMapping);
  return {
    async handle(message, effects) {
      const entity = await find(message, effects);
      const values = telemetry
        ? await currentLatest(reads, effects, entity, keys)
        : await currentAttributes(reads, effects, entity, 'SERVER_SCOPE', keys);
      const added = values.map(({ key, value }) => [attrMapping[key] as string, toWireText(value)] as const);
      return withMetadata(message, Object.fromEntries(added));
    },
  };
}
