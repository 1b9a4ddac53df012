import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { connectAsync, type MqttClient } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coap } from '../../test/coap-client.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { connectPacket, publishPacket, rawSocket } from '../../test/raw-mqtt.ts';

let platform: TestPlatform;
let acme: TestTenant;
const clients: MqttClient[] = [];
beforeAll(async () => {
  platform = await startTestPlatform({ otaDevicesPerMinute: 1000 });
  acme = await createTestTenant(platform, 'acme');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await platform?.stop();
});

let made = 0;
const profile = (): Promise<DeviceProfile> =>
  acme.admin.post('/api/deviceProfile', {
    name: `Profile ${++made}`,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  });
const device = (of: DeviceProfile, more: object = {}): Promise<Device> =>
  acme.admin.post('/api/device', { name: `Device ${++made}`, deviceProfileId: of.id, ...more });
const tokenOf = async ({ id }: Device): Promise<string> =>
  (await acme.admin.get<{ credentialsId: string }>(`/api/device/${id.id}/credentials`)).credentialsId;
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => (index * 7) & 255));

/** A package with a file of that many bytes, or with an address. */
async function packageOf(of: DeviceProfile, size: number, more: object = {}): Promise<OtaPackageInfo> {
  const title = `Package ${++made}`;
  const body = { type: 'FIRMWARE', title, version: '1.0', deviceProfileId: of.id, ...more };
  const info = await acme.admin.post<OtaPackageInfo>('/api/otaPackage', body);
  if (size === 0) return info;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes(size))]), 'image.bin');
  const path = `/api/otaPackage/${info.id.id}?checksumAlgorithm=CRC32`;
  const reply = await fetch(`http://127.0.0.1:${platform.httpPort()}${path}`, {
    method: 'POST',
    headers: { 'x-authorization': `Bearer ${acme.admin.token}` },
    body: form,
  });
  expect(reply.status).toBe(200);
  return (await reply.json()) as OtaPackageInfo;
}

const sharedOf = async ({ id }: Device): Promise<Record<string, unknown>> => {
  const path = `/api/plugins/telemetry/DEVICE/${id.id}/values/attributes/SHARED_SCOPE`;
  const found = await acme.admin.get<{ key: string; value: unknown }[]>(path);
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
};
const told = ({ title, version, checksum, dataSize }: OtaPackageInfo, prefix = 'fw') => ({
  [`${prefix}_title`]: title,
  [`${prefix}_version`]: version,
  [`${prefix}_size`]: dataSize,
  [`${prefix}_checksum_algorithm`]: 'CRC32',
  [`${prefix}_checksum`]: checksum,
});
const seriesOf = async ({ id }: Device, keys: string): Promise<Record<string, string[]>> => {
  const range = `startTs=0&endTs=${Date.now() + 1000}&limit=100&orderBy=ASC`;
  const path = `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=${keys}&${range}`;
  const found = await acme.admin.get<Record<string, { value: string }[]>>(path);
  return Object.fromEntries(Object.entries(found).map(([key, points]) => [key, points.map(({ value }) => value)]));
};
const refusal = async (path: string, body: object): Promise<string> => {
  const { status, body: reply } = await acme.admin.call('POST', path, body);
  expect(status).toBe(400);
  return (reply as { message: string }).message;
};
const waiting = { timeout: 40_000, interval: 100 };

describe('what may be given to devices', () => {
  it('is complete, of its type and for their profile', async () => {
    const [mine, other] = [await profile(), await profile()];
    const one = await device(mine);
    const packageId = async (size: number, more?: object, of = mine) => (await packageOf(of, size, more)).id;
    const unknown = { entityType: 'OTA_PACKAGE', id: mine.id.id };
    for (const [member, id, message] of [
      ['firmwareId', unknown, "Can't assign non-existent firmware!"],
      ['softwareId', unknown, "Can't assign non-existent software!"],
      ['firmwareId', await packageId(5, { type: 'SOFTWARE' }), "Can't assign firmware with type: SOFTWARE"],
      ['softwareId', await packageId(5), "Can't assign software with type: FIRMWARE"],
      ['firmwareId', await packageId(0), "Can't assign firmware with empty data!"],
      ['firmwareId', await packageId(5, {}, other), "Can't assign firmware with different deviceProfile!"],
    ] as const) {
      expect(await refusal('/api/device', { ...one, [member]: id })).toBe(message);
      expect(await refusal('/api/deviceProfile', { ...mine, [member]: id })).toBe(message);
    }
  });

  it('cannot be deleted while somebody has it', async () => {
    const of = await profile();
    const [firmware, software] = [await packageOf(of, 5), await packageOf(of, 5, { type: 'SOFTWARE' })];
    const one = await device(of, { firmwareId: firmware.id, softwareId: software.id });
    const message = async ({ id }: OtaPackageInfo) =>
      ((await acme.admin.call('DELETE', `/api/otaPackage/${id.id}`)).body as { message: string }).message;
    expect(await message(firmware)).toBe('The otaPackage referenced by the devices cannot be deleted!');
    expect(await message(software)).toBe('The software referenced by the devices cannot be deleted!');
    const saved = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
      ...of,
      firmwareId: firmware.id,
      softwareId: software.id,
    });
    await acme.admin.delete(`/api/device/${one.id.id}`);
    expect(await message(firmware)).toBe('The otaPackage referenced by the device profile cannot be deleted!');
    expect(await message(software)).toBe('The software referenced by the device profile cannot be deleted!');
    // With the profile they go.
    await acme.admin.delete(`/api/deviceProfile/${saved.id.id}`);
    expect((await acme.admin.call('GET', `/api/otaPackage/info/${firmware.id.id}`)).status).toBe(404);
  });
});

