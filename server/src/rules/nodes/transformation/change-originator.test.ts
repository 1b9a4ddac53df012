import { expect, test } from 'vitest';
import { alarmOf } from '../../../../test/node-world.ts';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { changeOriginatorNode } from './change-originator.ts';

const device = { entityType: 'DEVICE', id: 'device' } as const;
const acme = { entityType: 'CUSTOMER', id: 'acme' } as const;
const room = { entityType: 'ASSET', id: 'room' } as const;
const raised = alarmOf({ originator: room });
const alarm = raised.id;
const world = {
  entities: [{ entityId: device, customerId: 'acme' }, { entityId: acme }, { entityId: room }],
  relations: [{ from: room, to: device }],
  alarms: [raised],
} as const;
const query = { direction: 'TO', maxLevel: 1, filters: [], fetchLastLevelOnly: false };

testRuleNode(changeOriginatorNode, [
  {
    title: 'to the customer',
    world,
    message: { data: '{"t":1}', metadata: { a: 'b' } },
    relation: 'Success',
    leaves: { originator: acme, data: '{"t":1}', metadata: { a: 'b' }, type: 'POST_TELEMETRY_REQUEST' },
  },
  {
    title: 'to the tenant',
    configuration: { originatorSource: 'TENANT' },
    relation: 'Success',
    leaves: { originator: { entityType: 'TENANT', id: 'tenant' } },
  },
  {
    title: 'to a related entity',
    configuration: { originatorSource: 'RELATED', relationsQuery: query },
    world,
    relation: 'Success',
    leaves: { originator: room },
  },
  {
    title: 'to the originator of an alarm',
    configuration: { originatorSource: 'ALARM_ORIGINATOR' },
    world,
    message: { originator: alarm },
    relation: 'Success',
    leaves: { originator: room },
  },
  { title: 'fails without a customer', message: { originator: room }, world, fails: 'The originator has no customer' },
  {
    title: 'fails for kinds that have no customer',
    message: { originator: { entityType: 'EDGE', id: 'e' } },
    fails: 'Unsupported originator type: EDGE',
  },
  {
    title: 'fails for kinds that have no tenant',
    configuration: { originatorSource: 'TENANT' },
    message: { originator: { entityType: 'EDGE', id: 'e' } },
    fails: 'Unsupported originator type: EDGE',
  },
  {
    title: 'fails where nothing is related',
    configuration: { originatorSource: 'RELATED', relationsQuery: query },
    fails: 'No related entity found',
  },
  {
    title: 'fails for an alarm that is gone',
    configuration: { originatorSource: 'ALARM_ORIGINATOR' },
    message: { originator: alarm },
    fails: 'No such alarm found.',
  },
  {
    title: 'fails for what is no alarm',
    configuration: { originatorSource: 'ALARM_ORIGINATOR' },
    fails: 'Unsupported originator type: DEVICE',
  },
]);

test('does not start without relations to follow, or a source that it does not know', async () => {
  const related = { originatorSource: 'RELATED' };
  await expect(tryRuleNode(changeOriginatorNode, related)).rejects.toThrow('The relations to follow are not set');
  expect(changeOriginatorNode.configuration.safeParse({ originatorSource: 'EDGE' }).success).toBe(false);
});
