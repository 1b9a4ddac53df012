import { expect, it } from 'vitest';
import { returnOf } from './rollout-turn.ts';
import { inTurns } from './rollout-worker.ts';

it('gives each tenant a turn before any has its next', () => {
  const of = (tenantId: string, id: string) => ({ tenantId, id });
  const given = [of('a', '1'), of('a', '2'), of('a', '3'), of('b', '4'), of('c', '5'), of('c', '6')];
  expect(inTurns(given).map(({ id }) => id)).toEqual(['1', '4', '5', '2', '6', '3']);
});

it.each([
  ['what it had', 'new', 'new', 'old', { packageId: 'old', reason: null }],
  ['nothing, as before', 'new', 'new', null, { packageId: null, reason: null }],
  ['nothing, when what it had is gone', 'new', 'new', 'gone', { packageId: null, reason: 'FORMER_GONE' }],
  ['what it has already', 'old', 'new', 'old', 'as it was'],
  ['what it had all the time', 'new', 'new', 'new', 'as it was'],
  ['nothing, when somebody gave it another one', 'other', 'new', 'old', 'another'],
  ['nothing, when somebody took it off', null, 'new', 'old', 'another'],
])('gives back %s', (_name, own, packageId, formerId, expected) => {
  expect(returnOf(own, packageId, formerId, new Set(['old']))).toEqual(expected);
});