describe('an update', () => {
  it('is announced, then told to the device in one message, and taken back', async () => {
    const of = await profile();
    const firmware = await packageOf(of, 1000, { tag: 'A tag' });
    const one = await device(of);
    const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, {
      username: await tokenOf(one),
      reconnectPeriod: 0,
    });
    clients.push(client);
    const heard: unknown[] = [];
    client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())));
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });

    await acme.admin.post('/api/device', { ...one, firmwareId: firmware.id });
    const expected = { ...told(firmware), fw_tag: 'A tag' };
    await expect.poll(() => heard, waiting).toEqual([expected]);
    expect(await sharedOf(one)).toEqual(expected);
    const keys = 'target_fw_title,target_fw_version,target_fw_tag,fw_state';
    await expect
      .poll(() => seriesOf(one, keys), waiting)
      .toEqual({
        target_fw_title: [firmware.title],
        target_fw_version: ['1.0'],
        target_fw_tag: ['A tag'],
        fw_state: ['QUEUED', 'INITIATED'],
      });

    const linked = await packageOf(of, 0, { usesUrl: true, url: 'https://files.example/1' });
    await acme.admin.post('/api/device', { ...one, firmwareId: linked.id });
    const link = { fw_title: linked.title, fw_version: '1.0', fw_url: 'https://files.example/1' };
    await expect.poll(() => sharedOf(one), waiting).toEqual(link);

    await acme.admin.post('/api/device', one);
    await expect.poll(() => sharedOf(one), waiting).toEqual({});
    await expect.poll(() => heard.at(-1), waiting).toEqual({ deleted: expect.arrayContaining(['fw_title', 'fw_url']) });
  });

  it('of a profile reaches its devices without an own package, new ones too', async () => {
    const of = await profile();
    const [own, first, second] = [await packageOf(of, 5), await packageOf(of, 10), await packageOf(of, 20)];
    const software = await packageOf(of, 30, { type: 'SOFTWARE' });
    const devices = await Promise.all(Array.from({ length: 30 }, () => device(of)));
    const special = await device(of, { firmwareId: own.id });
    expect(await acme.admin.get(`/api/devices/count/FIRMWARE/${of.id.id}`)).toBe(30);
    expect(await acme.admin.get(`/api/devices/count/SOFTWARE/${of.id.id}`)).toBe(31);
    const saved = await acme.admin.post<DeviceProfile>('/api/deviceProfile', { ...of, firmwareId: first.id });
    const late = await device(of);
    const all = async (some: Device[]) => Promise.all(some.map((one) => sharedOf(one)));
    await expect.poll(() => all([...devices, late]), waiting).toEqual(Array(31).fill(told(first)));
    expect(await sharedOf(special)).toEqual(told(own));
    // Both at once; the software of the profile does not take the firmware's id.
    await acme.admin.post('/api/deviceProfile', { ...saved, firmwareId: second.id, softwareId: software.id });
    const both = { ...told(second), ...told(software, 'sw') };
    await expect.poll(() => all(devices), waiting).toEqual(Array(30).fill(both));
    await expect.poll(() => sharedOf(special), waiting).toEqual({ ...told(own), ...told(software, 'sw') });
    const { rows } = await platform.database.pool.query(
      'SELECT (SELECT count(*)::integer FROM ota_update) AS updates, (SELECT count(*)::integer FROM ota_rollout) AS rollouts',
    );
    expect(rows).toEqual([{ updates: 0, rollouts: 0 }]);
  });

  it('of a profile goes on when a clock that was ahead is set back', async () => {
    const of = await profile();
    const one = await device(of);
    const info = await packageOf(of, 10);
    await acme.admin.post('/api/deviceProfile', { ...of, firmwareId: info.id });
    await platform.database.pool.query('UPDATE ota_rollout SET due_time = due_time + 31536000000');
    await expect.poll(() => sharedOf(one), waiting).toMatchObject({ fw_title: info.title });
  });
});

