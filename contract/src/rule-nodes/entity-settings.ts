import { ENTITY_TYPES, type EntityType } from '../id.ts';
import { choiceSetting } from './settings.ts';

/** A kind of entity; null when absent. */
export const entityTypeSetting = choiceSetting(ENTITY_TYPES, null);

const ENTITY_TYPE_OPTIONS = Object.fromEntries(
  ENTITY_TYPES.map((type) => [type, type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ')]),
) as Record<EntityType, string>;

/** The choice of a kind of entity. */
export function entityTypeField(label: string) {
  return { control: 'choice', label, options: ENTITY_TYPE_OPTIONS } as const;
}

/** Directions of a relation as seen from the originator. */
export const RELATION_DIRECTION_OPTIONS = { FROM: 'From the entity to the originator', TO: 'From the originator' };
