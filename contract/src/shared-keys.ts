import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { route } from './route.ts';
import { storable } from './text.ts';

/** Keys per audience. */
const MAX_SHARED_KEYS = 200;
/** Characters. */
const MAX_KEY_LENGTH = 255;

const keys = z
  .array(z.string().check(z.minLength(1, { error: 'must not be empty' }), z.maxLength(MAX_KEY_LENGTH), storable))
  .check(z.maxLength(MAX_SHARED_KEYS, { error: `must not name more than ${MAX_SHARED_KEYS} keys` }));

/**
 * Keys of the tenant's own attributes and series that not only its administrators may read, but also customer users
 * and public visitors. None by default.
 */
export const sharedKeysSchema = z.object({ customerUsers: keys, visitors: keys });
export type SharedKeys = z.infer<typeof sharedKeysSchema>;

const tag = 'tenant';
const access = ['TENANT_ADMIN'] as const;

/** Not in 3.3.2, where customer users and visitors read all of the tenant's values through entity queries. */
export const sharedKeyRoutes = {
  getSharedKeys: route({
    method: 'GET',
    path: '/api/tenant/sharedKeys',
    tag,
    summary: "List the keys of the tenant's own values that customer users and public visitors may read",
    access,
    reply: sharedKeysSchema,
  }),
  saveSharedKeys: route({
    method: 'POST',
    path: '/api/tenant/sharedKeys',
    tag,
    summary: "Replace the keys of the tenant's own values that customer users and public visitors may read",
    access,
    query: { basedOn },
    replaces: '/api/tenant/sharedKeys',
    body: sharedKeysSchema,
    reply: sharedKeysSchema,
  }),
};