describe('a download', () => {
  const SIZE = 500_000;
  async function assigned(prefix: 'fw' | 'sw', size = SIZE) {
    const of = await profile();
    const info = await packageOf(of, size, { type: prefix === 'fw' ? 'FIRMWARE' : 'SOFTWARE' });
    const one = await device(of, { [prefix === 'fw' ? 'firmwareId' : 'softwareId']: info.id });
    return { info, token: await tokenOf(one), one, of };
  }
  async function connected(token: string) {
    const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, {
      username: token,
      reconnectPeriod: 0,
    });
    clients.push(client);
    const heard = new Map<string, Buffer>();
    client.on('message', (topic, payload) => heard.set(topic, payload));
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    return { client, heard, ended };
  }

  it.each(['fw', 'sw'] as const)('by MQTT comes in chunks (%s)', async (prefix) => {
    const { token } = await assigned(prefix);
    const { client, heard } = await connected(token);
    const size = 30_000;
    const count = Math.ceil(SIZE / size);
    for (let chunk = 0; chunk <= count; chunk++) {
      await client.publishAsync(`v2/${prefix}/request/7/chunk/${chunk}`, chunk === 0 ? String(size) : '', { qos: 1 });
    }
    await expect.poll(() => heard.size, waiting).toBe(count + 1);
    const chunks = Array.from({ length: count + 1 }, (_, chunk) =>
      heard.get(`v2/${prefix}/response/7/chunk/${chunk}`),
    ) as Buffer[];
    expect(chunks.map(({ length }) => length)).toEqual([...Array(count - 1).fill(size), SIZE % size, 0]);
    expect(Buffer.concat(chunks).equals(bytes(SIZE))).toBe(true);
    await client.publishAsync(`v2/${prefix}/request/8/chunk/0`, '', { qos: 1 });
    await expect.poll(() => heard.get(`v2/${prefix}/response/8/chunk/0`)?.length, waiting).toBe(SIZE);
  });

  it('by MQTT is refused with a reason, and the connection ends', async () => {
    const { token, one, of } = await assigned('fw');
    const refused = async (topic: string, payload: string) => {
      const { client, heard, ended } = await connected(token);
      client.publish(topic, payload);
      await ended;
      return Object.fromEntries([...heard].map(([name, told]) => [name, told.toString()]));
    };
    expect(await refused('v2/fw/request/1/chunk/0', '65537')).toEqual({ 'v2/fw/error': 'PAYLOAD_TOO_LARGE' });
    expect(await refused('v2/sw/request/1/chunk/0', '100')).toEqual({ 'v2/fw/error': 'NOT_FOUND' });
    expect(await refused('v2/fw/request/1/chunk/0', 'all')).toEqual({});
    const linked = await packageOf(of, 0, { usesUrl: true, url: 'https://files.example/1' });
    await acme.admin.post('/api/device', { ...one, firmwareId: linked.id });
    expect(await refused('v2/fw/request/1/chunk/0', '100')).toEqual({ 'v2/fw/error': 'FAILURE' });
  });

  /** Asks for chunks until so many bytes have come, and then is gone. @returns those that have come whole, and all bytes */
  async function chunksUntil(token: string, chunks: readonly number[], cut: number) {
    const socket = await rawSocket(platform.mqttPort());
    socket.write(connectPacket(token, 4));
    for (const chunk of chunks) socket.write(publishPacket(`v2/fw/request/1/chunk/${chunk}`, '32', chunk + 1));
    const parser = mqttPacket.parser();
    const got = new Map<number, Buffer>();
    parser.on('packet', (packet) => {
      if (packet.cmd !== 'publish') return;
      got.set(Number(packet.topic.split('/').at(-1)), Buffer.from(packet.payload as Buffer));
    });
    let parsed = 0;
    await expect
      .poll(
        () => {
          const whole = socket.received.subarray(parsed, cut);
          parsed += whole.length;
          parser.parse(whole);
          return parsed >= cut || got.size === chunks.length;
        },
        { interval: 1, timeout: 40_000 },
      )
      .toBe(true);
    socket.destroy();
    return { got, bytes: parsed };
  }

  it('by MQTT goes on after any byte at which it broke off', async () => {
    const size = 100;
    const { info, of } = await assigned('fw', size);
    const all = Array.from({ length: Math.ceil(size / 32) }, (_, chunk) => chunk);
    const tokens = await Promise.all(
      Array.from({ length: 4 }, async () => tokenOf(await device(of, { firmwareId: info.id }))),
    );
    const { bytes: total } = await chunksUntil(tokens[0] as string, all, Number.POSITIVE_INFINITY);
    let next = 0;
    const download = async (token: string): Promise<void> => {
      for (let cut = next++; cut <= total; cut = next++) {
        const { got } = await chunksUntil(token, all, cut);
        const missing = all.filter((chunk) => !got.has(chunk));
        const rest = await chunksUntil(token, missing, missing.length === 0 ? 0 : Number.POSITIVE_INFINITY);
        const file = Buffer.concat(all.map((chunk) => (got.get(chunk) ?? rest.got.get(chunk)) as Buffer));
        expect(file.equals(bytes(size)), `after ${cut} bytes`).toBe(true);
      }
    };
    await Promise.all(tokens.map(download));
    expect(next).toBeGreaterThan(total);
  });

  it('by HTTP comes whole after it broke off often', async () => {
    const { token, info } = await assigned('fw');
    const query = new URLSearchParams({ title: info.title, version: info.version });
    const address = `http://127.0.0.1:${platform.httpPort()}/api/v1/${token}/firmware?${query}`;
    for (let times = 0; times < 20; times++) {
      const broken = new AbortController();
      const { body } = await fetch(address, { signal: broken.signal });
      await body?.getReader().read();
      broken.abort();
    }
    await expect.poll(async () => (await fetch(address)).status, waiting).toBe(200);
    expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(bytes(SIZE))).toBe(true);
  });

  it('by HTTP comes whole or in chunks, to whom it is assigned', async () => {
    const { token, info, of } = await assigned('fw');
    const get = async (query: Record<string, string>, path = `${token}/firmware`) => {
      const reply = await fetch(`http://127.0.0.1:${platform.httpPort()}/api/v1/${path}?${new URLSearchParams(query)}`);
      return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) };
    };
    const named = { title: info.title, version: info.version };
    const whole = await get(named);
    expect(whole.status).toBe(200);
    expect(whole.body.equals(bytes(SIZE))).toBe(true);
    expect(whole.headers.get('content-disposition')).toBe('attachment;filename=image.bin');
    expect(whole.headers.get('x-filename')).toBe('image.bin');
    expect(whole.headers.get('content-length')).toBe(String(SIZE));
    const second = await get({ ...named, size: '300000', chunk: '1' });
    expect(second.body.equals(bytes(SIZE).subarray(300_000))).toBe(true);
    expect((await get({ ...named, size: '300000', chunk: '2' })).body).toHaveLength(0);
    expect((await get({ ...named, version: '2' })).status).toBe(400);
    expect((await get({ title: info.title })).status).toBe(400);
    expect((await get(named, `${token}/software`)).status).toBe(404);
    expect((await get(named, 'nobody/firmware')).status).toBe(401);
    expect((await get(named, `${await tokenOf(await device(of))}/firmware`)).status).toBe(404);
  });

  it.each(['fw', 'sw'] as const)('by CoAP comes in blocks, whole or in chunks (%s)', async (prefix) => {
    const { token, info, of } = await assigned(prefix);
    const get = (query: Record<string, string>, another = token, args: string[] = []) =>
      coap(
        platform.coapPort(),
        'get',
        `${prefix}/${another}?${String(new URLSearchParams(query)).replaceAll('+', '%20')}`,
        undefined,
        args,
      );
    const named = { title: info.title, version: info.version };
    const whole = await get({});
    expect(whole.code).toBe('2.05');
    expect(whole.body.equals(bytes(SIZE))).toBe(true);
    const second = await get({ ...named, size: '300000', chunk: '1' });
    expect(second.body.equals(bytes(SIZE).subarray(300_000))).toBe(true);
    const small = await get({ ...named, size: '100', chunk: '2' }, token, ['-b', '32']);
    expect(small.body.equals(bytes(SIZE).subarray(200, 300))).toBe(true);
    expect((await get({ ...named, size: '300000', chunk: '2' })).body).toHaveLength(0);
    expect((await get({ version: '2' })).code).toBe('4.00');
    expect((await get({ size: 'all' })).code).toBe('4.00');
    expect((await get({}, 'nobody')).code).toBe('4.01');
    expect((await get({}, await tokenOf(await device(of)))).code).toBe('4.04');
    expect((await coap(platform.coapPort(), 'post', `${prefix}/${token}`, '')).code).toBe('4.05');
  });
});
