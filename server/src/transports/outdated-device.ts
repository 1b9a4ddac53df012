import { StorageUnavailable } from '../config/transient-error.ts';

/** A device has changed between the check of its credentials and the opening of its session. */
export class OutdatedDeviceError extends StorageUnavailable {
  override readonly name = 'OutdatedDeviceError';

  constructor() {
    super('The device is being changed');
  }
}

/** Attempts to open a session for a device that keeps changing. */
const MAX_ATTEMPTS = 5;

/**
 * Checks credentials and opens a session, and retries when the device changes in between: a session never starts with
 * revoked credentials.
 * @throws OutdatedDeviceError when it changes every time; also whatever `attempt` throws
 */
export async function retryUntilCurrent<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = MAX_ATTEMPTS - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OutdatedDeviceError) || left === 0) throw error;
    }
  }
}
