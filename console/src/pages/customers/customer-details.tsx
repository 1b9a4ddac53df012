import type { Customer } from '@signalbox/contract/customer';
import { useTranslation } from 'react-i18next';
import { getCustomer, isPublicCustomer, saveCustomer } from '../../api/customers.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import {
  alarmsTab,
  attributesTab,
  auditTab,
  eventsTab,
  relationsTab,
  telemetryTab,
} from '../../entity-page/tabs/standard-tabs.tsx';
import { customerForm } from './customer-form.ts';
import { CUSTOMERS } from './customer-keys.ts';

/** Everything about one customer. */
export function CustomerDetails({ controls }: { controls: DetailsControls<Customer> }) {
  const { t } = useTranslation();
  return (
    <EntityDetails
      controls={controls}
      queryKey={CUSTOMERS}
      load={getCustomer}
      kind={t('customer.customer')}
      describe={(customer: Customer) => {
        const entity = { entityType: 'CUSTOMER', id: customer.id.id } as const;
        const isPublic = isPublicCustomer(customer);
        return {
          title: customer.title,
          subtitle: isPublic ? t('customer.publicText') : t('customer.customer'),
          form: isPublic ? { ...customerForm(t), fields: [] } : customerForm(t, customer.id.id),
          save: isPublic ? undefined : saveCustomer,
          tabs: [
            attributesTab(t, entity, { editable: true }),
            telemetryTab(t, entity),
            alarmsTab(t, entity),
            eventsTab(t, entity, customer.tenantId.id),
            relationsTab(t, entity, true),
            auditTab(t, entity),
          ],
        };
      }}
    />
  );
}
