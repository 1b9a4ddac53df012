import { pushToCloud } from '@signalbox/contract/rule-nodes/action/push-to-cloud';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';

/** Works on edges; chains that have it do not run here. */
export const pushToCloudNode = implementRuleNode(pushToCloud, { start: () => ({ handle: () => ACKNOWLEDGED }) });
