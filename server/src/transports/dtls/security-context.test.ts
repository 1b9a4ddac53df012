import { X509Certificate } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import {
  makeCertificate,
  makePkcs12,
  makeSignedCertificate,
  type TestCertificate,
} from '../../../test/certificates.ts';
import { DtlsClient } from '../../../test/dtls-client.ts';
import { createDtlsWorld } from '../../../test/dtls-world.ts';
import { peerAt } from '../datagrams.ts';
import { createSecurityContext } from './security-context.ts';

let root: TestCertificate;
let store: { pfx: Buffer; passphrase: string };
let pem: TestCertificate;

beforeAll(async () => {
  root = await makeCertificate('root');
  const upper = await makeSignedCertificate('upper', root, { isAuthority: true });
  const lower = await makeSignedCertificate('lower', upper, { isAuthority: true });
  const own = await makeSignedCertificate('localhost', lower);
  const above = lower.cert + upper.cert;
  pem = { cert: own.cert + above, key: own.key };
  store = { pfx: await makePkcs12(own, above, 'secret'), passphrase: 'secret' };
});

it.each(['PKCS #12', 'PEM'])(
  'clients get the whole chain of the server, however often it changes (%s)',
  async (kind) => {
    const certificate = kind === 'PEM' ? pem : store;
    const world = createDtlsWorld({ certificate, clientCertificates: 'wanted', verify: async () => true });
    for (let time = 0; time < 300; time++) {
      const client = new DtlsClient({ certificate: root });
      const place = peerAt(`10.0.${time >> 8}.${time & 255}`, 4000);
      await world.run(client, place);
      await world.run(client.write('hello'), place);
      expect(world.received.at(-1)?.peer.identity?.kind).toBe('certificate');
      const chain = client.chainOfServer();
      expect(chain.map(({ subject }) => subject)).toEqual(['CN=localhost', 'CN=lower', 'CN=upper']);
      for (const [at, one] of chain.entries()) {
        expect(one.verify((chain[at + 1] ?? new X509Certificate(root.cert)).publicKey)).toBe(true);
      }
      client.free();
      world.server.useCertificate(certificate);
    }
    await world.close();
  },
);

it('a store that cannot be opened is refused', () => {
  const options = { psk: false, clientCertificates: 'none', rawPublicKeys: false } as const;
  for (let time = 0; time < 100; time++) {
    const wrong = { ...store, passphrase: 'wrong' };
    expect(() => createSecurityContext({ ...options, certificate: wrong })).toThrow('OpenSSL refuses');
  }
});
