import { describeRuleNode } from '../define-rule-node.ts';
import { pushedScope } from './pushed-scope.ts';

export const pushToEdge = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.edge.TbMsgPushToEdgeNode',
  ...pushedScope,
  name: 'push to edge',
  directive: 'tbActionNodePushToEdgeConfig',
  icon: 'cloud_download',
  ruleChainTypes: ['CORE'],
  description: 'Passes telemetry, attributes and alarms on to the edges that the originator is on.',
  details:
    'The edge itself, or all edges that the device, asset, entity view or dashboard is assigned to, those of the ' +
    'customer or of the tenant. The message leaves along <code>Success</code> once for each of them; it ends here where ' +
    'there is none, and when it came from an edge. Other types and originators leave along <code>Failure</code>.',
});
