import { ENTITY_TYPES, type EntityType } from '../id.ts';
import { choiceSetting } from './settings.ts';

/** A kind of entity; null when absent. */
export const entityTypeSetting = choiceSetting(ENTITY_TYPES, null);

const UPPER_CASE: Readonly<Partial<Record<EntityType, string>>> = {
  TB_RESOURCE: 'Resource',
  OTA_PACKAGE: 'OTA package',
  API_USAGE_STATE: 'API usage state',
  RPC: 'RPC',
};

/** Labels of the kinds of entities, for forms. */
export const ENTITY_TYPE_OPTIONS = Object.fromEntries(
  ENTITY_TYPES.map((type) => [
    type,
    UPPER_CASE[type] ?? type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' '),
  ]),
) as Record<EntityType, string>;

/** Directions of a relation as seen from the originator. */
export const RELATION_DIRECTION_OPTIONS = {
  FROM: 'From the entity to the originator',
  TO: 'From the originator to the entity',
};
