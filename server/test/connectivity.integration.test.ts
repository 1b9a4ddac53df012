import { exec } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerEndpoints } from '../../console/src/api/endpoints.ts';
import { provisioningCommands } from '../../console/src/device-profiles/provisioning-commands.ts';
import { connectivityCommands } from '../../console/src/pages/devices/connectivity.ts';
import { makeCertificate, type TestCertificate } from './certificates.ts';
import { createLwm2mDevices, NO_SECURITY } from './lwm2m-devices.ts';
import { createTestTenant, type TestTenant } from './people.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';
import { startSnmpd } from './snmpd.ts';

/** The commands that a device's page shows, run as they stand there. */
let folder: string;
let platform: TestPlatform;
let acme: TestTenant;
let own: TestCertificate;
let server: TestCertificate;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-connectivity-'));
  const file = (name: string) => path.join(folder, name);
  [server, own] = await Promise.all([makeCertificate(), makeCertificate('pump')]);
  await writeFile(file('server.pem'), server.cert + server.key);
  await writeFile(file('ca.pem'), server.cert);
  await writeFile(file('device.pem'), own.cert);
  await writeFile(file('device.key'), own.key);
  platform = await startTestPlatform({
    ...{ mqttTlsPort: 0, coapDtlsPort: 0, lwm2mDtlsPort: 0, httpsPort: 0 },
    tlsCertificate: file('server.pem'),
  });
  acme = await createTestTenant(platform, 'acme');
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

function endpoints(): ServerEndpoints {
  const addresses = platform.transportAddresses();
  return {
    // By the name in the certificate of the server.
    ...{ host: 'localhost', httpBase: `http://localhost:${platform.httpPort()}` },
    ...{ mqttPort: platform.mqttPort(), coapPort: platform.coapPort() },
    ...{ lwm2mPort: platform.lwm2mPort(), lwm2msPort: addresses.lwm2ms?.port ?? 0 },
    httpsPort: platform.httpsPort(),
    ...{ mqttsPort: addresses.mqtts?.port, coapsPort: addresses.coaps?.port },
  };
}

/** With what devices may speak MQTT. */
const MQTT = ['mqtt', 'mqtts', 'mqttws', 'mqttwss'];

/** A device of a profile of its own, and the commands of its page. */
async function deviceOf(transportType: 'DEFAULT' | 'MQTT' | 'COAP', transport: object, credentials?: object) {
  const name = `Device ${++made}`;
  const profile = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
    ...{ name, type: 'DEFAULT', transportType, provisionType: 'DISABLED' },
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: transportType, ...transport },
      provisionConfiguration: { type: 'DISABLED' },
      alarms: null,
    },
  });
  const input = { name, deviceProfileId: profile.id };
  const device = credentials
    ? await acme.admin.post<Device>('/api/device-with-credentials', { device: input, credentials })
    : await acme.admin.post<Device>('/api/device', input);
  const shown = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  const { transportConfiguration } = device.deviceData;
  return { device, commands: connectivityCommands(shown, endpoints(), transportConfiguration, profile) };
}

/** Commands that come with packages, and Node, which some of them are run by. */
const commands = [path.join(import.meta.dirname, '../../node_modules/.bin'), path.dirname(process.execPath)];
const run = (command: string) =>
  promisify(exec)(command, {
    ...{ cwd: folder, timeout: 30_000 },
    env: { ...process.env, PATH: [...commands, process.env.PATH].join(path.delimiter) },
  });

const newest = async ({ id }: Device): Promise<{ ts: number; value: string } | undefined> => {
  const series = await acme.admin.get<Record<string, { ts: number; value: string }[]>>(
    `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries`,
  );
  return Object.entries(series).find(([key]) => key.startsWith('temperature'))?.[1][0];
};

