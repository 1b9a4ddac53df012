import { nullableText } from './text.ts';

/** Address fields of tenants and customers, in the order they are written. */
export const contactFields = {
  country: nullableText(),
  state: nullableText(),
  city: nullableText(),
  address: nullableText(10_000),
  address2: nullableText(10_000),
  zip: nullableText(),
  phone: nullableText(),
  email: nullableText(),
};
export const CONTACT_FIELD_NAMES = Object.keys(contactFields) as (keyof typeof contactFields)[];
