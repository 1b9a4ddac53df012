import type { Logger } from 'pino';
import { limitLines } from '../../../config/line-limit.ts';
import type { DeviceContext, DeviceDirectory } from '../../../entities/device-directory.ts';
import { CoapError, Code } from '../../coap/codes.ts';
import { SILENT } from '../../coap/device-resource.ts';
import type { Endpoint } from '../../coap/endpoints.ts';
import { type Asker, type CoapAnswer, createMessageLayer } from '../../coap/message-layer.ts';
import type { CoapRequest } from '../../coap/request.ts';
import { NoAnswerError, type Requester } from '../../coap/requester.ts';
import type { DeviceSessions } from '../../device-sessions.ts';
import { hasFairRoom } from '../../fair-room.ts';
import { retryUntilCurrent } from '../../outdated-device.ts';
import { createStrangers } from '../../strangers.ts';
import type { Transport } from '../../transport.ts';
import { writeContent } from '../codecs/codecs.ts';
import { ContentError, Format, type Path } from '../codecs/content.ts';
import { readLinks } from '../codecs/link-format.ts';
import { type CheckedCertificates, createCredentialsLookup } from '../credentials-lookup.ts';
import { failureAnswer } from '../failure-answer.ts';
import type { Lwm2mListener } from '../lwm2m-server.ts';
import { isSuccess } from '../operations/operations.ts';
import { endpointIn } from '../registration.ts';
import { type BootstrapConfig, bootstrapConfig, bootstrapTypeOf, keptInstance } from './bootstrap-config.ts';

export interface BootstrapTransportParts {
  directory: DeviceDirectory;
  certificates: CheckedCertificates;
  sessions: Pick<DeviceSessions, 'open'>;
  log: Logger;
  settings: {
    /** ms */
    lwm2mRequestTimeout: number;
    lwm2mLog: boolean;
  };
}

/** Clients that are being bootstrapped, of all tenants and of one device; others ask again later. */
const MAX_UNDER_WAY = 1000;
const MAX_OF_DEVICE = 3;
/** A client has this long to show its address, ms: it may be slow to receive. */
const PROOF_TIMEOUT = 8000;
const FORMATS: readonly number[] = [Format.tlv, Format.senmlCbor, Format.senmlJson, Format.json];

/** A client that is told what it is to have. */
interface Bootstrapped {
  endpoint: Endpoint;
  requester: Requester;
}

