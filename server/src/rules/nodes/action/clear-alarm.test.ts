// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import type { Alarm } from '@signalbox/contract/alarm';
import { expect } from 'vitest';
import { alarmOf, DEVICE, type World } from '../../../../test/node-world.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { clearAlarmNode } from './clear-alarm.ts';

const hot = alarmOf({ type: 'General Alarm', details: { count: 1 } });
const message = { originator: DEVICE, metadata: { kind: 'Hot' } };
const worldOf = (alarm: Alarm): World => ({ entities: [{ entityId: DEVICE }], alarms: [alarm] });

const cleared = (members: Partial<Alarm>, originator: Alarm['originator'] = DEVICE) => ({
  relation: 'Cleared',
  leaves: {
    type: 'ALARM',
    originator,
    metadata: { kind: 'Hot', isClearedAlarm: 'true' },
    data: expect.toSatisfy((data: string) => {
      expect(JSON.parse(data)).toMatchObject({ id: hot.id, clearTs: expect.any(Number), ...members });
      return true;
    }),
  },
  effects: { enqueued: [{ type: 'ALARM_CLEAR', originator: hot.id, metadata: { ruleNodeId: 'node' } }] as never[] },
});

testRuleNode(clearAlarmNode, [
  {
    title: 'clears the active alarm of the originator',
    world: worldOf(hot),
    message,
    ...cleared({ status: 'CLEARED_UNACK', details: { count: 1 } }),
  },
  {
    title: 'keeps that it is acknowledged',
    world: worldOf({ ...hot, status: 'ACTIVE_ACK' }),
    message,
    ...cleared({ status: 'CLEARED_ACK' }),
  },
  {
    title: 'gives the script the previous details',
    configuration: { alarmType: 'General Alarm', alarmDetailsBuildJs: 'return f(metadata);' },
    script: ({ metadata }) => ({ before: JSON.parse(metadata.prevAlarmDetails as string) }),
    world: worldOf(hot),
    message,
    ...cleared({ details: { before: { count: 1 } } }),
  },
  {
    title: 'fills placeholders of the type',
    configuration: { ...clearAlarmNode.defaultConfiguration, alarmType: '${kind}' },
    world: worldOf({ ...hot, type: 'Hot' }),
    message,
    ...cleared({ type: 'Hot' }),
  },
  {
    title: 'clears the alarm that is the originator, whatever its type',
    world: worldOf({ ...hot, type: 'Other' }),
    message: { ...message, originator: hot.id },
    ...cleared({ type: 'Other' }, hot.id),
  },
  {
    title: 'lets a message without an active alarm pass',
    world: worldOf({ ...hot, type: 'Other' }),
    message,
    relation: 'False',
    leaves: message,
  },
  {
    title: 'does not clear again',
    world: worldOf({ ...hot, status: 'CLEARED_UNACK' }),
    message: { ...message, originator: hot.id },
    relation: 'False',
  },
  {
    title: 'does not know an alarm of another tenant',
    world: worldOf({ ...hot, tenantId: { entityType: 'TENANT', id: 'other' } }),
    message: { ...message, originator: hot.id },
    relation: 'False',
  },
]);
