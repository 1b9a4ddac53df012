import * as z from 'zod/mini';
import { route } from './route.ts';
import { storedText } from './text.ts';

/** Preferences per user. */
export const MAX_USER_PREFERENCES = 100;
/** Characters of a value. */
export const MAX_PREFERENCE_LENGTH = 4096;

/** Name of a preference, such as `list.devices`. */
const preferenceKey = z.string().check(
  z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
    error: 'must be up to 64 letters, digits, dots, dashes and underscores',
  }),
);
const key = { preferenceKey };

/** A setting of a user in a client. The server only stores it: `value` is text, by convention JSON. */
export const userPreferenceSchema = z.object({ value: storedText(MAX_PREFERENCE_LENGTH) });
export type UserPreference = z.infer<typeof userPreferenceSchema>;

const tag = 'user';

/** Preferences of the caller. 3.3.2 has no such calls, and no later version uses these paths. */
export const userPreferenceRoutes = {
  getUserPreferences: route({
    method: 'GET',
    path: '/api/user/preferences',
    tag,
    summary: 'Read all preferences of the caller, by key',
    access: 'signedIn',
    reply: z.record(z.string(), userPreferenceSchema),
  }),
  saveUserPreference: route({
    method: 'POST',
    path: '/api/user/preferences/:preferenceKey',
    tag,
    summary: 'Save a preference of the caller, replacing one with the same key',
    access: 'signedIn',
    params: key,
    body: userPreferenceSchema,
    reply: 'empty',
  }),
  deleteUserPreference: route({
    method: 'DELETE',
    path: '/api/user/preferences/:preferenceKey',
    tag,
    summary: 'Delete a preference of the caller',
    access: 'signedIn',
    params: key,
    reply: 'empty',
  }),
};
