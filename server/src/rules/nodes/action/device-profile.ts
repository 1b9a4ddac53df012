import { deviceProfile } from '@signalbox/contract/rule-nodes/action/device-profile';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { implementRuleNode } from '../define-rule-node.ts';

export const deviceProfileNode = implementRuleNode(deviceProfile, {
  start: () => ({ handle: () => SUCCESS }),
});
