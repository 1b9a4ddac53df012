/** Names of authentication protocols in settings (SNMP-USER-BASED-SM-MIB, RFC 7860). */
export type SnmpAuthentication = 'MD5' | 'SHA_1' | 'SHA_224' | 'SHA_256' | 'SHA_384' | 'SHA_512';
/** Names of privacy protocols in settings; keys of AES_192 and AES_256 are lengthened as by draft-blumenthal-aes-usm-04. */
export type SnmpPrivacy = 'DES' | 'AES_128' | 'AES_192' | 'AES_256';

/** Who asks, by version 3. Messages are authenticated and encrypted. */
export interface SnmpUser {
  name: string;
  contextName: string;
  authentication: SnmpAuthentication;
  authenticationPassphrase: string;
  privacy: SnmpPrivacy;
  privacyPassphrase: string;
}

/** Where a device is, and how it is spoken to. */
export interface SnmpTarget {
  host: string;
  port: number;
  access: { version: 'V1' | 'V2C'; community: string } | { version: 'V3'; user: SnmpUser };
}

const AUTHENTICATIONS: readonly unknown[] = ['MD5', 'SHA_1', 'SHA_224', 'SHA_256', 'SHA_384', 'SHA_512'];
const PRIVACIES: readonly unknown[] = ['DES', 'AES_128', 'AES_192', 'AES_256'];
const MAX_PORT = 65_535;
/** RFC 3414 §11.2 */
const MIN_PASSPHRASE = 8;

/** What a device cannot be reached with. */
class SnmpSettingsError extends Error {
  override readonly name = 'SnmpSettingsError';
}

function text(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = given[name];
  return typeof value === 'string' ? value : '';
}

function readUser(given: Readonly<Record<string, unknown>>): SnmpUser {
  const { authenticationProtocol, privacyProtocol } = given;
  if (!AUTHENTICATIONS.includes(authenticationProtocol)) throw new SnmpSettingsError('Unknown authentication protocol');
  if (!PRIVACIES.includes(privacyProtocol)) throw new SnmpSettingsError('Unknown privacy protocol');
  const user: SnmpUser = {
    name: text(given, 'username'),
    contextName: text(given, 'contextName'),
    authentication: authenticationProtocol as SnmpAuthentication,
    authenticationPassphrase: text(given, 'authenticationPassphrase'),
    privacy: privacyProtocol as SnmpPrivacy,
    privacyPassphrase: text(given, 'privacyPassphrase'),
  };
  if (Math.min(user.authenticationPassphrase.length, user.privacyPassphrase.length) < MIN_PASSPHRASE) {
    throw new SnmpSettingsError(`Passphrases of SNMP v3 must have at least ${MIN_PASSPHRASE} characters`);
  }
  return user;
}

/**
 * Where a device is, by its transport settings.
 * @throws SnmpSettingsError when they cannot be used
 */
export function readSnmpTarget(given: Readonly<Record<string, unknown>>): SnmpTarget {
  const { port, protocolVersion: version } = given;
  if (!Number.isInteger(port) || (port as number) < 1 || (port as number) > MAX_PORT) {
    throw new SnmpSettingsError(`The port must be from 1 to ${MAX_PORT}`);
  }
  const place = { host: text(given, 'host').trim(), port: port as number };
  if (version === 'V3') return { ...place, access: { version, user: readUser(given) } };
  if (version !== 'V1' && version !== 'V2C') throw new SnmpSettingsError('Unknown version of SNMP');
  return { ...place, access: { version, community: text(given, 'community') } };
}
