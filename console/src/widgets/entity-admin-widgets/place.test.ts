import { describe, expect, it } from 'vitest';
import { placeAmong, placeChange, placeOf, placeProblem, placeValues } from './place.ts';

const typed = (latitude: string, longitude: string) => ({ latitude, longitude });

describe('where something is', () => {
  it.each([
    ['48.1', '-11,5', { latitude: 48.1, longitude: -11.5 }],
    [' +3 ', '−0.25', { latitude: 3, longitude: -0.25 }],
    ['', ' ', { latitude: null, longitude: null }],
    ['0', '0', { latitude: 0, longitude: 0 }],
  ])('is typed as "%s" and "%s"', (latitude, longitude, place) => {
    expect(placeOf(typed(latitude, longitude))).toEqual(place);
  });

  it.each([
    ['90', '180', undefined, undefined],
    ['-90', '-180', undefined, undefined],
    ['90.01', '0', 'entityAdmin.notLatitude', undefined],
    ['0', '180.5', undefined, 'entityAdmin.notLongitude'],
    ['north', '1e1', 'entityAdmin.notLatitude', 'entityAdmin.notLongitude'],
    ['5', '', 'entityAdmin.longitudeToo', undefined],
    ['', '5', undefined, 'entityAdmin.latitudeToo'],
    ['', '', undefined, undefined],
  ])('"%s" and "%s": %s, %s', (latitude, longitude, ofLatitude, ofLongitude) => {
    const values = typed(latitude, longitude);
    expect([placeProblem('latitude', values), placeProblem('longitude', values)]).toEqual([ofLatitude, ofLongitude]);
  });

  it('is read from attributes, and written only when it has changed', () => {
    const place = placeAmong([
      { key: 'latitude', value: 1.5 },
      { key: 'longitude', value: '2' },
      { key: 'height', value: 7 },
    ]);
    expect(place).toEqual({ latitude: 1.5, longitude: 2 });
    expect(placeOf(placeValues(place))).toEqual(place);
    expect(placeChange(place, place)).toBeUndefined();
    expect(placeChange(place, { ...place, longitude: 3 })).toEqual({ longitude: 3 });
    expect(placeChange(place, { latitude: null, longitude: null })).toEqual({ latitude: null, longitude: null });
    expect(placeAmong([{ key: 'latitude', value: 'high' }])).toEqual({ latitude: null, longitude: null });
  });
});
