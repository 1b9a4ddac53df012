import type { Message } from '../messages/message.ts';
import type { UnitOfWork } from '../storage/transaction.ts';

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

/** A call of a rule chain, and the message with which the chain goes on when it has ended. */
export interface ChainCall {
  request: DeviceRpcRequest;
  /** Its `data` and `relation` come from the result. */
  next: Message;
}

/** The way from rules to device sessions and back. Implemented by the rpc room, used by rule nodes. */
export interface DeviceRpc {
  /**
   * Makes calls once the unit is committed, and lets their chains go on with the results. A call outlives the server:
   * one that had not reached its device is made after the next start, also twice when the server died between the two.
   */
  send(unit: UnitOfWork, calls: readonly ChainCall[]): Promise<void>;
  /** Hands the call to the device; resolves when it is answered, delivered (one-way) or has failed. */
  deliver(request: DeviceRpcRequest): Promise<DeviceRpcResult>;
  /** Answers a call that a device made (TO_SERVER_RPC_REQUEST), found by the message's metadata. */
  reply(target: { serviceId: string; sessionId: string; requestId: string; deviceId: string }, payload: string): void;
}
