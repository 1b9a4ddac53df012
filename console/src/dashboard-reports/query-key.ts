/** Root of the keys of queries about reports: those of a dashboard, and the list of all. */
export const REPORTS = ['reports'] as const;
