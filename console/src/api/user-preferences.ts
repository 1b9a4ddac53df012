import { userPreferenceRoutes } from '@signalbox/contract/user-preference';
import { call } from './client.ts';

const QUIET = { ignoreErrors: true, ignoreLoading: true };

/** What the person who is signed in has set up, by key. */
export function getUserPreferences(): Promise<Record<string, { value: string }>> {
  return call(userPreferenceRoutes.getUserPreferences, {}, QUIET);
}

export function saveUserPreference(preferenceKey: string, value: string) {
  return call(userPreferenceRoutes.saveUserPreference, { params: { preferenceKey }, body: { value } }, QUIET);
}

export function deleteUserPreference(preferenceKey: string) {
  return call(userPreferenceRoutes.deleteUserPreference, { params: { preferenceKey } }, QUIET);
}
