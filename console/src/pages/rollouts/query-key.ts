/** Root of the keys of queries about roll-outs. */
export const ROLLOUTS = ['rollouts'] as const;
