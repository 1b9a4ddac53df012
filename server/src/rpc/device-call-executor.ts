import type { WaitExecutor } from '../messages/parked/executor.ts';
import type { CallProgress } from './device-call-queue.ts';
import { DEVICE_CALL, type DeviceRpcRequest, type DeviceRpcResult } from './device-rpc.ts';

/**
 * Calls that wait for their devices at once, in memory: devices are offline for long. As many are called together as
 * the queue of a device takes (5,000), so that one device that is away holds up no other.
 */
const AT_ONCE = { all: 100_000, tenant: 20_000, node: 20_000 };

/** What is noted of a call that a session of its device has got. */
interface Progress {
  requestId: number;
}

/** Makes the calls of rule chains to devices. */
export function createDeviceCallExecutor(
  deliver: (request: DeviceRpcRequest, progress: CallProgress) => Promise<DeviceRpcResult>,
): WaitExecutor<DeviceRpcRequest> {
  return {
    kind: DEVICE_CALL,
    atOnce: AT_ONCE,
    async run(request, { progress, note }) {
      const before = progress as Progress | undefined;
      const { error, response } = await deliver(request, {
        ...(before ? { sentAs: before.requestId } : {}),
        onSent(requestId) {
          // One-way calls end with that.
          if (!request.oneway && !request.persisted) note({ requestId } satisfies Progress);
        },
      });
      const data = error ? JSON.stringify({ error }) : response || '{}';
      return { continueWith: [{ relation: error ? 'Failure' : 'Success', ts: Date.now(), data }] };
    },
  };
}
