import type { TFunction } from 'i18next';
import { isEmail } from '../controls/validation.ts';
import { type FormField, type FormValues, textOrNull } from './form.ts';

/** The address of tenants and customers, in the order of the form. */
const CONTACT = ['email', 'phone', 'country', 'state', 'city', 'zip', 'address', 'address2'] as const;
type Contact = Record<(typeof CONTACT)[number], string | null>;

/** A field for an e-mail address. */
function emailField(t: TFunction, field: Partial<FormField> & { label: string }): FormField {
  return {
    name: 'email',
    kind: 'text',
    type: 'email',
    check: (value) => (isEmail(String(value).trim()) ? undefined : t('login.invalidEmail')),
    ...field,
  };
}

/** Name and address of a person who signs in. */
export function personFields(t: TFunction, emailHelp?: string): FormField[] {
  return [
    emailField(t, { label: t('user.email'), required: true, help: emailHelp }),
    { name: 'firstName', label: t('user.firstName'), kind: 'text' },
    { name: 'lastName', label: t('user.lastName'), kind: 'text' },
  ];
}

/** The field for the description that clients keep in `additionalInfo`. */
export function descriptionField(t: TFunction): FormField {
  return {
    name: 'description',
    path: 'additionalInfo.description',
    label: t('details.description'),
    kind: 'multiline',
  };
}

export function contactFields(t: TFunction): FormField[] {
  return CONTACT.map((name) =>
    name === 'email'
      ? emailField(t, { label: t('contact.email') })
      : { name, label: t(`contact.${name}`), kind: 'text', type: name === 'phone' ? 'tel' : 'text' },
  );
}

export function contactValues(stored: Partial<Contact> | undefined): FormValues {
  return Object.fromEntries(CONTACT.map((name) => [name, stored?.[name] ?? '']));
}

export function contactBody(values: FormValues): Contact {
  return Object.fromEntries(CONTACT.map((name) => [name, textOrNull(values[name])])) as Contact;
}
