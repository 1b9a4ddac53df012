/** What a device list can be limited to; `type` wins over `deviceProfileId`. */
export interface DeviceFilter {
  customerId?: string | undefined;
  type?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: boolean | undefined;
}
