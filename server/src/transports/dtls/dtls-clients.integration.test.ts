import { spawn } from 'node:child_process';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificates.ts';
import { coaps, SECURE_CLIENTS } from '../../../test/coap-client.ts';
import { readMessage, writeMessage } from '../coap/message.ts';
import { createUdpChannel, type PeerIdentity } from '../datagrams.ts';
import { createDtlsChannel, type DtlsChannel } from './dtls-channel.ts';

const KEY = Buffer.from('secret of the meter');
let server: DtlsChannel;
/** With a certificate of RSA, as many authorities sign them, and without shared keys. */
let rsaServer: DtlsChannel;
const identities: PeerIdentity[] = [];

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  rsaServer = createDtlsChannel(
    createUdpChannel({ bind: '127.0.0.1', port: 0 }, log),
    { certificate: await makeCertificate('localhost', 'RSA'), clientCertificates: 'wanted', verify: async () => true },
    log,
  );
  await rsaServer.open({ receive: () => undefined });
  server = createDtlsChannel(
    createUdpChannel({ bind: '127.0.0.1', port: 0 }, log),
    {
      certificate: await makeCertificate(),
      clientCertificates: 'wanted',
      psk: async (identity) => (identity === 'meter' ? KEY : undefined),
      verify: async () => true,
    },
    log,
  );
  await server.open({
    receive(bytes, peer) {
      if (peer.identity) identities.push(peer.identity);
      const { messageId, token } = readMessage(bytes);
      server.send(
        writeMessage({ type: 'ACK', code: '2.05', messageId, token, options: [], payload: Buffer.from('well') }),
        peer,
      );
    },
  });
});
afterAll(() => Promise.all([server?.close(), rsaServer?.close()]));

describe.each(SECURE_CLIENTS)('%s', (client) => {
  const read = (key: string, identity: string) =>
    coaps(client, server.port(), 'get', 'status', undefined, ['-k', key, '-u', identity]);

  it('is known by its shared key', async () => {
    expect((await read(KEY.toString(), 'meter')).text).toBe('well');
    expect(identities.at(-1)).toEqual({ kind: 'psk', identity: 'meter', key: KEY });
  });

  it('gets nothing with a wrong key, or in the name of nobody', async () => {
    const before = identities.length;
    await Promise.all([
      expect(read('wrong', 'meter')).rejects.toThrow('no answer'),
      expect(read(KEY.toString(), 'nobody')).rejects.toThrow('no answer'),
    ]);
    expect(identities).toHaveLength(before);
  });
});

describe('openssl s_client', () => {
  const say = (...args: string[]): Promise<string> => sayTo(server, ...args);

  async function sayTo(asked: DtlsChannel, ...args: string[]): Promise<string> {
    const child = spawn('openssl', ['s_client', '-dtls1_2', '-connect', `127.0.0.1:${asked.port()}`, ...args]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
        if (output.includes('Verify return code')) child.stdin.end('Q\n');
      });
    }
    await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
    return output;
  }

  it.each(['PSK-AES128-CCM8', 'PSK-AES128-GCM-SHA256', 'ECDHE-PSK-AES128-CBC-SHA256'])(
    'agrees on %s',
    async (cipher) => {
      const psk = ['-psk', KEY.toString('hex'), '-psk_identity', 'meter'];
      expect(await say('-cipher', `${cipher}:@SECLEVEL=0`, ...psk)).toContain(`Cipher is ${cipher}`);
    },
  );

  it.each(['ECDHE-ECDSA-AES128-CCM8', 'ECDHE-ECDSA-AES128-GCM-SHA256'])('agrees on %s', async (cipher) => {
    expect(await say('-cipher', `${cipher}:@SECLEVEL=0`)).toContain(`Cipher is ${cipher}`);
  });

  it('agrees with a server that has a key of RSA', async () => {
    expect(await sayTo(rsaServer)).toContain('Cipher is ECDHE-RSA-AES128-GCM-SHA256');
    expect(await sayTo(rsaServer, '-cipher', 'ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0')).toContain('handshake failure');
  });

  it('is refused with suites that nobody should have', async () => {
    expect(await say('-cipher', 'AES128-SHA:@SECLEVEL=0')).toContain('handshake failure');
  });
});
