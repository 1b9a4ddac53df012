import net, { type AddressInfo, type Server } from 'node:net';
import tls from 'node:tls';
import type { Logger } from 'pino';
import type { TlsSettings } from '../../http/server-certificate.ts';
import { guardTlsServer, tlsOptions } from '../../http/tls-server.ts';
import type { CertificateChecks } from '../certificates/certificate-checks.ts';
import { chainOf } from '../certificates/client-certificates.ts';
import type { TransportAddress } from '../transport.ts';
import type { MqttListener, MqttPort } from './mqtt-server.ts';

const BACKLOG = 4096;

export interface ListenerParts {
  settings: { bind: string };
  log: Logger;
}

/** A port of TCP. @param address with the port that is wanted; 0: any free one */
function tcpPort(server: Server, address: TransportAddress, { settings, log }: ListenerParts): MqttPort {
  return {
    listen() {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: settings.bind, port: address.port, backlog: BACKLOG }, () => {
          server.removeListener('error', reject);
          server.on('error', (error) => log.error({ err: error }, `the server for ${address.title} failed`));
          resolve();
        });
      });
    },
    address: () => ({ ...address, port: (server.address() as AddressInfo).port }),
    async close() {
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** MQTT without encryption. @param port 0: any free one */
export function plainListener(port: number, parts: ListenerParts): MqttListener {
  return {
    name: 'mqtt',
    open(take) {
      const server = net.createServer({ noDelay: true }, (socket) => take(socket));
      return tcpPort(server, { title: 'MQTT', scheme: 'mqtt', port }, parts);
    },
  };
}

/**
 * MQTT over TLS 1.2 and 1.3. Clients may show a certificate: then it says which device they are, and nothing else does.
 * @throws when the certificate of the server cannot be used
 */
export function tlsListener(
  settings: TlsSettings & { mqttTlsPort: number },
  parts: ListenerParts & { certificates: Pick<CertificateChecks, 'show'> },
): MqttListener {
  const options = tlsOptions(settings);
  return {
    name: 'mqtts',
    open(take) {
      const server = tls.createServer({
        ...options,
        noDelay: true,
        // Wanted, not required; which device it belongs to is looked up when the client connects.
        requestCert: true,
        rejectUnauthorized: false,
      });
      const stop = guardTlsServer(server, settings, parts.log);
      server.on('secureConnection', (socket) => {
        const own = socket.getPeerX509Certificate();
        take(socket, own && parts.certificates.show(chainOf(own), socket.remoteAddress));
      });
      server.on('tlsClientError', (_, socket) => socket.destroy());
      const port = tcpPort(server, { title: 'MQTT over TLS', scheme: 'mqtts', port: settings.mqttTlsPort }, parts);
      return {
        ...port,
        close() {
          stop();
          return port.close();
        },
      };
    },
  };
}
