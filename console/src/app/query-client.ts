import { QueryClient } from '@tanstack/react-query';
import { RequestError } from '../api/http.ts';
import { onForget } from './session.ts';

/** What the server knows, cached. A call that the server answered is not repeated; one it did not get is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < 2 && error instanceof RequestError && (error.status === 0 || error.status >= 502),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

onForget.add(() => queryClient.clear());