/** The bootstrap server: tells clients which server they belong to, and how they show themselves there. */
export function createBootstrapTransport(
  { name, address, channel }: Lwm2mListener,
  { directory, certificates, sessions, log, settings }: BootstrapTransportParts,
): Transport {
  const logLimited = limitLines(log);
  const strangers = createStrangers();
  const credentials = createCredentialsLookup(directory, certificates);
  const layer = createMessageLayer({
    send: channel.send,
    handle: async (request, asker) => route(request, asker),
    failure: (error) => failureAnswer(error, logLimited),
    onReset: () => undefined,
    logLimited,
  });
  /** key of the endpoint → whose it is */
  const underWay = new Map<string, { tenantId: string; deviceId: string }>();

  /** Whether a device may be bootstrapped: anybody can claim to be one, from many addresses. */
  function hasRoom({ device }: DeviceContext): boolean {
    let [ofTenant, ofDevice] = [0, 0];
    for (const { tenantId, deviceId } of underWay.values()) {
      if (tenantId === device.tenantId) ofTenant++;
      if (deviceId === device.id) ofDevice++;
    }
    return ofDevice < MAX_OF_DEVICE && hasFairRoom(ofTenant, underWay.size, MAX_UNDER_WAY);
  }

  /** Tells the tenant what became of it. Nobody waits for that. */
  function tell({ device }: DeviceContext, text: string): void {
    if (!settings.lwm2mLog) return;
    retryUntilCurrent(async () => {
      const current = await directory.find(device.id);
      const session = current && sessions.open(current, SILENT, { kind: 'request' });
      const values = [{ key: 'transportLog', value: { type: 'STRING' as const, value: text } }];
      await session?.postTelemetry([{ ts: Date.now(), values }]).finally(() => session.close());
    }).catch((error) => logLimited('error', { err: error }, 'the log of a device of LwM2M could not be written'));
  }

  /**
   * Where the client keeps what it knows of this server (Bootstrap-Discover, OMA LwM2M Core §6.1.7.4).
   * @returns 0 when it does not say that
   */
  async function discover({ endpoint, requester }: Bootstrapped): Promise<number> {
    const request = { method: Code.get, path: ['0'], accept: Format.link };
    const { code, payload } = await requester.ask(endpoint, request, settings.lwm2mRequestTimeout);
    try {
      return isSuccess(code) ? keptInstance(readLinks(payload)) : 0;
    } catch (error) {
      if (error instanceof ContentError) return 0;
      throw error;
    }
  }

  async function ask(
    { endpoint, requester }: Bootstrapped,
    method: string,
    path: Path | ['bs'],
    more: object = {},
  ): Promise<void> {
    const request = { method, path: path.map(String), ...more };
    const { code } = await requester.ask(endpoint, request, settings.lwm2mRequestTimeout);
    // What is to be deleted need not be there.
    if (!isSuccess(code) && !(method === Code.delete && code === Code.notFound)) {
      throw new Error(`/${request.path.join('/')} was answered with ${code}`);
    }
  }

  async function write(
    client: Bootstrapped,
    configWith: (kept: number) => BootstrapConfig,
    contentFormat: number,
  ): Promise<void> {
    await ask(client, Code.delete, [0]);
    await ask(client, Code.delete, [1]);
    const kept = await discover(client);
    for (const { path, entries } of configWith(kept).instances) {
      const payload = writeContent(contentFormat, entries, path, bootstrapTypeOf);
      await ask(client, Code.put, path, { contentFormat, payload });
    }
    await ask(client, Code.post, ['bs']);
  }

  async function bootstrap(
    endpoint: Endpoint,
    context: DeviceContext,
    configWith: (kept: number) => BootstrapConfig,
    format: number,
  ) {
    const { tenantId, id: deviceId } = context.device;
    underWay.set(endpoint.key, { tenantId, deviceId });
    try {
      // What it is told are secrets: they go to whom has the address, and not to somebody who claims it.
      if (!(await layer.proof(endpoint, PROOF_TIMEOUT))) throw new NoAnswerError('The client does not answer');
      layer.endpoints.trust(endpoint);
      await write({ endpoint, requester: layer.requester.of(tenantId) }, configWith, format);
      tell(context, 'Info: Bootstrap finished');
    } catch (error) {
      tell(context, `Error: Bootstrap: ${(error as Error).message}`);
    } finally {
      underWay.delete(endpoint.key);
    }
  }

  async function route(request: CoapRequest, { endpoint }: Asker): Promise<CoapAnswer> {
    if (request.path.length !== 1 || request.path[0] !== 'bs') throw new CoapError(Code.notFound, '');
    if (request.method !== Code.post) throw new CoapError(Code.methodNotAllowed, '');
    if (!endpoint.isKnown && !strangers.mayTry(endpoint.address)) return 'later';
    if (underWay.has(endpoint.key)) return { code: Code.changed };
    const wanted = Number(request.query.get('pct') ?? Format.tlv);
    const format = FORMATS.includes(wanted) ? wanted : Format.tlv;
    const known = await credentials.findForBootstrap(endpointIn(request.query), endpoint.peer.identity);
    if (!known) {
      strangers.failed(endpoint.address);
      throw new CoapError(Code.forbidden, '');
    }
    const { context } = known;
    if (!hasRoom(context)) throw new CoapError(Code.unavailable, '');
    channel.trust(endpoint.peer, context.device.tenantId);
    const configWith = (kept: number) => bootstrapConfig(context.profile, known.credentials, kept);
    try {
      configWith(0);
    } catch (error) {
      tell(context, `Error: Bootstrap: ${(error as Error).message}`);
      throw new CoapError(Code.badRequest, '');
    }
    return { code: Code.changed, sent: () => void bootstrap(endpoint, context, configWith, format) };
  }

  return {
    name,
    listen: () => channel.open({ receive: layer.receive }),
    address: () => ({ ...address, port: channel.port() }),
    connectionCount: () => 0,
    async close(): Promise<void> {
      layer.close();
      await channel.close();
    },
  };
}
