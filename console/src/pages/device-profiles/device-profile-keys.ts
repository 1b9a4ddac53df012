/** Root of the query keys of device profiles. */
export const DEVICE_PROFILES = ['deviceProfiles'] as const;
