import net, { isIP } from 'node:net';
import tls from 'node:tls';
import { type AddressGuard, RefusedAddressError } from '../../../../outbound/address-guard.ts';
import { KafkaRefusal, type KafkaRequest, PassingError } from './kafka-protocol.ts';
import { authenticate } from './kafka-sasl.ts';
import type { KafkaSecurity } from './kafka-settings.ts';
import { createWireReader, int16, int32, text } from './wire-format.ts';

/** ms until a connection is open, with its certificates and credentials */
const CONNECT_TIMEOUT = 10_000;
/** Longest answer, bytes: a list of thousands of brokers and partitions. */
const MAX_ANSWER = 4_194_304;
/** Bytes before the content: the length, and the number of the request. */
const LENGTH_BYTES = 4;
const NUMBER_BYTES = 4;
/** Share of the life of a session after which it is not used any more. */
const SESSION_USE = 0.8;

export interface KafkaConnectionOptions {
  guard: AddressGuard;
  clientId: string;
  /** ms */
  requestTimeout: number;
  security: KafkaSecurity;
}

/** A connection to one broker. */
export interface KafkaConnection {
  /** False once it has ended, or the session that the broker gave has run out. */
  isUsable(): boolean;
  /** @throws Error saying why there is no answer; PassingError when another attempt makes sense */
  ask<Reply>(request: KafkaRequest<Reply>): Promise<Reply>;
  /** Resolves once the request is written, for brokers that do not answer it. */
  tell(request: KafkaRequest<unknown>): Promise<void>;
  end(reason: Error): void;
}

interface Unanswered {
  answered(content: Buffer): void;
  failed(error: Error): void;
}

/** @throws Error saying why it is not open */
export async function openKafkaConnection(
  broker: { host: string; port: number },
  options: KafkaConnectionOptions,
): Promise<KafkaConnection> {
  const { clientId, requestTimeout, security } = options;
  const where = `${broker.host}:${broker.port}`;
  const socket = openSocket(broker, options);
  const unanswered = new Map<number, Unanswered>();
  let lastNumber = 0;
  let sessionEnd = Number.POSITIVE_INFINITY;
  let reason: Error | undefined;

  const end = (error: Error): void => {
    reason ??= error;
    socket.destroy();
    for (const request of unanswered.values()) request.failed(reason);
    unanswered.clear();
  };
  socket.on('error', (error) =>
    end(error instanceof RefusedAddressError ? error : new PassingError(`${where}: ${error.message}`)),
  );
  socket.on('close', () => end(new PassingError(`${where} has closed the connection`)));
  socket.on(
    'data',
    createFrameReader(
      (frame) => {
        const request = unanswered.get(frame.readInt32BE(0));
        if (request) request.answered(frame.subarray(NUMBER_BYTES));
        else end(new Error(`${where} answers what was not asked`));
      },
      () => end(new Error(`${where} does not speak the protocol of Kafka`)),
    ),
  );

  /** Sends a request, and waits for the answer; what is not answered is written to the network then, with no content. */
  async function exchange({ key, version, body }: KafkaRequest<unknown>, isAnswered: boolean): Promise<Buffer> {
    if (reason) throw reason;
    lastNumber = (lastNumber + 1) & 0x7fffffff;
    const number = lastNumber;
    const head = [int16(key), int16(version), int32(number), text(clientId)];
    const length = head.reduce((sum, part) => sum + part.length, body.length);
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    unanswered.set(number, { answered: resolve, failed: reject });
    socket.write(Buffer.concat([int32(length), ...head, body]), () => {
      if (!isAnswered) resolve(Buffer.alloc(0));
    });
    const limit = setTimeout(
      () => end(new PassingError(`${where} did not answer within ${requestTimeout} ms`)),
      requestTimeout,
    );
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      unanswered.delete(number);
    }
  }

  async function ask<Reply>(request: KafkaRequest<Reply>): Promise<Reply> {
    const answer = await exchange(request, true);
    try {
      return request.read(createWireReader(answer));
    } catch (error) {
      if (error instanceof KafkaRefusal) throw error;
      const unreadable = new Error(`${where} sends what cannot be read`);
      end(unreadable);
      throw unreadable;
    }
  }

  const tell = async (request: KafkaRequest<unknown>): Promise<void> => void (await exchange(request, false));

  const limit = setTimeout(() => end(new PassingError(`${where} did not answer in time`)), CONNECT_TIMEOUT);
  try {
    await opened(socket, () => reason);
    if (security.sasl) {
      const lifetime = await authenticate(ask, security.sasl);
      if (lifetime > 0) sessionEnd = performance.now() + lifetime * SESSION_USE;
    }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    end(failure);
    throw failure;
  } finally {
    clearTimeout(limit);
  }
  return { isUsable: () => !reason && performance.now() < sessionEnd, ask, tell, end };
}

/** @throws RefusedAddressError when it is an address that must not be called */
function openSocket(
  { host, port }: { host: string; port: number },
  { guard, security }: KafkaConnectionOptions,
): net.Socket {
  if (isIP(host) && !guard.allows(host)) throw new RefusedAddressError(host);
  const target = { host, port, lookup: guard.lookupOf(guard.allows) };
  if (!security.tls) return net.connect({ ...target, noDelay: true });
  return tls.connect({ ...target, ...security.tls, ...(isIP(host) ? {} : { servername: host }) });
}

async function opened(socket: net.Socket, reasonOf: () => Error | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => resolve());
  socket.once('close', () => reject(reasonOf()));
  await promise;
}

/** Puts what comes together to frames, without their lengths; `failed` when there is no such frame. */
function createFrameReader(read: (frame: Buffer) => void, failed: () => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  /** Of the frame that is being read, with its length; 0: not known yet. */
  let wanted = 0;
  let isOver = false;
  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    while (!isOver && bytes >= (wanted || LENGTH_BYTES)) {
      const content = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      if (wanted === 0) {
        const length = content.readInt32BE(0);
        chunks = [content];
        if (length < NUMBER_BYTES || length > MAX_ANSWER) {
          isOver = true;
          failed();
          return;
        }
        wanted = LENGTH_BYTES + length;
      } else {
        const frame = content.subarray(LENGTH_BYTES, wanted);
        chunks = [content.subarray(wanted)];
        bytes -= wanted;
        wanted = 0;
        read(frame);
      }
    }
  };
}
