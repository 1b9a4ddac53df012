import * as z from 'zod/mini';
import { uuidSchema } from './id.ts';
import { route } from './route.ts';
import { storable } from './text.ts';

/** Maximum number of values that the column Now of the list of devices shows in a row. */
export const MAX_NOW_KEYS = 4;
const MAX_KEY_LENGTH = 255;
const MAX_UNIT_LENGTH = 16;

/** A value of the column Now: the telemetry key, and the unit that stands behind its values; empty: none. */
const nowKeySchema = z.object({
  key: z.string().check(z.minLength(1, { error: 'must not be empty' }), z.maxLength(MAX_KEY_LENGTH), storable),
  unit: z.string().check(z.maxLength(MAX_UNIT_LENGTH), storable),
});
export type NowKey = z.infer<typeof nowKeySchema>;

/** What the list of devices shows of those of a profile, unless its viewer has chosen something else; in order. */
export const nowKeysSchema = z.object({
  keys: z
    .array(nowKeySchema)
    .check(z.maxLength(MAX_NOW_KEYS, { error: `must not name more than ${MAX_NOW_KEYS} keys` })),
});
export type NowKeys = z.infer<typeof nowKeysSchema>;

const tag = 'device-profile';

/** Not in 3.3.2. Profiles keep their keys when they are saved by clients that do not know them. */
export const nowKeyRoutes = {
  getNowKeys: route({
    method: 'GET',
    path: '/api/deviceProfiles/nowKeys',
    tag,
    summary: 'The telemetry keys that device profiles name for lists of their devices; of profiles that name some',
    access: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    reply: z.array(z.extend(nowKeysSchema, { deviceProfileId: uuidSchema })),
  }),
  saveNowKeys: route({
    method: 'POST',
    path: '/api/deviceProfile/:deviceProfileId/nowKeys',
    tag,
    summary: 'Name the telemetry keys that lists show of the devices of a profile; none: as the list chooses',
    access: ['TENANT_ADMIN'],
    params: { deviceProfileId: uuidSchema },
    body: nowKeysSchema,
    reply: nowKeysSchema,
  }),
};
