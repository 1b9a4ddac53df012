import type { Logger } from 'pino';
import { limitLines } from '../../config/line-limit.ts';
import { steadyNow } from '../../config/steady-clock.ts';
import { createNewcomers } from '../../http/newcomers.ts';
import type { MessageLog } from '../../messages/message-log.ts';
import type { PackageDelivery } from '../../ota/package-delivery.ts';
import type { Provisioning } from '../../provisioning/provisioning-service.ts';
import type { CertificateChecks, ShownCertificates } from '../certificates/certificate-checks.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import type { Transport } from '../transport.ts';
import type { ClientSocket } from './client-socket.ts';
import { MqttConnection } from './connection.ts';
import type { ConnectionParts } from './connection-parts.ts';
import type { GatewayParts } from './gateway/gateway.ts';
import { Reason } from './reason-codes.ts';

/** How often keep-alive is checked, in ms. */
const CHECK_PERIOD = 1000;
/** A closed connection whose client does not read its last bytes is dropped after this, in ms. */
const CLOSE_TIMEOUT = 5000;

export interface MqttTransportParts extends Omit<GatewayParts, 'sessions'> {
  sessions: DeviceSessions;
  authenticator: DeviceAuthenticator;
  certificates: Pick<CertificateChecks, 'follow'>;
  provisioning: Provisioning;
  packages: PackageDelivery;
  exchanges: ExchangeLog;
  messageLog: Pick<MessageLog, 'pressure' | 'onRelief'>;
  log: Logger;
  settings: { sessionInactivityTimeout: number };
}

/** Where clients come in. */
export interface MqttPort extends Pick<Transport, 'listen' | 'address'> {
  /** Lets nobody in any more; resolves when those that are in are gone. */
  close(): Promise<void>;
}

/** Lets clients in. */
export interface MqttListener {
  /** Of the transport. */
  name: string;
  /** Hands over each client, with the certificates that it has shown; undefined when there are none. */
  open(take: (socket: ClientSocket, shown?: ShownCertificates) => void): MqttPort;
}

interface MqttSocket extends ClientSocket {
  connection: MqttConnection;
}

/** The MQTT device API (3.1, 3.1.1 and 5.0) for the clients that a listener lets in. */
export function createMqttTransport(
  listener: MqttListener,
  {
    sessions,
    authenticator,
    certificates,
    provisioning,
    packages,
    exchanges,
    messageLog,
    log,
    settings,
    gatewayDevices,
    reportRefusal,
  }: MqttTransportParts,
): Transport {
  const connections = new Set<MqttConnection>();
  /** Those that have not shown any credentials yet. */
  const newcomers = createNewcomers<ClientSocket>();
  /** Connections that have something to write at the end of this turn of the event loop. */
  let unflushed: MqttConnection[] = [];
  /** tenant id → its connections that are not read from until the log has room for it again */
  const heldBack = new Map<string, Set<MqttConnection>>();

  const parts: ConnectionParts<MqttConnection> = {
    sessions,
    authenticator,
    certificates,
    provisioning,
    packages,
    exchanges,
    gatewayDevices,
    reportRefusal,
    log,
    logLimited: limitLines(log),
    sessionInactivityTimeout: settings.sessionInactivityTimeout,
    holdBack(connection, tenantId) {
      if (!messageLog.pressure(tenantId).full) return;
      connection.pause('logFull');
      const held = heldBack.get(tenantId);
      if (held) {
        held.add(connection);
        return;
      }
      heldBack.set(tenantId, new Set([connection]));
      messageLog.onRelief(() => resumeAll(tenantId), tenantId);
    },
    begun: ({ socket }) => newcomers.leave(socket),
    flushSoon(connection) {
      if (unflushed.length === 0) setImmediate(flushAll);
      unflushed.push(connection);
    },
  };

  function resumeAll(tenantId: string): void {
    const held = heldBack.get(tenantId) ?? new Set();
    heldBack.delete(tenantId);
    for (const connection of held) connection.resume('logFull');
  }

  function flushAll(): void {
    const batch = unflushed;
    unflushed = [];
    for (const connection of batch) connection.flush();
  }

  // Shared by all sockets, with the socket as `this`: an idle connection costs no closures of its own.
  function onData(this: ClientSocket, chunk: Buffer): void {
    (this as MqttSocket).connection.receive(chunk);
  }
  function onClose(this: ClientSocket): void {
    const { connection } = this as MqttSocket;
    connections.delete(connection);
    newcomers.leave(this);
    const { tenantId } = connection;
    if (tenantId !== undefined) heldBack.get(tenantId)?.delete(connection);
    connection.disconnected();
  }
  function onError(this: ClientSocket): void {
    this.destroy();
  }

  const port = listener.open((socket, shown) => {
    const connection = new MqttConnection(socket, parts, shown);
    (socket as MqttSocket).connection = connection;
    connections.add(connection);
    newcomers.add(socket);
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.on('error', onError);
  });

  const timer = setInterval(checkConnections, CHECK_PERIOD);
  timer.unref();

  function checkConnections(): void {
    const now = steadyNow();
    for (const connection of connections) {
      const silence = now - connection.lastPacketAt;
      if (connection.isClosed) {
        if (silence > CLOSE_TIMEOUT) connection.socket.destroy();
      } else if (!connection.isOpen) {
        if (now > connection.endsAt) connection.socket.destroy();
      } else if (now > connection.endsAt) {
        connection.close(Reason.administrativeAction, 'Connect again with the credentials of the device');
      } else if (connection.keepAlive > 0 && silence > connection.keepAlive && !connection.isPaused) {
        connection.close(Reason.keepAliveTimeout, 'Nothing came within one and a half times the keep-alive');
      }
    }
  }

  return {
    name: listener.name,

    listen: port.listen,

    address: port.address,

    connectionCount: () => connections.size,

    async close(): Promise<void> {
      clearInterval(timer);
      const closed = port.close();
      for (const connection of connections) {
        connection.close(Reason.shuttingDown, 'The server is shutting down');
        connection.socket.destroy();
      }
      await closed;
    },
  };
}
