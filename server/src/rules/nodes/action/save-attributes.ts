import * as z from 'zod/mini';
import { parseAttributes } from '../../../values/json-values.ts';
import { booleanSetting } from '../configuration.ts';
import { defineRuleNode, SUCCESS } from '../define-rule-node.ts';

export const saveAttributesNode = defineRuleNode({
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
  description: 'Stores the payload of attribute messages as attributes of the originator.',
  details:
    'Takes messages of type <code>POST_ATTRIBUTES_REQUEST</code> with an object as payload. Shared attributes that ' +
    'changed are sent to the device when that is switched on here or <code>metadata.notifyDevice</code> asks for it.',
  start: ({ scope, notifyDevice }, { jsonTypeCast }) => ({
    handle(message, effects) {
      if (message.type !== 'POST_ATTRIBUTES_REQUEST') throw new Error(`Unsupported msg type: ${message.type}`);
      const entries =
        message.values ?? parseAttributes(message.data, { castStrings: jsonTypeCast, nulls: 'error', lenient: false });
      // Absent here means yes; a message that says nothing means yes as well.
      const asked = message.metadata.notifyDevice;
      effects.saveAttributes(message, scope, entries, notifyDevice !== false || !asked || asked === 'true');
      return SUCCESS;
    },
  }),
});
