import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { Logger } from 'pino';
import { createHandshakes } from '../../http/handshakes.ts';
import { followServerCertificate, readServerCertificate, type TlsSettings } from '../../http/server-certificate.ts';
import { certificateBody, provenCertificates } from './client-certificates.ts';
import type { MqttListener } from './mqtt-server.ts';

/** A client has this long to agree on keys, in ms. */
const HANDSHAKE_TIMEOUT = 10_000;

/** MQTT without encryption. @param port 0: any free one */
export function plainListener(port: number): MqttListener {
  return {
    name: 'mqtt',
    address: { title: 'MQTT', scheme: 'mqtt', port },
    open: (take) => net.createServer({ noDelay: true }, (socket) => take(socket)),
  };
}

/**
 * MQTT over TLS 1.2 and 1.3. Clients may show a certificate: then it says which device they are, and nothing else does.
 * @throws when the certificate of the server cannot be used
 */
export function tlsListener(settings: TlsSettings & { mqttTlsPort: number }, log: Logger): MqttListener {
  const options = readServerCertificate(settings);
  let stop = (): void => undefined;
  return {
    name: 'mqtts',
    address: { title: 'MQTT over TLS', scheme: 'mqtts', port: settings.mqttTlsPort },
    open(take) {
      const server = tls.createServer({
        ...options,
        noDelay: true,
        minVersion: 'TLSv1.2',
        handshakeTimeout: HANDSHAKE_TIMEOUT,
        // Wanted, not required; which device it belongs to is looked up when the client connects.
        requestCert: true,
        rejectUnauthorized: false,
      });
      const handshakes = createHandshakes();
      server.on('connection', (socket: Socket) => {
        if (!handshakes.begin(socket)) socket.destroy();
      });
      server.on('secureConnection', (socket) => {
        handshakes.end(socket);
        const own = socket.getPeerX509Certificate();
        take(socket, own && provenCertificates(own).map(certificateBody));
      });
      server.on('tlsClientError', (_, socket) => socket.destroy());
      stop = followServerCertificate(settings, (next) => server.setSecureContext(next), log);
      return server;
    },
    close: () => stop(),
  };
}
