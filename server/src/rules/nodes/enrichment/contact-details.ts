import type { EntityId } from '@signalbox/contract/id';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import type {
  EntityDetail,
  EntityDetailsConfiguration,
} from '@signalbox/contract/rule-nodes/enrichment/entity-details';
import type { EntityJson } from '../../../entities/entity-reader.ts';
import type { Message } from '../../../messages/message.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import type { NodeReads } from '../../node-reads.ts';
import { type RuleNodeInstance, transformMessage, withMetadata } from '../define-rule-node.ts';
import { withMembers } from '../payload.ts';

/** Member of the entity, which is also the end of the key. */
const MEMBERS: Readonly<Record<EntityDetail, string>> = {
  TITLE: 'title',
  COUNTRY: 'country',
  CITY: 'city',
  STATE: 'state',
  ZIP: 'zip',
  ADDRESS: 'address',
  ADDRESS2: 'address2',
  PHONE: 'phone',
  EMAIL: 'email',
  ADDITIONAL_INFO: 'additionalInfo',
};

/**
 * A node that adds contact details of a tenant or customer.
 * @param prefix beginning of the keys
 * @param find the entity; throws when there is none
 */
export function addContactDetails(
  { detailsList, addToMetadata }: EntityDetailsConfiguration,
  prefix: 'customer_' | 'tenant_',
  reads: NodeReads,
  find: (message: Message, effects: MessageEffects) => EntityId | Promise<EntityId>,
): RuleNodeInstance {
  async function detailsFor(message: Message, effects: MessageEffects) {
    const entity = await reads.fields(message.tenantId, await find(message, effects));
    if (!entity) throw new Error('The entity does not exist');
    const details: [string, string][] = [];
    for (const detail of detailsList) {
      const text = textOf(entity, detail);
      if (text !== undefined) details.push([`${prefix}${MEMBERS[detail]}`, text]);
    }
    if (addToMetadata) return withMetadata(message, Object.fromEntries(details));
    const added = Object.fromEntries(details.map(([key, text]) => [key, JSON.stringify(text)]));
    return { relation: SUCCESS, message: transformMessage(message, { data: withMembers(message.data, added) }) };
  }
  return { handle: (message, effects) => (detailsList.length === 0 ? SUCCESS : detailsFor(message, effects)) };
}

/** The description stands for additionalInfo. */
function textOf(entity: EntityJson, detail: EntityDetail): string | undefined {
  let value = entity[MEMBERS[detail]];
  if (detail === 'ADDITIONAL_INFO') {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>).description : undefined;
  }
  return typeof value === 'string' ? value : undefined;
}
