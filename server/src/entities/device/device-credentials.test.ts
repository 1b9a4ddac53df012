import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { completeCredentials, randomAccessToken } from './device-credentials.ts';

const sha3 = (text: string) => createHash('sha3-256').update(text).digest('hex');
const basic = (value: unknown) =>
  completeCredentials({
    credentialsType: 'MQTT_BASIC',
    credentialsValue: typeof value === 'string' ? value : JSON.stringify(value),
  });
const lwm2m = (client: unknown, bootstrap: unknown = {}) =>
  completeCredentials({
    credentialsType: 'LWM2M_CREDENTIALS',
    credentialsValue: JSON.stringify({ client, bootstrap }),
  });

describe('access token', () => {
  it('is its own id', () => {
    expect(
      completeCredentials({ credentialsType: 'ACCESS_TOKEN', credentialsId: 'A1', credentialsValue: 'x' }),
    ).toEqual({ credentialsType: 'ACCESS_TOKEN', credentialsId: 'A1', credentialsValue: null });
    expect(randomAccessToken()).toMatch(/^[A-Za-z0-9]{20}$/);
  });
  it('must be there, as must the type', () => {
    expect(() => completeCredentials({ credentialsType: 'ACCESS_TOKEN' })).toThrow(
      'Device credentials id should be specified!',
    );
    expect(() => completeCredentials({ credentialsId: 'A1' })).toThrow('Device credentials type should be specified');
  });
});

describe('MQTT user name and client id', () => {
  it('finds a device by user name in clear, by client id and by both as hashes', () => {
    expect(basic({ userName: 'u', password: 'p' })).toEqual({
      credentialsType: 'MQTT_BASIC',
      credentialsId: 'u',
      credentialsValue: '{"clientId":null,"userName":"u","password":"p"}',
    });
    expect(basic({ clientId: 'c' }).credentialsId).toBe(sha3('c'));
    expect(basic({ clientId: 'c', userName: 'u' }).credentialsId).toBe(sha3('c|u'));
  });
  it.each([
    ['{', 'Invalid credentials body for simple mqtt credentials!'],
    [{ userName: 5 }, 'Invalid credentials body for simple mqtt credentials!'],
    [{ password: 'p' }, 'Both mqtt client id and user name are empty!'],
    [{ clientId: 'c', password: 'p' }, 'Password cannot be specified along with client id'],
  ])('refuses %j', (value, message) => {
    expect(() => basic(value)).toThrow(message);
  });
});

describe('certificate', () => {
  it('is stored without its frame and found by the hash of the rest', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\nAAAA==\n-----END CERTIFICATE-----\n';
    expect(completeCredentials({ credentialsType: 'X509_CERTIFICATE', credentialsValue: pem })).toEqual({
      credentialsType: 'X509_CERTIFICATE',
      credentialsId: sha3('MIIBAAAA=='),
      credentialsValue: 'MIIBAAAA==',
    });
  });
  it('must be base64', () => {
    expect(() => completeCredentials({ credentialsType: 'X509_CERTIFICATE', credentialsValue: '<no>' })).toThrow(
      /X509/,
    );
    expect(() => completeCredentials({ credentialsType: 'X509_CERTIFICATE' })).toThrow(/X509/);
  });
});

describe('LwM2M', () => {
  const key = '0123456789abcdef0123456789abcdef';
  it('is found by endpoint, identity or certificate', () => {
    expect(lwm2m({ securityConfigClientMode: 'NO_SEC', endpoint: 'ep' }).credentialsId).toBe('ep');
    expect(lwm2m({ securityConfigClientMode: 'PSK', endpoint: 'ep', identity: 'id', key }).credentialsId).toBe('id');
    expect(lwm2m({ securityConfigClientMode: 'X509', endpoint: 'ep', cert: 'AAAA' }).credentialsId).toBe(sha3('AAAA'));
    expect(lwm2m({ securityConfigClientMode: 'X509', endpoint: 'ep' }).credentialsId).toBe('ep');
  });
  it.each([
    [{ securityConfigClientMode: 'NO_SEC' }, {}, 'LwM2M client endpoint should be specified!'],
    [
      { securityConfigClientMode: 'PSK', endpoint: 'ep', identity: 'id', key: 'abcd' },
      {},
      'LwM2M client PSK key must be 32, 64, 128 characters!',
    ],
    [
      { securityConfigClientMode: 'NO_SEC', endpoint: 'ep' },
      { bootstrapServer: { securityMode: 'PSK', clientPublicKeyOrId: 'id' } },
      'Bootstrap server client PSK key should be specified!',
    ],
    [{ securityConfigClientMode: 'ODD', endpoint: 'ep' }, {}, /security mode/],
  ])('refuses %j with %j', (client, bootstrap, message) => {
    expect(() => lwm2m(client, bootstrap)).toThrow(message);
  });
});
