import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { RefusedAddressError } from '../../../outbound/address-guard.ts';
import {
  type OutgoingMessage,
  openRabbitMqConnection,
  type RabbitMqBroker,
  type RabbitMqConnection,
} from './rabbitmq-connection.ts';
import { unlessAborted } from './unless-aborted.ts';

/** ms from a failed attempt to connect, or from the end of a connection that was not kept as long, to the next attempt */
const RECONNECT_PERIOD = 2_000;

export interface PublisherOptions extends RabbitMqBroker {
  /** Connects again as soon as the connection breaks, instead of with the next message. */
  automaticRecoveryEnabled: boolean;
}

/** Publishes over one connection, which is kept as long as its node runs. */
export interface RabbitMqPublisher {
  /** Resolves once the broker has confirmed the message. @throws Error saying why it has not */
  publish(message: OutgoingMessage, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Connects in the background. */
export function createRabbitMqPublisher(options: PublisherOptions): RabbitMqPublisher {
  const { host, guard } = options;
  if (isIP(host) && !guard.allows(host)) throw new RefusedAddressError(host);
  const stopping = new AbortController();
  /** The connection, or the attempt to make it. */
  let current: Promise<RabbitMqConnection> | undefined;
  /** When the last attempt failed, or its connection ended at once, by performance.now(). */
  let failedAt = Number.NEGATIVE_INFINITY;

  function connection(): Promise<RabbitMqConnection> {
    current ??= connect();
    return current;
  }

  async function connect(): Promise<RabbitMqConnection> {
    stopping.signal.throwIfAborted();
    const wait = failedAt + RECONNECT_PERIOD - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal: stopping.signal });
    try {
      const opened = await openRabbitMqConnection(options, stopping.signal);
      failedAt = Number.NEGATIVE_INFINITY;
      const openedAt = performance.now();
      void opened.ended.then(() => {
        // A broker that welcomes everybody and then ends the connection would be called without end.
        if (performance.now() - openedAt < RECONNECT_PERIOD) failedAt = performance.now();
        lost();
      });
      return opened;
    } catch (error) {
      failedAt = performance.now();
      lost();
      throw error;
    }
  }

  function lost(): void {
    current = undefined;
    if (options.automaticRecoveryEnabled) connectInBackground();
  }

  function connectInBackground(): void {
    if (stopping.signal.aborted) return;
    // The next message is told why it failed.
    connection().catch(() => undefined);
  }

  connectInBackground();
  return {
    async publish(message, signal) {
      const opened = await unlessAborted(connection(), signal, `${host}:${options.port} did not answer in time`);
      await opened.publish(message, signal);
    },
    close() {
      stopping.abort(new Error('The rule node has stopped'));
      void current?.then(
        (opened) => opened.end(),
        () => undefined,
      );
    },
  };
}
