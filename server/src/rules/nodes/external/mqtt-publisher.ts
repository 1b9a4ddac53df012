import net, { isIP } from 'node:net';
import tls from 'node:tls';
import type { CredentialsSetting } from '@signalbox/contract/rule-nodes/settings';
import { type IClientOptions, MqttClient } from 'mqtt';
import { type AddressGuard, RefusedAddressError } from '../../../outbound/address-guard.ts';

/** ms between attempts to connect */
const RECONNECT_PERIOD = 2_000;
/** s */
const KEEP_ALIVE = 60;

export interface PublisherOptions {
  host: string;
  port: number;
  connectTimeoutSec: number;
  clientId: string | null;
  cleanSession: boolean;
  ssl: boolean;
  credentials: CredentialsSetting;
  guard: AddressGuard;
  /** Name and password for a connection that is being made; absent: as the credentials say. */
  signIn?: () => { username: string; password?: string };
}

/** A connection to a broker, kept as long as its node runs. */
export interface MqttPublisher {
  /** Resolves once the broker has acknowledged the message. @throws Error saying why it has not */
  publish(topic: string, payload: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Connects in the background, and again when the connection breaks. */
export function createMqttPublisher(options: PublisherOptions): MqttPublisher {
  const { host, port, connectTimeoutSec, guard, ssl, credentials } = options;
  const { caCert, cert, privateKey, password } = credentials;
  const signIn =
    options.signIn ??
    (() =>
      credentials.type === 'basic' ? { username: credentials.username ?? '', password: password ?? '' } : undefined);
  let reason: Error | undefined;

  const connect = (client: MqttClient): net.Socket => {
    const named = signIn();
    if (named) Object.assign(client.options, named);
    // The client passes on only some of the errors of its connection.
    return openSocket().once('error', (error) => {
      reason = error;
    });
  };

  function openSocket(): net.Socket {
    const target = { host, port, lookup: guard.lookupOf(guard.allows) };
    if (!ssl) return net.connect(target);
    const certificate =
      credentials.type === 'cert.PEM' && cert && privateKey
        ? { cert, key: privateKey, ...(password ? { passphrase: password } : {}) }
        : {};
    const authority = caCert ? { ca: [...tls.rootCertificates, caCert] } : {};
    return tls.connect({ ...target, ...certificate, ...authority, ...(isIP(host) ? {} : { servername: host }) });
  }

  if (isIP(host) && !guard.allows(host)) throw new RefusedAddressError(host);
  const settings: IClientOptions = {
    protocolVersion: 4,
    clean: options.cleanSession,
    keepalive: KEEP_ALIVE,
    connectTimeout: connectTimeoutSec * 1000,
    reconnectPeriod: RECONNECT_PERIOD,
    // A broker that refuses now, because it starts or its users are away, need not do so later.
    reconnectOnConnackError: true,
    // What is not acknowledged is published again by whoever has parked it.
    queueQoSZero: false,
    ...(options.clientId ? { clientId: options.clientId } : {}),
  };
  const client = new MqttClient(connect, settings);
  client.on('connect', () => {
    reason = undefined;
  });
  client.on('error', (error) => {
    reason = error;
  });

  /** Waits for the connection as long as its making may take. */
  async function connected(signal: AbortSignal): Promise<void> {
    if (client.connected) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutSec * 1000)]);
    const succeeded = (): void => resolve();
    const failed = (): void => reject(reason ?? new Error(`${host}:${port} did not answer in time`));
    limit.addEventListener('abort', failed, { once: true });
    client.once('connect', succeeded);
    client.once('close', failed);
    try {
      await promise;
    } finally {
      limit.removeEventListener('abort', failed);
      client.off('connect', succeeded);
      client.off('close', failed);
    }
  }

  return {
    async publish(topic, payload, signal) {
      await connected(signal);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const broken = (): void => reject(reason ?? new Error(`The connection to ${host}:${port} broke`));
      client.once('close', broken);
      signal.addEventListener('abort', broken, { once: true });
      client.publish(topic, payload, { qos: 1 }, (error) => (error ? reject(error) : resolve()));
      const number = client.getLastMessageId();
      try {
        await promise;
      } catch (error) {
        // The client would keep it, and publish it over the next connection.
        client.removeOutgoingMessage(number);
        throw error;
      } finally {
        client.off('close', broken);
        signal.removeEventListener('abort', broken);
      }
    },
    close: () => void client.end(true),
  };
}
