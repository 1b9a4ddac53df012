import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Device } from '@signalbox/contract/device';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, makeSignedCertificate, type TestCertificate } from '../../../test/certificates.ts';
import { coap, coaps, observeCoaps, SECURE_CLIENTS } from '../../../test/coap-client.ts';
import { DtlsClient } from '../../../test/dtls-client.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let folder: string;
let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-dtls-'));
  const { cert, key } = await makeCertificate();
  writeFileSync(path.join(folder, 'server.pem'), cert + key);
  platform = await startTestPlatform({ mqttTlsPort: 0, httpsPort: 0, tlsCertificate: path.join(folder, 'server.pem') });
  acme = await createTestTenant(platform, 'acme');
});
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const port = (): number => platform.transportAddresses().coaps?.port ?? 0;
/** A device with that certificate, or with a token. */
async function deviceOf(certificate?: string): Promise<Device> {
  const device = { name: `Device ${++made}`, type: 'default' };
  if (certificate === undefined) return acme.admin.post('/api/device', device);
  const credentials = { credentialsType: 'X509_CERTIFICATE', credentialsId: null, credentialsValue: certificate };
  return acme.admin.post('/api/device-with-credentials', { device, credentials });
}
const tokenOf = async ({ id }: Device): Promise<string> =>
  (await acme.admin.get<{ credentialsId: string }>(`/api/device/${id.id}/credentials`)).credentialsId;
/** How libcoap's clients are told of a certificate, which may have others above it. */
function withCertificate({ cert, key }: TestCertificate): string[] {
  const file = path.join(folder, `client-${++made}.pem`);
  writeFileSync(file, cert + key);
  return ['-c', file, '-j', file, '-n'];
}
/** Without a certificate of its own; it takes any of the server. */
const WITHOUT = ['-n'];
const expectLevel = (device: Device, value: string) =>
  expect
    .poll(() => acme.admin.get(`/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=level`), {
      timeout: 40_000,
    })
    .toMatchObject({ level: [{ value }] });

describe.each(SECURE_CLIENTS)('CoAP over DTLS with %s', (client) => {
  const post = (resource: string, payload: string, args: string[]) =>
    coaps(client, port(), 'post', resource, payload, args);

  it('knows a device by its certificate, which sends no token', async () => {
    const own = await makeCertificate('pump');
    const device = await deviceOf(own.cert);
    const args = withCertificate(own);
    expect((await post('api/v1/telemetry', '{"level":7}', args)).code).toBe('2.01');
    await expectLevel(device, '7');
    expect((await post('api/v1/attributes', '{"fw":"a"}', args)).code).toBe('2.01');
    const read = async () =>
      (await coaps(client, port(), 'get', 'api/v1/attributes?clientKeys=fw', undefined, args)).text;
    await expect.poll(read, { timeout: 40_000 }).toBe('{"client":{"fw":"a"}}');
    // Nothing is assigned to it, but it is known.
    expect((await coaps(client, port(), 'get', 'fw', undefined, args)).code).toBe('4.04');
    const long = `{"note":"${'x'.repeat(5000)}"}`;
    expect((await post('api/v1/Telemetry', long, [...args, '-b', '1024'])).code).toBe('2.01');
  });

  it('knows a device by the certificate that has signed its own', async () => {
    const issuer = await makeCertificate('issuer');
    const device = await deviceOf(issuer.cert);
    const { cert, key } = await makeSignedCertificate('sensor', issuer);
    const args = withCertificate({ cert: cert + issuer.cert, key });
    const sent = post('api/v1/telemetry', '{"level":8}', args);
    // With OpenSSL, libcoap shows the first certificate of a file only, which by itself says nothing.
    if (client === 'coap-client-openssl') {
      await expect(sent).rejects.toThrow('no answer');
      return;
    }
    expect((await sent).code).toBe('2.01');
    await expectLevel(device, '8');
  });

  it('refuses certificates that no device has, and those that only look like one', async () => {
    const issuer = await makeCertificate('issuer');
    await deviceOf(issuer.cert);
    const forged = await makeSignedCertificate('sensor', await makeCertificate('issuer'));
    const strangers = [await makeCertificate('stranger'), { cert: forged.cert + issuer.cert, key: forged.key }];
    for (const stranger of strangers) {
      await expect(post('api/v1/telemetry', '{"level":1}', withCertificate(stranger))).rejects.toThrow('no answer');
    }
  });

  it('takes tokens from clients without a certificate', async () => {
    const device = await deviceOf();
    const token = await tokenOf(device);
    expect((await post(`api/v1/${token}/telemetry`, '{"level":9}', WITHOUT)).code).toBe('2.01');
    await expectLevel(device, '9');
    expect((await post('api/v1/nobody/telemetry', '{"level":9}', WITHOUT)).code).toBe('4.01');
    expect((await post('api/v1/telemetry', '{"level":9}', WITHOUT)).code).toBe('4.01');
  });
});

it('counts the certificate and no token that stands beside it', async () => {
  const own = await makeCertificate('pump');
  const device = await deviceOf(own.cert);
  const token = await tokenOf(await deviceOf());
  const [client] = SECURE_CLIENTS;
  const reply = await coaps(client, port(), 'post', `api/v1/${token}/telemetry`, '{"level":5}', withCertificate(own));
  expect(reply.code).toBe('2.01');
  await expectLevel(device, '5');
});

it('tells a device with a certificate of changes that it observes', async () => {
  const own = await makeCertificate('valve');
  const device = await deviceOf(own.cert);
  const share = (mode: string) =>
    acme.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/attributes/SHARED_SCOPE`, { mode });
  await share('a');
  const observer = observeCoaps(SECURE_CLIENTS[1], port(), 'api/v1/attributes', withCertificate(own));
  await expect.poll(() => observer.received().map(({ text }) => text), { timeout: 40_000 }).toEqual(['{"mode":"a"}']);
  await share('b');
  await expect.poll(() => observer.received().at(-1)?.text, { timeout: 40_000 }).toBe('{"mode":"b"}');
  await observer.stop();
});

it('knows nobody by a certificate without encryption', async () => {
  expect((await coap(platform.coapPort(), 'post', 'api/v1/telemetry', '{"level":1}')).code).toBe('4.01');
});

it('ends the session of a device when its credentials change', async () => {
  const own = await makeCertificate('lost');
  const device = await deviceOf(own.cert);
  const client = new DtlsClient({ certificate: own });
  const socket = createSocket('udp4');
  const flush = (): void => {
    for (const bytes of client.outgoing()) socket.send(bytes, port(), '127.0.0.1');
  };
  socket.on('message', (bytes) => {
    client.take(bytes);
    flush();
  });
  flush();
  await expect.poll(() => client.isDone, { timeout: 40_000 }).toBe(true);
  const address = `/api/device/${device.id.id}/credentials`;
  const credentials = await acme.admin.get<object>(address);
  await acme.admin.post('/api/device/credentials', {
    ...credentials,
    ...{ credentialsType: 'ACCESS_TOKEN', credentialsId: 'instead of a certificate', credentialsValue: null },
  });
  await expect.poll(() => client.read(), { timeout: 40_000 }).toBe('ended');
  socket.close();
  client.free();
});

it('speaks with a client of OpenSSL', async () => {
  const args = [
    's_client',
    '-dtls1_2',
    '-connect',
    `127.0.0.1:${port()}`,
    '-cipher',
    'ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0',
  ];
  const spoken = promisify(execFile)('openssl', args);
  spoken.child.stdin?.end('Q\n');
  const { stdout } = await spoken;
  expect(stdout).toContain('ECDHE-ECDSA-AES128-CCM8');
});
