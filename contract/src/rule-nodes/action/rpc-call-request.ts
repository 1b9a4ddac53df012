import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { integerSetting } from '../settings.ts';

/** s, one year. */
const MAX_TIMEOUT = 31_536_000;

export const rpcCallRequest = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.rpc.TbSendRPCRequestNode',
  kind: 'ACTION',
  name: 'rpc call request',
  directive: 'tbActionNodeRpcRequestConfig',
  icon: 'call_made',
  configuration: z.object({ timeoutInSeconds: integerSetting(0, 0, MAX_TIMEOUT) }),
  defaultConfiguration: { timeoutInSeconds: 60 },
  fields: { timeoutInSeconds: { control: 'number', label: 'Timeout', unit: 's', min: 0, max: MAX_TIMEOUT } },
  description: 'Sends a call to the originator device and passes its answer on.',
  details:
    'The payload needs <code>method</code> and <code>params</code>. The answer of the device becomes the payload of ' +
    'a message on <b>Success</b>; if there is none in time, a message with <code>{"error": …}</code> goes along ' +
    '<b>Failure</b>.',
});
