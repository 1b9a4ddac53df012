import { failureKind, isPassing, retryAfterOf } from '../api/failure.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { onForget } from './session.ts';

/** Between two attempts to reach a server that is away or busy, in ms. */
const PASSING_INTERVAL = 5000;

/**
 * What the server knows, cached. A call that the server answered is not repeated; one that it did not get or was too
 * busy for is: one that it did not get twice at once, and both for as long as something on the page needs the answer.
 */
export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // A browser that thinks it is offline may still reach this server.
      networkMode: 'always',
      retry: (count, error) => count < 2 && isPassing(error) && failureKind(error) !== 'busy',
      refetchInterval: ({ state: { error } }) => isPassing(error) && Math.max(PASSING_INTERVAL, retryAfterOf(error)),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

onForget.add(() => queryClient.clear());
