import type { EntityType } from '../../id.ts';
import { describeRuleNode } from '../define-rule-node.ts';
import { EMPTY_DEFAULT, emptyConfiguration } from '../settings.ts';

/** Kind of originator → relation, in the order in which the relations are published. */
export const RELATION_OF_ORIGINATOR = new Map<EntityType, string>([
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

export const originatorTypeSwitch = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbOriginatorTypeSwitchNode',
  kind: 'FILTER',
  name: 'originator type switch',
  relations: [...RELATION_OF_ORIGINATOR.values()],
  directive: 'tbNodeEmptyConfig',
  configuration: emptyConfiguration,
  defaultConfiguration: EMPTY_DEFAULT,
  fields: {},
  description: 'Sends each message along the relation named after the kind of its originator.',
  details: 'Messages of kinds of entity without a relation go along <b>Failure</b>.',
});