const payload = (isJsonTaken: boolean) => ({
  transportPayloadType: 'PROTOBUF',
  deviceTelemetryProtoSchema: 'syntax = "proto3"; package t; message T { optional double temperature = 1; }',
  deviceAttributesProtoSchema: 'syntax = "proto3"; package a; message A { optional string serial = 1; }',
  deviceRpcRequestProtoSchema:
    'syntax = "proto3"; package rpc; message R { optional string method = 1; optional int32 requestId = 2; optional string params = 3; }',
  deviceRpcResponseProtoSchema: 'syntax = "proto3"; package rpc; message R { optional string payload = 1; }',
  enableCompatibilityWithJsonPayloadFormat: isJsonTaken,
  useJsonPayloadFormatForDefaultDownlinkTopics: false,
});
const coapWith = (transportPayloadTypeConfiguration: object) => ({
  coapDeviceTypeConfiguration: { coapDeviceType: 'DEFAULT', transportPayloadTypeConfiguration },
});
const basic = () => ({
  ...{ credentialsType: 'MQTT_BASIC', credentialsId: null },
  credentialsValue: '{"clientId":"pump 1","userName":"it\'s","password":"a $b"}',
});
const certificate = () => ({ credentialsType: 'X509_CERTIFICATE', credentialsId: null, credentialsValue: own.cert });

describe('each command of the page of a device stores a value', () => {
  it.each<[string, 'DEFAULT' | 'MQTT' | 'COAP', object, string[], (() => object)?]>([
    ['with a token', 'DEFAULT', {}, [...MQTT, 'http', 'https', 'coap', 'coaps']],
    ['with basic credentials', 'DEFAULT', {}, MQTT, basic],
    ['with a certificate', 'DEFAULT', {}, ['mqtts', 'coaps'], certificate],
    [
      'with topics of its own',
      'MQTT',
      { deviceTelemetryTopic: 'plant/+/t', deviceAttributesTopic: 'plant/+/a' },
      [...MQTT, 'http', 'https'],
    ],
    [
      'with Protobuf over MQTT',
      'MQTT',
      { transportPayloadTypeConfiguration: payload(false) },
      [...MQTT, 'http', 'https'],
    ],
    [
      'with Protobuf or JSON over MQTT',
      'MQTT',
      { transportPayloadTypeConfiguration: payload(true) },
      [...MQTT, 'http', 'https'],
    ],
    ['of a profile for CoAP', 'COAP', coapWith({ transportPayloadType: 'JSON' }), ['coap', 'coaps']],
    ['with Protobuf over CoAP', 'COAP', coapWith(payload(false)), ['coap', 'coaps']],
    [
      'that is a sensor of Efento',
      'COAP',
      { coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' } },
      ['coap', 'coaps'],
    ],
  ])('%s', async (_, transportType, transport, ids, credentials) => {
    const { device, commands } = await deviceOf(transportType, transport, credentials?.());
    expect(commands.map(({ id }) => id)).toEqual(ids);
    for (const { text } of commands) {
      // A value that is there already is deleted, so that it is this command that brings it.
      await acme.admin.delete(
        `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/delete?keys=temperature,temperature_1&deleteAllDataForKeys=true`,
      );
      await run(text);
      await expect
        .poll(() => newest(device), { message: text })
        .toMatchObject({ value: expect.stringMatching(/^23\.6/) });
    }
  });
});

describe('each command of the tab for provisioning', () => {
  it.each<['DEFAULT' | 'MQTT' | 'COAP', string[]]>([
    ['DEFAULT', ['http', 'mqtt', 'coap']],
    ['MQTT', ['http', 'mqtt']],
    ['COAP', ['http', 'coap']],
  ])('brings the credentials of a device (%s)', async (transportType, ids) => {
    const profile = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
      ...{ name: `Provisioned ${transportType}`, type: 'DEFAULT', transportType },
      ...{ provisionType: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceKey: `it's a ${transportType} key` },
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: transportType },
        provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 'a "secret" $key' },
        alarms: null,
      },
    });
    const commands = provisioningCommands(profile, endpoints());
    expect(commands.map(({ id }) => id)).toEqual(ids);
    for (const { id, text } of commands) {
      const name = `Made by ${id} ${transportType}`;
      const { stdout } = await run(text.replace('DEVICE_NAME', name));
      const answer = JSON.parse(stdout) as { status: string; credentialsValue: string };
      expect(answer.status).toBe('SUCCESS');
      const device = await acme.admin.get<Device>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
      const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
      expect(credentialsId).toBe(answer.credentialsValue);
    }
    expect(provisioningCommands({ ...profile, provisionType: 'DISABLED' }, endpoints())).toEqual([]);
  });
});

