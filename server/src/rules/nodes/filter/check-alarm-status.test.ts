import { alarmOf } from '../../../../test/node-world.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { checkAlarmStatusNode } from './check-alarm-status.ts';

const alarm = alarmOf({ status: 'CLEARED_ACK' });
const data = JSON.stringify({ ...alarm, status: 'ACTIVE_ACK' });
const world = { alarms: [alarm] };

testRuleNode(checkAlarmStatusNode, [
  { title: 'reads the status again', world, message: { data }, relation: 'False' },
  {
    title: 'finds a listed status',
    configuration: { alarmStatusList: ['CLEARED_UNACK', 'CLEARED_ACK'] },
    world,
    message: { data },
    relation: 'True',
  },
  { title: 'fails for an alarm that is gone', world: {}, message: { data }, fails: 'No such alarm found.' },
  {
    title: 'fails for an alarm of another tenant',
    world: { alarms: [{ ...alarm, tenantId: { entityType: 'TENANT', id: 'other' } }] },
    message: { data },
    fails: 'No such alarm found.',
  },
  ...['{}', '{"id":{"id":"x"}}', 'null', '[]'].map((none) => ({
    title: `fails for ${none}`,
    world,
    message: { data: none },
    fails: 'The message is no alarm',
  })),
  { title: 'fails for text', world, message: { data: 'text' }, fails: 'JSON' },
]);
