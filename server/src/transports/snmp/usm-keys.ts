import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Authentication, type AuthProtocols, Encryption, PrivProtocols } from 'net-snmp';
import { createEmbeddedCache } from '../../storage/cache.ts';

/** Number of AES with keys of 192 bits among the privacy protocols: free in those of net-snmp, which does not have it. */
export const AES_192 = 192 as PrivProtocols;

/** Bytes that a passphrase is repeated to before it is digested (RFC 3414 §A.2). */
const REPEATED_BYTES = 1_048_576;
const MAX_CACHED_KEYS = 20_000;
const DES_KEY_BYTES = 8;
const DES_BLOCK_BYTES = 8;

/** digest of algorithm and passphrase → its key, the same for all devices: two milliseconds of work */
const passphraseKeys = createEmbeddedCache<Buffer>(MAX_CACHED_KEYS);
/** the same with the id of a device's engine → the key for that device */
const localizedKeys = createEmbeddedCache<Buffer>(MAX_CACHED_KEYS);

type Protocol = Exclude<AuthProtocols, AuthProtocols.none>;

/**
 * Key of a passphrase for an engine (RFC 3414 §2.6). Devices name their engines themselves, so the caches are bounded,
 * and what is costly is done once for each passphrase.
 */
function passphraseToKey(protocol: Protocol, passphrase: string | Buffer, engineId: Buffer): Buffer {
  const algorithm = (Authentication.algorithms[protocol] as { CRYPTO_ALGORITHM: string }).CRYPTO_ALGORITHM;
  const name = createHash('sha256').update(`${algorithm} `).update(passphrase).digest('base64');
  const localName = `${name} ${engineId.toString('base64')}`;
  const known = localizedKeys.get(localName);
  if (known) return known;
  let key = passphraseKeys.get(name);
  if (!key) {
    key = createHash(algorithm).update(Buffer.alloc(REPEATED_BYTES, passphrase)).digest();
    passphraseKeys.set(name, key);
  }
  const localized = createHash(algorithm).update(key).update(engineId).update(key).digest();
  localizedKeys.set(localName, localized);
  return localized;
}

/** DES by way of triple DES with one key, because OpenSSL 3 has DES no longer (RFC 3414 §8.1.1). */
function desParts(localized: Buffer, salt: Buffer): { key: Buffer; iv: Buffer } {
  const key = localized.subarray(0, DES_KEY_BYTES);
  const iv = Buffer.alloc(DES_BLOCK_BYTES);
  for (let at = 0; at < iv.length; at++) iv[at] = (localized[DES_KEY_BYTES + at] as number) ^ (salt[at] as number);
  return { key: Buffer.concat([key, key, key]), iv };
}

interface Engine {
  engineID: Buffer;
}

function encryptDes(scopedPdu: Buffer, _: unknown, passphrase: string, protocol: Protocol, { engineID }: Engine) {
  const salt = Buffer.concat([Buffer.from([0, 0, 0, 1]), randomBytes(4)]);
  const { key, iv } = desParts(passphraseToKey(protocol, passphrase, engineID), salt);
  const cipher = createCipheriv('des-ede3-cbc', key, iv).setAutoPadding(false);
  const padding = Buffer.alloc((DES_BLOCK_BYTES - (scopedPdu.length % DES_BLOCK_BYTES)) % DES_BLOCK_BYTES);
  const encryptedPdu = Buffer.concat([cipher.update(scopedPdu), cipher.update(padding), cipher.final()]);
  return { encryptedPdu, msgPrivacyParameters: salt };
}

function decryptDes(
  encrypted: Buffer,
  _: unknown,
  salt: Buffer,
  passphrase: string,
  protocol: Protocol,
  { engineID }: Engine,
): Buffer {
  if (salt.length !== DES_BLOCK_BYTES) throw new Error('The privacy parameters are not eight bytes long');
  const { key, iv } = desParts(passphraseToKey(protocol, passphrase, engineID), salt);
  const decipher = createDecipheriv('des-ede3-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

let isExtended = false;

/**
 * Gives net-snmp, which has an object for its algorithms, what it lacks: AES with 192 bits, DES where OpenSSL has none,
 * and keys in bounded caches.
 */
export function extendUserSecurity(): void {
  if (isExtended) return;
  isExtended = true;
  Object.assign(Authentication, { passwordToKey: passphraseToKey });
  const algorithms = Encryption.algorithms as unknown as Record<number, object>;
  algorithms[AES_192] = {
    ...algorithms[PrivProtocols.aes256b],
    CRYPTO_ALGORITHM: 'aes-192-cfb',
    KEY_LENGTH: 24,
  };
  algorithms[PrivProtocols.des] = {
    ...algorithms[PrivProtocols.des],
    encryptPdu: encryptDes,
    decryptPdu: decryptDes,
  };
}
