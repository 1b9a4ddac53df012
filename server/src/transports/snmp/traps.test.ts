import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSession, TrapType } from 'net-snmp';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createTraps } from './traps.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function freePort(): Promise<number> {
  const socket: Socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

it('a notification is of the device that is asked where it comes from, of several with one community', async () => {
  const [trapPort, first, second] = [await freePort(), await freePort(), await freePort()];
  const traps = createTraps({
    settings: { bind: '127.0.0.1', snmpTrapPort: trapPort },
    log: pino({ level: 'silent' }),
  });
  await traps.listen();
  closing.push(traps.close);
  const heard: string[] = [];
  const access = { version: 'V2C', community: 'public' } as const;
  for (const [name, port] of [
    ['first', first],
    ['second', second],
  ] as const) {
    traps.expect('127.0.0.1', { port, access }, () => heard.push(name));
  }
  const notify = (sourcePort: number) => {
    const session = createSession('127.0.0.1', 'public', { trapPort, sourcePort, version: 1 });
    closing.push(() => session.close());
    session.trap(TrapType.ColdStart, () => undefined);
  };
  notify(second);
  await expect.poll(() => heard).toEqual(['second']);
  notify(first);
  await expect.poll(() => heard).toEqual(['second', 'first']);
  // From anywhere else it is of the one that came first.
  notify(0);
  await expect.poll(() => heard).toEqual(['second', 'first', 'first']);
});
