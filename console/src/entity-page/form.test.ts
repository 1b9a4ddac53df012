import { deviceInputSchema } from '@signalbox/contract/device';
import { describe, expect, it } from 'vitest';
import { checkForm, type FormField, fieldNamedBy, rebasedValues } from './form.ts';

const WORDS = {
  required: 'needed',
  tooLong: (max: number) => `at most ${max}`,
  malformed: 'no markup',
  invalid: 'cannot be used',
};
const FIELDS: FormField[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'profile', path: 'deviceProfileId', label: 'Profile', kind: 'picker' },
  { name: 'label', label: 'Label', kind: 'text' },
  { name: 'description', path: 'additionalInfo.description', label: 'Description', kind: 'multiline' },
];

describe('a form', () => {
  it('names what is missing or wrong, in order, and leaves hidden fields alone', () => {
    const problems = checkForm(
      [
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'email', label: 'E-mail', kind: 'text', check: () => 'not an e-mail' },
        { name: 'hidden', label: 'Hidden', kind: 'text', required: true, shown: () => false },
      ],
      { name: '  ', email: 'x' },
      WORDS,
    );
    expect(Object.entries(problems)).toEqual([
      ['name', 'needed'],
      ['email', 'not an e-mail'],
    ]);
  });

  it('takes lengths and forbidden characters from the contract', () => {
    const check = (name: string, label: string) =>
      checkForm(FIELDS, { name, label }, WORDS, { schema: deviceInputSchema, body: { name, label } });
    expect(check('Pump', 'East')).toEqual({});
    expect(check('x'.repeat(256), '<b>East</b>')).toEqual({ name: 'at most 255', label: 'no markup' });
  });
});

describe('a refusal of the server', () => {
  it.each([
    ['Device with such name already exists!', 'name'],
    ['Validation error: length of label must be equal or less than 255', 'label'],
    ['Validation error: label: field value is malformed', 'label'],
    ["Validation error: 'deviceProfileId' must be of type object", 'profile'],
    ['Device is referencing non existing device profile!', 'profile'],
    ["Can't assign device to non-existent customer!", undefined],
    ["Customer with name 'label' is gone", 'name'],
  ])('%s stands at the field %s', (message, field) => {
    expect(fieldNamedBy(message, FIELDS)).toBe(field);
  });
});

it('keeps what was changed since it was sent, over what is stored now', () => {
  const sent = { name: 'mine', label: 'same', place: { id: '1', label: 'here' } };
  const live = { name: 'mine', label: 'theirs', place: { id: '1', label: 'here' }, more: 'new' };
  expect(rebasedValues({ ...sent }, sent, live)).toEqual(live);
  expect(rebasedValues({ ...sent, name: 'typed on', place: null }, sent, live)).toEqual({
    ...live,
    name: 'typed on',
    place: null,
  });
});
