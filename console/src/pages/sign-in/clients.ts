import { authRoutes } from '@signalbox/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../app/query-client.ts';

/** The page opens without the identity providers when they take longer than this, in ms. */
const LONGEST_WAIT = 2000;

/** The identity providers to sign in with; none when they cannot be read. */
export const CLIENTS = queryOptions({
  queryKey: ['oauth2Clients'],
  queryFn: () =>
    call(
      authRoutes.getOAuth2Clients,
      { query: { platform: 'WEB' } },
      { ignoreErrors: true, ignoreLoading: true },
    ).catch(() => []),
  staleTime: Number.POSITIVE_INFINITY,
});

export type SignInClient = Awaited<ReturnType<Exclude<typeof CLIENTS.queryFn, symbol | undefined>>>[number];

/** Reads the identity providers before the sign-in page is drawn, so that nothing on it moves. */
export async function loadClients(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
  await Promise.race([queryClient.prefetchQuery(CLIENTS), late]);
}
