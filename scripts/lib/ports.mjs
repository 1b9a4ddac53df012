import dgram from 'node:dgram';
import net from 'node:net';

/** Whether a server can listen there now. */
function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Whether datagrams can be received there now. */
function isFreeForDatagrams(port, host) {
  return new Promise((resolve) => {
    const probe = dgram.createSocket(net.isIPv6(host) ? 'udp6' : 'udp4');
    probe.once('error', () => probe.close(() => resolve(false)));
    probe.bind({ port, address: host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Returns `wanted` if it is free, otherwise the next free port above it. @param {'tcp' | 'udp'} protocol */
export async function freePort(wanted, host, taken = new Set(), protocol = 'tcp') {
  const isFreeNow = protocol === 'udp' ? isFreeForDatagrams : isFree;
  for (let port = wanted; port < wanted + 200; port++) {
    if (!taken.has(port) && (await isFreeNow(port, host))) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 199} on ${host}`);
}
