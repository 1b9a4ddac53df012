// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { createHmac } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import mqttPacket from 'mqtt-packet';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callOutside, startOutsideNode } from '../../../../test/outside-node.ts';
import { azureIotHubNode } from './azure-iot-hub.ts';
import { mqttNode } from './mqtt.ts';

interface Connected {
  clientId: string;
  username: string | undefined;
  password: string | undefined;
  clean: boolean;
}

let broker: Aedes;
let port: number;
const server = net.createServer((socket) => broker.handle(socket));
let isRefusing = false;
const connected: Connected[] = [];
const published: { topic: string; payload: string; qos: number }[] = [];

beforeAll(async () => {
  broker = await Aedes.createBroker();
  broker.authenticate = (client: Client & { clean?: boolean }, username, password, done) => {
    const own = { clientId: client.id, username, password: password?.toString(), clean: client.clean ?? true };
    connected.push(own);
    if (own.password === 'wrong' || (isRefusing && own.password === 'later'))
      done(Object.assign(new Error('refused'), { returnCode: 4 }) as AuthenticateError, false);
    else done(null, true);
  };
  broker.on('publish', ({ topic, payload, qos }, client) => {
    if (client) published.push({ topic, payload: payload.toString(), qos });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise<void>((resolve) => broker.close(resolve));
  server.close();
});
beforeEach(() => {
  connected.length = 0;
  published.length = 0;
});

const message = { data: '{"t":1}', metadata: { place: 'hall' } };
const publish = (more: object, times = 1) =>
  callOutside(
    mqttNode,
    {
      topicPattern: 'sensors/${place}/$[t]',
      host: '127.0.0.1',
      port,
      connectTimeoutSec: 5,
      cleanSession: true,
      ...more,
    },
    { message, allowed: '127.0.0.0/8', times },
  );

test('publishes with acknowledgement, over one connection', async () => {
  const outputs = await publish(
    { clientId: 'me', credentials: { type: 'basic', username: 'name', password: 'word' } },
    5,
  );
  expect(outputs).toHaveLength(5);
  expect(outputs[0]).toMatchObject({ relation: 'Success', message });
  expect(connected).toMatchObject([{ clientId: 'me', username: 'name', password: 'word' }]);
  expect(published).toEqual(Array(5).fill({ topic: 'sensors/hall/1', payload: '{"t":1}', qos: 1 }));
});

test('fails when the broker refuses', async () => {
  const [output] = await publish({ credentials: { type: 'basic', username: 'name', password: 'wrong' } });
  expect(output?.relation).toBe('Failure');
  expect(output?.message.metadata.error).toMatch(/Connection refused|Bad username/i);
});

test('publishes again once a broker that has refused takes it', async () => {
  const credentials = { type: 'basic', username: 'name', password: 'later' };
  isRefusing = true;
  const node = await startOutsideNode(
    mqttNode,
    { topicPattern: 't', host: '127.0.0.1', port, connectTimeoutSec: 1, cleanSession: true, credentials },
    { allowed: '127.0.0.0/8' },
  );
  try {
    await expect.poll(async () => (await node.call({ data: 'x' }))[0]?.relation).toBe('Failure');
    isRefusing = false;
    await expect.poll(async () => (await node.call({ data: 'x' }))[0]?.relation, { timeout: 40_000 }).toBe('Success');
  } finally {
    isRefusing = false;
    node.stop();
  }
});

test('fails when nobody is there, and when somebody says nothing', async () => {
  const silent = net.createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const [late] = await publish({ port: (silent.address() as AddressInfo).port, connectTimeoutSec: 1 });
  expect(late?.relation).toBe('Failure');
  silent.close();
  const [nobody] = await publish({ port: 1 });
  expect(nobody?.message.metadata.error).toContain('ECONNREFUSED');
});

test('does not publish again what it has failed, when the connection is made again', async () => {
  const received: string[] = [];
  let isSilent = true;
  const sockets = new Set<net.Socket>();
  const holding = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const parser = mqttPacket.parser();
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        socket.write(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
      } else if (packet.cmd === 'publish') {
        received.push(packet.payload.toString());
        if (!isSilent) socket.write(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId as number }));
      }
    });
    socket.on('data', (data) => parser.parse(data));
  });
  await new Promise<void>((resolve) => holding.listen(0, '127.0.0.1', resolve));
  const node = await startOutsideNode(
    mqttNode,
    {
      topicPattern: 't',
      host: '127.0.0.1',
      port: (holding.address() as AddressInfo).port,
      connectTimeoutSec: 5,
      cleanSession: true,
    },
    { allowed: '127.0.0.0/8' },
  );
  const [late] = await node.call({ data: 'late' }, AbortSignal.timeout(200));
  expect(late?.relation).toBe('Failure');
  const broken = node.call({ data: 'broken' });
  await expect.poll(() => received).toEqual(['late', 'broken']);
  for (const socket of sockets) socket.destroy();
  expect((await broken)[0]?.relation).toBe('Failure');
  isSilent = false;
  expect((await node.call({ data: 'next' }))[0]?.relation).toBe('Success');
  expect(received).toEqual(['late', 'broken', 'next']);
  node.stop();
  holding.close();
});

test('connects to nobody in the own network', async () => {
  const own = (host: string) =>
    callOutside(mqttNode, { topicPattern: 't', host, port, connectTimeoutSec: 5 }, { message });
  await expect(own('127.0.0.1')).rejects.toThrow('must not be called');
  expect((await own('localhost'))[0]?.message.metadata.error).toContain('must not be called');
  expect(connected).toEqual([]);
});

test('signs in at an Azure IoT Hub as a device with a signature of its key', async () => {
  const sasKey = Buffer.from('a key').toString('base64');
  const outputs = await callOutside(
    azureIotHubNode,
    {
      topicPattern: 'devices/one/messages/events/',
      host: 'LocalHost',
      port,
      connectTimeoutSec: 5,
      clientId: 'one',
      ssl: false,
      credentials: { type: 'sas', sasKey },
    },
    { message, allowed: '127.0.0.0/8,::1' },
  );
  expect(outputs).toMatchObject([{ relation: 'Success' }]);
  const [{ clientId, username, password } = { password: '' } as Connected] = connected;
  expect([clientId, username]).toEqual(['one', 'LocalHost/one/?api-version=2018-06-30']);
  const parts = new URLSearchParams(password?.replace('SharedAccessSignature ', ''));
  const [resource, expiry] = [parts.get('sr'), parts.get('se')];
  expect(resource).toBe('localhost');
  expect(Number(expiry)).toBeGreaterThan(Date.now() / 1000 + 3_600);
  const signature = createHmac('sha256', 'a key').update(`${resource}\n${expiry}`).digest('base64');
  expect(parts.get('sig')).toBe(signature);
});
