import { createHash, timingSafeEqual } from 'node:crypto';
import type { ExchangeProtocol } from '@signalbox/contract/device-exchange';
import { entityId } from '@signalbox/contract/id';
import { isStorableText } from '@signalbox/contract/text';
import type { CredentialsRecord, DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import type { ReportRefusal } from '../events/refusal-events.ts';
import { type ExchangeLog, NO_EXCHANGES } from './exchanges/exchange-log.ts';

/** What an MQTT client shows of itself. */
export interface MqttLogin {
  clientId: string;
  username: string | undefined;
  password: string | undefined;
}

/** Name of the event that says that the credentials of a device were refused. */
const REFUSED_METHOD = 'CONNECT';

/** Hash under which credentials of several parts are stored: SHA3-256, lower-case hex. */
export function sha3(text: string): string {
  return createHash('sha3-256').update(text, 'utf8').digest('hex');
}

/** Finds the device that shows some credentials, as of the moment in which its credentials were looked up. */
export function createDeviceAuthenticator(
  directory: DeviceDirectory,
  reportRefusal: ReportRefusal = () => undefined,
  exchanges: ExchangeLog = NO_EXCHANGES,
) {
  /** Tells the tenant of a device that its credentials were refused. Nobody waits for it. */
  function refused(deviceId: string | undefined, reason: string, protocol: ExchangeProtocol): undefined {
    if (deviceId === undefined) return;
    if (exchanges.isWatching) {
      exchanges.begin(deviceId, { direction: 'IN', protocol, kind: REFUSED_METHOD, outcome: 'REFUSED', reason });
    }
    directory.find(deviceId).then(
      (context) =>
        context &&
        reportRefusal(context.device.tenantId, entityId('DEVICE', deviceId), REFUSED_METHOD, new Error(reason)),
      // It is a courtesy: whoever asks for credentials next learns that the database is away.
      () => undefined,
    );
  }
  const replaced = (credentialsId: string, protocol: ExchangeProtocol): undefined =>
    refused(
      directory.formerOwner(credentialsId),
      'The device showed credentials that it does not have any more',
      protocol,
    );
  const differs = ({ deviceId }: CredentialsRecord): undefined =>
    refused(deviceId, 'The client id, user name or password differs from the credentials of the device', 'MQTT');

  return {
    /** The device with this access token. */
    async byToken(token: string, protocol: ExchangeProtocol): Promise<DeviceContext | undefined> {
      if (!isStorableText(token)) return undefined;
      const generation = directory.generation();
      const credentials = await directory.findCredentials(token);
      if (!credentials) return replaced(token, protocol);
      return credentials?.type === 'ACCESS_TOKEN' ? directory.find(credentials.deviceId, generation) : undefined;
    },

    /** The device with one of these certificates, base64 of their DER form; the first that any device has counts. */
    async byCertificates(bodies: readonly string[], protocol: ExchangeProtocol): Promise<DeviceContext | undefined> {
      const generation = directory.generation();
      for (const body of bodies) {
        const found = await directory.findCredentials(sha3(body));
        if (found?.type === 'X509_CERTIFICATE' && found.value === body)
          return directory.find(found.deviceId, generation);
      }
      for (const body of bodies) replaced(sha3(body), protocol);
      return undefined;
    },

    /**
     * The device of an MQTT login: the user name as access token or as name of basic credentials, else client id and
     * user name together, else the client id alone.
     */
    async byMqttLogin(login: MqttLogin): Promise<DeviceContext | undefined> {
      // No device has such a name, and MQTT forbids the character in one.
      if (!isStorableText(login.username ?? '') || !isStorableText(login.clientId)) return undefined;
      const generation = directory.generation();
      const deviceOf = ({ deviceId }: CredentialsRecord) => directory.find(deviceId, generation);
      if (login.username) {
        const named = await directory.findCredentials(login.username);
        if (named?.type === 'ACCESS_TOKEN') return deviceOf(named);
        if (named?.type === 'MQTT_BASIC') return matchesBasic(named, login) ? deviceOf(named) : differs(named);
        if (named) return undefined;
      }
      if (!login.clientId) return replaced(login.username ?? '', 'MQTT');
      const ids = login.username ? [`${login.clientId}|${login.username}`, login.clientId] : [login.clientId];
      for (const id of ids) {
        const found = await directory.findCredentials(sha3(id));
        if (found?.type === 'MQTT_BASIC') return matchesBasic(found, login) ? deviceOf(found) : differs(found);
      }
      for (const id of [login.username ?? '', ...ids.map(sha3)]) replaced(id, 'MQTT');
      return undefined;
    },
  };
}

/** Every stored part that is not empty must equal the one that was sent. */
function matchesBasic({ value }: CredentialsRecord, login: MqttLogin): boolean {
  let stored: { clientId?: string | null; userName?: string | null; password?: string | null };
  try {
    stored = JSON.parse(value ?? '') as typeof stored;
  } catch {
    return false;
  }
  return (
    isSame(stored.clientId, login.clientId) &&
    isSame(stored.userName, login.username) &&
    isSame(stored.password, login.password)
  );
}

function isSame(stored: string | null | undefined, sent: string | undefined): boolean {
  if (!stored) return true;
  if (sent === undefined) return false;
  // Hashes of equal length, so that the duration of the comparison reveals nothing.
  return timingSafeEqual(Buffer.from(sha3(stored), 'hex'), Buffer.from(sha3(sent), 'hex'));
}

export type DeviceAuthenticator = ReturnType<typeof createDeviceAuthenticator>;
