import { CONTACT_FIELD_NAMES, type contactFields } from '@signalbox/contract/contact';
import { sql } from 'kysely';
import type { SortColumns } from '../storage/paging.ts';

/** Address fields of a tenant or customer, null where not given. */
export type Contact = Record<keyof typeof contactFields, string | null>;

/** The address fields alone, of a row, a request or an entity. */
export function contactOf(source: Contact): Contact {
  return Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, source[name]])) as Contact;
}

/** Lists can be sorted by every address field. */
export function contactSortColumns(table: string): SortColumns {
  return Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, sql`lower(${sql.ref(`${table}.${name}`)})`]));
}
