import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import type { DeviceState } from '../device-state/device-state.ts';
import type { DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import { newDeviceMessage } from '../entities/device-message.ts';
import type { Message } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { ClientCalls } from '../rpc/client-calls.ts';
import type { CallReceiver, CallToDevice, DeliveryStatus, DeviceCalls } from '../rpc/device-calls.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import { type PayloadOptions, parseAttributes, parseTelemetry } from '../values/json-values.ts';
import { requireTimely } from '../values/value-rules.ts';
import { valuesToJsonText } from '../values/wire-values.ts';
import type {
  AttributesReply,
  AttributesRequest,
  DeviceSession,
  NumberTyping,
  SessionEnd,
  SessionHandler,
  SessionOptions,
} from './device-session.ts';
import { OutdatedDeviceError } from './outdated-device.ts';
import { createRateLimiter } from './rate-limits.ts';
import { clientCallParts, MAX_PAYLOAD_BYTES, sessionLimits } from './session-limits.ts';

export interface DeviceSessionsParts {
  directory: DeviceDirectory;
  messageLog: Pick<MessageLog, 'append'>;
  attributes: Pick<AttributeStore, 'find'>;
  deviceCalls: DeviceCalls;
  clientCalls: ClientCalls;
  deviceState: DeviceState;
  liveBus: LiveBus;
  log: Logger;
  settings: {
    sessionInactivityTimeout: number;
    activityReportPeriod: number;
    jsonTypeCast: boolean;
    maxStringValueLength: number;
    /** s */
    maxTimeAhead: number;
  };
  /** Name of this server in metadata of messages that are answered to it. */
  serviceId: string;
}

interface OpenDevice {
  context: DeviceContext;
  /** Oldest first. */
  sessions: Set<Session>;
}

interface Session extends DeviceSession, CallReceiver {
  context: DeviceContext;
  kind: SessionOptions['kind'];
  handler: SessionHandler;
  /** epoch ms */
  lastActivity: number;
  /** Activity since the last report to the device state. */
  unreported: boolean;
  wantsAttributes: boolean;
  wantsCalls: boolean;
  closed: boolean;
}

/** All sessions of devices on this server, whatever their protocol. */
export function createDeviceSessions(parts: DeviceSessionsParts) {
  const { directory, messageLog, attributes, deviceCalls, clientCalls, deviceState, liveBus, log, settings } = parts;
  const rateLimiter = createRateLimiter();
  const payloadOptions: PayloadOptions = {
    castStrings: settings.jsonTypeCast,
    maxStringLength: settings.maxStringValueLength,
    dropNestedNulls: true,
  };
  const optionsOf: Record<NumberTyping, PayloadOptions> = {
    json: payloadOptions,
    schema: { ...payloadOptions, plainNumbers: true },
  };
  /** device id → its open sessions; only devices that have one */
  const open = new Map<string, OpenDevice>();
  /** Sessions with activity that the device state does not know of yet. */
  let unreported: Session[] = [];

  const reportTimer = setInterval(reportActivity, settings.activityReportPeriod);
  const inactivityTimer = setInterval(endInactive, Math.min(10_000, settings.sessionInactivityTimeout / 4));
  reportTimer.unref();
  inactivityTimer.unref();

  function reportActivity(): void {
    const sessions = unreported;
    unreported = [];
    for (const session of sessions) {
      session.unreported = false;
      deviceState.active(session.context, session.lastActivity);
    }
  }

  function touch(session: Session): void {
    session.lastActivity = Date.now();
    if (session.unreported || session.closed) return;
    session.unreported = true;
    unreported.push(session);
  }

  function endInactive(): void {
    const before = Date.now() - settings.sessionInactivityTimeout;
    for (const { sessions } of open.values()) {
      for (const session of sessions) {
        if (session.kind === 'connection' && session.lastActivity <= before) end(session, 'inactive');
      }
    }
  }

  function close(session: Session): void {
    if (session.closed) return;
    session.closed = true;
    const { id } = session.context.device;
    if (session.wantsCalls) deviceCalls.unsubscribe(id, session);
    clientCalls.forget(session.id);
    const entry = open.get(id);
    entry?.sessions.delete(session);
    if (entry?.sessions.size === 0) open.delete(id);
    if (session.unreported) deviceState.active(session.context, session.lastActivity);
    if (session.kind === 'connection' && !hasConnection(open.get(id))) {
      deviceState.disconnected(session.context, Date.now());
    }
  }

  function end(session: Session, reason: SessionEnd): void {
    close(session);
    try {
      session.handler.ended(reason);
    } catch (error) {
      log.error({ err: error, reason }, 'a device session could not be ended');
    }
  }

  function endAll(deviceId: string, reason: SessionEnd): void {
    for (const session of [...(open.get(deviceId)?.sessions ?? [])]) end(session, reason);
  }

  /** Reads the device again for its sessions, after it or something that governs it has changed. */
  function refresh({ context: { device } }: OpenDevice): void {
    const { id } = device;
    directory.find(id).then(
      (context) => {
        if (!context) return endAll(id, 'deviceDeleted');
        const entry = open.get(id);
        if (entry) adopt(entry, context);
      },
      (error) => log.error({ err: error, deviceId: id }, 'a changed device could not be read'),
    );
  }

  /** Gives a context to all sessions of its device, unless they have a newer one. */
  function adopt(entry: OpenDevice, context: DeviceContext): void {
    if (context.generation < entry.context.generation) return;
    entry.context = context;
    for (const session of entry.sessions) session.context = context;
  }

  function onEntity(change: Extract<LiveChange, { kind: 'entity' }>): void {
    const { entityType, id } = change.entityId;
    if (entityType === 'DEVICE') {
      const entry = open.get(id);
      if (!entry) return;
      if (change.action === 'deleted') endAll(id, 'deviceDeleted');
      else refresh(entry);
      return;
    }
    if (change.action === 'created') return;
    if (entityType !== 'DEVICE_PROFILE' && entityType !== 'TENANT' && entityType !== 'TENANT_PROFILE') return;
    for (const entry of open.values()) {
      const { device } = entry.context;
      const concerned =
        entityType === 'TENANT_PROFILE' || (entityType === 'TENANT' ? device.tenantId === id : device.profileId === id);
      if (concerned) refresh(entry);
    }
  }

  function onChange(change: LiveChange): void {
    switch (change.kind) {
      case 'attributes':
      case 'attributesDeleted': {
        if (change.scope !== 'SHARED_SCOPE' || !change.notifyDevice) return;
        for (const session of open.get(change.entityId.id)?.sessions ?? []) {
          if (!session.wantsAttributes) continue;
          if (change.kind === 'attributes') session.handler.sharedAttributes(change.entries);
          else session.handler.sharedAttributesDeleted(change.keys);
        }
        return;
      }
      case 'deviceCredentials':
        endAll(change.entityId.id, 'credentialsChanged');
        return;
      case 'entity':
        onEntity(change);
        return;
    }
  }
  const stopListening = liveBus.subscribeKinds(
    ['attributes', 'attributesDeleted', 'deviceCredentials', 'entity'],
    onChange,
  );

  function count(session: Session, dataPoints: number): void {
    const { device, limits } = session.context;
    rateLimiter.count(limits, device.tenantId, device.id, dataPoints);
    touch(session);
  }

  function message(session: Session, type: string, data: string, extra: Record<string, string>): Message {
    const { device } = session.context;
    return newDeviceMessage(session.context, type, data, {
      deviceName: device.name,
      deviceType: device.type,
      ...extra,
    });
  }

  function postTelemetry(this: Session, payload: string, numbers: NumberTyping = 'json'): Promise<void> {
    const now = Date.now();
    const timed = parseTelemetry(payload, now, optionsOf[numbers]);
    requireTimely(timed, now, settings.maxTimeAhead * 1000);
    let points = 0;
    for (const { values } of timed) points += values.length;
    count(this, points);
    if (points === 0) return Promise.resolve();
    return messageLog.append(
      timed.map(({ ts, values }) => {
        const built = message(this, 'POST_TELEMETRY_REQUEST', valuesToJsonText(values), { ts: String(ts) });
        built.values = values;
        return built;
      }),
    );
  }

  function postAttributes(this: Session, payload: string, numbers: NumberTyping = 'json'): Promise<void> {
    const values = parseAttributes(payload, optionsOf[numbers]);
    count(this, values.length);
    if (values.length === 0) return Promise.resolve();
    const built = message(this, 'POST_ATTRIBUTES_REQUEST', valuesToJsonText(values), { notifyDevice: 'false' });
    built.values = values;
    return messageLog.append([built]);
  }

  async function getAttributes(this: Session, { client, shared }: AttributesRequest): Promise<AttributesReply> {
    count(this, 0);
    const { id } = this.context.device;
    const all = client === undefined && shared === undefined;
    const [clientEntries, sharedEntries] = await Promise.all([
      all || client ? attributes.find(id, 'CLIENT_SCOPE', client) : [],
      all || shared ? attributes.find(id, 'SHARED_SCOPE', shared) : [],
    ]);
    return { client: clientEntries, shared: sharedEntries };
  }

  async function callPlatform(
    this: Session,
    requestId: number,
    payload: string,
    accepted?: () => void,
  ): Promise<string> {
    const { method, params } = clientCallParts(payload);
    count(this, 0);
    if (method === 'getSessionLimits') {
      accepted?.();
      return sessionLimits(this.context);
    }
    // Listening comes first: the rules may answer before the append returns.
    const answer = clientCalls.wait(this.id, requestId);
    await messageLog.append([
      message(this, 'TO_SERVER_RPC_REQUEST', `{"method":${JSON.stringify(method)},"params":${params}}`, {
        requestId: String(requestId),
        serviceId: parts.serviceId,
        sessionId: this.id,
      }),
    ]);
    accepted?.();
    return answer;
  }

  /** What all sessions share; a session adds its own state. */
  const behaviour = {
    activity(this: Session) {
      touch(this);
    },
    postTelemetry,
    postAttributes,
    getAttributes,
    subscribeAttributes(this: Session, on: boolean) {
      touch(this);
      this.wantsAttributes = on;
    },
    subscribeCalls(this: Session, on: boolean, waiting: 'all' | 'first' = 'all') {
      touch(this);
      if (this.closed) return;
      const { id } = this.context.device;
      this.wantsCalls = on;
      if (on) deviceCalls.subscribe(id, this, waiting);
      else deviceCalls.unsubscribe(id, this);
    },
    receive(this: Session, call: CallToDevice) {
      this.handler.call(call);
    },
    callDelivery(this: Session, requestId: number, status: DeliveryStatus) {
      deviceCalls.delivery(this.context.device.id, requestId, status);
    },
    callFailed(this: Session, requestId: number, error: string) {
      deviceCalls.failed(this.context.device.id, requestId, error);
    },
    answerCall(this: Session, requestId: number, payload: string) {
      count(this, 0);
      deviceCalls.answer(this.context.device.id, requestId, payload);
    },
    callPlatform,
    close(this: Session) {
      close(this);
    },
  };

  return {
    /**
     * Opens a session for a device that has shown its credentials.
     * @throws OutdatedDeviceError when they may have changed since; see untilCurrent
     * @throws RateLimitError when a new connection is one message too many
     */
    open(context: DeviceContext, handler: SessionHandler, { kind }: SessionOptions): DeviceSession {
      const { id } = context.device;
      const now = Date.now();
      if (directory.isOutdated(context)) throw new OutdatedDeviceError();
      if (kind === 'connection') rateLimiter.count(context.limits, context.device.tenantId, id, 0);
      let entry = open.get(id);
      if (!entry) {
        entry = { context, sessions: new Set() };
        open.set(id, entry);
      }
      adopt(entry, context);
      const older = kind === 'connection' ? [...entry.sessions].filter((other) => other.kind === 'connection') : [];
      const session: Session = Object.assign(Object.create(behaviour) as typeof behaviour, {
        id: randomUUID() as string,
        context: entry.context,
        kind,
        handler,
        lastActivity: now,
        unreported: false,
        wantsAttributes: false,
        wantsCalls: false,
        closed: false,
      });
      entry.sessions.add(session);
      // The newest connection wins. It is there already, so the device does not count as disconnected in between.
      for (const other of older) end(other, 'newerSession');
      if (kind === 'connection') deviceState.connected(context, now);
      deviceState.active(context, now);
      return session;
    },

    /** Most bytes of one payload. */
    maxPayloadBytes: MAX_PAYLOAD_BYTES,

    /** Ends all sessions. */
    close(): void {
      clearInterval(reportTimer);
      clearInterval(inactivityTimer);
      stopListening();
      for (const id of [...open.keys()]) endAll(id, 'shutdown');
    },
  };
}

function hasConnection(entry: OpenDevice | undefined): boolean {
  for (const session of entry?.sessions ?? []) if (session.kind === 'connection') return true;
  return false;
}

export type DeviceSessions = ReturnType<typeof createDeviceSessions>;