describe('the command for a device of SNMP', () => {
  it.each([
    ['V2C', { protocolVersion: 'V2C', community: 'public' }],
    [
      'V3',
      {
        ...{ protocolVersion: 'V3', username: 'asker', securityName: 'asker', contextName: '', engineId: '' },
        ...{ authenticationProtocol: 'SHA_512', authenticationPassphrase: "au'th $pass" },
        ...{ privacyProtocol: 'AES_256', privacyPassphrase: 'in private' },
      },
    ],
  ])('is answered by its agent (%s)', async (_, settings) => {
    const snmpd = await startSnmpd([`asker SHA-512 "au'th $pass" AES-256 "in private"`]);
    try {
      const token = { credentialsType: 'ACCESS_TOKEN', credentialsId: 'abc', credentialsValue: null } as const;
      const transport = { type: 'SNMP', host: '127.0.0.1', port: snmpd.port, ...settings } as const;
      const [command] = connectivityCommands(token, endpoints(), transport);
      expect((await run(command?.text ?? '')).stdout).toMatch(/Timeticks|sysUpTime/i);
    } finally {
      await snmpd.stop();
    }
  });
});

describe('the command that fetches what a client of LwM2M has to know the server by', () => {
  const fetched = async (client: object) => {
    const value = JSON.stringify({ client: { endpoint: 'tank', ...client } });
    const credentials = {
      credentialsType: 'LWM2M_CREDENTIALS',
      credentialsId: 'tank',
      credentialsValue: value,
    } as const;
    await rm(path.join(folder, 'server.der'), { force: true });
    await run(connectivityCommands(credentials, endpoints(), { type: 'LWM2M' })[0]?.text ?? '');
    return readFile(path.join(folder, 'server.der'));
  };

  it('brings its certificate, or its key', async () => {
    const certificate = new X509Certificate(server.cert);
    expect(await fetched({ securityConfigClientMode: 'X509' })).toEqual(certificate.raw);
    const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
    expect(await fetched({ securityConfigClientMode: 'RPK', key: 'ab' })).toEqual(key);
  });
});

describe('the command for a device of LwM2M registers it', () => {
  const devices = createLwm2mDevices(() => acme.admin);
  const hex = (bytes: Buffer) => bytes.toString('hex');
  let ofTank: TestCertificate;
  beforeAll(async () => {
    ofTank = await makeCertificate('tank');
  });

  it.each<[string, () => object]>([
    ['without encryption', () => ({ securityConfigClientMode: 'NO_SEC' })],
    [
      'with a shared key',
      () => ({ securityConfigClientMode: 'PSK', identity: "it's a tank", key: '00112233445566778899aabbccddeeff' }),
    ],
    [
      'with a key of its own',
      () => {
        const key = new X509Certificate(ofTank.cert).publicKey.export({ type: 'spki', format: 'der' });
        return { securityConfigClientMode: 'RPK', key: hex(key) };
      },
    ],
    [
      'with a certificate',
      () => ({ securityConfigClientMode: 'X509', cert: new X509Certificate(ofTank.cert).raw.toString('base64') }),
    ],
  ])('%s', async (_, client) => {
    const endpoint = `a tank & more ${++made}`;
    const shows = client();
    await writeFile(path.join(folder, 'device.pem'), ofTank.cert);
    await writeFile(path.join(folder, 'device.key'), ofTank.key);
    const device = await devices.addSecured(await devices.addProfile({}), endpoint, { ...NO_SECURITY, client: shows });
    const shown = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
    for (const { text } of connectivityCommands(shown, endpoints(), { type: 'LWM2M' })) await run(text);
    await expect
      .poll(() => devices.history(device, 'transportLog'), { timeout: 40_000 })
      .toContainEqual(expect.stringContaining('Client registered'));
  });
});
