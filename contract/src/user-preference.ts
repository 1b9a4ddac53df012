import * as z from 'zod/mini';
import { route } from './route.ts';
import { storedText } from './text.ts';

/** Most preferences of one user. */
export const MAX_USER_PREFERENCES = 100;
/** Longest value of a preference, in characters of its JSON text. */
export const MAX_PREFERENCE_LENGTH = 4096;

/** Names a preference: `list.devices`. */
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
    summary: 'All preferences of the caller by key',
    access: 'signedIn',
    reply: z.record(z.string(), userPreferenceSchema),
  }),
  saveUserPreference: route({
    method: 'POST',
    path: '/api/user/preferences/:preferenceKey',
    tag,
    summary: 'Keep a preference of the caller; one with the same key is replaced',
    access: 'signedIn',
    params: key,
    body: userPreferenceSchema,
    reply: 'empty',
  }),
  deleteUserPreference: route({
    method: 'DELETE',
    path: '/api/user/preferences/:preferenceKey',
    tag,
    summary: 'Forget a preference of the caller',
    access: 'signedIn',
    params: key,
    reply: 'empty',
  }),
};
