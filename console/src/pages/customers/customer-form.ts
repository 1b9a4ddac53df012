import { type Customer, customerInputSchema } from '@signalbox/contract/customer';
import type { TFunction } from 'i18next';
import type { CustomerBody } from '../../api/customers.ts';
import { contactBody, contactFields, contactValues, descriptionField } from '../../entity-page/contact-fields.ts';
import { descriptionOf, type EntityForm, textOrNull } from '../../entity-page/form.ts';

/** The form of a customer; keys of other clients in `additionalInfo` survive. */
export function customerForm(t: TFunction): EntityForm<Customer, CustomerBody> {
  return {
    fields: [
      { name: 'title', label: t('customer.title'), kind: 'text', required: true },
      descriptionField(t),
      ...contactFields(t),
    ],
    values: (customer) => ({
      title: customer?.title ?? '',
      description: descriptionOf(customer),
      ...contactValues(customer),
    }),
    body: (values, stored) => ({
      ...stored,
      title: String(values.title ?? '').trim(),
      additionalInfo: { ...stored?.additionalInfo, description: textOrNull(values.description) ?? '' },
      ...contactBody(values),
    }),
    schema: customerInputSchema,
  };
}
