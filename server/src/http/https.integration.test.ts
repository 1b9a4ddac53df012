import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeCertificate } from '../../test/certificates.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let folder: string;
let platform: TestPlatform;
let ca: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-tls-'));
  const { cert, key } = await makeCertificate();
  ca = cert;
  writeFileSync(path.join(folder, 'cert.pem'), cert);
  writeFileSync(path.join(folder, 'key.pem'), key);
  platform = await startTestPlatform({
    ...{ httpsPort: 0, mqttTlsPort: 0 },
    ...{ tlsCertificate: path.join(folder, 'cert.pem'), tlsKey: path.join(folder, 'key.pem') },
  });
});
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Trusts the certificate of the server, and no other one. */
const trusting = () => ({
  ca,
  servername: 'localhost',
  headers: { host: `localhost:${platform.httpsPort()}`, 'content-type': 'application/json' },
});

async function call(
  method: string,
  where: string,
  body?: object,
): Promise<{ status: number; cookie: string; body: string }> {
  return new Promise((resolve, reject) => {
    const address = `https://127.0.0.1:${platform.httpsPort()}${where}`;
    const request = https.request(address, { method, ...trusting() }, (reply) => {
      const [cookie = ''] = reply.headers['set-cookie'] ?? [];
      text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, cookie, body }), reject);
    });
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

describe('HTTPS', () => {
  it('answers calls and sockets as HTTP does', async () => {
    const signedIn = await call('POST', '/api/auth/login', platform.firstAdministrator);
    expect(signedIn).toMatchObject({ status: 200 });
    expect(signedIn.cookie).toContain('; Secure');
    const { token } = JSON.parse(signedIn.body) as { token: string };
    const address = `wss://127.0.0.1:${platform.httpsPort()}/api/ws/plugins/telemetry?token=${token}`;
    const socket = new WebSocket(address, trusting());
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const answer = new Promise<string>((resolve) => socket.on('message', (data) => resolve(String(data))));
    socket.send(
      JSON.stringify({
        entityCountCmds: [{ cmdId: 1, query: { entityFilter: { type: 'entityType', entityType: 'TENANT' } } }],
      }),
    );
    expect(JSON.parse(await answer)).toMatchObject({ cmdId: 1, cmdUpdateType: 'COUNT_DATA' });
    socket.close();
  });

  it('refuses an address that is far too long with an error of the API', async () => {
    const { status, body } = await call('GET', `/api/devices?deviceIds=${'x'.repeat(70_000)}`);
    expect(status).toBe(431);
    expect(JSON.parse(body)).toMatchObject({ status: 431, errorCode: 31 });
  });
});
