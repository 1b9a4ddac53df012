import { afterEach, expect, it } from 'vitest';
import { DtlsClient } from '../../../test/dtls-client.ts';
import { createDtlsWorld } from '../../../test/dtls-world.ts';
import { shortestRecord } from './cipher-suites.ts';
import { DtlsConnection } from './connection.ts';
import { openSsl, type Pointer } from './openssl.ts';
import { HandshakeType, wholeRecord } from './records.ts';
import { createSecurityContext } from './security-context.ts';

const KEY = Buffer.from('0123456789abcdef');
const api = openSsl();
const options = { psk: true, clientCertificates: 'none', rawPublicKeys: false } as const;

afterEach(() => api.ERR_clear_error());

/** What somebody else of the thread leaves behind. */
function failElsewhere(): void {
  const bio = api.BIO_new(api.BIO_s_mem()) as Pointer;
  api.BIO_write(bio, Buffer.from('no certificate'), 14);
  api.d2i_X509_bio(bio, null);
  api.BIO_free(bio);
  expect(api.ERR_peek_last_error()).not.toBe(0);
}

it('a client that cannot begin leaves no problem for others of the thread', () => {
  const context = createSecurityContext(options);
  const connection = new DtlsConnection(context.full, shortestRecord(false));
  const body = Buffer.alloc(40, 0xfe);
  const hello = { type: HandshakeType.clientHello, length: body.length, messageSeq: 3, offset: 0, bytes: body };
  expect(connection.listen(wholeRecord({ ...hello, recordSeq: Buffer.alloc(8) }, body))).toBe(false);
  expect(api.ERR_peek_last_error()).toBe(0);
  connection.free();
  context.free();
});

it('the problem of somebody else ends neither a handshake nor a session', async () => {
  const world = createDtlsWorld({ psk: async () => KEY });
  const client = new DtlsClient({ ciphers: 'PSK-AES128-CCM8', psk: { identity: 'meter', key: KEY } });
  const afterFailures = (datagrams: Buffer[]): Buffer[] => {
    failElsewhere();
    return datagrams;
  };
  await world.run(client, undefined, afterFailures);
  expect(client.isDone).toBe(true);
  await world.run(client.write('hello'), undefined, afterFailures);
  expect(world.received.map(({ text }) => text)).toEqual(['hello']);
  expect(world.gone).toEqual([]);
  client.free();
  await world.close();
});
