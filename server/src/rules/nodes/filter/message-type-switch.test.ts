import { expect, test } from 'vitest';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { messageTypeSwitchNode } from './message-type-switch.ts';

const RELATIONS = {
  POST_TELEMETRY_REQUEST: 'Post telemetry',
  POST_ATTRIBUTES_REQUEST: 'Post attributes',
  TO_SERVER_RPC_REQUEST: 'RPC Request from Device',
  RPC_CALL_FROM_SERVER_TO_DEVICE: 'RPC Request to Device',
  ALARM_ACK: 'Alarm Acknowledged',
  TIMESERIES_DELETED: 'Timeseries Deleted',
  ALARM: 'Other',
  'anything else': 'Other',
};

testRuleNode(
  messageTypeSwitchNode,
  Object.entries(RELATIONS).map(([type, relation]) => ({ title: type, message: { type }, relation })),
);

test('publishes 30 relations', () => expect(new Set(messageTypeSwitchNode.relations).size).toBe(30));
