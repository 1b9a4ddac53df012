import * as z from 'zod/mini';
import { RELATION_DIRECTIONS } from '../relation.ts';
import { RELATION_DIRECTION_OPTIONS } from './entity-settings.ts';
import type { FormFields } from './form-fields.ts';
import { choiceSetting, integerSetting, textSetting } from './settings.ts';

/** Kinds of entities that nodes find by name. */
export const NAMED_ENTITY_TYPES = [
  'TENANT',
  'DEVICE',
  'ASSET',
  'CUSTOMER',
  'ENTITY_VIEW',
  'DASHBOARD',
  'EDGE',
  'USER',
] as const;
export type NamedEntityType = (typeof NAMED_ENTITY_TYPES)[number];

/** Configuration of the nodes that create and delete relations with an entity by its name. */
export const relationTarget = z.object({
  direction: choiceSetting(RELATION_DIRECTIONS, 'FROM'),
  relationType: textSetting(''),
  entityType: choiceSetting(NAMED_ENTITY_TYPES, null),
  entityNamePattern: textSetting(''),
  entityTypePattern: textSetting(null),
  entityCacheExpiration: integerSetting(0, 0),
});

export const RELATION_TARGET_DEFAULT = {
  direction: 'FROM',
  relationType: 'Contains',
  entityType: null,
  entityNamePattern: '',
  entityTypePattern: null,
  entityCacheExpiration: 300,
};

export const relationTargetFields: FormFields<z.infer<typeof relationTarget>> = {
  direction: { control: 'choice', label: 'Direction', options: RELATION_DIRECTION_OPTIONS },
  relationType: {
    control: 'text',
    label: 'Type of the relation',
    isRequired: true,
    isPattern: true,
    offers: 'relationTypes',
  },
  entityType: {
    control: 'choice',
    label: 'Kind of the entity',
    isRequired: true,
    options: {
      TENANT: 'Tenant',
      DEVICE: 'Device',
      ASSET: 'Asset',
      CUSTOMER: 'Customer',
      ENTITY_VIEW: 'Entity view',
      DASHBOARD: 'Dashboard',
      EDGE: 'Edge',
      USER: 'User',
    },
  },
  entityNamePattern: {
    control: 'text',
    label: 'Name of the entity',
    help: 'Of customers and dashboards the title, of users the e-mail address.',
    isRequired: true,
    isPattern: true,
    when: { entityType: NAMED_ENTITY_TYPES.filter((type) => type !== 'TENANT') },
  },
  entityTypePattern: { control: 'kept', label: 'Type of the entity' },
  entityCacheExpiration: {
    control: 'number',
    label: 'Remember entities that were found for',
    help: '0: until the server starts again.',
    unit: 's',
    min: 0,
  },
};
