import type { Logger } from 'pino';
import { limitLines } from '../../config/line-limit.ts';
import type { DeviceDirectory } from '../../entities/device-directory.ts';
import type { CertificateChecks } from '../certificates/certificate-checks.ts';
import { CoapError, Code } from '../coap/codes.ts';
import type { Endpoint } from '../coap/endpoints.ts';
import { type Asker, type CoapAnswer, createMessageLayer } from '../coap/message-layer.ts';
import type { CoapRequest } from '../coap/request.ts';
import { createUploads } from '../coap/uploads.ts';
import type { DatagramChannel } from '../datagrams.ts';
import { createStrangers } from '../strangers.ts';
import type { Transport, TransportAddress } from '../transport.ts';
import { Format } from './codecs/content.ts';
import { createCredentialsLookup } from './credentials-lookup.ts';
import { failureAnswer } from './failure-answer.ts';
import type { Lwm2mClient } from './lwm2m-client.ts';
import { readRegistration } from './registration.ts';
import { createRegistrations, type RegistrationsParts } from './registrations.ts';

/** Links of a registration, in all, and of one client. */
const UPLOAD_BYTES = 8 * 1024 * 1024;
const MAX_BODY = 65_536;
const SWEEP_PERIOD = 10_000;

/** One way in for clients of LwM2M. */
export interface Lwm2mListener {
  name: string;
  address: Omit<TransportAddress, 'port'>;
  channel: DatagramChannel;
}

export interface Lwm2mTransportParts
  extends Omit<RegistrationsParts, 'requester' | 'credentials' | 'directory' | 'proof'> {
  directory: DeviceDirectory;
  certificates: CertificateChecks;
  log: Logger;
}

/** The LwM2M server: clients register, and are then asked and observed (OMA LwM2M 1.0 and 1.1 over CoAP). */
export function createLwm2mTransport({ name, address, channel }: Lwm2mListener, parts: Lwm2mTransportParts): Transport {
  const logLimited = limitLines(parts.log);
  const strangers = createStrangers();
  const uploads = createUploads({ bodyBytes: MAX_BODY, totalBytes: UPLOAD_BYTES });
  const layer = createMessageLayer({
    send: channel.send,
    handle: async (request, asker) => route(request, asker),
    failure: (error) => failureAnswer(error, logLimited),
    onReset: () => undefined,
    logLimited,
    notes: { log: parts.exchanges, protocol: 'LWM2M' },
  });
  const { offered } = parts;
  const registrations = createRegistrations({
    ...parts,
    requester: layer.requester,
    credentials: createCredentialsLookup(parts.directory, parts.certificates, parts.exchanges),
    proof: layer.proof,
  });
  const timer = setInterval(uploads.sweep, SWEEP_PERIOD);
  timer.unref();

  /** A client has shown itself from there, which may be another place, or another session of DTLS, than before. */
  function trust(endpoint: Endpoint, client: Lwm2mClient): void {
    layer.endpoints.trust(endpoint);
    channel.trust(endpoint.peer, client.tenantId);
  }

  /** The registration interface (OMA LwM2M Core §6.2): `rd`, and `rd/{id}` of a registration; and `dp`. */
  async function route(request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const [first, id, ...rest] = request.path;
    const download = offered.handle(request, asker.endpoint, layer.proof);
    if (download) return download;
    if (first === 'dp' && id === undefined) return send(request, asker);
    if (first !== 'rd' || rest.length > 0) throw new CoapError(Code.notFound, '');
    if (id === undefined) {
      if (request.method !== Code.post) throw new CoapError(Code.methodNotAllowed, '');
      return register(request, asker);
    }
    const identity = asker.endpoint.peer.identity ?? { kind: 'none' };
    const deviceId = registrations.deviceOf(id);
    if (deviceId) asker.device = { id: deviceId, token: '' };
    if (request.method === Code.delete) {
      registrations.deregister(id, identity);
      return { code: Code.deleted };
    }
    if (request.method !== Code.post && request.method !== Code.put) throw new CoapError(Code.methodNotAllowed, '');
    const step = uploads.take(asker.endpoint.key, request);
    if ('answer' in step) return step.answer;
    const { client, sent } = registrations.update(id, request.query, step.body, asker.endpoint, identity);
    trust(asker.endpoint, client);
    return { code: Code.changed, sent };
  }

  /** The information reporting interface (OMA LwM2M Core 1.1 §6.4.7). */
  async function send(request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const { endpoint } = asker;
    if (request.method !== Code.post) throw new CoapError(Code.methodNotAllowed, '');
    const client = registrations.sender(endpoint, endpoint.peer.identity ?? { kind: 'none' });
    asker.device = { id: client.deviceId, token: '' };
    trust(endpoint, client);
    const step = uploads.take(endpoint.key, request);
    if ('answer' in step) return step.answer;
    await client.sent(request.contentFormat, step.body);
    return { code: Code.changed };
  }

  async function register(request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const { endpoint } = asker;
    if (!endpoint.isKnown && !strangers.mayTry(endpoint.address)) return 'later';
    const { contentFormat } = request;
    if (contentFormat !== undefined && contentFormat !== Format.link) {
      throw new CoapError(Code.badRequest, 'Objects are listed in link format');
    }
    const step = uploads.take(endpoint.key, request);
    if ('answer' in step) return step.answer;
    const registration = readRegistration(request.query, step.body);
    const identity = endpoint.peer.identity ?? { kind: 'none' };
    const client = await registrations.register(registration, endpoint, identity);
    if (!client) {
      strangers.failed(endpoint.address);
      throw new CoapError(Code.forbidden, '');
    }
    if (client === 'later') return client;
    asker.device = { id: client.deviceId, token: '' };
    trust(endpoint, client);
    return {
      code: Code.created,
      options: ['rd', client.id].map((segment) => ({ name: 'Location-Path', value: Buffer.from(segment) })),
      sent: () => client.updated(false, true),
    };
  }

  return {
    name,
    listen: () => channel.open({ receive: layer.receive, gone: (peer) => layer.requester.gone(peer.key) }),
    address: () => ({ ...address, port: channel.port() }),
    connectionCount: registrations.count,
    async close(): Promise<void> {
      clearInterval(timer);
      registrations.close();
      layer.close();
      await channel.close();
    },
  };
}
