import { saveAttributes } from '@signalbox/contract/rule-nodes/action/save-attributes';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { parseAttributes } from '../../../values/json-values.ts';
import { implementRuleNode } from '../define-rule-node.ts';

export const saveAttributesNode = implementRuleNode(saveAttributes, {
  start: ({ scope, notifyDevice }, { jsonTypeCast }) => ({
    handle(message, effects) {
      if (message.type !== 'POST_ATTRIBUTES_REQUEST') throw new Error(`Unsupported msg type: ${message.type}`);
      const entries =
        message.values ?? parseAttributes(message.data, { castStrings: jsonTypeCast, nulls: 'error', lenient: false });
      // Absent means true, in the configuration and in the metadata alike.
      const requested = message.metadata.notifyDevice;
      const notify = notifyDevice !== false || !requested || requested === 'true';
      const saving = effects.saveAttributes(message, scope, entries, notify);
      return saving ? saving.then(() => SUCCESS) : SUCCESS;
    },
  }),
});
