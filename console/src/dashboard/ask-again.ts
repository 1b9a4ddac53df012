/** ms */
const PAUSE = 10_000;

/** For queries of a dashboard, which stays open for days: what failed is asked again until it is answered. */
export const ASK_AGAIN = {
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? PAUSE : (false as const)),
};
