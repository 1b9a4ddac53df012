import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { calculateDeltaNode } from './calculate-delta.ts';

const defaults = calculateDeltaNode.defaultConfiguration;
const stored = (value: unknown) =>
  ({ entities: [{ entityId: { entityType: 'DEVICE', id: 'device' }, latest: { pulseCounter: value } }] }) as const;
const reading = (value: unknown) => ({ data: JSON.stringify({ pulseCounter: value }), metadata: { ts: '5000' } });

testRuleNode(calculateDeltaNode, [
  {
    title: 'the first value has the difference 0, and the payload stays as it was written',
    message: { data: '{"pulseCounter":7.0,"big":12345678901234567890}' },
    relation: 'Success',
    leaves: { data: '{"pulseCounter":7.0,"big":12345678901234567890,"delta":0}' },
  },
  {
    title: 'compares with the latest stored value, also as text',
    world: stored('2.25'),
    message: reading(7.5),
    relation: 'Success',
    leaves: { data: '{"pulseCounter":7.5,"delta":5.25}' },
  },
  {
    title: 'adds the time between them',
    configuration: { ...defaults, addPeriodBetweenMsgs: true },
    world: stored(1),
    message: reading('3'),
    relation: 'Success',
    leaves: { data: '{"pulseCounter":"3","delta":2,"periodInMs":4000}' },
  },
  {
    title: 'and 0 when there is none before',
    configuration: { ...defaults, addPeriodBetweenMsgs: true },
    message: reading(3),
    relation: 'Success',
    leaves: { data: '{"pulseCounter":3,"delta":0,"periodInMs":0}' },
  },
  {
    title: 'rounds halves away from zero',
    configuration: { ...defaults, round: 2, tellFailureIfDeltaIsNegative: false },
    world: stored(1),
    message: reading(-0.005),
    relation: 'Success',
    leaves: { data: '{"pulseCounter":-0.005,"delta":-1.01}' },
  },
  {
    title: 'rounds what is left of decimals that have no exact form',
    configuration: { ...defaults, round: 3 },
    world: stored(0.3),
    message: { data: '{"pulseCounter":0.30000000000000004}' },
    relation: 'Success',
    leaves: { data: '{"pulseCounter":0.30000000000000004,"delta":0}' },
  },
  {
    title: 'keeps the whole digits of large differences',
    configuration: { ...defaults, round: 2 },
    world: stored(0),
    message: { data: '{"pulseCounter":123456789012345.67}' },
    relation: 'Success',
    leaves: { data: '{"pulseCounter":123456789012345.67,"delta":123456789012345.67}' },
  },
  {
    title: 'a decrease fails',
    world: stored(9),
    message: reading(7),
    relation: 'Failure',
    failure: 'Delta value is negative!',
    leaves: { data: '{"pulseCounter":7}' },
  },
  {
    title: 'or is a difference like any other',
    configuration: { ...defaults, tellFailureIfDeltaIsNegative: false },
    world: stored(9),
    message: reading(7),
    relation: 'Success',
    leaves: { data: '{"pulseCounter":7,"delta":-2}' },
  },
  { title: 'lets other types through', message: { ...reading(1), type: 'POST_ATTRIBUTES_REQUEST' }, relation: 'Other' },
  { title: 'lets payloads without the key through', message: { data: '{"a":1}' }, relation: 'Other' },
  { title: 'lets lists through', message: { data: '[1]' }, relation: 'Other' },
  {
    title: 'fails for a stored truth value',
    world: stored(true),
    message: reading(1),
    fails: 'not a number but BOOLEAN',
  },
  { title: 'fails for stored JSON', world: stored([1]), message: reading(1), fails: 'not a number but JSON' },
  { title: 'fails for a stored word', world: stored('many'), message: reading(1), fails: 'is not a number' },
  { title: 'fails for a value that is no number', message: reading('many'), fails: 'is not a number' },
  { title: 'fails for a payload that is not JSON', message: { data: '{' }, fails: 'JSON' },
]);

test('remembers the previous value of each originator, also one that decreased', async () => {
  const node = await tryRuleNode(calculateDeltaNode, undefined, { world: stored(1) });
  const deltas: unknown[] = [];
  for (const [id, value] of [
    ['device', 3],
    ['other', 10],
    ['device', 2],
    ['device', 6],
    ['other', 11],
  ] as const) {
    const output = await node.handle({ ...reading(value), originator: { entityType: 'DEVICE', id } });
    deltas.push(typeof output === 'object' && 'message' in output ? [output.relation, output.message.data] : output);
  }
  expect(deltas).toEqual([
    ['Success', '{"pulseCounter":3,"delta":2}'],
    ['Success', '{"pulseCounter":10,"delta":0}'],
    ['Failure', '{"pulseCounter":2}'],
    ['Success', '{"pulseCounter":6,"delta":4}'],
    ['Success', '{"pulseCounter":11,"delta":1}'],
  ]);
});

test('needs no promise for a value that it remembers', async () => {
  const node = await tryRuleNode(calculateDeltaNode);
  await node.handle(reading(1));
  expect(node.handle(reading(2))).not.toBeInstanceOf(Promise);
});
