import { entityId } from '@signalbox/contract/id';
import type { TenantInfo, TenantInput } from '@signalbox/contract/tenant';
import type { TFunction } from 'i18next';
import { getTenantProfileInfos } from '../../api/tenants.ts';
import type { Choice } from '../../controls/entity-picker.tsx';
import { contactBody, contactFields, contactValues } from '../../entity-page/contact-fields.ts';
import { choiceId, type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';

async function profileChoices(textSearch: string): Promise<Choice[]> {
  const page = await getTenantProfileInfos({
    pageSize: 50,
    page: 0,
    textSearch,
    sortProperty: 'name',
    sortOrder: 'ASC',
  });
  return page.data.map((profile) => ({ id: profile.id.id, label: profile.name }));
}

export function tenantFields(t: TFunction): FormField[] {
  return [
    { name: 'title', label: t('tenant.title'), kind: 'text', required: true, maxLength: 255 },
    {
      name: 'profile',
      label: t('tenant.profile'),
      kind: 'picker',
      required: true,
      load: profileChoices,
      help: t('tenant.profileHelp'),
    },
    { name: 'description', label: t('tenant.description'), kind: 'multiline' },
    ...contactFields(t),
  ];
}

export function tenantValues(tenant: TenantInfo | undefined, profile: Choice | null): FormValues {
  const description = tenant?.additionalInfo?.description;
  return {
    title: tenant?.title ?? '',
    profile,
    description: typeof description === 'string' ? description : '',
    ...contactValues(tenant),
  };
}

/** Body of a tenant; keys of other clients in `additionalInfo` survive. */
export function tenantBody(values: FormValues, stored?: TenantInfo): TenantInput {
  const profileId = choiceId(values.profile);
  return {
    ...(stored ? { id: stored.id } : {}),
    title: String(values.title ?? '').trim(),
    tenantProfileId: profileId ? entityId('TENANT_PROFILE', profileId) : null,
    additionalInfo: { ...stored?.additionalInfo, description: textOrNull(values.description) ?? '' },
    ...contactBody(values),
  } as TenantInput;
}
