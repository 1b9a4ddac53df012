// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import type { Alarm } from '@signalbox/contract/alarm';
import { entityId } from '@signalbox/contract/id';
import { describe, expect, test } from 'vitest';
import { alarmOf, DEVICE, type World } from '../../../../test/node-world.ts';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { createAlarmNode } from './create-alarm.ts';

const hot = alarmOf({ type: 'General Alarm', severity: 'MINOR', details: { count: 1 } });
const cleared = alarmOf({ type: 'General Alarm', status: 'CLEARED_ACK' });
const empty: World = { entities: [{ entityId: DEVICE }] };
const withHot: World = { ...empty, alarms: [hot] };
const message = { originator: DEVICE, metadata: { kind: 'Hot', level: 'MAJOR' }, data: '{"deep":{"level":"WARNING"}}' };
const configure = (change: object) => ({ ...createAlarmNode.defaultConfiguration, ...change });

/** Expected payload: JSON text of an alarm with these members. */
const alarmWith = (members: Partial<Alarm>) =>
  expect.toSatisfy((data: string) => {
    expect(JSON.parse(data)).toMatchObject(members);
    return true;
  });
const created = (members: Partial<Alarm>) => ({
  type: 'ALARM',
  originator: DEVICE,
  metadata: { ...message.metadata, isNewAlarm: 'true' },
  data: alarmWith({ status: 'ACTIVE_UNACK', ...members }),
});
const updated = (members: Partial<Alarm>) => ({
  type: 'ALARM',
  originator: DEVICE,
  metadata: { ...message.metadata, isExistingAlarm: 'true' },
  data: alarmWith({ id: hot.id, ...members }),
});
const about = (type: string) => ({
  enqueued: [{ type, originator: { entityType: 'ALARM' }, metadata: { ruleNodeId: 'node' } }] as never[],
});
const news = { effects: about('ENTITY_CREATED') };
const changes = { effects: about('ENTITY_UPDATED') };
const severityFails = 'Severity must be one of CRITICAL, MAJOR, MINOR, WARNING, INDETERMINATE';

