import diagnostics from 'node:diagnostics_channel';
import type net from 'node:net';
import { type ChannelModel, type ConfirmChannel, connect, type Options } from 'amqplib';
import { timerDelay } from '../../../config/timers.ts';
import type { AddressGuard } from '../../../outbound/address-guard.ts';

/** s between signs of life */
const HEARTBEAT = 30;
/** Longest frame that a broker may send, bytes; a publisher is sent little more than confirmations. */
const MAX_FRAME = 131_072;
/** What a broker may send to a publisher in all, bytes: at first, for each message and for each second. */
const ALLOWANCE = { first: 1_048_576, message: 1_024, second: 1_024 };

export interface RabbitMqBroker {
  host: string;
  port: number;
  virtualHost: string;
  username: string;
  password: string;
  /** ms; 0: no limit of its own */
  connectionTimeout: number;
  /** ms; 0: no limit of its own */
  handshakeTimeout: number;
  clientProperties: Readonly<Record<string, string>>;
  guard: AddressGuard;
}

export type MessageProperties = Pick<Options.Publish, 'contentType' | 'priority' | 'deliveryMode'>;

export interface OutgoingMessage {
  exchange: string;
  routingKey: string;
  payload: string;
  properties: MessageProperties;
}

/** A connection that is open. */
export interface RabbitMqConnection {
  /** Resolves once the broker has confirmed the message. @throws Error saying why it has not */
  publish(message: OutgoingMessage, signal: AbortSignal): Promise<void>;
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
  end(): void;
}

/**
 * Connects to a broker.
 * @param signal ends the attempt with its reason
 * @throws Error saying why it is not connected
 */
export async function openRabbitMqConnection(broker: RabbitMqBroker, signal: AbortSignal): Promise<RabbitMqConnection> {
  const where = `${broker.host}:${broker.port}`;
  const ended = Promise.withResolvers<void>();
  /** Why the connection broke. */
  let reason: Error | undefined;
  const { opening, socket } = startOpening(broker);
  const fail = (error: Error): void => {
    reason ??= error;
    socket.destroy(reason);
  };
  // Whatever state the library is in.
  socket.on('error', (error) => {
    reason ??= error;
  });

  let limit = limitOf(broker.connectionTimeout);
  function limitOf(timeout: number): NodeJS.Timeout | undefined {
    return timeout > 0
      ? setTimeout(() => fail(new Error(`${where} did not answer in time`)), timerDelay(timeout))
      : undefined;
  }
  socket.once('connect', () => {
    clearTimeout(limit);
    limit = limitOf(broker.handshakeTimeout);
  });
  const abort = (): void => fail(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => ended.resolve());
  const bound = boundWhatComes(socket, () => fail(new Error(`${where} sends what a publisher is not sent`)));

  let model: ChannelModel;
  try {
    model = await opening;
  } catch (error) {
    socket.destroy();
    throw reason ?? explained(error, broker);
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', abort);
  }
  model.on('error', (error) => {
    reason ??= error;
  });
  model.on('close', (error) => {
    reason ??= error;
    socket.destroy();
  });

  let channel: Promise<OpenChannel> | undefined;
  /** A refused message ends its channel: the next one gets another. */
  function openChannel(): Promise<OpenChannel> {
    channel ??= createChannel(
      model,
      () => {
        channel = undefined;
      },
      fail,
    );
    return channel;
  }

  return {
    async publish({ exchange, routingKey, payload, properties }, limit) {
      const late = (): void => fail(new Error(`${where} did not confirm in time`));
      limit.addEventListener('abort', late, { once: true });
      try {
        const { publish } = await openChannel();
        bound.published++;
        await publish(exchange, routingKey, Buffer.from(payload), properties);
      } catch (error) {
        throw reason ?? error;
      } finally {
        limit.removeEventListener('abort', late);
      }
    },
    ended: ended.promise,
    end: () => fail(new Error('The rule node has stopped')),
  };
}

/** The library does not pass on the reason of a broker that closes the connection instead of opening the virtual host. */
function explained(error: unknown, { username, virtualHost }: RabbitMqBroker): unknown {
  if (!String(error).includes('Expected ConnectionOpenOk; got <ConnectionClose')) return error;
  return new Error(`The broker does not let ${username} into the virtual host '${virtualHost}'`);
}

/** The library keeps its socket to itself: it is taken from the event by which Node tells of every new one. */
function startOpening(broker: RabbitMqBroker): { opening: Promise<ChannelModel>; socket: net.Socket } {
  let socket: net.Socket | undefined;
  const take = (message: unknown): void => {
    socket = (message as { socket: net.Socket }).socket;
  };
  diagnostics.subscribe('net.client.socket', take);
  try {
    const { host, port, virtualHost, username, password, clientProperties, guard } = broker;
    const opening = connect(
      {
        hostname: host,
        port,
        username,
        password,
        vhost: encodeURIComponent(virtualHost),
        heartbeat: HEARTBEAT,
        frameMax: MAX_FRAME,
        maxFrameSize: MAX_FRAME,
      },
      { lookup: guard.lookupOf(guard.allows), noDelay: true, clientProperties },
    );
    if (!socket) throw new Error('The AMQP client has opened no connection');
    return { opening, socket };
  } finally {
    diagnostics.unsubscribe('net.client.socket', take);
  }
}

/** Calls `exceeded` when the broker sends more than a publisher can be meant to get: the library would keep it all. */
function boundWhatComes(socket: net.Socket, exceeded: () => void): { published: number } {
  const bound = { published: 0 };
  const from = performance.now();
  socket.on('readable', () => {
    const seconds = (performance.now() - from) / 1000;
    const { first, message, second } = ALLOWANCE;
    if (socket.bytesRead > first + message * bound.published + second * seconds) exceeded();
  });
  return bound;
}

interface OpenChannel {
  publish(exchange: string, routingKey: string, content: Buffer, properties: MessageProperties): Promise<void>;
}

/**
 * Opens a channel with confirmations.
 * @param fail ends the connection
 */
async function createChannel(
  model: ChannelModel,
  closed: () => void,
  fail: (error: Error) => void,
): Promise<OpenChannel> {
  let reason: Error | undefined;
  let published = 0;
  let channel: ConfirmChannel;
  try {
    channel = await model.createConfirmChannel();
  } catch (error) {
    closed();
    throw error;
  }
  channel.on('error', (error) => {
    reason = error;
  });
  channel.on('close', closed);
  const check = ({ deliveryTag }: { deliveryTag: number }): void => {
    if (deliveryTag > published) fail(new Error('The broker confirms what was not published'));
  };
  channel.on('ack', check);
  channel.on('nack', check);
  return {
    async publish(exchange, routingKey, content, properties) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      try {
        channel.publish(exchange, routingKey, content, properties, (error: unknown) => {
          if (!error) resolve();
          else reject(reason ?? error);
        });
      } catch (error) {
        throw reason ?? error;
      }
      published++;
      await promise;
    },
  };
}
