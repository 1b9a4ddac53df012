import './texts/texts.ts';
import type { TFunction } from 'i18next';
import type { EntityForm } from './form.ts';
import { isAssigned, type Owned } from './ownership-actions.ts';

/**
 * The form with a line behind the field `behind` that says whose the entity is; nothing where it is nobody's.
 *
 * @param linksToCustomer not everybody may see the page of a customer
 */
export function withOwner<Entity extends Owned, Body>(
  t: TFunction,
  form: EntityForm<Entity, Body>,
  behind: string,
  linksToCustomer: boolean,
): EntityForm<Entity, Body> {
  const place = form.fields.findIndex(({ name }) => name === behind) + 1;
  return {
    ...form,
    fields: form.fields.toSpliced(place, 0, {
      name: 'owner',
      path: 'customerId',
      label: t('ownership.customer'),
      kind: 'picker',
      readOnly: true,
      help: t('ownership.help'),
      addressOf: linksToCustomer ? (id) => `/customers/${id}` : undefined,
      shown: (values) => values.owner !== null,
    }),
    values: (entity) => ({
      ...form.values(entity),
      owner:
        entity && isAssigned(entity)
          ? {
              id: entity.customerId.id,
              label: entity.customerIsPublic ? t('ownership.everybody') : (entity.customerTitle ?? ''),
            }
          : null,
    }),
  };
}
