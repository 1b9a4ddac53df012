import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { choiceSetting } from '../settings.ts';

export const pushToEdge = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.edge.TbMsgPushToEdgeNode',
  kind: 'ACTION',
  name: 'push to edge',
  directive: 'tbActionNodePushToEdgeConfig',
  icon: 'cloud_download',
  ruleChainTypes: ['CORE'],
  configuration: z.object({
    scope: choiceSetting(['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'], 'SERVER_SCOPE'),
  }),
  defaultConfiguration: { scope: 'SERVER_SCOPE' },
  fields: {
    scope: {
      control: 'choice',
      label: 'Scope of attributes',
      help: 'Where the metadata name none.',
      options: { CLIENT_SCOPE: 'Client', SHARED_SCOPE: 'Shared', SERVER_SCOPE: 'Server' },
    },
  },
  description: 'Passes telemetry, attributes and alarms on to the edges that the originator is on.',
  details:
    'The edge itself, or all edges that the device, asset, entity view or dashboard is assigned to, those of the ' +
    'customer or of the tenant. The message leaves along <code>Success</code> once for each of them; it ends here where ' +
    'there is none, and when it came from an edge. Other types and originators leave along <code>Failure</code>.',
});
