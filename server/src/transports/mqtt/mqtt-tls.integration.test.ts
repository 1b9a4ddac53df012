import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import type { Device } from '@signalbox/contract/device';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, makeSignedCertificate, type TestCertificate } from '../../../test/certificates.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let folder: string;
let platform: TestPlatform;
let acme: TestTenant;
const clients: MqttClient[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-tls-'));
  const { cert, key } = await makeCertificate();
  writeFileSync(path.join(folder, 'server.pem'), cert + key);
  platform = await startTestPlatform({ mqttTlsPort: 0, tlsCertificate: path.join(folder, 'server.pem') });
  acme = await createTestTenant(platform, 'acme');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const tlsPort = (): number => platform.transportAddresses().mqtts?.port ?? 0;
/** A device with that certificate, or with a token. */
async function deviceOf(certificate?: string): Promise<Device> {
  const device = { name: `Device ${++made}`, type: 'default' };
  if (certificate === undefined) return acme.admin.post('/api/device', device);
  const credentials = { credentialsType: 'X509_CERTIFICATE', credentialsId: null, credentialsValue: certificate };
  return acme.admin.post('/api/device-with-credentials', { device, credentials });
}
async function clientOf(options: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(`mqtts://127.0.0.1:${tlsPort()}`, {
    ...{ rejectUnauthorized: false, reconnectPeriod: 0 },
    ...options,
  });
  clients.push(client);
  return client;
}
async function stores(client: MqttClient, device: Device): Promise<void> {
  await client.publishAsync('v1/devices/me/telemetry', '{"level":7}', { qos: 1 });
  const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=level`;
  await expect.poll(() => acme.admin.get(path), { timeout: 40_000 }).toMatchObject({ level: [{ value: '7' }] });
}

describe('MQTT over TLS', () => {
  it('takes devices with their tokens', async () => {
    const device = await deviceOf();
    const { credentialsId } = await acme.admin.get<{ credentialsId: string }>(
      `/api/device/${device.id.id}/credentials`,
    );
    await stores(await clientOf({ username: credentialsId }), device);
    await expect(clientOf({ username: 'nobody' })).rejects.toThrow('Connection refused');
  });

  it('knows a device by its certificate, whatever it calls itself', async () => {
    const own = await makeCertificate('pump');
    const device = await deviceOf(own.cert);
    const other = await deviceOf();
    const { credentialsId } = await acme.admin.get<{ credentialsId: string }>(`/api/device/${other.id.id}/credentials`);
    await stores(await clientOf(own), device);
    await stores(await clientOf({ ...own, username: credentialsId }), device);
  });

  it('refuses a certificate that no device has', async () => {
    await expect(clientOf(await makeCertificate('stranger'))).rejects.toThrow('Connection refused');
  });

  it('knows a device by the certificate that has signed its own, and only then', async () => {
    const issuer = await makeCertificate('issuer');
    const device = await deviceOf(issuer.cert);
    const chain = ({ cert, key }: TestCertificate) => ({ key, cert: cert + issuer.cert });
    await stores(await clientOf(chain(await makeSignedCertificate('sensor', issuer))), device);
    // Certificates are no secrets: whoever has seen it can send it along.
    const forged = await makeSignedCertificate('sensor', await makeCertificate('issuer'));
    await expect(clientOf(chain(forged))).rejects.toThrow('Connection refused');
    await expect(clientOf({ cert: issuer.cert, key: forged.key })).rejects.toThrow();
  });

  it('takes a certificate only in its time, and for as long as it is that of the device', async () => {
    const issuer = await makeCertificate('issuer of pumps');
    const over = await makeSignedCertificate('pump of last year', issuer, { isExpired: true });
    await deviceOf(over.cert);
    await expect(clientOf(over)).rejects.toThrow('Connection refused');

    const own = await makeCertificate('pump that is revoked');
    const device = await deviceOf(own.cert);
    const client = await clientOf(own);
    const credentials = await acme.admin.get<object>(`/api/device/${device.id.id}/credentials`);
    const next = { credentialsType: 'ACCESS_TOKEN', credentialsId: 'the token after it', credentialsValue: null };
    await acme.admin.post('/api/device/credentials', { ...credentials, ...next });
    await expect.poll(() => client.connected).toBe(false);
    await expect(clientOf(own)).rejects.toThrow('Connection refused');
    await stores(await clientOf({ username: 'the token after it' }), device);
  });

  it('ends what is no TLS, and clients of old versions', async () => {
    const port = tlsPort();
    const plain = net.connect(port, '127.0.0.1', () => plain.write('\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00'));
    await new Promise((resolve) => plain.on('close', resolve).on('error', () => undefined));
    const old = connect({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    await expect(
      new Promise((resolve, reject) => old.on('secureConnect', resolve).on('error', reject)),
    ).rejects.toThrow();
  });
});
