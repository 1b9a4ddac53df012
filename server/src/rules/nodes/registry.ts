import { deviceProfileNode } from './action/device-profile.ts';
import { logNode } from './action/log.ts';
import { rpcCallReplyNode } from './action/rpc-call-reply.ts';
import { rpcCallRequestNode } from './action/rpc-call-request.ts';
import { saveAttributesNode } from './action/save-attributes.ts';
import { saveTimeseriesNode } from './action/save-timeseries.ts';
import type { RuleNodeDefinition } from './define-rule-node.ts';
import { checkExistenceFieldsNode } from './filter/check-existence-fields.ts';
import { messageTypeNode } from './filter/message-type.ts';
import { messageTypeSwitchNode } from './filter/message-type-switch.ts';
import { originatorTypeNode } from './filter/originator-type.ts';
import { originatorTypeSwitchNode } from './filter/originator-type-switch.ts';
import { scriptFilterNode } from './filter/script.ts';
import { switchNode } from './filter/switch.ts';
import { scriptTransformationNode } from './transformation/script.ts';

/** Every kind of node. A new one is a file beside these and a line here. */
export const RULE_NODES: readonly RuleNodeDefinition[] = [
  checkExistenceFieldsNode,
  deviceProfileNode,
  logNode,
  messageTypeNode,
  messageTypeSwitchNode,
  originatorTypeNode,
  originatorTypeSwitchNode,
  rpcCallReplyNode,
  rpcCallRequestNode,
  saveAttributesNode,
  saveTimeseriesNode,
  scriptFilterNode,
  scriptTransformationNode,
  switchNode,
] as readonly RuleNodeDefinition[];

const byClass = new Map(RULE_NODES.map((node) => [node.clazz, node]));

/** The kind of node with this class name. */
export function ruleNodeOf(clazz: string): RuleNodeDefinition | undefined {
  return byClass.get(clazz);
}
