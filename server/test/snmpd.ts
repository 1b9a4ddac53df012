import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, startChildServer } from './brokers/child-server.ts';

export interface Snmpd {
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts the agent of Net-SNMP on loopback.
 * @param users lines of its settings without their keyword: `name SHA-256 "passphrase" AES "passphrase"`; each may read and set
 */
export async function startSnmpd(users: readonly string[]): Promise<Snmpd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-snmpd-'));
  await chmod(folder, 0o700);
  const port = await freePort();
  const settings = users.flatMap((user) => [`createUser ${user}`, `rwuser ${user.split(' ')[0]} priv`]);
  await writeFile(path.join(folder, 'snmpd.conf'), [...settings, 'rwcommunity public', ''].join('\n'));
  // It listens by TCP too, which shows that it is there.
  const addresses = `udp:127.0.0.1:${port},tcp:127.0.0.1:${port}`;
  const env = {
    PATH: `${process.env.PATH}:/usr/sbin`,
    SNMP_PERSISTENT_DIR: folder,
    SNMPCONFPATH: folder,
    MIBS: '',
  };
  const args = ['-f', '-Lo', '-C', '-c', path.join(folder, 'snmpd.conf'), '-I', '-smux', addresses];
  const server = await startChildServer('snmpd', args, port, { cwd: folder, env });
  return {
    port,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
