import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting } from '../settings.ts';

export const saveAttributes = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode',
  kind: 'ACTION',
  name: 'save attributes',
  directive: 'tbActionNodeAttributesConfig',
  icon: 'file_upload',
  configuration: z.object({
    scope: z.enum(['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE']),
    notifyDevice: booleanSetting(null),
  }),
  defaultConfiguration: { scope: 'SERVER_SCOPE', notifyDevice: false },
  fields: {
    scope: {
      control: 'choice',
      label: 'Scope',
      options: { CLIENT_SCOPE: 'Client', SHARED_SCOPE: 'Shared', SERVER_SCOPE: 'Server' },
    },
    notifyDevice: {
      control: 'switch',
      label: 'Send changes to the device',
      absent: true,
      when: { scope: 'SHARED_SCOPE' },
    },
  },
  description: 'Stores the payload of attribute messages as attributes of the originator.',
  details:
    'Accepts messages of type <code>POST_ATTRIBUTES_REQUEST</code> with an object as payload. Shared attributes that ' +
    'changed are sent to the device if that is switched on here or by <code>metadata.notifyDevice</code>.',
});
