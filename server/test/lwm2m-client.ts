import {
  type Lwm2mClientOptions as PlainOptions,
  startLwm2mClient as start,
} from '../src/demo/lwm2m-client/lwm2m-client.ts';
import type { DtlsClientOptions } from './dtls-client.ts';
import { createDtlsSocket } from './dtls-socket.ts';

export type { Lwm2mClient as Lwm2mTestClient } from '../src/demo/lwm2m-client/lwm2m-client.ts';

export interface Lwm2mClientOptions extends PlainOptions {
  /** How it encrypts; absent: not at all. */
  dtls?: DtlsClientOptions;
}

/** A client of LwM2M at a port of this machine. */
export const startLwm2mClient = (port: number, { dtls, ...options }: Lwm2mClientOptions) =>
  start({ port, ...(dtls ? { makeSocket: () => createDtlsSocket(dtls) } : {}) }, options);
