import type { WaitKind } from '../messages/parked/executor.ts';

/** A call to a device, from the rule node "rpc call request" to a session. */
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

/** Result of a call. */
export interface DeviceRpcResult {
  /** Answer of the device as text; absent for one-way calls and failures. */
  response?: string;
  error?: 'TIMEOUT' | 'NO_ACTIVE_CONNECTION' | 'INTERNAL' | 'NOT_FOUND' | 'TOO_MANY_CALLS' | 'ID_TAKEN';
}

/** Messages that wait for the answer of a device. Stored, so that a call survives a restart. */
export const DEVICE_CALL: WaitKind<DeviceRpcRequest> = { name: 'call to a device' };

/** The port between rules and device sessions: implemented by the rpc room, used by rule nodes. */
export interface DeviceRpc {
  /** Sends a call to the device; resolves when it is answered, delivered (one-way) or has failed. */
  deliver(request: DeviceRpcRequest): Promise<DeviceRpcResult>;
  /** Answers a call of a device (TO_SERVER_RPC_REQUEST) that the message's metadata names. */
  reply(target: { serviceId: string; sessionId: string; requestId: string; deviceId: string }, payload: string): void;
}
