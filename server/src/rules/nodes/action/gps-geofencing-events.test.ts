import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { gpsGeofencingEventsNode } from './gps-geofencing-events.ts';

const START = 1_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const configuration = {
  latitudeKeyName: 'lat',
  longitudeKeyName: 'lng',
  perimeterType: 'CIRCLE',
  centerLatitude: 50,
  centerLongitude: 30,
  range: 1,
  rangeUnit: 'KILOMETER',
  minInsideDuration: 2,
  minInsideDurationTimeUnit: 'SECONDS',
  minOutsideDuration: 1,
  minOutsideDurationTimeUnit: 'MINUTES',
};
const INSIDE = { data: '{"lat":50,"lng":30}' };
const OUTSIDE = { data: '{"lat":51,"lng":30}' };
const stored = (value: unknown) =>
  ({
    entities: [
      { entityId: { entityType: 'DEVICE', id: 'device' }, attributes: { SERVER_SCOPE: { geofencing_node: value } } },
    ],
  }) as const;
const stay = (inside: boolean, stateSwitchTime: number, stayed: boolean) =>
  JSON.stringify({ inside, stateSwitchTime, stayed });
const saves = (text: string) => ({
  saved: [
    {
      scope: 'SERVER_SCOPE',
      entries: [{ key: 'geofencing_node', value: { type: 'STRING', value: text } }],
      notifyDevice: false,
    },
  ],
});

testRuleNode(gpsGeofencingEventsNode, [
  {
    title: 'the first message inside has entered',
    configuration,
    message: INSIDE,
    relation: 'Entered',
    effects: saves(stay(true, START, false)),
  },
  {
    title: 'the first message outside has left',
    configuration,
    message: OUTSIDE,
    relation: 'Left',
    effects: saves(stay(false, START, false)),
  },
  {
    title: 'goes on from what was stored before the server started',
    configuration,
    world: stored(stay(true, START - 2_001, false)),
    message: INSIDE,
    relation: 'Inside',
    effects: saves(stay(true, START - 2_001, true)),
  },
  {
    title: 'has left what was stored',
    configuration,
    world: stored(stay(true, START - 5_000, true)),
    message: OUTSIDE,
    relation: 'Left',
    effects: saves(stay(false, START, false)),
  },
  {
    title: 'says nothing of a short stay',
    configuration,
    world: stored(stay(true, START - 2_000, false)),
    message: INSIDE,
    relation: 'Success',
  },
  {
    title: 'tells a stay once',
    configuration,
    world: stored(stay(false, START - 100_000, true)),
    message: OUTSIDE,
    relation: 'Success',
  },
  {
    title: 'starts over from an attribute of somebody else',
    configuration,
    world: stored('{}'),
    message: OUTSIDE,
    relation: 'Left',
    effects: saves(stay(false, START, false)),
  },
  { title: 'fails without a position', configuration, fails: 'Neither payload nor metadata has lat' },
  { title: 'fails without a perimeter', message: { data: '{"latitude":1,"longitude":1}' }, fails: 'Missing perimeter' },
]);

test('tells of one originator after the other what it does, without a promise for one that it knows', async () => {
  const node = await tryRuleNode(gpsGeofencingEventsNode, configuration);
  const relations = [await node.handle(INSIDE)];
  for (const [after, position] of [
    [1_000, INSIDE],
    [1_001, INSIDE],
    [5_000, INSIDE],
    [1, OUTSIDE],
    [60_000, OUTSIDE],
    [1, OUTSIDE],
    [1, INSIDE],
  ] as const) {
    vi.setSystemTime(Date.now() + after);
    relations.push(node.handle(position) as string);
  }
  expect(relations).toEqual(['Entered', 'Success', 'Inside', 'Success', 'Left', 'Success', 'Outside', 'Entered']);
});
