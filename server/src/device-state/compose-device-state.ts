import { createDeviceState, type DeviceStateParts } from './device-state-service.ts';
import { createDeviceStateStore } from './device-state-store.ts';

/** Who is connected and active. */
export function composeDeviceState(parts: Omit<DeviceStateParts, 'store'>) {
  return createDeviceState({ ...parts, store: createDeviceStateStore(parts.pool) });
}
