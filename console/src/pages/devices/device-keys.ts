/** Root of the query keys of devices. */
export const DEVICES = ['devices'] as const;
