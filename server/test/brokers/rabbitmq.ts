import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ChannelModel, connect } from 'amqplib';
import { freePort, startChildServer } from './child-server.ts';

/** Debian's script on the PATH changes to the user of the system's service; this one does not. */
const DEBIAN = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const PROGRAM = existsSync(DEBIAN) ? DEBIAN : 'rabbitmq-server';

/** A RabbitMQ of a test. */
export interface RabbitMq {
  port: number;
  /** A connection as its administrator. */
  open(): Promise<ChannelModel>;
  /** Ends the server; `start` starts it with the same data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/** Starts RabbitMQ on loopback, with data, a name and a port mapper of its own: apart from any service of the system. */
export async function startRabbitMq(): Promise<RabbitMq> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-rabbitmq-'));
  const [port, distribution, mapper] = [await freePort(), await freePort(), await freePort()];
  await writeFile(path.join(folder, 'rabbitmq.conf'), `listeners.tcp.1 = 127.0.0.1:${port}\nlog.console = true\n`);
  await writeFile(path.join(folder, 'plugins'), '[].');
  const env = {
    HOME: folder,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(mapper),
    RABBITMQ_NODENAME: `signalbox-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq.conf'),
    RABBITMQ_MNESIA_BASE: path.join(folder, 'data'),
    RABBITMQ_LOG_BASE: path.join(folder, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'plugins'),
  };
  // Erlang would start one that stays.
  const names = await startChildServer('epmd', ['-address', '127.0.0.1', '-port', String(mapper)], mapper, {
    cwd: folder,
  });
  const start = () => startChildServer(PROGRAM, [], port, { cwd: folder, env });
  let server = await start();
  return {
    port,
    open: () => connect({ hostname: '127.0.0.1', port, username: 'guest', password: 'guest' }),
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
    async remove() {
      await server.stop();
      await names.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
