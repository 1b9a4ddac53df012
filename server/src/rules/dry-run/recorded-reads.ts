import type { EntityId } from '@signalbox/contract/id';
import type { TraceRead } from '@signalbox/contract/recorder';
import type { NodeReads } from '../node-reads.ts';

/** Characters of an answer that are kept. */
const MAX_RESULT = 2_000;

/**
 * The same reads, told to somebody. What they find is what there is today.
 * @param told called when an answer has come
 */
export function recordReads(reads: NodeReads, told: (read: TraceRead) => void): NodeReads {
  async function record<T>(what: TraceRead['what'], id: EntityId | null, answer: Promise<T>): Promise<T> {
    const found = await answer;
    told({ what, entityId: id && { entityType: id.entityType, id: id.id }, result: resultText(found) });
    return found;
  }
  return {
    entity: (tenantId, id) => record('ENTITY', id, reads.entity(tenantId, id)),
    fields: (tenantId, id) => record('ENTITY', id, reads.fields(tenantId, id)),
    attributes: (id, scope, keys) => record('ATTRIBUTES', id, reads.attributes(id, scope, keys)),
    latest: (id, keys) => record('LATEST', id, reads.latest(id, keys)),
    history: (id, query, unstored) => record('HISTORY', id, reads.history(id, query, unstored)),
    related: (parameters, filters, unstored) => record('RELATIONS', null, reads.related(parameters, filters, unstored)),
    edgesOf: (tenantId, id) => record('EDGES', id, reads.edgesOf(tenantId, id)),
    viewsOf: (tenantId, target) => record('VIEWS', target, reads.viewsOf(tenantId, target)),
    hasRelation: (relation) => record('RELATIONS', relation.from, reads.hasRelation(relation)),
    relationsOf: (at, direction, type) => record('RELATIONS', at, reads.relationsOf(at, direction, type)),
  };
}

function resultText(found: unknown): string {
  const text = JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? '';
  return text.length > MAX_RESULT ? `${text.slice(0, MAX_RESULT)}…` : text;
}
