import { rolloutInputSchema } from '@signalbox/contract/rollout';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { areRising, createForm, inputOf } from './create-form.ts';

const t = ((key: string) => key) as TFunction;
const ID = '7d6b1c50-0000-1000-8000-000000000000';

it('makes the body of the call of what was typed', () => {
  const values = { ...createForm(t, ID).values(undefined), first: [`${ID} The first device`], maxFailed: '3' };
  const input = inputOf(values);
  expect(input).toMatchObject({
    packageId: ID,
    deviceIds: null,
    waves: [{ deviceIds: [ID] }, { share: 5 }, { share: 25 }, { share: 100 }],
    guard: { maxFailedShare: 10, maxFailed: 3, minSucceededShare: 90, silenceSeconds: 3600, soakSeconds: 600 },
  });
  expect(rolloutInputSchema.parse(input).guard.onTrip).toBe('PAUSE');
  expect(inputOf({ ...values, covers: 'list', devices: [`${ID} x`], maxFailedShare: '' })).toMatchObject({
    deviceIds: [ID],
    guard: { maxFailedShare: null },
  });
});

it.each([
  [['5', '25', '100'], true],
  [['0,5', '1'], true],
  [['100'], true],
  [['0', '100'], false],
  [['50', '50'], false],
  [['101'], false],
  [['', '10'], false],
  [['ten'], false],
])('knows whether shares rise: %j', (shares, expected) => {
  expect(areRising(shares)).toBe(expected);
});