testRuleNode(createAlarmNode, [
  {
    title: 'creates an alarm',
    world: empty,
    message,
    relation: 'Created',
    leaves: created({ type: 'General Alarm', severity: 'CRITICAL', details: {}, originator: DEVICE, propagate: false }),
    ...news,
  },
  {
    title: 'refuses details that are too long',
    configuration: configure({ alarmDetailsBuildJs: 'return long' }),
    script: () => ({ text: 'x'.repeat(65_536) }),
    world: empty,
    message,
    fails: 'The details of an alarm have at most 65536 characters',
  },
  {
    title: 'creates one beside a cleared one, whose details are forgotten',
    world: { ...empty, alarms: [cleared] },
    message,
    relation: 'Created',
    leaves: created({ details: {} }),
    ...news,
  },
  {
    title: 'updates the active one, whose start stays',
    world: withHot,
    message,
    relation: 'Updated',
    leaves: updated({ severity: 'CRITICAL', startTs: hot.startTs, status: hot.status, details: { count: 1 } }),
    ...changes,
  },
  {
    title: 'fills placeholders of type and severity',
    configuration: configure({ alarmType: '${kind} $[deep.level]', dynamicSeverity: true, severity: '${level}' }),
    world: empty,
    message,
    relation: 'Created',
    leaves: created({ type: 'Hot WARNING', severity: 'MAJOR' }),
    ...news,
  },
  {
    title: 'takes the severity from the payload',
    configuration: configure({ dynamicSeverity: true, severity: '$[deep.level]' }),
    world: withHot,
    message,
    relation: 'Updated',
    leaves: updated({ severity: 'WARNING' }),
    ...changes,
  },
  {
    title: 'propagates as it is told',
    configuration: configure({ propagate: true, relationTypes: ['Contains'] }),
    world: empty,
    message,
    relation: 'Created',
    leaves: created({ propagate: true, propagateRelationTypes: ['Contains'] }),
    ...news,
  },
  {
    title: 'never stops being propagated',
    configuration: configure({ relationTypes: ['B'] }),
    world: { ...empty, alarms: [{ ...hot, propagate: true, propagateRelationTypes: ['A'] }] },
    message,
    relation: 'Updated',
    leaves: updated({ propagate: true, propagateRelationTypes: ['A', 'B'] }),
    ...changes,
  },
  {
    title: 'gives the script the previous details',
    configuration: configure({ alarmDetailsBuildJs: 'return f(metadata);' }),
    script: ({ metadata }) => ({ before: JSON.parse(metadata.prevAlarmDetails ?? 'null') }),
    world: withHot,
    message,
    relation: 'Updated',
    leaves: updated({ details: { before: { count: 1 } } }),
    ...changes,
  },
  {
    title: 'gives the script of a new alarm no previous details',
    configuration: configure({ alarmDetailsBuildJs: 'return f(metadata);' }),
    script: ({ metadata }) => ({ before: metadata.prevAlarmDetails ?? null }),
    world: empty,
    message,
    relation: 'Created',
    leaves: created({ details: { before: null } }),
    ...news,
  },
  {
    title: 'fails for a payload that is not JSON',
    world: empty,
    message: { ...message, data: 'no JSON' },
    fails: 'JSON',
  },
  {
    title: 'begins with the details that the metadata bring',
    world: empty,
    message: { ...message, metadata: { prevAlarmDetails: '{"n":12345678901234567}' } },
    relation: 'Created',
    leaves: { metadata: { isNewAlarm: 'true' }, data: expect.stringContaining('"details":{"n":12345678901234567}') },
    ...news,
  },
  {
    title: 'prefers those that the alarm has',
    world: withHot,
    message: { ...message, metadata: { prevAlarmDetails: '{"n":1}' } },
    relation: 'Updated',
    leaves: { data: alarmWith({ details: { count: 1 } }) },
    ...changes,
  },
  {
    title: 'fails when these are not JSON',
    world: empty,
    message: { ...message, metadata: { prevAlarmDetails: '{' } },
    fails: 'JSON',
  },
  {
    title: 'keeps all digits of whole numbers in the details of the message',
    configuration: configure({ useMessageAlarmData: true }),
    world: empty,
    message: { ...message, data: '{"type":"Given","severity":"MINOR","details":{"n":12345678901234567}}' },
    relation: 'Created',
    leaves: { data: expect.stringContaining('"details":{"n":12345678901234567}') },
    ...news,
  },
  {
    title: 'takes the message for the alarm, without its script',
    configuration: configure({ useMessageAlarmData: true, alarmDetailsBuildJs: 'return never();' }),
    script: () => {
      throw new Error('must not run');
    },
    world: empty,
    message: { ...message, data: '{"type":"Given","severity":"MINOR","details":{"a":1},"propagate":true,"startTs":5}' },
    relation: 'Created',
    leaves: created({ type: 'Given', severity: 'MINOR', details: { a: 1 }, propagate: true, startTs: 5, endTs: 5 }),
    ...news,
  },
  {
    title: 'updates with the severity of the message and the details of the script',
    configuration: configure({ useMessageAlarmData: true, alarmDetailsBuildJs: 'return {};' }),
    script: () => ({ scripted: true }),
    world: withHot,
    message: { ...message, data: '{"type":"General Alarm","severity":"WARNING","details":{"a":1}}' },
    relation: 'Updated',
    leaves: updated({ severity: 'WARNING', details: { scripted: true } }),
    ...changes,
  },
  {
    title: 'fails for a message that is no alarm',
    configuration: configure({ useMessageAlarmData: true }),
    world: empty,
    message: { ...message, data: '{"type":5}' },
    fails: 'The message is no alarm: type',
  },
  {
    title: 'fails for a severity that does not exist',
    configuration: configure({ dynamicSeverity: true, severity: '${kind}' }),
    world: empty,
    message,
    fails: severityFails,
  },
  {
    title: 'fails without a type',
    configuration: configure({ alarmType: '' }),
    world: empty,
    message,
    fails: 'Alarm type should be specified!',
  },
  {
    title: 'fails for a type that is too long',
    configuration: configure({ alarmType: 'x'.repeat(256) }),
    world: empty,
    message,
    fails: '255',
  },
  { title: 'fails for an originator that is gone', world: {}, message, fails: 'There is no DEVICE' },
  {
    title: 'fails for an originator of another tenant',
    world: { entities: [{ entityId: DEVICE, tenantId: 'other' }] },
    message,
    fails: 'There is no DEVICE',
  },
]);

test('does not start with a severity that does not exist', async () => {
  await expect(tryRuleNode(createAlarmNode, configure({ severity: 'BAD' }))).rejects.toThrow(severityFails);
});

describe('messages of one batch', () => {
  test('find what those before them did', async () => {
    const node = await tryRuleNode(createAlarmNode, undefined, { world: empty });
    const results = [await node.handle(message), await node.handle(message), await node.handle(message)];
    expect(results).toMatchObject([{ relation: 'Created' }, { relation: 'Updated' }, { relation: 'Updated' }]);
  });

  test('that come at the same moment create one alarm', async () => {
    const node = await tryRuleNode(createAlarmNode, undefined, { world: empty });
    const results = await Promise.all([node.handle(message), node.handle(message), node.handle(message)]);
    expect(results.map((result) => (result as { relation: string }).relation).sort()).toEqual([
      'Created',
      'Updated',
      'Updated',
    ]);
  });
});

test('asks for the alarm itself in its own name', async () => {
  const node = await tryRuleNode(createAlarmNode, undefined, { world: empty });
  await node.handle(message);
  expect(node.enqueued[0]).toMatchObject({ startsAs: DEVICE, ruleChainId: null });
  expect(node.enqueued[0]?.originator).not.toEqual(entityId('ALARM', DEVICE.id));
});
