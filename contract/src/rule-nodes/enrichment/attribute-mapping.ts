import * as z from 'zod/mini';
import type { FormFields } from '../form-fields.ts';
import { booleanSetting, textMapSetting } from '../settings.ts';

/** What nodes read of another entity: key of its values → key of the metadata. */
const mapping = {
  attrMapping: textMapSetting,
  /** The latest telemetry instead of server attributes. */
  telemetry: booleanSetting(false),
};

/** Configuration of the nodes that add values of one other entity to the metadata. */
export const attributeMapping = z.object(mapping);
export type AttributeMapping = z.infer<typeof attributeMapping>;

export const ATTRIBUTE_MAPPING = { telemetry: false, attrMapping: { temperature: 'tempo' } };

export const attributeMappingFields: FormFields<AttributeMapping> = {
  telemetry: { control: 'switch', label: 'Latest telemetry instead of attributes' },
  attrMapping: { control: 'pairs', label: 'Values', columns: ['Key of the entity', 'Key in the metadata'] },
};
