import type { TFunction } from 'i18next';
import { isEmail } from '../controls/validation.ts';
import { type FormField, type FormValues, textOrNull } from './form.ts';

/** The address of tenants and customers, in the order of the form. */
const CONTACT = ['email', 'phone', 'country', 'state', 'city', 'zip', 'address', 'address2'] as const;
type Contact = Partial<Record<(typeof CONTACT)[number], string | null>>;

export function contactFields(t: TFunction): FormField[] {
  return CONTACT.map((name) => ({
    name,
    label: t(`contact.${name}`),
    kind: 'text',
    type: name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text',
    maxLength: name.startsWith('address') ? 10_000 : 255,
    check:
      name === 'email' ? (value) => (isEmail(String(value).trim()) ? undefined : t('login.invalidEmail')) : undefined,
  }));
}

export function contactValues(stored: Contact | undefined): FormValues {
  return Object.fromEntries(CONTACT.map((name) => [name, stored?.[name] ?? '']));
}

export function contactBody(values: FormValues): Contact {
  return Object.fromEntries(CONTACT.map((name) => [name, textOrNull(values[name])]));
}
