import * as z from 'zod/mini';
import type { FormFields } from '../form-fields.ts';
import { booleanSetting, choiceListSetting } from '../settings.ts';

export const ENTITY_DETAILS = [
  'TITLE',
  'COUNTRY',
  'CITY',
  'STATE',
  'ZIP',
  'ADDRESS',
  'ADDRESS2',
  'PHONE',
  'EMAIL',
  'ADDITIONAL_INFO',
] as const;
export type EntityDetail = (typeof ENTITY_DETAILS)[number];

/** Configuration of the nodes that add contact details of the tenant or customer. */
export const entityDetails = z.object({
  detailsList: choiceListSetting(ENTITY_DETAILS),
  addToMetadata: booleanSetting(false),
});
export type EntityDetailsConfiguration = z.infer<typeof entityDetails>;

export const ENTITY_DETAILS_DEFAULT = { detailsList: [], addToMetadata: false };

export const entityDetailsFields: FormFields<EntityDetailsConfiguration> = {
  detailsList: {
    control: 'texts',
    label: 'Details',
    options: ENTITY_DETAILS,
    labels: {
      TITLE: 'Title',
      COUNTRY: 'Country',
      CITY: 'City',
      STATE: 'State',
      ZIP: 'Postal code',
      ADDRESS: 'Address',
      ADDRESS2: 'Address, line 2',
      PHONE: 'Phone',
      EMAIL: 'E-mail',
      ADDITIONAL_INFO: 'Description',
    },
    isOpen: false,
    isRequired: true,
  },
  addToMetadata: { control: 'switch', label: 'Add to the metadata instead of the payload' },
};
