import { isUuid } from '@signalbox/contract/id';
import type { TFunction } from 'i18next';
import { pickerOf } from '../controls/entity-choices.ts';
import type { ListFilter } from './filter-chip.tsx';

/** In the place of a customer's id: what no customer has. */
const NOBODY = 'none';
const CUSTOMERS = pickerOf('CUSTOMER');

/** The filter of a list of things of many customers by one of them, or by none. */
export function customerFilter(t: TFunction): ListFilter {
  return {
    name: 'customerId',
    label: t('ownership.customer'),
    load: async (search, page) => {
      const { choices, hasNext } = await CUSTOMERS.load(search, page);
      const nobody = search === '' && page === 0 ? [{ id: NOBODY, label: t('ownership.nobody') }] : [];
      return { choices: [...nobody, ...choices], hasNext };
    },
    accepts: (value) => value === NOBODY || isUuid(value),
    labelOf: async (id) => (id === NOBODY ? t('ownership.nobody') : CUSTOMERS.labelOf(id)),
  };
}

/** Whose things such a list asks for; `customerId` is that of the page. */
export function ownerAsked(
  filtered: string | undefined,
  customerId: string | undefined,
): { customerId?: string | undefined; unassigned?: boolean } {
  return filtered === NOBODY ? { unassigned: true } : { customerId: filtered ?? customerId };
}
