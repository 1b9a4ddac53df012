import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../../test/brokers/certificate.ts';
import { provenCertificates } from './client-certificates.ts';

const DAY = 86_400_000;

it('lets the certificate of a client count within its time', async () => {
  const certificate = new X509Certificate((await makeCertificate()).cert);
  const now = Date.now();
  expect(provenCertificates(certificate, now)).toEqual([certificate]);
  expect(provenCertificates(certificate, now + 3 * DAY)).toEqual([]);
  expect(provenCertificates(certificate, now - DAY)).toEqual([]);
  expect(provenCertificates(undefined)).toEqual([]);
});
