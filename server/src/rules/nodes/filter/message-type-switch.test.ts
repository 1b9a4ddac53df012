import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { messageTypeSwitchNode } from './message-type-switch.ts';

test.each([
  ['POST_TELEMETRY_REQUEST', 'Post telemetry'],
  ['POST_ATTRIBUTES_REQUEST', 'Post attributes'],
  ['TO_SERVER_RPC_REQUEST', 'RPC Request from Device'],
  ['RPC_CALL_FROM_SERVER_TO_DEVICE', 'RPC Request to Device'],
  ['ALARM_ACK', 'Alarm Acknowledged'],
  ['TIMESERIES_DELETED', 'Timeseries Deleted'],
  ['ALARM', 'Other'],
  ['anything else', 'Other'],
])('%s goes along %s', async (type, relation) => {
  expect((await tryRuleNode(messageTypeSwitchNode)).handle({ type })).toBe(relation);
});

test('publishes 30 relations', () => expect(new Set(messageTypeSwitchNode.relations).size).toBe(30));
