import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, makeSignedCertificate, type TestCertificate } from '../../../test/certificates.ts';
import { commonName, proveChain, readChain, trustedUntil } from './client-certificates.ts';
import { NO_REVOCATIONS } from './revocations.ts';

const DAY = 86_400_000;
const read = ({ cert }: TestCertificate): X509Certificate => new X509Certificate(cert);

it('lets the certificate of a client count within its time', async () => {
  const certificate = read(await makeCertificate());
  const now = Date.now();
  expect(proveChain([certificate], NO_REVOCATIONS, now)).toEqual({
    certificates: [certificate],
    until: Date.parse(certificate.validTo),
    refusal: undefined,
  });
  const after = proveChain([certificate], NO_REVOCATIONS, now + 3 * DAY);
  expect(after).toMatchObject({ certificates: [], refusal: { reason: expect.stringContaining('was valid until 2') } });
  const before = proveChain([certificate], NO_REVOCATIONS, now - DAY);
  expect(before).toMatchObject({
    certificates: [],
    refusal: { reason: expect.stringContaining('is valid only from 2') },
  });
  expect(proveChain([])).toMatchObject({ certificates: [], refusal: undefined });
});

describe('a client whose certificate an authority has signed', () => {
  let root: TestCertificate;
  let between: TestCertificate;
  let direct: TestCertificate;
  let indirect: TestCertificate;
  beforeAll(async () => {
    root = await makeCertificate('Root');
    between = await makeSignedCertificate('Between', root, { isAuthority: true });
    direct = await makeSignedCertificate('meter', root);
    indirect = await makeSignedCertificate('meter', between);
  });
  const isTrusted = (chain: TestCertificate[], anchors = [root], now?: number): boolean =>
    trustedUntil(chain.map(read), anchors.map(read), NO_REVOCATIONS, now) !== undefined;

  it('is trusted, whether it sends the authority along or not', () => {
    expect(isTrusted([direct])).toBe(true);
    expect(isTrusted([direct, root])).toBe(true);
    expect(isTrusted([indirect, between])).toBe(true);
    expect(isTrusted([indirect, between, root])).toBe(true);
    expect(isTrusted([indirect], [root, between])).toBe(true);
  });

  it('is not where a certificate in between is missing, or is none of its own', async () => {
    expect(isTrusted([indirect])).toBe(false);
    expect(isTrusted([indirect, root])).toBe(false);
    expect(isTrusted([indirect, direct, root])).toBe(false);
    const stranger = await makeSignedCertificate('meter', await makeCertificate('Root'));
    for (const chain of [[stranger], [stranger, root], [stranger, between, root], [stranger, direct]]) {
      expect(isTrusted(chain)).toBe(false);
    }
    // Who is trusted may not sign unless it is an authority.
    expect(isTrusted([await makeSignedCertificate('meter', direct), direct])).toBe(false);
    expect(isTrusted([direct], [])).toBe(false);
  });

  it('is not outside of the time of any of them', async () => {
    expect(isTrusted([direct], [root], Date.now() + 3 * DAY)).toBe(false);
    expect(isTrusted([await makeSignedCertificate('meter', root, { isExpired: true })])).toBe(false);
    const gone = await makeSignedCertificate('Gone', root, { isAuthority: true, isExpired: true });
    expect(isTrusted([await makeSignedCertificate('meter', gone), gone])).toBe(false);
    expect(isTrusted([await makeSignedCertificate('meter', gone)], [gone])).toBe(false);
  });

  it('is not by the certificate of an authority, or by one that is for servers', async () => {
    expect(isTrusted([root])).toBe(false);
    expect(isTrusted([await makeSignedCertificate('meter', root, { usage: 'serverAuth' })])).toBe(false);
    expect(isTrusted([await makeSignedCertificate('meter', root, { usage: 'serverAuth,clientAuth' })])).toBe(true);
  });

  it('has one name', async () => {
    expect(commonName(read(direct))).toBe('meter');
    expect(commonName(read(await makeSignedCertificate('a\\/CN=b', root)))).toBe('a/CN=b');
    expect(commonName(read(await makeSignedCertificate('a/CN=b', root)))).toBeUndefined();
    expect(commonName(read(await makeSignedCertificate('a+CN=b', root)))).toBeUndefined();
  });

  it('is nobody with what is no certificate', () => {
    expect(readChain([read(direct).raw])).toHaveLength(1);
    expect(readChain([read(direct).raw, Buffer.from('no certificate')])).toEqual([]);
  });
});

it('leaves TLS as it is when a certificate is read before anything else', async () => {
  const { cert } = await makeCertificate();
  const script = `
    import { X509Certificate } from 'node:crypto';
    import { commonName } from ${JSON.stringify(new URL('./client-certificates.ts', import.meta.url).href)};
    commonName(new X509Certificate(${JSON.stringify(cert)}));
    const tls = await import('node:tls');
    process.stdout.write(typeof tls.createSecureContext);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe('function');
});
