/** A call as a session passes it to the device. */
export interface CallToDevice {
  /** Number of the call among those of the device; part of the topic or the reply. */
  requestId: number;
  method: string;
  /** JSON text */
  params: string;
  oneway: boolean;
  persisted: boolean;
  /** epoch ms */
  expirationTime: number;
}

/** Delivery state of a call, as the transport reports it. */
export type DeliveryStatus = 'SENT' | 'DELIVERED' | 'TIMEOUT';

/** A device session that takes calls. */
export interface CallReceiver {
  /** Sends the call. The receiver reports progress through `delivery`. */
  receive(call: CallToDevice): void;
}

/** Calls as device sessions see them: the port from the transports to the rpc room. */
export interface DeviceCalls {
  /**
   * Subscribes the receiver to the calls of the device, starting with those that wait already.
   * @param waiting 'all' of them, or only the 'first' (a long poll takes one call and ends)
   */
  subscribe(deviceId: string, receiver: CallReceiver, waiting: 'all' | 'first'): void;
  unsubscribe(deviceId: string, receiver: CallReceiver): void;
  /** Reports the delivery of a call. */
  delivery(deviceId: string, requestId: number, status: DeliveryStatus): void;
  /** The device's answer, from whichever of its sessions. Unknown and already answered ids are ignored. */
  answer(deviceId: string, requestId: number, payload: string): void;
  /** Reports that the call could not be passed to the device at all. */
  failed(deviceId: string, requestId: number, error: string): void;
}
