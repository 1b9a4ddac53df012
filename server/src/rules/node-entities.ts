import { type EntityId, entityId } from '@signalbox/contract/id';
import type { NamedEntityType } from '@signalbox/contract/rule-nodes/relation-target';
import type { Logger } from 'pino';
import type { CreatableType, NamedEntities } from '../entities/named-entities.ts';
import { newMessage } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';

/** Entities that rule nodes find by their names, or create. Look-ups of the messages of a batch are joined. */
export interface NodeEntities {
  /** An entity of the tenant by its exact name. */
  find(tenantId: string, entityType: NamedEntityType, name: string): Promise<EntityId | undefined>;
  /**
   * The same, created unless there is one; the rules are told of a new one. It exists at once, not only with the batch:
   * a batch that is tried again finds it.
   * @throws ApiError when it cannot be created
   */
  ensure(
    creator: { tenantId: string; nodeId: string },
    entityType: CreatableType,
    name: string,
    type: string,
  ): Promise<EntityId>;
}

export interface NodeEntitiesParts {
  named: NamedEntities;
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
}

export function createNodeEntities({ named, messageLog, log }: NodeEntitiesParts): NodeEntities {
  return {
    async find(tenantId, entityType, name) {
      const id = await named.find(tenantId, entityType, name);
      return id === undefined ? undefined : entityId(entityType, id);
    },

    async ensure({ tenantId, nodeId }, entityType, name, type) {
      const { id, created } = await named.ensure(tenantId, entityType, name, type);
      if (created) {
        const message = newMessage({
          tenantId,
          type: 'ENTITY_CREATED',
          originator: id,
          customerId: entityType === 'CUSTOMER' ? id.id : null,
          metadata: { ruleNodeId: nodeId },
          data: JSON.stringify(created),
        });
        // Not waited for: the log may have to wait for the batch that this message is part of.
        messageLog.append([message]).catch((error: unknown) => {
          log.error({ err: error, tenantId, entityId: id }, 'the rules were not told of an entity that they created');
        });
      }
      return id;
    },
  };
}
