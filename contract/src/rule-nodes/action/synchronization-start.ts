import { describeRuleNode } from '../define-rule-node.ts';
import { EMPTY_DEFAULT, emptyConfiguration } from '../settings.ts';

export const synchronizationStart = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.transaction.TbSynchronizationBeginNode',
  kind: 'ACTION',
  name: 'synchronization start',
  directive: 'tbNodeEmptyConfig',
  configuration: emptyConfiguration,
  defaultConfiguration: EMPTY_DEFAULT,
  fields: {},
  description: 'Passes messages on; deprecated.',
  details: 'Messages of an originator are always processed in their order, so nothing has to be done.',
});
