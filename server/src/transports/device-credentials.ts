import { createHash, timingSafeEqual } from 'node:crypto';
import type { ExchangeProtocol } from '@signalbox/contract/device-exchange';
import { entityId } from '@signalbox/contract/id';
import { isStorableText } from '@signalbox/contract/text';
import type { LimitedLog } from '../config/line-limit.ts';
import type { CredentialsRecord, DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import type { ReportRefusal } from '../events/refusal-events.ts';
import type { ShownCertificates } from './certificates/certificate-checks.ts';
import { type ExchangeLog, NO_EXCHANGES } from './exchanges/exchange-log.ts';
import { RateLimitError } from './rate-limits.ts';
import { createStrangers } from './strangers.ts';

/** What an MQTT client shows of itself. */
export interface MqttLogin {
  clientId: string;
  username: string | undefined;
  password: string | undefined;
}

/** Wrong passwords for one name that an address may show: count:seconds. */
const WRONG_PASSWORDS = '60:60';
const TOO_MANY = 'Too many credentials that no device has came from this address; try again later';
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
  logLimited: LimitedLog = () => undefined,
) {
  const strangers = createStrangers();
  const guesses = createStrangers(undefined, WRONG_PASSWORDS);

  /**
   * Finds a device, unless its credentials are not remembered and its address has shown too many of nobody.
   * @param address undefined: whoever calls looks at that
   * @param ids those that are looked up
   * @throws RateLimitError
   */
  async function shownAt(
    address: string | undefined,
    ids: () => readonly string[],
    find: () => Promise<DeviceContext | undefined>,
  ): Promise<DeviceContext | undefined> {
    if (address === undefined || ids().every((id) => directory.rememberedOwner(id) !== undefined)) return find();
    if (!strangers.mayTry(address)) {
      logLimited(
        'warn',
        { address },
        'an address shows many credentials that no device has: for a while only those of devices that were seen before are taken from it',
      );
      throw new RateLimitError(TOO_MANY);
    }
    const found = await find();
    if (!found) strangers.failed(address);
    return found;
  }

  /** @throws RateLimitError when too many wrong passwords for that name came from the address */
  function mayGuess(address: string, { deviceId }: CredentialsRecord): void {
    if (!guesses.mayTry(address, deviceId)) throw new RateLimitError(TOO_MANY);
  }

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
    /**
     * The device with this access token.
     * @param address where it was shown; absent: whoever calls counts what strangers show
     * @throws RateLimitError when too many that nobody has were shown there
     */
    async byToken(token: string, protocol: ExchangeProtocol, address?: string): Promise<DeviceContext | undefined> {
      if (!isStorableText(token)) return undefined;
      return shownAt(
        address,
        () => [token],
        async () => {
          const generation = directory.generation();
          const credentials = await directory.findCredentials(token);
          if (!credentials) return replaced(token, protocol);
          return credentials.type === 'ACCESS_TOKEN' ? directory.find(credentials.deviceId, generation) : undefined;
        },
      );
    },

    /**
     * The device with one of the certificates that stand for a client; the first that any device has counts. One that has
     * a certificate that does not count is told why. As byToken.
     */
    async byCertificates(
      { bodies, refusal }: ShownCertificates,
      protocol: ExchangeProtocol,
      address?: string,
    ): Promise<DeviceContext | undefined> {
      const ids = bodies.map(sha3);
      const refusedIds = refusal ? [sha3(refusal.body)] : [];
      return shownAt(
        address,
        () => [...ids, ...refusedIds],
        async () => {
          const generation = directory.generation();
          for (const [at, id] of ids.entries()) {
            const found = await directory.findCredentials(id);
            if (found?.type === 'X509_CERTIFICATE' && found.value === bodies[at]) {
              return directory.find(found.deviceId, generation);
            }
          }
          for (const id of ids) replaced(id, protocol);
          for (const id of refusedIds) {
            const owner = await directory.findCredentials(id);
            if (owner?.type === 'X509_CERTIFICATE') refused(owner.deviceId, refusal?.reason ?? '', protocol);
          }
          return undefined;
        },
      );
    },

    /**
     * The device of an MQTT login: the user name as access token or as name of basic credentials, else client id and
     * user name together, else the client id alone.
     * @throws RateLimitError when its address has shown too much that nobody has
     */
    async byMqttLogin(login: MqttLogin, address: string): Promise<DeviceContext | undefined> {
      const { username, clientId } = login;
      // No device has such a name, and MQTT forbids the character in one.
      if (!isStorableText(username ?? '') || !isStorableText(clientId)) return undefined;
      const generation = directory.generation();
      const deviceOf = ({ deviceId }: CredentialsRecord) => directory.find(deviceId, generation);
      const basic = (found: CredentialsRecord) => {
        mayGuess(address, found);
        if (matchesBasic(found, login)) return deviceOf(found);
        guesses.failed(address, found.deviceId);
        return differs(found);
      };
      /** Of client id and user name, and of the client id alone. */
      const hashes = (): string[] =>
        clientId === '' ? [] : [...(username ? [`${clientId}|${username}`] : []), clientId].map(sha3);
      return shownAt(
        address,
        () =>
          username && directory.rememberedOwner(username) === 'device'
            ? []
            : [...(username ? [username] : []), ...hashes()],
        async () => {
          if (username) {
            const named = await directory.findCredentials(username);
            if (named?.type === 'ACCESS_TOKEN') return deviceOf(named);
            if (named?.type === 'MQTT_BASIC') return basic(named);
            if (named) return undefined;
          }
          const ids = hashes();
          for (const id of ids) {
            const found = await directory.findCredentials(id);
            if (found?.type === 'MQTT_BASIC') return basic(found);
          }
          for (const id of [username ?? '', ...ids]) replaced(id, 'MQTT');
          return undefined;
        },
      );
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
