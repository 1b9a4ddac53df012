// @vitest-environment jsdom
import type { EntityViewInfo } from '@signalbox/contract/entity-view';
import { expect, it } from 'vitest';
import { checkForm, type FormValues } from '../../entity-page/form.ts';
import type { TypedKind } from '../../entity-page/typed-kind.ts';
import { startTranslations } from '../../i18n/i18n.ts';
import { entityViewForm } from './entity-view-form.ts';

startTranslations();
const t = ((key: string) => key) as unknown as Parameters<typeof entityViewForm>[0];
const kind = { things: 'entity_view', words: () => ({}), api: {} } as unknown as TypedKind<EntityViewInfo>;
const form = entityViewForm(t, kind);
const WORDS = { required: 'required', tooLong: () => 'long', malformed: 'malformed', invalid: 'invalid' };

const stored = {
  id: { entityType: 'ENTITY_VIEW', id: '784f394c-42b6-435a-983c-b7beff2784f9' },
  createdTime: 1,
  additionalInfo: null,
  entityId: { entityType: 'ASSET', id: '884f394c-42b6-435a-983c-b7beff2784f9' },
  tenantId: { entityType: 'TENANT', id: '984f394c-42b6-435a-983c-b7beff2784f9' },
  customerId: { entityType: 'CUSTOMER', id: '13814000-1dd2-11b2-8080-808080808080' },
  name: 'Heat',
  type: 'excerpt',
  keys: { timeseries: ['a'], attributes: { cs: [], ss: ['serial'], sh: [] } },
  startTimeMs: 1_700_000_000_123,
  endTimeMs: 0,
  customerTitle: null,
  customerIsPublic: false,
} satisfies EntityViewInfo;

const problemsOf = (values: FormValues) =>
  checkForm(form.fields, values, WORDS, { schema: form.schema, body: form.body(values, stored) });

it('saves what it was given, to the millisecond, when nothing was changed', () => {
  const { customerTitle: _, customerIsPublic: __, ...entity } = stored;
  expect(form.body(form.values(stored), stored)).toEqual({ ...entity, additionalInfo: { description: '' } });
});

it('wants a target of the chosen kind', () => {
  const values = { ...form.values(stored), targetType: 'DEVICE' };
  expect(problemsOf(values)).toEqual({ device: 'Choose a device' });
  expect(problemsOf(form.values(stored))).toEqual({});
});

it('says at both ends that the window ends before it begins', () => {
  const values = { ...form.values(stored), start: '2026-03-04T00:00:00', end: '2026-03-03T00:00:00' };
  expect(problemsOf(values)).toEqual({ start: 'entityView.startAfterEnd', end: 'entityView.endBeforeStart' });
});
