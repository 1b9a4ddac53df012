/** Root of the keys of queries about reports. */
export const REPORTS = ['reports'] as const;
