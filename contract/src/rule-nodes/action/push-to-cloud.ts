import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { choiceSetting } from '../settings.ts';

export const pushToCloud = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.edge.TbMsgPushToCloudNode',
  kind: 'ACTION',
  name: 'push to cloud',
  directive: 'tbActionNodePushToCloudConfig',
  icon: 'cloud_upload',
  ruleChainTypes: ['EDGE'],
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
  description: 'Passes telemetry, attributes and alarms of an edge on to this server.',
  details: 'Works on edges only, in the rule chains that they get from here.',
});
