import { describeRuleNode } from '../define-rule-node.ts';
import { EMPTY_DEFAULT, emptyConfiguration } from '../settings.ts';

export const acknowledge = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.flow.TbAckNode',
  kind: 'ACTION',
  name: 'acknowledge',
  directive: 'tbNodeEmptyConfig',
  configuration: emptyConfiguration,
  defaultConfiguration: EMPTY_DEFAULT,
  fields: {},
  description: 'Acknowledges the message, which then goes on.',
  details: 'What fails after this node is not tried again by the queue.',
});
