import { ObjectType } from 'net-snmp';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Snmpd, startSnmpd } from '../../../test/snmpd.ts';
import { createSnmpClient, type SnmpClient } from './snmp-client.ts';
import { readSnmpTarget } from './snmp-target.ts';
import { textOfVarbind } from './snmp-values.ts';
import { createUdpSockets } from './udp-sockets.ts';

/** Names in settings → those of Net-SNMP. */
const AUTHENTICATION = {
  MD5: 'MD5',
  SHA_1: 'SHA',
  SHA_224: 'SHA-224',
  SHA_256: 'SHA-256',
  SHA_384: 'SHA-384',
  SHA_512: 'SHA-512',
};
const PRIVACY = { DES: 'DES', AES_128: 'AES', AES_192: 'AES-192', AES_256: 'AES-256' };
const ALL = Object.keys(AUTHENTICATION).flatMap((authentication) =>
  Object.keys(PRIVACY).map((privacy) => [authentication, privacy] as const),
);
const SYSTEM_CONTACT = '1.3.6.1.2.1.1.4.0';
const UPTIME = '1.3.6.1.2.1.1.3.0';
const ENOUGH = 2000;

let snmpd: Snmpd;
const sockets = createUdpSockets(pino({ level: 'silent' }));
const clients: SnmpClient[] = [];

beforeAll(async () => {
  const users = ALL.map(
    ([authentication, privacy]) =>
      `${authentication}-${privacy} ${AUTHENTICATION[authentication as 'MD5']} "authenticate" ${PRIVACY[privacy as 'DES']} "in private"`,
  );
  snmpd = await startSnmpd(users);
});
afterAll(async () => {
  for (const client of clients) client.close();
  sockets.close();
  await snmpd?.stop();
});

function connect(settings: object, timeout = ENOUGH): SnmpClient {
  const target = readSnmpTarget({ host: '127.0.0.1', port: snmpd.port, ...settings });
  const client = createSnmpClient('127.0.0.1', target, timeout, sockets);
  clients.push(client);
  return client;
}

function connectAs(authentication: string, privacy: string, more: object = {}): SnmpClient {
  return connect({
    protocolVersion: 'V3',
    username: `${authentication}-${privacy}`,
    securityName: 'any',
    contextName: '',
    engineId: '',
    authenticationProtocol: authentication,
    authenticationPassphrase: 'authenticate',
    privacyProtocol: privacy,
    privacyPassphrase: 'in private',
    ...more,
  });
}

describe('the agent of Net-SNMP', () => {
  it.each(ALL)('is read and set by version 3 with %s and %s', async (authentication, privacy) => {
    const client = connectAs(authentication, privacy);
    const contact = `${authentication} ${privacy}`;
    await client.set([{ oid: SYSTEM_CONTACT, type: ObjectType.OctetString, value: contact }], 2);
    const [found, uptime] = await client.get([SYSTEM_CONTACT, UPTIME], 2);
    expect(found && textOfVarbind(found)).toBe(contact);
    expect(Number(uptime && textOfVarbind(uptime))).toBeGreaterThanOrEqual(0);
  });

  it.each(['V1', 'V2C'])('is read and set by version %s, without what it does not have', async (protocolVersion) => {
    const client = connect({ protocolVersion, community: 'public' });
    await client.set([{ oid: SYSTEM_CONTACT, type: ObjectType.OctetString, value: protocolVersion }], 2);
    const found = await client.get([UPTIME, '1.3.6.1.4.1.63000.5.0', SYSTEM_CONTACT], 2);
    expect(found.map(textOfVarbind).filter((text) => text !== undefined)).toEqual([
      expect.stringMatching(/^\d+$/),
      protocolVersion,
    ]);
  });

  it('refuses what is not of its type, and says so', async () => {
    const client = connect({ protocolVersion: 'V2C', community: 'public' });
    const set = client.set([{ oid: SYSTEM_CONTACT, type: ObjectType.Integer, value: 5 }], 2);
    await expect(set).rejects.toThrow(/The device refused: WrongType/);
  });

  it.each([
    ['a wrong passphrase', { authenticationPassphrase: 'something else' }],
    ['an unknown user', { username: 'stranger' }],
    ['another privacy protocol', { privacyProtocol: 'DES' }],
  ])('does not answer with %s', async (_, more) => {
    await expect(connectAs('SHA_256', 'AES_128', more).get([UPTIME], 0)).rejects.toThrow();
  });

  it('is known not to be there', async () => {
    const client = connect({ protocolVersion: 'V2C', community: 'wrong' }, 50);
    await expect(client.get([UPTIME], 1)).rejects.toThrow('The device does not answer');
  });
});
