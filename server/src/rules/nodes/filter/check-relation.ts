import { type EntityId, isUuid } from '@signalbox/contract/id';
import { checkRelation } from '@signalbox/contract/rule-nodes/filter/check-relation';
import { implementRuleNode } from '../define-rule-node.ts';

export const checkRelationNode = implementRuleNode(checkRelation, {
  async start(configuration, { reads }, { tenantId }) {
    const { direction, relationType: type } = configuration;
    if (!configuration.checkForSingleEntity) {
      // As the relation is seen from the originator.
      const from = direction === 'FROM' ? 'TO' : 'FROM';
      return {
        async handle({ originator }, { unstoredRelations }) {
          const stored = await reads.relationsOf(originator, from, type);
          return unstoredRelations.apply(originator, from, type, stored).length > 0 ? 'True' : 'False';
        },
      };
    }
    const { entityType, entityId: id } = configuration;
    if (!entityType || !id || !isUuid(id)) throw new Error('The entity to check for is not set');
    const entity: EntityId = { entityType, id };
    if (!(await reads.entity(tenantId, entity))) throw new Error('The entity to check for does not exist');
    return {
      async handle({ originator }, { unstoredRelations }) {
        const relation =
          direction === 'FROM' ? { from: entity, to: originator, type } : { from: originator, to: entity, type };
        return (unstoredRelations.has(relation) ?? (await reads.hasRelation(relation))) ? 'True' : 'False';
      },
    };
  },
});
