import type { WaitExecutor } from '../messages/parked/executor.ts';
import type { CallProgress } from './device-call-queue.ts';
import { DEVICE_CALL, type DeviceRpcRequest, type DeviceRpcResult } from './device-rpc.ts';

/**
 * Calls that wait for their devices in memory, since devices may be offline for long. A node may have as many calls as
 * would fill the queues (5,000) of several devices, so that one that is offline holds up no other.
 */
const AT_ONCE = { all: 100_000, tenant: 20_000, node: 20_000 };

/** Progress of a call that was sent to a session of its device. */
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
          // One-way calls end here.
          if (!request.oneway && !request.persisted) note({ requestId } satisfies Progress);
        },
      });
      const data = error ? JSON.stringify({ error }) : response || '{}';
      return { continueWith: [{ relation: error ? 'Failure' : 'Success', ts: Date.now(), data }] };
    },
  };
}
