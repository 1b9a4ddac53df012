import type { DeviceContext } from '../../entities/device-directory.ts';
import type { MessageLog } from '../../messages/message-log.ts';
import type { Provisioning } from '../../provisioning/provisioning-service.ts';
import { lenientJson } from '../../values/json-scanner.ts';
import type { AttributesReply, DeviceSession, SessionHandler } from '../device-session.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { uplinkFormat } from '../payload/choose-format.ts';
import { keyList } from '../payload/json-attributes.ts';
import { jsonPayloads } from '../payload/json-payloads.ts';
import type { PayloadFormat } from '../payload/payload-format.ts';
import { readProvisionPayload } from '../payload/provision-payloads.ts';
import { type CoapProfile, coapProfile } from './coap-profile.ts';
import { CoapError, Code, ContentFormat } from './codes.ts';
import type { DeviceLookup } from './device-lookup.ts';
import type { Observed } from './device-observer.ts';
import type { Endpoint } from './endpoints.ts';
import type { Asker, CoapAnswer } from './message-layer.ts';
import type { Observers } from './observers.ts';
import { type CoapRequest, type CoapResponse, uintOption } from './request.ts';
import type { Uploads } from './uploads.ts';

export interface DeviceResourceParts {
  lookUp: DeviceLookup;
  sessions: Pick<DeviceSessions, 'open'>;
  messageLog: Pick<MessageLog, 'pressure'>;
  uploads: Uploads;
  /** For bodies of clients without a token. */
  openUploads: Uploads;
  observers: Observers;
  provisioning: Provisioning;
}

/** A device waits for the answer to its call for this long, ms; then there is none. */
const CALL_TIMEOUT = 10_000;
/** Largest id of a call. */
const MAX_REQUEST_ID = 2 ** 31 - 1;

/** feature → what of a device is observed by it */
const OBSERVED: ReadonlyMap<string, Observed> = new Map([
  ['attributes', 'attributes'],
  ['rpc', 'calls'],
]);

const FEATURES: ReadonlySet<string> = new Set(['telemetry', 'attributes', 'claim', 'rpc']);

/** A session of one request gets no messages. */
export const SILENT: SessionHandler = {
  sharedAttributes: () => undefined,
  sharedAttributesDeleted: () => undefined,
  call: () => undefined,
  ended: () => undefined,
};

/** One request of a device that has shown its token. */
interface DeviceRequest {
  session: DeviceSession;
  profile: CoapProfile;
  format: PayloadFormat;
  request: CoapRequest;
  body: Buffer;
}

