import './texts/texts.ts';
import { type Customer, customerInputSchema } from '@signalbox/contract/customer';
import type { TFunction } from 'i18next';
import type { CustomerBody } from '../../api/customers.ts';
import { contactBody, contactFields, contactValues, descriptionField } from '../../entity-page/contact-fields.ts';
import { descriptionOf, type EntityForm, textOrNull } from '../../entity-page/form.ts';
import {
  homeDashboardFields,
  homeDashboardInfo,
  homeDashboardValues,
} from '../../entity-page/home-dashboard-fields.ts';

/** The form of a customer, new or the one of that id; keys of other clients in `additionalInfo` survive. */
export function customerForm(t: TFunction, customerId?: string): EntityForm<Customer, CustomerBody> {
  return {
    fields: [
      { name: 'title', label: t('customer.title'), kind: 'text', required: true },
      descriptionField(t),
      ...(customerId ? homeDashboardFields(t, { customerId }, t('homeDashboard.helpCustomer')) : []),
      ...contactFields(t),
    ],
    values: (customer) => ({
      title: customer?.title ?? '',
      description: descriptionOf(customer),
      ...homeDashboardValues(customer?.additionalInfo),
      ...contactValues(customer),
    }),
    body: (values, stored) => ({
      ...stored,
      title: String(values.title ?? '').trim(),
      additionalInfo: {
        ...stored?.additionalInfo,
        description: textOrNull(values.description) ?? '',
        ...homeDashboardInfo(values, stored?.additionalInfo),
      },
      ...contactBody(values),
    }),
    schema: customerInputSchema,
  };
}
