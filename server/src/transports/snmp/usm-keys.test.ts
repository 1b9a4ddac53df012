import { Authentication, AuthProtocols, Encryption, PrivProtocols } from 'net-snmp';
import { describe, expect, it } from 'vitest';
import { AES_192, extendUserSecurity } from './usm-keys.ts';

interface Algorithm {
  encryptPdu(text: Buffer, ...parts: unknown[]): { encryptedPdu: Buffer; msgPrivacyParameters: Buffer };
  decryptPdu(text: Buffer, ...parts: unknown[]): Buffer;
}

const ENGINE = Buffer.from('000000000000000000000002', 'hex');

describe('security of users', () => {
  extendUserSecurity();

  // RFC 3414 §A.3
  it.each([
    [AuthProtocols.md5, '526f5eed9fcce26f8964c2930787d82b'],
    [AuthProtocols.sha, '6695febc9288e36282235fc7151f128497b38f3f'],
  ] as const)('has the keys of the standard (%i)', (protocol, key) => {
    for (let times = 0; times < 2; times++) {
      expect(Authentication.passwordToKey(protocol, 'maplesyrup', ENGINE).toString('hex')).toBe(key);
    }
  });

  it.each([
    ['DES', PrivProtocols.des],
    ['AES_128', PrivProtocols.aes],
    ['AES_192', AES_192],
    ['AES_256', PrivProtocols.aes256b],
  ])('decrypts by %s what it has encrypted', (_, protocol) => {
    const algorithm = (Encryption.algorithms as unknown as Record<number, Algorithm>)[protocol] as Algorithm;
    const engine = { engineID: ENGINE, engineBoots: 3, engineTime: 4 };
    const text = Buffer.from('fourteen bytes');
    for (const authentication of [AuthProtocols.md5, AuthProtocols.sha, AuthProtocols.sha512]) {
      const end = ['maplesyrup', authentication, engine] as const;
      const { encryptedPdu, msgPrivacyParameters } = algorithm.encryptPdu(text, protocol, ...end);
      const decrypted = algorithm.decryptPdu(encryptedPdu, protocol, msgPrivacyParameters, ...end);
      expect(decrypted.subarray(0, text.length)).toEqual(text);
      expect(encryptedPdu).not.toEqual(text);
    }
  });
});
