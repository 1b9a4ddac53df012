import type { EdgeEventAction, EdgeEventType } from '@signalbox/contract/edge';
import { storableJson } from '../../storage/storable-text.ts';
import { defineListEffect } from './effect-kind.ts';
import { createLengthBound } from './length-bound.ts';

const requireShort = createLengthBound('Edges are told too much at once');

/** Something that edges have to be told. */
export interface EdgeNews {
  tenantId: string;
  edgeIds: readonly string[];
  action: EdgeEventAction;
  type: EdgeEventType;
  entityId: string;
  body: unknown;
}

/** Events of edges; one that is gone meanwhile is told nothing. */
export const tellEdges = defineListEffect({
  kind: 'tellEdges',
  adder:
    (news: (EdgeNews & { body: string | null })[]) =>
    (one: EdgeNews): void => {
      const body = one.body === null ? null : storableJson(one.body);
      requireShort(news, one.tenantId, (body?.length ?? 0) * one.edgeIds.length);
      news.push({ ...one, body });
    },
  async store({ client }, news) {
    const rows = news.flatMap((one) => one.edgeIds.map((edgeId) => ({ ...one, edgeId })));
    await client.query({
      name: 'rules-edge-events',
      text: `INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id, body)
        SELECT time_uuid($1), $1, edge.tenant_id, edge.id, news.action, news.type, news.entity_id, news.body::json
        FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[])
          AS news (tenant_id, edge_id, action, type, entity_id, body)
        JOIN edge ON edge.id = news.edge_id AND edge.tenant_id = news.tenant_id`,
      values: [
        Date.now(),
        rows.map(({ tenantId }) => tenantId),
        rows.map(({ edgeId }) => edgeId),
        rows.map(({ action }) => action),
        rows.map(({ type }) => type),
        rows.map(({ entityId }) => entityId),
        rows.map(({ body }) => body),
      ],
    });
  },
});
