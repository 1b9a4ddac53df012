import type { DeviceContext } from '../entities/device-directory.ts';

/** Keeps whether devices are active and when they were last seen. Called by the device sessions. */
export interface DeviceState {
  /** The first session of the device opened. */
  connected(context: DeviceContext, ts: number): void;
  /** The last session of the device closed. */
  disconnected(context: DeviceContext, ts: number): void;
  /** The device sent something at `ts`. */
  active(context: DeviceContext, ts: number): void;
}
