import { badRequest, isForeignKeyViolation } from '../http/errors.ts';
import type { EntityKind } from './entity-kind.ts';

/** Why a device or an asset was not deleted: the views of it as a client error, anything else unchanged. */
export function refusalToDelete(error: unknown, { table, noun }: EntityKind): unknown {
  return isForeignKeyViolation(error, `entity_view_${table}`)
    ? badRequest(`Can't delete ${noun} that has entity views!`)
    : error;
}
