import { createSocket } from 'node:dgram';
import { type CoapMessage, readMessage, typeOf } from '../../transports/coap/message.ts';

/** What a client needs of a socket of datagrams. */
export interface DatagramSocket {
  on(event: 'message', listener: (bytes: Buffer) => void): unknown;
  bind(port: number, address: string, bound: () => void): unknown;
  send(bytes: Buffer, port: number, address: string): unknown;
  close(closed: () => void): unknown;
}

/** Until a message without an acknowledgement is sent again, ms. */
const REPEAT_MS = 1000;
const LOOPBACK = '127.0.0.1';

/** Where the server is, and how datagrams get there: unencrypted over IPv4 by default. */
export interface ServerPlace {
  port: number;
  /** Name or address; by default this machine. */
  host?: string;
  makeSocket?: () => DatagramSocket;
}

/** What cannot be sent counts as lost. */
const plainSocket = () => createSocket('udp4').on('error', () => undefined);

/** Sends messages of CoAP to a server, again and again until they are acknowledged, and takes its requests. */
export async function openExchange(
  { port, host = LOOPBACK, makeSocket = plainSocket }: ServerPlace,
  onRequest: (message: CoapMessage) => void,
) {
  let socket = makeSocket();
  /** message id → what waits for its acknowledgement */
  const answers = new Map<number, (message: CoapMessage | undefined) => void>();
  let messageId = 1000;
  const send = (bytes: Buffer): unknown => socket.send(bytes, port, host);

  async function open(): Promise<void> {
    socket.on('message', (bytes) => {
      const type = typeOf(bytes);
      const message = readMessage(Buffer.from(bytes));
      if (type === 'ACK' || type === 'RST') answers.get(message.messageId)?.(message);
      else onRequest(message);
    });
    await new Promise<void>((resolve) => socket.bind(0, host === LOOPBACK ? LOOPBACK : '0.0.0.0', resolve));
  }
  const closeSocket = () => new Promise<void>((resolve) => socket.close(() => resolve()));
  await open();

  return {
    send,
    /** Sends a confirmable message, and again until there is an answer; undefined: there is none within a while. */
    confirmed(write: (id: number) => Buffer, attempts = 4): Promise<CoapMessage | undefined> {
      const id = messageId;
      messageId = (messageId + 1) & 0xffff;
      const bytes = write(id);
      return new Promise((resolve) => {
        let left = attempts;
        let timer: NodeJS.Timeout | undefined;
        const end = (message: CoapMessage | undefined): void => {
          clearTimeout(timer);
          answers.delete(id);
          resolve(message);
        };
        const again = (): void => {
          if (left-- === 0) {
            end(undefined);
            return;
          }
          send(bytes);
          timer = setTimeout(again, REPEAT_MS);
        };
        answers.set(id, end);
        again();
      });
    },
    /** Goes on from another port. */
    async move(): Promise<void> {
      await closeSocket();
      socket = makeSocket();
      await open();
    },
    /** What still waits is answered with undefined. */
    async close(): Promise<void> {
      for (const end of [...answers.values()]) end(undefined);
      await closeSocket();
    },
  };
}
