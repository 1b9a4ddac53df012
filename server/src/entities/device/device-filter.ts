/** What a device list can be limited to; `type` wins over `deviceProfileId`. */
export interface DeviceFilter {
  customerId?: string | undefined;
  type?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: boolean | undefined;
}

/** The same, with its type as the profile of that name: how many of that there are is known to the database. */
export type ListFilter = Omit<DeviceFilter, 'type'>;

/** True when it leaves out devices of the tenant by what they belong to. */
export const isLimited = ({ customerId, deviceProfileId }: ListFilter): boolean =>
  Boolean(customerId || deviceProfileId);
