/** A call as a session passes it to the device. */
export interface CallToDevice {
  /** Number of the call among those of the device; stands in the topic or the reply. */
  requestId: number;
  method: string;
  /** JSON text */
  params: string;
  oneway: boolean;
  persisted: boolean;
  /** epoch ms */
  expirationTime: number;
}

/** How far a call has come on the network. */
export type DeliveryStatus = 'SENT' | 'DELIVERED' | 'TIMEOUT';

/** A device session that takes calls. */
export interface CallReceiver {
  /** Sends the call. The receiver reports with `delivery` how it goes. */
  receive(call: CallToDevice): void;
}

/** What sessions of devices need of the calls: the way from the transports to the rpc room. */
export interface DeviceCalls {
  /**
   * From now on the receiver gets the calls of the device, first those that wait already.
   * @param waiting 'all' of them, or only the 'first' (a long poll takes one call and goes)
   */
  subscribe(deviceId: string, receiver: CallReceiver, waiting: 'all' | 'first'): void;
  unsubscribe(deviceId: string, receiver: CallReceiver): void;
  /** Reports what became of a call on the network. */
  delivery(deviceId: string, requestId: number, status: DeliveryStatus): void;
  /** The device's answer, from whichever of its sessions. Unknown and already answered ids are ignored. */
  answer(deviceId: string, requestId: number, payload: string): void;
  /** The call could not be passed to the device at all. */
  failed(deviceId: string, requestId: number, error: string): void;
}
