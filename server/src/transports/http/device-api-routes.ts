import { deviceApiRoutes } from '@signalbox/contract/device-api';
import { ErrorCode } from '@signalbox/contract/error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, badRequest, unauthenticated } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { PackageDelivery } from '../../ota/package-delivery.ts';
import { readProvisionRequest } from '../../provisioning/provision-request.ts';
import type { Provisioning } from '../../provisioning/provisioning-service.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import { valuesToJsonText } from '../../values/wire-values.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { DeviceSession, SessionHandler } from '../device-session.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import { retryUntilCurrent } from '../outdated-device.ts';
import { keyList, writeAttributesReply, writeDeletedAttributes } from '../payload/json-attributes.ts';
import { readClaim } from '../payload/json-claim.ts';
import { payloadText } from '../payload/json-payloads.ts';
import { writeJson } from '../payload/provision-payloads.ts';
import { RateLimitError } from '../rate-limits.ts';
import { packageRoutes } from './package-routes.ts';
import { createRequestNotes } from './request-notes.ts';

/** A long poll without a timeout waits this long, in ms. */
const DEFAULT_POLL = 60_000;
/** Longest wait of a poll, in ms. */
const MAX_POLL = 300_000;

export interface DeviceApiParts {
  authenticator: DeviceAuthenticator;
  provisioning: Provisioning;
  sessions: DeviceSessions;
  packages: PackageDelivery;
  exchanges: ExchangeLog;
}

/** Sends something to a polling device; `accepted` runs only for the first message. */
type Say = (text: string, accepted?: (session: DeviceSession) => void) => void;

/** A session of one request gets no messages. */
const SILENT: SessionHandler = {
  sharedAttributes: () => undefined,
  sharedAttributesDeleted: () => undefined,
  call: () => undefined,
  ended: () => undefined,
};

