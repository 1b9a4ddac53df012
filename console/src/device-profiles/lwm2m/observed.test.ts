import { describe, expect, it } from 'vitest';
import { describedObjects, instancesOf, nextInstance, resourcesOf, standing } from './object-model.ts';
import {
  conditionProblems,
  conditionsAt,
  NOTHING,
  namedObjects,
  pathOfSameKey,
  pathWithoutKey,
  withConditions,
  withKey,
  withoutPath,
  withUse,
} from './observed.ts';

const BATTERY = '/3_1.0/0/9';
const one = (path: string, key: string) => new Map([[path, key]]);

describe('what a profile takes of the objects of LwM2M', () => {
  it('has a key for a resource as long as it is used for something', () => {
    const used = withUse(
      withUse(NOTHING, 'observe', one(BATTERY, 'battery'), true),
      'telemetry',
      one(BATTERY, 'x'),
      true,
    );
    expect(used).toMatchObject({ observe: [BATTERY], telemetry: [BATTERY], keyName: { [BATTERY]: 'battery' } });
    const less = withUse(used, 'observe', one(BATTERY, 'battery'), false);
    expect(less).toMatchObject({ observe: [], keyName: { [BATTERY]: 'battery' } });
    expect(withUse(less, 'telemetry', one(BATTERY, 'battery'), false)).toEqual(NOTHING);
  });

  it('keeps the keys of two instances apart', () => {
    const all = new Map([
      ['/3303_1.1/0/5700', 'sensorValue'],
      ['/3303_1.1/1/5700', 'sensorValue'],
    ]);
    const used = withUse(NOTHING, 'telemetry', all, true);
    expect(used.keyName).toEqual({ '/3303_1.1/0/5700': 'sensorValue', '/3303_1.1/1/5700': 'sensorValue_1' });
    expect(pathOfSameKey(used, '/3303_1.1/1/5700')).toBeUndefined();
    expect(pathOfSameKey(withKey(used, '/3303_1.1/1/5700', ' sensorValue'), '/3303_1.1/0/5700')).toBe(
      '/3303_1.1/1/5700',
    );
  });

  it('says which resource needs a key', () => {
    const used = withUse(NOTHING, 'attribute', one(BATTERY, 'battery'), true);
    expect(pathWithoutKey(used)).toBeUndefined();
    expect(pathWithoutKey(withKey(used, BATTERY, ' '))).toBe(BATTERY);
  });

  it('lists objects by number, also those of which only conditions are there', () => {
    const observed = {
      ...NOTHING,
      telemetry: ['/10_1.0/2/1', '/10_1.0/0/4'],
      attributeLwm2m: { '/3_1.0': { pmin: 1 } },
    };
    expect(namedObjects(observed)).toEqual([
      { key: '3_1.0', instances: [] },
      {
        key: '10_1.0',
        instances: [
          { id: 0, resources: [4] },
          { id: 2, resources: [1] },
        ],
      },
    ]);
  });

  it('forgets what is below a path, and nothing beside it', () => {
    const both = withUse(
      withUse(NOTHING, 'telemetry', one('/3_1.0/1/9', 'a'), true),
      'telemetry',
      one('/3_1.0/11/9', 'b'),
      true,
    );
    expect(withoutPath(withConditions(both, '/3_1.0/1', { pmin: 1 }), '/3_1.0/1')).toEqual({
      ...NOTHING,
      telemetry: ['/3_1.0/11/9'],
      keyName: { '/3_1.0/11/9': 'b' },
    });
  });

  it('keeps members of conditions that are of other clients', () => {
    const stored = { ...NOTHING, attributeLwm2m: { [BATTERY]: { dim: 3, pmin: 5, st: 1 } } };
    expect(conditionsAt(stored, BATTERY)).toEqual({ pmin: 5, st: 1 });
    expect(withConditions(stored, BATTERY, { pmax: 60 }).attributeLwm2m).toEqual({ [BATTERY]: { dim: 3, pmax: 60 } });
    const plain = { ...NOTHING, attributeLwm2m: { [BATTERY]: { pmin: 5 } } };
    expect(withConditions(plain, BATTERY, {}).attributeLwm2m).toEqual({});
  });

  it.each([
    [{ pmin: 10, pmax: 60, gt: 30, lt: 10, st: 2 }, {}],
    [{ pmin: 1.5 }, { pmin: 'whole' }],
    [{ pmax: -1 }, { pmax: 'whole' }],
    [{ pmin: 10, pmax: 5 }, { pmax: 'pmax' }],
    [{ gt: Number.NaN }, { gt: 'number' }],
    [{ st: 0 }, { st: 'step' }],
    [{ gt: 14, lt: 10, st: 2 }, { gt: 'limits' }],
    [{ gt: null, lt: 10 }, {}],
  ])('checks conditions %o', (given, problems) => {
    expect(conditionProblems(given)).toEqual(problems);
  });
});

describe('objects as they are offered', () => {
  const model = {
    id: 3303,
    keyId: '3303_1.1',
    name: 'Temperature',
    multiple: true,
    mandatory: false,
    instances: [
      {
        id: 0,
        resources: [
          {
            id: 5700,
            name: 'Sensor Value',
            observe: false,
            attribute: false,
            telemetry: false,
            keyName: 'sensorValue',
          },
        ],
      },
    ],
  };

  it('have the resources of their description, and those that the profile names beside them', () => {
    const observed = { ...NOTHING, telemetry: ['/3303_1.1/2/5999', '/1_1.0/0/1'] };
    const [known, unknown] = describedObjects(['3303_1.1', '1_1.0'], namedObjects(observed), [model]);
    expect(known).toMatchObject({
      name: 'Temperature',
      isDescribed: true,
      instances: [2],
      resources: [
        { id: 5700, keyName: 'sensorValue' },
        { id: 5999, name: '' },
      ],
    });
    expect(unknown).toMatchObject({ name: '1_1.0', isDescribed: false, resources: [{ id: 1 }] });
  });

  it('begin with one instance, and say how many of their resources are used', () => {
    const [object] = describedObjects(['3303_1.1'], [], [model]);
    if (!object) throw new Error('There is one');
    expect(instancesOf(object, [])).toEqual([0]);
    const all = resourcesOf(object, [0, 1]);
    const some = { ...NOTHING, observe: ['/3303_1.1/1/5700'] };
    expect(
      [NOTHING, some, withUse(NOTHING, 'observe', all, true)].map((of) => standing(of, 'observe', all.keys())),
    ).toEqual(['none', 'some', 'all']);
    expect(nextInstance([0, 1, 3])).toBe(2);
  });
});
