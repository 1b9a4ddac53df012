import { QueryClient } from '@tanstack/react-query';
import { RequestError } from '../api/http.ts';
import { onForget } from './session.ts';

/** Whether the call did not reach the server, or something else answered it. */
const isAway = (error: unknown) => error instanceof RequestError && (error.status === 0 || error.status >= 502);

/** Between two attempts to reach a server that is away, in ms. */
const AWAY_INTERVAL = 5000;

/**
 * What the server knows, cached. A call that the server answered is not repeated; one it did not get is, twice at once
 * and then for as long as something on the page needs it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // A browser that thinks it is offline may still reach this server.
      networkMode: 'always',
      retry: (count, error) => count < 2 && isAway(error),
      refetchInterval: (query) => isAway(query.state.error) && AWAY_INTERVAL,
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

onForget.add(() => queryClient.clear());
