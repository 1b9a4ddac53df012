import type { WaitKind } from '../messages/parked/executor.ts';

/** A call of the platform to a device, on its way from the rule node "rpc call request" to a session. */
export interface DeviceRpcRequest {
  /** requestUUID of the REST call, or a new id when a rule chain made the call itself. */
  id: string;
  tenantId: string;
  deviceId: string;
  method: string;
  /** JSON text */
  params: string;
  oneway: boolean;
  /** epoch ms */
  expirationTime: number;
  persisted: boolean;
  retries?: number;
  /** JSON text or null */
  additionalInfo?: string | null;
}

/** How a call ended. */
export interface DeviceRpcResult {
  /** Answer of the device as text; absent for one-way calls and failures. */
  response?: string;
  error?: 'TIMEOUT' | 'NO_ACTIVE_CONNECTION' | 'INTERNAL' | 'NOT_FOUND' | 'TOO_MANY_CALLS';
}

/** Messages that wait for the answer of a device. A call outlives the server that was to make it. */
export const DEVICE_CALL: WaitKind<DeviceRpcRequest> = { name: 'call to a device' };

/** The way from rules to device sessions and back. Implemented by the rpc room, used by rule nodes. */
export interface DeviceRpc {
  /** Hands the call to the device; resolves when it is answered, delivered (one-way) or has failed. */
  deliver(request: DeviceRpcRequest): Promise<DeviceRpcResult>;
  /** Answers a call that a device made (TO_SERVER_RPC_REQUEST), found by the message's metadata. */
  reply(target: { serviceId: string; sessionId: string; requestId: string; deviceId: string }, payload: string): void;
}
