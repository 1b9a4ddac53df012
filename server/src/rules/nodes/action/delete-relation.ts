import { deleteRelation } from '@signalbox/contract/rule-nodes/action/delete-relation';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { implementRuleNode } from '../define-rule-node.ts';
import { prepareRelationTarget } from '../relation-target.ts';

export const deleteRelationNode = implementRuleNode(deleteRelation, {
  start(configuration, services, place) {
    const target = prepareRelationTarget(configuration, services, place, false);
    if (!configuration.deleteForSingleEntity) {
      return {
        handle(message, effects) {
          effects.changeRelations({ clear: target.all(message) });
          return SUCCESS;
        },
      };
    }
    return {
      async handle(message, effects) {
        effects.changeRelations({ delete: target.relation(message, await target.entity(message)) });
        return SUCCESS;
      },
    };
  },
});
