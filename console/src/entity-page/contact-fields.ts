import { EMAIL_ADDRESS } from '@signalbox/contract/email';
import type { TFunction } from 'i18next';
import { postalCodeExample } from '../controls/postal-codes.ts';
import { choiceId, type FormField, type FormValues, textOrNull } from './form.ts';

/** The address of tenants and customers, in the order of the form. */
const CONTACT = ['email', 'phone', 'country', 'state', 'city', 'zip', 'address', 'address2'] as const;
type Contact = Record<(typeof CONTACT)[number], string | null>;

/** A field for an e-mail address. */
function emailField(t: TFunction, field: Partial<FormField> & { label: string }): FormField {
  return {
    name: 'email',
    kind: 'text',
    type: 'email',
    aliases: ['email address'],
    check: (value) => (EMAIL_ADDRESS.test(String(value).trim()) ? undefined : t('login.invalidEmail')),
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

/** What is particular to some fields of an address. */
const particular = (t: TFunction): Partial<Record<keyof Contact, Partial<FormField>>> => ({
  phone: { type: 'tel' },
  country: {
    kind: 'picker',
    // The list is only of interest to those who open it.
    load: async (search) => (await import('../controls/countries.ts')).countryChoices(search),
  },
  zip: {
    check(value, values) {
      const country = choiceId(values.country);
      const example = postalCodeExample(country, String(value));
      return example && t('contact.zipInvalid', { country, example });
    },
  },
});

export function contactFields(t: TFunction): FormField[] {
  const own = particular(t);
  return CONTACT.map((name) =>
    name === 'email'
      ? emailField(t, { label: t('contact.email'), section: t('contact.section') })
      : { name, label: t(`contact.${name}`), kind: 'text', section: t('contact.section'), ...own[name] },
  );
}

export function contactValues(stored: Partial<Contact> | undefined): FormValues {
  return Object.fromEntries(
    CONTACT.map((name) => {
      const value = stored?.[name] ?? '';
      return [name, name !== 'country' ? value : value === '' ? null : { id: value, label: value }];
    }),
  );
}

export function contactBody(values: FormValues): Contact {
  return Object.fromEntries(
    CONTACT.map((name) => [name, name === 'country' ? (choiceId(values.country) ?? null) : textOrNull(values[name])]),
  ) as Contact;
}
