import { describe, expect, it } from 'vitest';
import { FIRMWARE, isUpdateNeeded, SOFTWARE } from './update-kinds.ts';

const wanted = { title: 'App', version: '2', tag: 'App v2' };
const none = { name: '', version: '', deviceVersion: '' };

describe('an update', () => {
  it.each<[string, object, string | undefined, boolean]>([
    ['another version', { name: 'App', version: '1' }, undefined, true],
    ['nothing known', {}, undefined, true],
    ['the same', { name: 'App', version: '2' }, undefined, false],
    ['the tag as name', { name: 'App v', version: '2' }, undefined, false],
    ['the id in the version of the device', { deviceVersion: 'build App2 of today' }, undefined, false],
    ['the tag in the version of the device', { deviceVersion: 'App v2' }, undefined, false],
    ['it has failed', { name: 'App', version: '1' }, 'App2', false],
    ['another one has failed', { name: 'App', version: '1' }, 'App1', true],
  ])('%s', (_, installed, failedId, expected) => {
    expect(isUpdateNeeded({ ...none, ...installed }, wanted, failedId)).toBe(expected);
  });
});

it('has the results that the objects have', () => {
  expect([0, 1, 2, 9, 10].map(FIRMWARE.resultStates)).toEqual([undefined, 'UPDATED', 'FAILED', 'FAILED', undefined]);
  expect([0, 1, 2, 3, 4, 50, 59].map(SOFTWARE.resultStates)).toEqual([
    ...[undefined, 'DOWNLOADING', 'UPDATED', 'VERIFIED', undefined, 'FAILED', 'FAILED'],
  ]);
});
