import { X509Certificate } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  makeCertificate,
  makeRevocationList,
  makeSignedCertificate,
  type TestCertificate,
} from '../../../test/certificates.ts';
import { type CertificateChecks, createCertificateChecks } from './certificate-checks.ts';
import { openRevocations } from './revocations.ts';

const DAY = 86_400_000;

let folder: string;
let issuer: TestCertificate;
let checks: CertificateChecks | undefined;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-checks-'));
  issuer = await makeCertificate('Issuer');
});
afterEach(() => {
  vi.useRealTimers();
  checks?.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = ({ cert }: TestCertificate) => new X509Certificate(cert);

it('tells once, and in time, when a certificate ends that stands for a client', async () => {
  checks = createCertificateChecks();
  const own = await makeSignedCertificate('meter', issuer);
  const { bodies } = checks.show([read(own), read(issuer)], undefined);
  expect(bodies).toHaveLength(2);
  const [ended, left] = [vi.fn(), vi.fn()];
  checks.follow(bodies, ended);
  checks.follow(bodies, left)();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 3 * DAY);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), 10_000);
  expect(ended).toHaveBeenCalledWith(expect.stringMatching(/^The certificate of (meter|Issuer) was valid until 20/));
  expect(left).not.toHaveBeenCalled();
});

it('tells when a newer list revokes a certificate, and says so in the log when it is shown', async () => {
  const [kept, lost] = await Promise.all(['kept', 'lost'].map((name) => makeSignedCertificate(name, issuer)));
  if (!kept || !lost) throw new Error('There are no certificates');
  const file = path.join(folder, 'lists.pem');
  writeFileSync(file, await makeRevocationList(issuer, []));
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const logLimited = vi.fn();
  checks = createCertificateChecks({ revocations: openRevocations(file, log, 20), logLimited });
  const [ended, others] = [vi.fn(), vi.fn()];
  checks.follow(checks.show([read(lost)], undefined).bodies, ended);
  checks.follow(checks.show([read(kept)], undefined).bodies, others);
  expect(logLimited).not.toHaveBeenCalled();
  const next = path.join(folder, 'next.pem');
  const list = await makeRevocationList(issuer, [lost]);
  // The first look may come after a change: so changes go on until one is seen.
  await vi.waitFor(() => {
    writeFileSync(next, list);
    renameSync(next, file);
    expect(ended).toHaveBeenCalledWith('The certificate of lost was revoked on 2026-11-01');
  }, 10_000);
  expect(others).not.toHaveBeenCalled();
  expect(checks.show([read(lost)], '192.0.2.1')).toMatchObject({ bodies: [], refusal: { reason: expect.any(String) } });
  expect(logLimited).toHaveBeenCalledWith(
    'warn',
    { address: '192.0.2.1', reason: 'The certificate of lost was revoked on 2026-11-01' },
    expect.any(String),
  );
});
