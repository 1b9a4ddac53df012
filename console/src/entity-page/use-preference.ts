import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteUserPreference, getUserPreferences, saveUserPreference } from '../api/user-preferences.ts';
import { notifyError } from '../app/notices.ts';

type Preferences = Awaited<ReturnType<typeof getUserPreferences>>;

const QUERY_KEY = ['userPreferences'];

/** Calls go out one after the other, so that the last choice is the one that is kept. */
let saving: Promise<unknown> = Promise.resolve();

/**
 * A preference of the user, kept with the account so that it is the same in every browser.
 * `ready` is false until it is known; when it cannot be read, there is no value.
 */
export function usePreference(key: string): {
  value: string | undefined;
  ready: boolean;
  /** Shows at once; undefined forgets it. */
  save: (value: string | undefined) => void;
} {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: getUserPreferences, staleTime: 5 * 60_000 });
  const save = useCallback(
    (value: string | undefined) => {
      void queryClient.cancelQueries({ queryKey: QUERY_KEY });
      queryClient.setQueryData<Preferences>(QUERY_KEY, (before) => {
        const { [key]: _, ...others } = before ?? {};
        return value === undefined ? others : { ...others, [key]: { value } };
      });
      saving = saving
        .then(() => (value === undefined ? deleteUserPreference(key) : saveUserPreference(key, value)))
        .catch(() => notifyError(t('list.notRemembered')));
    },
    [queryClient, key, t],
  );
  return { value: query.data?.[key]?.value, ready: !query.isPending, save };
}
