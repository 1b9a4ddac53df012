import { entityId } from '@signalbox/contract/id';
import type { ClaimRequest, DeviceClaims } from '../claiming/device-claims.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import { newDeviceMessage } from '../entities/device-message.ts';
import type { EventStore } from '../events/event-store.ts';
import { createRefusalEvents } from '../events/refusal-events.ts';
import type { Message } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { ClientCalls } from '../rpc/client-calls.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import { KeyLimitError, type KeyLimits } from '../telemetry/key-limits.ts';
import { type PayloadOptions, parseAttributes, parseTelemetry } from '../values/json-values.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';
import { requireKeys, requireTimely } from '../values/value-rules.ts';
import { valuesToJsonText } from '../values/wire-values.ts';
import type { AttributesReply, AttributesRequest, NumberTyping } from './device-session.ts';
import { clientCallParts, sessionLimits } from './session-limits.ts';

export interface DeviceUplinkParts {
  messageLog: Pick<MessageLog, 'append'>;
  attributes: Pick<AttributeStore, 'find'>;
  keyLimits: Pick<KeyLimits, 'checkSeries' | 'checkAttributes'>;
  claims: Pick<DeviceClaims, 'register'>;
  clientCalls: ClientCalls;
  events: Pick<EventStore, 'append'>;
  settings: {
    jsonTypeCast: boolean;
    maxStringValueLength: number;
    /** s; 0: no limit */
    maxTimeAhead: number;
    /** For tenants whose profile sets none; 0: no limit. */
    maxKeysPerDevice: number;
  };
  /** Name of this server in metadata of messages that are answered to it. */
  serviceId: string;
}

/** The session that something comes from. */
export interface UplinkSession {
  readonly id: string;
  readonly context: DeviceContext;
}

/**
 * What devices send: it is read, counted against the limits of the tenant, and appended to the message log.
 * @param count counts one message with this many values (0: not telemetry or attributes); throws RateLimitError
 */
export function createDeviceUplink<S extends UplinkSession>(
  parts: DeviceUplinkParts,
  count: (session: S, values: number) => void,
) {
  const { messageLog, attributes, keyLimits, clientCalls, settings } = parts;
  const reportRefusal = createRefusalEvents(parts.events, parts.serviceId);
  const json: PayloadOptions = {
    castStrings: settings.jsonTypeCast,
    maxStringLength: settings.maxStringValueLength,
    dropNestedNulls: true,
  };
  const optionsOf: Record<NumberTyping, PayloadOptions> = { json, schema: { ...json, plainNumbers: true } };

  function message({ context }: S, type: string, data: string, extra: Record<string, string>): Message {
    const { device } = context;
    return newDeviceMessage(context, type, data, { deviceName: device.name, deviceType: device.type, ...extra });
  }

  function withMessage(session: S, type: string, values: KeyValue[], extra: Record<string, string>): Message {
    const built = message(session, type, valuesToJsonText(values), extra);
    built.values = values;
    return built;
  }

  const maxKeysOf = ({ context }: S): number => context.limits.maxKeysPerDevice ?? settings.maxKeysPerDevice;

  /** The error of a check, which is reported to the tenant. */
  function reported({ context: { device } }: S, type: string, error: unknown): unknown {
    if (error instanceof KeyLimitError) reportRefusal(device.tenantId, entityId('DEVICE', device.id), type, error);
    return error;
  }

  return {
    postTelemetry(session: S, telemetry: string | TimedValues[], numbers: NumberTyping): Promise<void> {
      const now = Date.now();
      const timed = typeof telemetry === 'string' ? parseTelemetry(telemetry, now, optionsOf[numbers]) : telemetry;
      if (timed === telemetry) for (const { values } of telemetry) requireKeys(values);
      requireTimely(timed, now, settings.maxTimeAhead * 1000);
      let values = 0;
      for (const point of timed) values += point.values.length;
      count(session, values);
      if (values === 0) return Promise.resolve();
      const { id } = session.context.device;
      try {
        keyLimits.checkSeries(id, timed, values, maxKeysOf(session));
      } catch (error) {
        throw reported(session, 'POST_TELEMETRY_REQUEST', error);
      }
      return messageLog.append(
        timed.map((point) => withMessage(session, 'POST_TELEMETRY_REQUEST', point.values, { ts: String(point.ts) })),
      );
    },

    postAttributes(session: S, given: string | KeyValue[], numbers: NumberTyping): Promise<void> {
      const values = typeof given === 'string' ? parseAttributes(given, optionsOf[numbers]) : given;
      if (values === given) requireKeys(given);
      count(session, values.length);
      if (values.length === 0) return Promise.resolve();
      const { id } = session.context.device;
      try {
        keyLimits.checkAttributes(id, 'CLIENT_SCOPE', values, maxKeysOf(session));
      } catch (error) {
        throw reported(session, 'POST_ATTRIBUTES_REQUEST', error);
      }
      return messageLog.append([withMessage(session, 'POST_ATTRIBUTES_REQUEST', values, { notifyDevice: 'false' })]);
    },

    async getAttributes(session: S, { client, shared }: AttributesRequest): Promise<AttributesReply> {
      count(session, 0);
      const { id } = session.context.device;
      const all = client === undefined && shared === undefined;
      const [clientEntries, sharedEntries] = await Promise.all([
        all || client ? attributes.find(id, 'CLIENT_SCOPE', client) : [],
        all || shared ? attributes.find(id, 'SHARED_SCOPE', shared) : [],
      ]);
      return { client: clientEntries, shared: sharedEntries };
    },

    claim(session: S, request: ClaimRequest): Promise<void> {
      count(session, 0);
      return parts.claims.register(session.context, request);
    },

    async callPlatform(session: S, requestId: number, payload: string, accepted?: () => void): Promise<string> {
      const { method, params } = clientCallParts(payload);
      count(session, 0);
      if (method === 'getSessionLimits') {
        accepted?.();
        return sessionLimits(session.context);
      }
      // Listening comes first: the rules may answer before the append returns.
      const answer = clientCalls.wait({ id: session.id, deviceId: session.context.device.id }, requestId);
      await messageLog.append([
        message(session, 'TO_SERVER_RPC_REQUEST', `{"method":${JSON.stringify(method)},"params":${params}}`, {
          requestId: String(requestId),
          serviceId: parts.serviceId,
          sessionId: session.id,
        }),
      ]);
      accepted?.();
      return answer;
    },
  };
}

export type DeviceUplink<S extends UplinkSession> = ReturnType<typeof createDeviceUplink<S>>;
