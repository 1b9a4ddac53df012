import * as z from 'zod/mini';
import { entityTypeSchema, typedId } from './id.ts';

/** A distinct type in use among the entities of a tenant. */
export const entitySubtypeSchema = z.object({
  tenantId: typedId('TENANT'),
  entityType: entityTypeSchema,
  type: z.string(),
});
