import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { integerSetting, textSetting } from '../settings.ts';

/** s, one day. */
const MAX_INTERVAL = 86_400;

export const messageCount = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbMsgCountNode',
  kind: 'ACTION',
  name: 'message count',
  directive: 'tbActionNodeMsgCountConfig',
  icon: 'functions',
  configuration: z.object({ interval: integerSetting(1, 1, MAX_INTERVAL), telemetryPrefix: textSetting('') }),
  defaultConfiguration: { interval: 1, telemetryPrefix: 'messageCount' },
  fields: {
    interval: { control: 'number', label: 'Interval', unit: 's', min: 1, max: MAX_INTERVAL },
    telemetryPrefix: {
      control: 'text',
      label: 'Beginning of the key',
      isRequired: true,
      help: 'The name of the server follows.',
    },
  },
  description: 'Counts messages, and reports their number at intervals as telemetry of the tenant.',
  details:
    'Messages end here. A message of type <code>POST_TELEMETRY_REQUEST</code> with the number of the last interval ' +
    'leaves along <code>Success</code>; its key ends with the name of the server.',
});