/** The device API: `api/v1/{token}/{feature}` (device-protocols.md §7.1). */
export function createDeviceResource(parts: DeviceResourceParts) {
  const { lookUp, sessions, messageLog, uploads, openUploads, observers, provisioning } = parts;
  /** Numbers calls of devices, of which a session may have several under way. */
  let lastCall = 0;

  async function answer(given: DeviceRequest, feature: string, id: string | undefined): Promise<CoapAnswer> {
    const { session, format, request, body } = given;
    const isPost = request.method === Code.post;
    switch (feature) {
      case 'telemetry':
        requirePost(isPost);
        await format.postTelemetry(session, body);
        return { code: Code.created };
      case 'attributes':
        if (!isPost) return readAttributes(given);
        await format.postAttributes(session, body);
        return { code: Code.created };
      case 'claim':
        requirePost(isPost);
        await session.claim(format.readClaim(body));
        return { code: Code.created };
      case 'rpc':
        requirePost(isPost);
        return id === undefined ? callPlatform(given) : answerCall(given, id);
      default:
        throw new CoapError(Code.badRequest, 'There is no such feature');
    }
  }

  async function readAttributes(given: DeviceRequest): Promise<CoapResponse> {
    const { query } = given.request;
    const client = keyList(query.get('clientKeys'));
    const shared = keyList(query.get('sharedKeys'));
    const reply = await given.session.getAttributes({
      ...(client ? { client } : {}),
      ...(shared ? { shared } : {}),
    });
    if (isNothing(reply)) throw new CoapError(Code.notFound, 'The device has no such attributes');
    return content(given, given.format.writeAttributesReply(0, reply));
  }

  async function callPlatform(given: DeviceRequest): Promise<CoapAnswer> {
    const { session, format, body } = given;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), CALL_TIMEOUT);
    });
    try {
      const reply = await Promise.race([
        session.callPlatform(++lastCall & MAX_REQUEST_ID, format.readCall(body)),
        timeout,
      ]);
      return reply === undefined ? 'none' : content(given, format.writeCallAnswer(0, reply));
    } finally {
      clearTimeout(timer);
    }
  }

  function answerCall({ session, format, body }: DeviceRequest, id: string): CoapResponse {
    const requestId = Number(id);
    if (!/^\d+$/.test(id) || requestId > MAX_REQUEST_ID) {
      throw new CoapError(Code.badRequest, 'The id of a call is a number of 32 bits');
    }
    const answer = format.readCallAnswer(body);
    if (format === jsonPayloads && !lenientJson(answer).startsWith('{')) {
      throw new CoapError(Code.badRequest, 'The answer to a call must be a JSON object');
    }
    session.answerCall(requestId, answer);
    return { code: Code.created };
  }

  async function observe(
    feature: string,
    request: CoapRequest,
    asker: Asker,
    authenticate: () => Promise<DeviceContext>,
    deviceId: string,
  ): Promise<CoapAnswer> {
    const observed = OBSERVED.get(feature);
    if (!observed) throw new CoapError(Code.badRequest, 'This cannot be observed');
    if (request.observe === 0) return observers.register(observed, request, asker, authenticate);
    if (request.observe === 1) return observers.deregister(observed, deviceId);
    throw new CoapError(Code.badOption, 'Observe is 0 or 1');
  }

  /** What a device does that has no token yet (device-protocols.md §9). */
  async function provision(request: CoapRequest, endpoint: Endpoint): Promise<CoapAnswer> {
    if (request.method !== Code.post) throw new CoapError(Code.methodNotAllowed, '');
    const step = openUploads.take(endpoint.key, request);
    if ('answer' in step) return step.answer;
    const { request: requested, write } = readProvisionPayload(step.body);
    const reply = await provisioning.provision(requested, endpoint.address);
    const payload = write(reply);
    const isText = typeof payload === 'string';
    return {
      code: reply.status === 'SUCCESS' ? Code.created : Code.badRequest,
      options: [uintOption('Content-Format', isText ? ContentFormat.json : ContentFormat.octets)],
      payload: isText ? Buffer.from(payload) : payload,
    };
  }

  return async function handle(request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const { endpoint } = asker;
    const [token, feature, id, ...rest] = withToken(request.path.slice(2), endpoint);
    if (feature === undefined && token?.toLowerCase() === 'provision') return provision(request, endpoint);
    if (feature === undefined || rest.length > 0)
      throw new CoapError(Code.unauthorized, 'The path has no access token');
    if (request.method !== Code.post && request.method !== Code.get) {
      throw new CoapError(Code.methodNotAllowed, 'A device sends GET and POST');
    }
    const found = await lookUp(token, endpoint);
    if (found === 'later') return found;
    const { id: deviceId } = found.device;
    asker.device = { id: deviceId, token: token ?? '' };
    // A client that gets no answer sends more slowly: the database catches up.
    if (request.method === Code.post && messageLog.pressure(found.device.tenantId).full) return 'later';
    observers.heardFrom(deviceId);
    const authenticate = async (): Promise<DeviceContext> => {
      const context = await lookUp(token, endpoint);
      if (context === 'later') throw new CoapError(Code.unavailable, '');
      return context;
    };
    const name = feature.toLowerCase();
    if (request.method === Code.get && request.observe !== undefined) {
      return observe(name, request, asker, authenticate, deviceId);
    }
    const step = uploads.take(endpoint.key, request);
    if ('answer' in step) return step.answer;
    const own = observers.sessionOf(deviceId);
    if (own) return answerIn(own, request, step.body, name, id);
    let current: DeviceContext | undefined = found;
    const session = await retryUntilCurrent(async () => {
      const context = current ?? (await authenticate());
      current = undefined;
      return sessions.open(context, SILENT, { kind: 'request' });
    });
    try {
      return await answerIn(session, request, step.body, name, id);
    } finally {
      session.close();
    }
  };

  function answerIn(
    session: DeviceSession,
    request: CoapRequest,
    body: Buffer,
    feature: string,
    id: string | undefined,
  ): Promise<CoapAnswer> {
    const profile = coapProfile(session.context.profile);
    const format = uplinkFormat('profile', profile);
    return answer({ session, profile, format, request, body }, feature, id);
  }
}

/** The path below `api/v1` with a token, which devices with a certificate leave out. */
function withToken(path: readonly string[], { peer }: Endpoint): readonly (string | undefined)[] {
  const isLeftOut = peer.identity?.kind === 'certificate' && FEATURES.has(path[0]?.toLowerCase() ?? '');
  return isLeftOut ? [undefined, ...path] : path;
}

function requirePost(isPost: boolean): void {
  if (!isPost) throw new CoapError(Code.badRequest, 'This can only be sent');
}

function isNothing({ client, shared }: AttributesReply): boolean {
  return client.length === 0 && shared.length === 0;
}

/** An answer with a payload in the format of the device. */
function content({ profile, request }: DeviceRequest, payload: string | Buffer): CoapResponse {
  const contentFormat = profile.protobuf ? ContentFormat.octets : (request.contentFormat ?? ContentFormat.json);
  return {
    code: Code.content,
    options: [uintOption('Content-Format', contentFormat)],
    payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
  };
}
