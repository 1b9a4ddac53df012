import './texts/texts.ts';
import { entityId } from '@signalbox/contract/id';
import { type TenantInfo, type TenantInput, tenantInputSchema } from '@signalbox/contract/tenant';
import type { TFunction } from 'i18next';
import { pickerOf } from '../../controls/entity-choices.ts';
import { contactBody, contactFields, contactValues, descriptionField } from '../../entity-page/contact-fields.ts';
import { choiceId, descriptionOf, type EntityForm, textOrNull } from '../../entity-page/form.ts';
import {
  homeDashboardFields,
  homeDashboardInfo,
  homeDashboardValues,
} from '../../entity-page/home-dashboard-fields.ts';

/** The form of a tenant, new or the one of that id; keys of other clients in `additionalInfo` survive. */
export function tenantForm(t: TFunction, tenantId?: string): EntityForm<TenantInfo, TenantInput> {
  return {
    fields: [
      { name: 'title', label: t('tenant.title'), kind: 'text', required: true },
      {
        name: 'profile',
        path: 'tenantProfileId',
        label: t('tenant.profile'),
        required: true,
        ...pickerOf('TENANT_PROFILE'),
        help: t('tenant.profileHelp'),
      },
      descriptionField(t),
      ...(tenantId ? homeDashboardFields(t, { tenantId }, t('homeDashboard.helpTenant')) : []),
      ...contactFields(t),
    ],
    values: (tenant) => ({
      title: tenant?.title ?? '',
      profile: tenant ? { id: tenant.tenantProfileId.id, label: tenant.tenantProfileName } : null,
      description: descriptionOf(tenant),
      ...homeDashboardValues(tenant?.additionalInfo),
      ...contactValues(tenant),
    }),
    body(values, stored) {
      const profileId = choiceId(values.profile);
      return {
        ...(stored ? { id: stored.id } : {}),
        title: String(values.title ?? '').trim(),
        tenantProfileId: profileId ? entityId('TENANT_PROFILE', profileId) : null,
        additionalInfo: {
          ...stored?.additionalInfo,
          description: textOrNull(values.description) ?? '',
          ...homeDashboardInfo(values, stored?.additionalInfo),
        },
        ...contactBody(values),
      } as TenantInput;
    },
    schema: tenantInputSchema,
  };
}
