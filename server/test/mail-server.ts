import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server of a test received it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body, as sent. */
  source: string;
  /** Who signed in; undefined if nobody did. */
  user: string | undefined;
  isEncrypted: boolean;
}

export interface TestMailServer {
  port: number;
  received: ReceivedMail[];
  /** Connections that were opened so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts an SMTP server on loopback that collects what it gets. By default it asks for no password and has no TLS. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.cert ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect(_session, done) {
      connections++;
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
          user: typeof session.user === 'string' ? session.user : undefined,
          isEncrypted: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  // Clients that break off are part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a server that accepts connections and does with them as told: nothing, for one that hangs. */
export async function startRawServer(onConnection: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The text of a mail, with the line breaks of its encoding undone. */
export function textOf({ source }: ReceivedMail): string {
  return source.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}
