import { deviceRoutes } from '@signalbox/contract/device';
import { assets } from './assets.ts';
import { call } from './client.ts';
import { edges } from './edges.ts';
import { entityViews } from './entity-views.ts';

/** Kinds whose entities have types of their own. */
export const SUBTYPED_TYPES = ['DEVICE', 'ASSET', 'EDGE', 'ENTITY_VIEW'] as const;
export type SubtypedType = (typeof SUBTYPED_TYPES)[number];

/** Characters of such a type. */
export const MAX_SUBTYPE_LENGTH = 255;

async function deviceTypes(): Promise<string[]> {
  const types = await call(deviceRoutes.getDeviceTypes, {}, { ignoreErrors: true, ignoreLoading: true });
  return types.map(({ type }) => type);
}

/** The types of a kind that are in use, sorted. */
export const loadSubtypes: Readonly<Record<SubtypedType, () => Promise<string[]>>> = {
  DEVICE: deviceTypes,
  ASSET: assets.types,
  EDGE: edges.types,
  ENTITY_VIEW: entityViews.types,
};