/** The HTTP device API: every request is a short session of the device whose token is in the path. */
export function deviceApiRouteImplementations({
  authenticator,
  sessions,
  provisioning,
  packages,
  exchanges,
}: DeviceApiParts): RouteImplementation[] {
  const notes = createRequestNotes(exchanges);

  async function withSession<T>(
    token: string,
    raw: FastifyRequest,
    work: (session: DeviceSession) => Promise<T>,
    handler: SessionHandler = SILENT,
  ): Promise<T> {
    let session: DeviceSession | undefined;
    try {
      session = await retryUntilCurrent(async () => {
        const context = await authenticator.byToken(token, 'HTTP', raw.ip);
        if (!context) throw unauthenticated('No device has this access token');
        return sessions.open(context, handler, { kind: 'request' });
      });
      if (exchanges.isWatching) notes.begin(raw, session.context.device.id, token);
      const result = await work(session);
      if (exchanges.isWatching) notes.answered(raw);
      return result;
    } catch (error) {
      const told = asApiError(error);
      if (exchanges.isWatching) notes.refused(raw, told);
      throw told;
    } finally {
      session?.close();
    }
  }

  function sendJson(reply: FastifyReply, text: string): undefined {
    if (exchanges.isWatching) notes.replied(reply.request, text);
    reply.type('application/json').send(text);
    return undefined;
  }

  /**
   * Opens a session, lets `listen` subscribe, and waits for the first message of the platform.
   * @param hear turns a message to the session into the reply to the device
   */
  async function poll(
    token: string,
    request: FastifyRequest,
    timeout: number | undefined,
    { hear, listen }: { hear: (say: Say) => Partial<SessionHandler>; listen: (session: DeviceSession) => void },
  ): Promise<string> {
    const first = Promise.withResolvers<string | undefined>();
    let session: DeviceSession | undefined;
    let heard = false;
    const say: Say = (text, accepted) => {
      // One message a poll: what comes later waits for the next one.
      if (heard || !session || request.raw.socket.destroyed) return;
      heard = true;
      accepted?.(session);
      first.resolve(text);
    };
    const end = (): void => first.resolve(undefined);
    const wait = Math.min(timeout && timeout > 0 ? timeout : DEFAULT_POLL, MAX_POLL);
    const timer = setTimeout(end, wait);
    request.raw.socket.once('close', end);
    try {
      return await withSession(
        token,
        request,
        async (opened) => {
          session = opened;
          opened.begin();
          listen(opened);
          const text = await first.promise;
          if (text === undefined) throw new ApiError(408, ErrorCode.general, `Nothing came within ${wait} ms`);
          return text;
        },
        { ...SILENT, ended: end, ...hear(say) },
      );
    } finally {
      clearTimeout(timer);
      request.raw.socket.removeListener('close', end);
    }
  }

  return [
    implement(deviceApiRoutes.provisionDevice, async ({ raw, reply }) => {
      try {
        const answer = await provisioning.provision(readProvisionRequest(bodyText(raw)), raw.ip);
        return sendJson(reply, writeJson(answer));
      } catch (error) {
        if (error instanceof PayloadError) throw new ApiError(500, ErrorCode.general, error.message);
        throw error;
      }
    }),
    ...packageRoutes(packages, (token, raw, work) => withSession(token, raw, work)),
    implement(deviceApiRoutes.postDeviceTelemetry, async ({ params, raw }) => {
      await withSession(params.token, raw, async (session) => session.postTelemetry(bodyText(raw)));
      return undefined;
    }),
    implement(deviceApiRoutes.postDeviceAttributes, async ({ params, raw }) => {
      await withSession(params.token, raw, async (session) => session.postAttributes(bodyText(raw)));
      return undefined;
    }),
    implement(deviceApiRoutes.getDeviceAttributes, async ({ params, query, raw, reply }) => {
      const client = keyList(query.clientKeys);
      const shared = keyList(query.sharedKeys);
      const found = await withSession(params.token, raw, (session) =>
        session.getAttributes({ ...(client ? { client } : {}), ...(shared ? { shared } : {}) }),
      );
      return sendJson(reply, writeAttributesReply(found));
    }),
    implement(deviceApiRoutes.pollDeviceAttributes, async ({ params, query, raw, reply }) =>
      sendJson(
        reply,
        await poll(params.token, raw, query.timeout, {
          hear: (say) => ({
            sharedAttributes: (entries) => say(valuesToJsonText(entries)),
            sharedAttributesDeleted: (keys) => say(writeDeletedAttributes(keys)),
          }),
          listen: (session) => session.subscribeAttributes(true),
        }),
      ),
    ),
    implement(deviceApiRoutes.pollDeviceRpc, async ({ params, query, raw, reply }) =>
      sendJson(
        reply,
        await poll(params.token, raw, query.timeout, {
          hear: (say) => ({
            call: ({ requestId, method, params: callParams }) =>
              say(`{"id":${requestId},"method":${JSON.stringify(method)},"params":${callParams}}`, (session) => {
                session.callDelivery(requestId, 'DELIVERED');
                session.subscribeCalls(false);
              }),
          }),
          listen: (session) => session.subscribeCalls(true, 'first'),
        }),
      ),
    ),
    implement(deviceApiRoutes.answerDeviceRpc, async ({ params, raw }) => {
      await withSession(params.token, raw, async (session) => session.answerCall(params.requestId, bodyText(raw)));
      return undefined;
    }),
    implement(deviceApiRoutes.registerClaim, async ({ params, raw }) => {
      await withSession(params.token, raw, async (session) => session.claim(readClaim(bodyText(raw))));
      return undefined;
    }),
    implement(deviceApiRoutes.callPlatform, async ({ params, raw, reply }) =>
      sendJson(reply, await withSession(params.token, raw, (session) => session.callPlatform(0, bodyText(raw)))),
    ),
  ];
}

/** The body as text, whatever its content type says. */
const bodyText = ({ body }: FastifyRequest): string => payloadText((body ?? Buffer.alloc(0)) as Buffer);

function asApiError(error: unknown): unknown {
  if (error instanceof PayloadError) return badRequest(error.message);
  // The status of 3.3.2; devices retry later.
  if (error instanceof RateLimitError) return new ApiError(500, ErrorCode.tooManyRequests, error.message);
  return error;
}
