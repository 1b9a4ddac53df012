import { NULL_UUID } from '@signalbox/contract/id';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { EntityForm } from './form.ts';
import { withOwner } from './owner-field.ts';
import type { Owned } from './ownership-actions.ts';

const t = ((key: string) => key) as TFunction;
const form: EntityForm<Owned, object> = {
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'type', label: 'Type', kind: 'text' },
    { name: 'label', label: 'Label', kind: 'text' },
  ],
  values: (entity) => ({ name: entity?.name ?? '' }),
  body: (values) => ({ name: values.name }),
  schema: z.object({}),
};
const owned = (customerId: string, customerIsPublic = false): Owned => ({
  id: { id: 'd' },
  name: 'Pump',
  customerId: { id: customerId },
  customerTitle: 'Harbour',
  customerIsPublic,
});

it('the form of an entity says whose it is, with a link for those who may follow it, and saves nothing of it', () => {
  const { fields, values, body } = withOwner(t, form, 'type', true);
  expect(fields.map(({ name }) => name)).toEqual(['name', 'type', 'owner', 'label']);
  expect(values(owned('h'))).toEqual({ name: 'Pump', owner: { id: 'h', label: 'Harbour' } });
  expect(values(owned('p', true)).owner).toEqual({ id: 'p', label: 'ownership.everybody' });
  expect(body(values(owned('h')), undefined)).toEqual({ name: 'Pump' });
  expect(fields[2]?.addressOf?.('h')).toBe('/customers/h');
  expect(withOwner(t, form, 'type', false).fields[2]?.addressOf).toBeUndefined();
});

it('it says nothing of what is nobody’s, or new', () => {
  const { fields, values } = withOwner(t, form, 'type', true);
  for (const entity of [owned(NULL_UUID), undefined]) {
    expect(fields[2]?.shown?.(values(entity))).toBe(false);
  }
});
