import {
  originatorTypeSwitch,
  RELATION_OF_ORIGINATOR,
} from '@signalbox/contract/rule-nodes/filter/originator-type-switch';
import { implementRuleNode } from '../define-rule-node.ts';

/** Not published, but used for edges. */
const EDGE = 'Edge';

export const originatorTypeSwitchNode = implementRuleNode(originatorTypeSwitch, {
  start: () => ({
    handle({ originator: { entityType } }) {
      const relation = entityType === 'EDGE' ? EDGE : RELATION_OF_ORIGINATOR.get(entityType);
      if (!relation) throw new Error(`Unsupported originator type: ${entityType}`);
      return relation;
    },
  }),
});
