import { createRelation } from '@signalbox/contract/rule-nodes/action/create-relation';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { implementRuleNode, transformMessage } from '../define-rule-node.ts';
import { prepareRelationTarget } from '../relation-target.ts';

export const createRelationNode = implementRuleNode(createRelation, {
  start(configuration, services, place) {
    const target = prepareRelationTarget(configuration, services, place, configuration.createEntityIfNotExists);
    return {
      async handle(message, effects) {
        const entity = await target.entity(message);
        if (configuration.removeCurrentRelations) effects.changeRelations({ clear: target.all(message) });
        // Users have no relations with what chains are about.
        if (entity.entityType !== 'USER') effects.changeRelations({ save: target.relation(message, entity) });
        if (!configuration.changeOriginatorToRelatedEntity) return SUCCESS;
        return { relation: SUCCESS, message: transformMessage(message, { originator: entity }) };
      },
    };
  },
});
