import type { ChosenType } from '@signalbox/contract/entity-traits';

/** Kinds of entities that messages are searched by; those of others are found by their type and time. */
export const ORIGINATOR_KINDS = [
  'DEVICE',
  'ASSET',
  'ENTITY_VIEW',
  'CUSTOMER',
  'DASHBOARD',
  'EDGE',
  'USER',
] as const satisfies readonly ChosenType[];
