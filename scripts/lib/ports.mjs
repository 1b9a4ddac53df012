import net from 'node:net';

/** Whether a server can listen there now. */
function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Returns `wanted` if it is free, otherwise the next free port above it. */
export async function freePort(wanted, host, taken = new Set()) {
  for (let port = wanted; port < wanted + 200; port++) {
    if (!taken.has(port) && (await isFree(port, host))) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 199} on ${host}`);
}
