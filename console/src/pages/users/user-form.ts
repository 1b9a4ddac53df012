import { entityId } from '@signalbox/contract/id';
import type { User, UserInput } from '@signalbox/contract/user';
import type { TFunction } from 'i18next';
import { isEmail } from '../../controls/validation.ts';
import { type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';

export function userFields(t: TFunction): FormField[] {
  return [
    {
      name: 'email',
      label: t('user.email'),
      kind: 'text',
      type: 'email',
      required: true,
      maxLength: 255,
      check: (value) => (isEmail(String(value).trim()) ? undefined : t('login.invalidEmail')),
    },
    { name: 'firstName', label: t('user.firstName'), kind: 'text', maxLength: 255 },
    { name: 'lastName', label: t('user.lastName'), kind: 'text', maxLength: 255 },
    { name: 'description', label: t('user.description'), kind: 'multiline' },
  ];
}

export function userValues(user: User | undefined): FormValues {
  const description = user?.additionalInfo?.description;
  return {
    email: user?.email ?? '',
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    description: typeof description === 'string' ? description : '',
  };
}

/** Whose a new user is: of a customer, or an administrator of a tenant (the own one when none is named). */
export interface UserOwner {
  customerId?: string | undefined;
  tenantId?: string | undefined;
}

/** Body of a user: of `stored` with the form's values, or a new one of `owner`. */
export function userBody(values: FormValues, stored: User | undefined, owner: UserOwner = {}): UserInput {
  const form = {
    email: String(values.email ?? '').trim(),
    firstName: textOrNull(values.firstName),
    lastName: textOrNull(values.lastName),
    additionalInfo: { ...stored?.additionalInfo, description: textOrNull(values.description) ?? '' },
  };
  if (stored) {
    const { id, tenantId, customerId: owner, authority } = stored;
    return { id, tenantId, customerId: owner, authority, ...form };
  }
  if (owner.customerId) {
    return { ...form, authority: 'CUSTOMER_USER', customerId: entityId('CUSTOMER', owner.customerId) };
  }
  return {
    ...form,
    authority: 'TENANT_ADMIN',
    ...(owner.tenantId ? { tenantId: entityId('TENANT', owner.tenantId) } : {}),
  };
}

/** May the user sign in? Undefined while it has not been activated. */
export function credentialsEnabled(user: User): boolean | undefined {
  const value = user.additionalInfo?.userCredentialsEnabled;
  return typeof value === 'boolean' ? value : undefined;
}
