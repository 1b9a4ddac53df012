import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coap, rawCoap } from '../../../../test/coap-client.ts';
import { setCoapProfile } from '../../../../test/coap-profile.ts';
import { createDevicePlatform, type DevicePlatform, until } from '../../../../test/device-platform.ts';
import { encodeMessage } from '../../../protobuf/encode.ts';
import { EFENTO_MEASUREMENTS } from './efento-message.ts';

let platform: DevicePlatform;
let device: { id: string; name: string; token: string };

beforeAll(async () => {
  platform = await createDevicePlatform();
  await setCoapProfile(platform, { coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' } });
});
afterAll(() => platform.close());
beforeEach(async () => {
  device = await platform.addDevice();
  platform.messages.length = 0;
});

const posted = () => platform.messages.filter(({ type }) => type === 'POST_TELEMETRY_REQUEST');
const measurements = (more: object = {}): Buffer =>
  encodeMessage(EFENTO_MEASUREMENTS, {
    serialNum: Buffer.from('282c02424eed', 'hex').toString('base64'),
    batteryStatus: true,
    measurementPeriodBase: 60,
    measurementPeriodFactor: 1,
    channels: [{ type: 1, timestamp: 1_630_324_800, startPoint: 200, sampleOffsets: [5, 6] }],
    nextTransmissionAt: 1_630_325_400,
    signal: 30,
    cloudToken: device.token,
    ...more,
  });

describe('a sensor of Efento', () => {
  it.each([
    ['whole', []],
    ['in blocks', ['-b', '16']],
  ])('sends measurements %s', async (_how, args) => {
    expect((await coap(platform.coapPort, 'post', 'efento/m', measurements(), args)).code).toBe('2.01');
    expect(posted().map(({ metadata }) => metadata.ts)).toEqual(['1630324800000', '1630324860000']);
    expect(JSON.parse(posted()[0]?.data ?? '')).toMatchObject({ temperature_1: 20.5, serial: '282C02424EED' });
  });

  it('asks for the time, and tells what is of no use', async () => {
    const { code, body } = await coap(platform.coapPort, 'get', 'efento/t');
    expect([code, body.length]).toEqual(['2.05', 4]);
    expect(Math.abs(body.readUInt32BE() - Date.now() / 1000)).toBeLessThan(60);
    for (const path of ['efento/i', 'efento/c']) {
      expect((await coap(platform.coapPort, 'post', path, 'x')).code).toBe('2.01');
    }
  });

  it('gets no answer to what is not confirmable', async () => {
    const client = await rawCoap(platform.coapPort);
    client.request({ type: 'NON', code: '0.02', messageId: 1, path: 'efento/i', payload: 'x' });
    client.request({ type: 'CON', code: '0.02', messageId: 2, path: 'efento/i', payload: 'x' });
    await until(() => client.received.length > 0, 'an answer');
    expect(client.received.map(({ messageId }) => messageId)).toEqual([2]);
    client.close();
  });

  it.each<[string, () => Buffer, string]>([
    ['an unknown token', () => measurements({ cloudToken: 'unknown' }), '4.01'],
    ['no token', () => measurements({ cloudToken: '' }), '4.01'],
    ['no measurements', () => measurements({ channels: [] }), '4.00'],
    ['what is no such message', () => Buffer.from([0xff, 0xff]), '4.00'],
  ])('is refused with %s', async (_what, payload, code) => {
    expect((await coap(platform.coapPort, 'post', 'efento/m', payload())).code).toBe(code);
    expect(posted()).toEqual([]);
  });

  it('is refused where its profile is for other devices', async () => {
    await setCoapProfile(platform, {});
    expect((await coap(platform.coapPort, 'post', 'efento/m', measurements())).code).toBe('4.00');
    await setCoapProfile(platform, { coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' } });
  });
});
