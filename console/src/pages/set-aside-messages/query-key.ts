/** Root of the keys of queries about messages that were set aside. */
export const SET_ASIDE = ['setAsideMessages'] as const;
