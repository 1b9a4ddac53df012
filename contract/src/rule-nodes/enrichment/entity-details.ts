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
  detailsList: { control: 'texts', label: 'Details', options: ENTITY_DETAILS, isOpen: false },
  addToMetadata: { control: 'switch', label: 'Add to the metadata instead of the payload' },
};
