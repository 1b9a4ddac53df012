import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_FRAME_BYTES } from '@signalbox/contract/live';
import { SESSION_ENDED_CLOSE, TOKEN_EXPIRED_CLOSE } from '@signalbox/contract/live-codes';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { ApiError, unauthenticated } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { SocketUpgrade } from '../http/socket-upgrades.ts';
import { createTurns } from '../storage/turns.ts';
import { createAlarmChanges } from './alarm-changes.ts';
import { createDeletedEntities } from './deleted-entities.ts';
import { createDynamicValues } from './dynamic-values.ts';
import type { LiveParts } from './live-parts.ts';
import { createLiveSession, type LiveSession } from './live-session.ts';
import { createOwnerCounts } from './owner-counts.ts';
import { createSessionCommands, type SessionCommands } from './session-commands.ts';
import type { SocketLimits } from './socket-limits.ts';

export interface LiveServerOptions
  extends Omit<LiveParts, 'dynamicValues' | 'deletedEntities' | 'alarmChanges' | 'refreshInTurn'> {
  /**
   * The user of an access token, and its expiry in epoch seconds.
   * @throws ApiError 401 when it is not valid
   */
  grantOf: (token: string) => Promise<{ user: SecurityUser; expires: number }>;
  /** Limits of the sockets of a tenant that are opened now. */
  limitsOf: (tenantId: string) => Promise<SocketLimits>;
  /** Counts the opening of a socket as a call. @throws ApiError 429 when it is one too many */
  countCall?: (user: SecurityUser) => Promise<void>;
  /** A socket on which nothing was sent for this many ms gets a ping. */
  pingTimeout: number;
}

const PREFIX = '/api/ws/plugins/';
/** ms that clients get to answer the close of their socket */
const CLOSE_MS = 500;
/** ms between checks of sockets */
const CHECK_PERIOD = 1000;
/** Concurrent evaluations of dynamic queries, of all sockets together. */
const REFRESHES_AT_ONCE = 4;
/** Frames in progress on one socket at which reading from it pauses, and resumes. */
const MANY_FRAMES = 32;
const FEW_FRAMES = 8;

