import type { DeviceKind } from '../device-models.ts';

/** Protocols that simulated devices speak. */
export const SIMULATED_PROTOCOLS = ['mqtt', 'http', 'coap', 'lwm2m', 'snmp'] as const;
export type SimulatedProtocol = (typeof SIMULATED_PROTOCOLS)[number];

/** A device that is played. */
export interface SimulatedDevice {
  /** UUID */
  id: string;
  name: string;
  kind: DeviceKind;
  /** Access token; of LwM2M the endpoint. */
  credentialsId: string;
}

/** What becomes of what is sent. */
export interface SimulationReport {
  sent(): void;
  /** The server has stored it. */
  acknowledged(): void;
  failed(error: Error): void;
}

export interface SimulationOptions {
  /** Where the devices find the server: an address of their protocol. */
  address: string;
  /** 10: sends ten times as often as a device would. */
  rate: number;
  report: SimulationReport;
}

/** Plays a device until the returned function is called. It answers calls, so that they can be tried. */
export type Simulate = (device: SimulatedDevice, options: SimulationOptions) => () => void;

/** What devices say of themselves. */
export const describeDevice = ({ kind }: SimulatedDevice) => ({ firmware: '2.4.1', model: kind });

/** What devices answer to a call: the time, or what they were told. @param text JSON with `method` and `params` */
export function answerCall(text: string): string {
  const { method, params } = JSON.parse(text) as { method: string; params: unknown };
  return JSON.stringify(method === 'getTime' ? { time: Date.now() } : { method, params, done: true });
}
