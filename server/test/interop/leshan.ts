import { createPrivateKey, X509Certificate } from 'node:crypto';
import path from 'node:path';
import type { TestCertificate } from '../certificates.ts';
import { type ClientProcess, placeOf, startClient } from './client-process.ts';

/** The folder of the object models that Leshan comes with, as OMA publishes them. */
export const leshanModels = (): string => path.join(placeOf('LESHAN'), 'models');

/**
 * Starts a device of LwM2M on Eclipse Leshan's client (scripts/interop/leshan/Client.java).
 * @param options `{ endpoint, server, '/3/0/9': '80' }`
 */
export function startLeshan(options: Readonly<Record<string, string>>): ClientProcess {
  const folder = placeOf('LESHAN');
  const classes = [path.join(folder, '*'), folder].join(path.delimiter);
  const args = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  // It starts in half the time when it is not optimized.
  return startClient('java', ['-XX:TieredStopAtLevel=1', '-cp', classes, 'Client', ...args]);
}

export const certificateHex = ({ cert }: TestCertificate): string => new X509Certificate(cert).raw.toString('hex');
export const publicKeyHex = ({ cert }: TestCertificate): string =>
  new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
export const privateKeyHex = ({ key }: TestCertificate): string =>
  createPrivateKey(key).export({ type: 'pkcs8', format: 'der' }).toString('hex');
