import type { DeviceContext } from '../entities/device-directory.ts';

/** Keeps whether devices are active and when they were last seen. Called by the device sessions. */
export interface DeviceState {
  /** The first session of the device opened, at epoch ms. */
  connected(context: DeviceContext, ts: number): void;
  /** The last session of the device closed, at epoch ms. */
  disconnected(context: DeviceContext, ts: number): void;
  /** The device sent something. @param moment on the steady clock */
  active(context: DeviceContext, moment: number): void;
}
