/** What a device list can be limited to; `type` wins over `deviceProfileId`. */
export interface DeviceFilter {
  customerId?: string | undefined;
  type?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: boolean | undefined;
}

/** True when it leaves out devices of the tenant by what they belong to. */
export const isLimited = ({ customerId, type, deviceProfileId }: DeviceFilter): boolean =>
  Boolean(customerId || type || deviceProfileId);
