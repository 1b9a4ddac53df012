/** ms */
const PAUSE = 10_000;

/** For queries of a dashboard, which stays open for days: retries what failed until it succeeds. */
export const ASK_AGAIN = {
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? PAUSE : (false as const)),
};
