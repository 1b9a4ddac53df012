import { badRequest } from '../../http/errors.ts';
import type { WidgetTypeStore } from './widget-type-store.ts';

/** Types that a tenant, or the system, may have, and the bytes that they may take as they are stored. */
const MAX_TYPES = 5_000;
const MAX_BYTES = 256 * 1024 * 1024;
/** Bundles that a tenant, or the system, may have. */
const MAX_BUNDLES = 500;

/** @throws ApiError 400 when a tenant has so many bundles that there is no room for one more */
export function requireRoomForBundle(bundles: number): void {
  if (bundles >= MAX_BUNDLES) throw badRequest(`Too many widgets bundles: at most ${MAX_BUNDLES} are allowed`);
}

/** @throws ApiError 400 when a tenant has no room for another widget type */
export async function requireRoomForType(store: Pick<WidgetTypeStore, 'taken'>, tenantId: string): Promise<void> {
  const { types, bytes } = await store.taken(tenantId);
  if (types >= MAX_TYPES) throw badRequest(`Too many widget types: at most ${MAX_TYPES} are allowed`);
  if (bytes >= MAX_BYTES) throw badRequest(`Widget types take too much room: at most ${MAX_BYTES} bytes are allowed`);
}
