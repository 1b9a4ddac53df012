import * as z from 'zod/mini';
import { typedId } from './id.ts';
import { queryInteger } from './page.ts';

/**
 * How a version came to be. FOUND: it was there before versions were kept; LINKS_CHANGED, only of rule chains: one that
 * it led to was deleted or restored.
 */
export const VERSION_CAUSES = ['SAVED', 'RESTORED', 'LINKS_CHANGED', 'FOUND'] as const;
export type VersionCause = (typeof VERSION_CAUSES)[number];

/** What is known of a version of anything. */
export const versionSchema = z.object({
  /** 1 is the first; those of one thing never get a number again. */
  number: z.number(),
  /** In force from then on, epoch ms. */
  createdTime: z.number(),
  /** … and until then; null while it is in force. */
  until: z.nullable(z.number()),
  /** Who saved it; null: the platform. */
  userId: z.nullable(typedId('USER')),
  userName: z.nullable(z.string()),
  cause: z.enum(VERSION_CAUSES),
  /** Number of the version that it repeats; only of cause RESTORED. */
  restored: z.nullable(z.number()),
  /** What the thing was called. */
  name: z.string(),
});
export type Version = z.infer<typeof versionSchema>;

/** What is known of anything that was deleted and can be restored. */
export const deletedSchema = z.object({
  name: z.string(),
  /** epoch ms */
  deletedTime: z.number(),
  /** It is deleted for good then, epoch ms. */
  keptUntil: z.number(),
  userId: z.nullable(typedId('USER')),
  userName: z.nullable(z.string()),
});
export type Deleted = z.infer<typeof deletedSchema>;

/** The number of a version, in a path. */
export const versionNumber = queryInteger.check(z.minimum(1, { error: "'number' must be at least 1" }));
