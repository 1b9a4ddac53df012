import type { EdgeEventAction, EdgeEventType } from '@signalbox/contract/edge';
import { type EntityType, isUuid } from '@signalbox/contract/id';
import { pushToEdge } from '@signalbox/contract/rule-nodes/action/push-to-edge';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { parseExactJson } from '../../../config/exact-json.ts';
import type { Message } from '../../../messages/message.ts';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';
import { objectOf } from '../payload.ts';

const ORIGINATORS: ReadonlySet<EntityType> = new Set([
  'DEVICE',
  'ASSET',
  'ENTITY_VIEW',
  'DASHBOARD',
  'TENANT',
  'CUSTOMER',
  'EDGE',
]);

export const pushToEdgeNode = implementRuleNode(pushToEdge, {
  start: ({ scope }, { reads }) => ({
    handle(message, effects) {
      const { tenantId, originator, metadata } = message;
      if (metadata.source?.toLowerCase() === 'edge') return ACKNOWLEDGED;
      if (!ORIGINATORS.has(originator.entityType)) {
        throw new Error(`Unsupported originator type: ${originator.entityType}`);
      }
      const news = newsOf(message, metadata.scope || scope);
      const tell = (edgeIds: readonly string[]): readonly string[] => {
        if (edgeIds.length === 0) return ACKNOWLEDGED;
        effects.tellEdges({ tenantId, edgeIds, ...news });
        return edgeIds.map(() => SUCCESS);
      };
      if (originator.entityType === 'EDGE') return tell([originator.id]);
      return reads.edgesOf(tenantId, originator).then(tell);
    },
  }),
});

interface News {
  action: EdgeEventAction;
  type: EdgeEventType;
  entityId: string;
  body: unknown;
}

/** @throws Error when edges cannot be told of such a message */
function newsOf({ type, originator, metadata, data, ts }: Message, scope: string): News {
  const news = (action: EdgeEventAction, body: unknown): News => ({
    action,
    type: originator.entityType as EdgeEventType,
    entityId: originator.id,
    body,
  });
  switch (type) {
    case 'POST_TELEMETRY_REQUEST':
      return news('TIMESERIES_UPDATED', { data: parseExactJson(data), ts: metadata.ts || String(ts) });
    case 'POST_ATTRIBUTES_REQUEST':
      return news('POST_ATTRIBUTES', { kv: parseExactJson(data), scope });
    case 'ATTRIBUTES_UPDATED':
      return news('ATTRIBUTES_UPDATED', { kv: parseExactJson(data), scope });
    case 'ATTRIBUTES_DELETED':
      return news('ATTRIBUTES_DELETED', { keys: objectOf(data).attributes ?? [], scope });
    case 'ALARM': {
      const { id } = (objectOf(data).id ?? {}) as { id?: unknown };
      if (typeof id !== 'string' || !isUuid(id)) throw new Error('The payload is not an alarm');
      return { action: 'ADDED', type: 'ALARM', entityId: id, body: null };
    }
    default:
      throw new Error(`Unsupported msg type: ${type}`);
  }
}
