import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { limitLines } from '../../config/line-limit.ts';
import { isTransient } from '../../config/transient-error.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import { RateLimitError } from '../rate-limits.ts';
import { MAX_PAYLOAD_BYTES } from '../session-limits.ts';
import type { Transport } from '../transport.ts';
import { CoapError, Code, ContentFormat } from './codes.ts';
import { createDeviceLookup, type DeviceLookupParts } from './device-lookup.ts';
import { createDeviceResource, type DeviceResourceParts } from './device-resource.ts';
import { createEfentoResource } from './efento/efento-resource.ts';
import { type Asker, type CoapAnswer, createMessageLayer } from './message-layer.ts';
import { createObservers } from './observers.ts';
import { createPackageResource, type PackageResourceParts } from './package-resource.ts';
import { type CoapRequest, type CoapResponse, uintOption } from './request.ts';
import { createStrangers } from './strangers.ts';
import { createUploads } from './uploads.ts';

/** Bytes that the system keeps for us while we work; it may give less. */
const RECEIVE_BUFFER = 4 * 1024 * 1024;
const UPLOAD_BYTES = 16 * 1024 * 1024;
/** The same for bodies of clients that have not shown a token yet. */
const OPEN_UPLOAD_BYTES = 1024 * 1024;
const MAX_OPEN_BODY = 16_384;
const UPLOAD_SWEEP_PERIOD = 10_000;
/** What there is, in a form that is no longer than a few requests for it (RFC 6690). */
const LINKS = Buffer.from('</api/v1>;ct=50');
/** Longest explanation of an error, in characters. */
const EXPLANATION_LENGTH = 200;

export interface CoapTransportParts
  extends Pick<DeviceResourceParts, 'sessions' | 'messageLog' | 'provisioning'>,
    Pick<PackageResourceParts, 'packages'>,
    Pick<DeviceLookupParts, 'authenticator'> {
  log: Logger;
  settings: {
    bind: string;
    /** 0: any free one */
    coapPort: number;
  };
}

/** The CoAP device API over UDP (RFC 7252, with blocks of RFC 7959). */
export function createCoapTransport(parts: CoapTransportParts): Transport {
  const { log, settings } = parts;
  const logLimited = limitLines(log);
  const socket = createSocket({ type: isIPv6(settings.bind) ? 'udp6' : 'udp4' });
  let isOpen = false;

  const layer = createMessageLayer({
    // Whether a datagram was sent is known by its answer alone.
    send: (bytes, address, port) => {
      if (isOpen) socket.send(bytes, port, address, ignore);
    },
    handle: async (request, asker) => route(request, asker),
    failure,
    onReset: (key, messageId) => observers.reset(key, messageId),
    logLimited,
  });
  const uploads = createUploads({ bodyBytes: MAX_PAYLOAD_BYTES, totalBytes: UPLOAD_BYTES });
  const openUploads = createUploads({ bodyBytes: MAX_OPEN_BODY, totalBytes: OPEN_UPLOAD_BYTES });
  const lookUp = createDeviceLookup({ ...parts, strangers: createStrangers(), trust: layer.endpoints.trust });
  const observers = createObservers({ sessions: parts.sessions, notify: layer.notify });
  const deviceResource = createDeviceResource({
    ...parts,
    lookUp,
    uploads,
    openUploads,
    observers,
  });
  const packageResource = createPackageResource({ ...parts, lookUp, proof: layer.proof });
  const efentoResource = createEfentoResource({ ...parts, lookUp, uploads: openUploads });
  const timer = setInterval(() => {
    uploads.sweep();
    openUploads.sweep();
  }, UPLOAD_SWEEP_PERIOD);
  timer.unref();

  /** Resources by the beginning of their path. */
  async function route(request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const [first, second] = request.path;
    if (first === 'api' && second === 'v1') return deviceResource(request, asker);
    if (first === 'efento') return efentoResource(request, asker);
    if (first === '.well-known' && second === 'core' && request.path.length === 2) return links(request);
    return packageResource(request, asker) ?? Promise.reject(new CoapError(Code.notFound, ''));
  }

  function failure(error: unknown): CoapResponse {
    if (error instanceof CoapError) return refusal(error.code, error.message);
    if (error instanceof PayloadError) return refusal(Code.badRequest, error.message);
    if (error instanceof RateLimitError) return refusal(Code.serverError, error.message);
    if (isTransient(error)) return refusal(Code.unavailable, '');
    logLimited('error', { err: error }, 'a CoAP request of a device failed');
    return refusal(Code.serverError, '');
  }

  return {
    name: 'coap',

    async listen() {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.bind({ address: settings.bind, port: settings.coapPort }, () => {
          socket.removeListener('error', reject);
          resolve();
        });
      });
      isOpen = true;
      socket.on('error', (error) => logLimited('error', { err: error }, 'the CoAP server failed'));
      try {
        socket.setRecvBufferSize(RECEIVE_BUFFER);
      } catch (error) {
        log.debug({ err: error }, 'the buffer for CoAP stays as it is');
      }
      socket.on('message', (bytes, { address, port }) => {
        try {
          layer.receive(bytes, address, port);
        } catch (error) {
          logLimited('error', { err: error }, 'a CoAP datagram could not be read');
        }
      });
    },

    address: () => ({ title: 'CoAP', scheme: 'coap', port: socket.address().port }),

    connectionCount: observers.count,

    async close(): Promise<void> {
      clearInterval(timer);
      layer.close();
      if (!isOpen) return;
      isOpen = false;
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

const ignore = (): void => undefined;

function refusal(code: Code, explanation: string): CoapResponse {
  return explanation === '' ? { code } : { code, payload: Buffer.from(explanation.slice(0, EXPLANATION_LENGTH)) };
}

function links({ method }: CoapRequest): CoapResponse {
  if (method !== Code.get) throw new CoapError(Code.methodNotAllowed, '');
  return { code: Code.content, options: [uintOption('Content-Format', ContentFormat.linkFormat)], payload: LINKS };
}
