import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeviceContext, DeviceDirectory } from '../../../entities/device-directory.ts';
import { emptyMessage, isEmpty, readMessage, writeMessage } from '../../coap/message.ts';
import { readRequest } from '../../coap/request.ts';
import { type DatagramReceiver, type Peer, peerAt } from '../../datagrams.ts';
import { createBootstrapTransport } from './bootstrap-server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SERVER = { securityMode: 'NO_SEC' };
const CREDENTIALS = { bootstrapServer: SERVER, lwm2mServer: SERVER };

/** A bootstrap server with the devices `meter` and `valve`, and what it sends: address → paths, or `ping`. */
async function server() {
  const sent = new Map<string, string[]>();
  const codes: string[] = [];
  const logged: unknown[] = [];
  let receiver: DatagramReceiver | undefined;
  /** Addresses at which somebody answers a ping. */
  const there = new Set<string>();
  const send = (bytes: Buffer, peer: Peer): void => {
    const message = readMessage(Buffer.from(bytes));
    if (message.type !== 'CON') {
      codes.push(message.code);
      return;
    }
    const what = isEmpty(message) ? 'ping' : `/${readRequest(message).path.join('/')}`;
    sent.set(peer.address, [...(sent.get(peer.address) ?? []), what]);
    if (what === 'ping' && there.has(peer.address)) {
      queueMicrotask(() => receiver?.receive(emptyMessage('RST', message.messageId), peer));
    }
  };
  const contextOf = (id: string): DeviceContext =>
    ({
      device: { id, tenantId: `tenant of ${id}` },
      profile: { transportType: 'LWM2M', transport: { bootstrap: CREDENTIALS } },
    }) as unknown as DeviceContext;
  const directory = {
    generation: () => 1,
    findCredentials: async (id: string) => ({
      ...{ deviceId: id, type: 'LWM2M_CREDENTIALS' },
      value: JSON.stringify({ client: { endpoint: id, securityConfigClientMode: 'NO_SEC' }, bootstrap: CREDENTIALS }),
    }),
    find: async (id: string) => contextOf(id),
  } as unknown as DeviceDirectory;
  const transport = createBootstrapTransport(
    {
      ...{ name: 'lwm2m-bootstrap', address: { title: 'LwM2M bootstrap', scheme: 'coap' } },
      channel: {
        async open(given) {
          receiver = given;
        },
        send,
        port: () => 5687,
        trust: () => undefined,
        end: () => undefined,
        close: async () => undefined,
      },
    },
    {
      directory,
      // Nobody shows a certificate.
      certificates: {} as Parameters<typeof createBootstrapTransport>[1]['certificates'],
      sessions: {
        open: () => ({ postTelemetry: async (values: unknown) => void logged.push(values), close: () => undefined }),
      } as unknown as Parameters<typeof createBootstrapTransport>[1]['sessions'],
      log: pino({ level: 'silent' }),
      settings: { lwm2mRequestTimeout: 120_000, lwm2mLog: true },
    },
  );
  await transport.listen();
  let messageId = 0;
  /** Asks in the name of a device, from an address. @returns the code of the answer */
  const ask = async (endpoint: string, address: string): Promise<string | undefined> => {
    codes.splice(0);
    const query = { name: 'Uri-Query', value: Buffer.from(`ep=${endpoint}`) };
    const options = [{ name: 'Uri-Path', value: Buffer.from('bs') }, query];
    const request = { type: 'CON' as const, code: '0.02', messageId: ++messageId, token: Buffer.from([1]), options };
    receiver?.receive(writeMessage(request), peerAt(address, 7000));
    await vi.advanceTimersByTimeAsync(10);
    return codes[0];
  };
  return { ask, sent, there, logged, close: () => transport.close() };
}

it('tells nothing to whom does not show its address, and gives it up soon', async () => {
  const { ask, sent, logged, close } = await server();
  expect(await ask('meter', '10.0.0.1')).toBe('2.04');
  await vi.advanceTimersByTimeAsync(9000);
  expect(new Set(sent.get('10.0.0.1'))).toEqual(new Set(['ping']));
  expect(JSON.stringify(logged)).toContain('Error: Bootstrap: The client does not answer');
  await close();
});

it('goes on as soon as the address is shown', async () => {
  const { ask, sent, there, close } = await server();
  there.add('10.0.0.1');
  expect(await ask('meter', '10.0.0.1')).toBe('2.04');
  expect(sent.get('10.0.0.1')).toEqual(['ping', '/0']);
  await close();
});

it('has little room for one name, which anybody can use, and gives it back', async () => {
  const { ask, close } = await server();
  const requested: (string | undefined)[] = [];
  for (let host = 1; host <= 20; host++) requested.push(await ask('meter', `10.0.0.${host}`));
  expect(requested).toEqual([...Array<string>(3).fill('2.04'), ...Array<string>(17).fill('5.03')]);
  expect(await ask('valve', '10.0.1.1')).toBe('2.04');
  await vi.advanceTimersByTimeAsync(9000);
  expect(await ask('meter', '10.0.0.99')).toBe('2.04');
  await close();
});
