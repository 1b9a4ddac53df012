// @vitest-environment jsdom
import type { Dashboard } from '@signalbox/contract/dashboard';
import { expect, it } from 'vitest';
import { checkForm, type FormValues } from '../../entity-page/form.ts';
import { startTranslations } from '../../i18n/i18n.ts';
import { dashboardForm } from './dashboard-form.ts';

startTranslations();
const form = dashboardForm(((key: string) => key) as unknown as Parameters<typeof dashboardForm>[0]);
const WORDS = { required: 'required', tooLong: () => 'long', malformed: 'malformed', invalid: 'invalid' };

const stored = {
  id: { entityType: 'DASHBOARD', id: '784f394c-42b6-435a-983c-b7beff2784f9' },
  title: 'Plant',
  mobileHide: true,
  mobileOrder: -3,
  configuration: { description: 'All of it', widgets: { a: 1 }, memberOfAnotherPlatform: [1] },
} as unknown as Dashboard;

const problemsOf = (values: FormValues) =>
  checkForm(form.fields, values, WORDS, { schema: form.schema, body: form.body(values, stored) });

it('saves what it was given, what it does not show among it, when nothing was changed', () => {
  expect(form.values(stored)).toEqual({
    ...{ title: 'Plant', description: 'All of it', mobileHide: true, mobileOrder: '-3' },
  });
  expect(form.body(form.values(stored), stored)).toEqual(stored);
});

it('begins with nothing, and stores a description where there was no configuration', () => {
  const values = form.values(undefined);
  expect(values).toEqual({ title: '', description: '', mobileHide: false, mobileOrder: '' });
  expect(form.body({ ...values, title: ' New ', description: 'Roof' }, undefined)).toEqual({
    ...{ title: 'New', mobileHide: false, mobileOrder: null, configuration: { description: 'Roof' } },
  });
});

it.each([
  ['', null],
  ['0', 0],
  ['-7', -7],
  ['2147483647', 2_147_483_647],
])('has the place %j among the dashboards of phones', (mobileOrder, place) => {
  const values = { ...form.values(stored), mobileOrder };
  expect(problemsOf(values)).toEqual({});
  expect(form.body(values, stored).mobileOrder).toBe(place);
});

it.each(['1.5', 'first', '2147483648', '-2147483648'])('has no place %j', (mobileOrder) => {
  expect(problemsOf({ ...form.values(stored), mobileOrder })).toEqual({ mobileOrder: 'dashboard.mobileOrderNumber' });
});

it('needs a title, of 255 characters at most', () => {
  expect(problemsOf({ ...form.values(stored), title: ' ' })).toEqual({ title: 'required' });
  expect(problemsOf({ ...form.values(stored), title: 'x'.repeat(255) })).toEqual({});
  expect(problemsOf({ ...form.values(stored), title: 'x'.repeat(256) })).toHaveProperty('title');
});