/** The sockets of `/api/ws/plugins/telemetry` (live-data.md). */
export function createLiveServer(options: LiveServerOptions) {
  const { liveBus, log } = options;
  const parts: LiveParts = {
    ...options,
    dynamicValues: createDynamicValues(options.attributes, liveBus, options.valueRightsOf),
    deletedEntities: createDeletedEntities(liveBus),
    alarmChanges: createAlarmChanges(liveBus),
    refreshInTurn: createTurns(REFRESHES_AT_ONCE),
  };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const counts = createOwnerCounts('sessions');
  const subscriptions = createOwnerCounts('subscriptions');
  const sessions = new Map<LiveSession, SessionCommands>();
  /** When the token of each session expires, epoch ms. */
  const expiries = new Map<LiveSession, number>();
  /** Sessions with changes to send at the end of this tick. */
  let toFlush: LiveSession[] = [];

  function flushSoon(session: LiveSession): void {
    if (toFlush.length === 0) setImmediate(flushAll);
    toFlush.push(session);
  }

  function flushAll(): void {
    const due = toFlush;
    toFlush = [];
    const now = Date.now();
    for (const session of due) session.flush(now);
  }

  function open(socket: WebSocket, user: SecurityUser, limits: SocketLimits): LiveSession {
    const session = createLiveSession(socket, user, limits, flushSoon);
    const commands = createSessionCommands(parts, session, {
      add: (more) => subscriptions.add(user, limits.subscriptions, more),
      remove: (gone) => subscriptions.remove(user, gone),
    });
    sessions.set(session, commands);
    let framesUnderWay = 0;
    socket.on('message', (data: RawData) => {
      // Frames already received still arrive; their commands wait for their turn.
      if (++framesUnderWay >= MANY_FRAMES) socket.pause();
      commands
        .handle(data as Buffer)
        .catch((error: unknown) => log.error({ err: error }, 'a socket frame failed'))
        .finally(() => {
          if (--framesUnderWay <= FEW_FRAMES && socket.isPaused) socket.resume();
        });
    });
    socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'));
    socket.on('close', () => {
      sessions.delete(session);
      expiries.delete(session);
      counts.remove(user);
      commands.close();
    });
    return session;
  }

  /** Ends a session whose user was signed out while its socket was being opened and not yet registered. */
  async function closeIfEnded(session: LiveSession, token: string): Promise<void> {
    try {
      await options.grantOf(token);
    } catch (error) {
      if (error instanceof ApiError) session.close(SESSION_ENDED_CLOSE.code, SESSION_ENDED_CLOSE.reason);
      else log.error({ err: error }, 'a socket could not be authenticated again');
    }
  }

  async function upgrade(request: IncomingMessage, url: URL, connection: Duplex, head: Buffer): Promise<void> {
    const tokens = url.searchParams.getAll('token');
    const [token] = tokens;
    if (tokens.length !== 1 || !token?.trim()) throw unauthenticated();
    const grant = await options.grantOf(token);
    await options.countCall?.(grant.user);
    const limits = await options.limitsOf(grant.user.tenantId);
    sockets.handleUpgrade(request, connection, head, (socket) => {
      const plugin = url.pathname.slice(PREFIX.length).split('/')[0] ?? '';
      if (plugin.toLowerCase() !== 'telemetry') {
        socket.close(1007, "Can't find plugin with specified token!");
        return;
      }
      const tooMany = counts.add(grant.user, limits.sessions);
      if (tooMany) {
        socket.close(1008, tooMany);
        return;
      }
      const session = open(socket, grant.user, limits);
      expiries.set(session, grant.expires * 1000);
      void closeIfEnded(session, token);
    });
  }

  const stopListening = liveBus.subscribeKinds(['userSessions', 'entity'], (change) => {
    const { id } = change.entityId;
    if (change.kind === 'userSessions') closeWhere((user) => user.userId === id);
    // A deleted customer, or one no longer public, has no visitors.
    else if (change.kind === 'entity' && change.action === 'deleted') {
      if (change.entityId.entityType === 'CUSTOMER') closeWhere((user) => user.customerId === id);
      else if (change.entityId.entityType === 'TENANT') closeWhere((user) => user.tenantId === id);
    }
  });

  function closeWhere(matches: (user: SecurityUser) => boolean): void {
    for (const [session, commands] of sessions) {
      if (!matches(session.user)) continue;
      session.close(SESSION_ENDED_CLOSE.code, SESSION_ENDED_CLOSE.reason);
      // Its client may take its time to answer, or never do.
      commands.close();
    }
  }

  const check = setInterval(() => {
    const now = Date.now();
    for (const session of sessions.keys()) {
      if ((expiries.get(session) ?? 0) <= now) session.close(TOKEN_EXPIRED_CLOSE.code, TOKEN_EXPIRED_CLOSE.reason);
      else session.check(now, options.pingTimeout);
    }
  }, CHECK_PERIOD);
  check.unref();

  return {
    /** Opens sockets. */
    sockets: { handles: (path) => path.startsWith(PREFIX), upgrade } satisfies SocketUpgrade as SocketUpgrade,

    /** Number of open sockets. */
    openSessions: () => sessions.size,

    /** Closes all sockets; clients reconnect after the next start. */
    async close(): Promise<void> {
      clearInterval(check);
      stopListening();
      parts.deletedEntities.close();
      parts.alarmChanges.close();
      for (const session of sessions.keys()) session.close(1001, 'The server stops.');
      const until = Date.now() + CLOSE_MS;
      while (sessions.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const session of sessions.keys()) session.terminate();
      sockets.close();
    },
  };
}

export type LiveServer = ReturnType<typeof createLiveServer>;
