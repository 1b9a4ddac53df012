import type { Logger } from 'pino';
import { limitLines } from '../../config/line-limit.ts';
import { isTransient } from '../../config/transient-error.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import type { DatagramChannel } from '../datagrams.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import { RateLimitError } from '../rate-limits.ts';
import { MAX_PAYLOAD_BYTES } from '../session-limits.ts';
import { createStrangers } from '../strangers.ts';
import type { Transport, TransportAddress } from '../transport.ts';
import type { CertifiedDevices } from './certified-devices.ts';
import { CoapError, Code, ContentFormat } from './codes.ts';
import { createDeviceLookup, type DeviceLookupParts } from './device-lookup.ts';
import { createDeviceResource, type DeviceResourceParts } from './device-resource.ts';
import { createEfentoResource } from './efento/efento-resource.ts';
import { type Asker, type CoapAnswer, createMessageLayer } from './message-layer.ts';
import { createObservers } from './observers.ts';
import { createPackageResource, type PackageResourceParts } from './package-resource.ts';
import { type CoapRequest, type CoapResponse, uintOption } from './request.ts';
import { createUploads } from './uploads.ts';

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
  exchanges: ExchangeLog;
  log: Logger;
}

/** One way in for CoAP. */
export interface CoapListener {
  /** Of the transport: "coap". */
  name: string;
  address: Omit<TransportAddress, 'port'>;
  channel: DatagramChannel;
  /** Devices that have shown certificates. */
  certified?: Pick<CertifiedDevices, 'certificatesOf' | 'gone'>;
}

/** The CoAP device API over datagrams (RFC 7252, with blocks of RFC 7959). */
export function createCoapTransport(listener: CoapListener, parts: CoapTransportParts): Transport {
  const { name, address, channel, certified } = listener;
  const logLimited = limitLines(parts.log);

  const layer = createMessageLayer({
    send: channel.send,
    handle: async (request, asker) => route(request, asker),
    failure,
    onReset: (key, messageId) => observers.reset(key, messageId),
    logLimited,
    notes: { log: parts.exchanges, protocol: 'COAP' },
  });
  const uploads = createUploads({ bodyBytes: MAX_PAYLOAD_BYTES, totalBytes: UPLOAD_BYTES });
  const openUploads = createUploads({ bodyBytes: MAX_OPEN_BODY, totalBytes: OPEN_UPLOAD_BYTES });
  const lookUp = createDeviceLookup({
    ...parts,
    strangers: createStrangers(),
    certificatesOf: (peer) => certified?.certificatesOf(peer),
    trust(endpoint, tenantId) {
      layer.endpoints.trust(endpoint);
      channel.trust(endpoint.peer, tenantId);
    },
  });
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
    name,
    listen: () =>
      channel.open({
        receive: layer.receive,
        gone(peer, reason) {
          observers.gone(peer.key);
          certified?.gone(peer, reason);
        },
      }),
    address: () => ({ ...address, port: channel.port() }),
    connectionCount: observers.count,

    async close(): Promise<void> {
      clearInterval(timer);
      layer.close();
      await channel.close();
    },
  };
}

function refusal(code: Code, explanation: string): CoapResponse {
  return explanation === '' ? { code } : { code, payload: Buffer.from(explanation.slice(0, EXPLANATION_LENGTH)) };
}

function links({ method }: CoapRequest): CoapResponse {
  if (method !== Code.get) throw new CoapError(Code.methodNotAllowed, '');
  return { code: Code.content, options: [uintOption('Content-Format', ContentFormat.linkFormat)], payload: LINKS };
}
