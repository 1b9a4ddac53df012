import { describeRuleNode } from '../define-rule-node.ts';
import { pushedScope } from './pushed-scope.ts';

export const pushToCloud = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.edge.TbMsgPushToCloudNode',
  ...pushedScope,
  name: 'push to cloud',
  directive: 'tbActionNodePushToCloudConfig',
  icon: 'cloud_upload',
  ruleChainTypes: ['EDGE'],
  description: 'Passes telemetry, attributes and alarms of an edge on to this server.',
  details: 'Works on edges only, in the rule chains that they get from here.',
});
