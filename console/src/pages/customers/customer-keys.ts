/** Root of the keys of queries about customers. */
export const CUSTOMERS = ['customers'] as const;
