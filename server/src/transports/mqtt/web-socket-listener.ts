import type { IncomingMessage } from 'node:http';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import type { AddressRanges } from '../../config/address-ranges.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { SocketUpgrade } from '../../http/socket-upgrades.ts';
import type { ClientSocket } from './client-socket.ts';
import type { MqttListener } from './mqtt-server.ts';

/** Where clients find it on the HTTP server, as most of them expect. */
const PATH = '/mqtt';
/** Names of MQTT in the handshake: of 3.1.1 and 5.0, and of 3.1. */
const PROTOCOLS = ['mqtt', 'mqttv3.1'];
/** A frame may hold several packets, or a part of one. */
const MAX_FRAME_BYTES = 256 * 1024;
/** A frame of text is none of MQTT (MQTT-6.0.0-1). */
const UNSUPPORTED_DATA = 1003;

function streamOf(socket: WebSocket, remoteAddress: string): ClientSocket {
  // Before the stream listens, so that it is closed with the reason.
  socket.on('message', (_, isBinary) => {
    if (!isBinary) socket.close(UNSUPPORTED_DATA, 'MQTT is binary');
  });
  const stream = createWebSocketStream(socket);
  // Whoever has closed reads nothing any more.
  stream.once('end', () => stream.destroy());
  return Object.assign(stream, { remoteAddress, destroySoon: () => void stream.end(() => stream.destroy()) });
}

/** MQTT over WebSocket on the HTTP server, as browsers speak it. */
export function webSocketListener(trustedProxies: AddressRanges): MqttListener & { sockets: SocketUpgrade } {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) => PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
  });
  let take: Parameters<MqttListener['open']>[0] | undefined;
  return {
    name: 'mqttws',
    open(given) {
      return {
        listen: async () => {
          take = given;
        },
        address: () => undefined,
        async close() {
          take = undefined;
          server.close();
        },
      };
    },
    sockets: {
      handles: (path) => path === PATH,
      upgrade(request: IncomingMessage, _, connection, head) {
        const address = clientAddress(request, trustedProxies);
        server.handleUpgrade(request, connection, head, (socket) => {
          if (take) take(streamOf(socket, address));
          else socket.terminate();
        });
      },
    },
  };
}
