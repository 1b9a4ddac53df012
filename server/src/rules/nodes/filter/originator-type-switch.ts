import type { EntityType } from '@signalbox/contract/id';
import { EMPTY_DEFAULT, emptyConfiguration } from '../configuration.ts';
import { defineRuleNode } from '../define-rule-node.ts';

/** In the order in which the relations are published. */
const RELATION_OF = new Map<EntityType, string>([
  ['DEVICE', 'Device'],
  ['ASSET', 'Asset'],
  ['ALARM', 'Alarm'],
  ['ENTITY_VIEW', 'Entity View'],
  ['TENANT', 'Tenant'],
  ['CUSTOMER', 'Customer'],
  ['USER', 'User'],
  ['DASHBOARD', 'Dashboard'],
  ['RULE_CHAIN', 'Rule chain'],
  ['RULE_NODE', 'Rule node'],
]);
/** Not published, but used for edges. */
const EDGE = 'Edge';

export const originatorTypeSwitchNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbOriginatorTypeSwitchNode',
  kind: 'FILTER',
  name: 'originator type switch',
  relations: [...RELATION_OF.values()],
  directive: 'tbNodeEmptyConfig',
  configuration: emptyConfiguration,
  defaultConfiguration: EMPTY_DEFAULT,
  description: 'Sends each message along the relation that is named after the kind of its originator.',
  details: 'Messages of a kind of entity without a relation here go along <b>Failure</b>.',
  start: () => ({
    handle({ originator: { entityType } }) {
      const relation = entityType === 'EDGE' ? EDGE : RELATION_OF.get(entityType);
      if (!relation) throw new Error(`Unsupported originator type: ${entityType}`);
      return relation;
    },
  }),
});
