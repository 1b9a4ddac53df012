import type { ImportColumnType } from '@signalbox/contract/bulk-import';
import type { DeviceCredentials, DeviceCredentialsInput } from '@signalbox/contract/device';
import { type CredentialsContent, completeCredentials } from '../entities/device/device-credentials.ts';
import { ApiError, badRequest } from '../http/errors.ts';
import type { ImportLine } from './import-line.ts';

type Cells = ImportLine['cells'];
type Json = Record<string, unknown>;

const SECURITY_MODES = ['NO_SEC', 'PSK', 'RPK', 'X509'];

const hasAny = (cells: Cells, prefix: string): boolean => Object.keys(cells).some((type) => type.startsWith(prefix));

/** Whether a line says how its device identifies itself. */
export const hasCredentials = (cells: Cells): boolean =>
  cells.ACCESS_TOKEN !== undefined || cells.X509 !== undefined || hasAny(cells, 'MQTT_') || hasAny(cells, 'LWM2M_');

/** Whether a line is about a device of LwM2M. */
export const isLwm2m = (cells: Cells, stored: DeviceCredentials | undefined): boolean =>
  cells.LWM2M_CLIENT_ENDPOINT !== undefined ||
  (stored?.credentialsType === 'LWM2M_CREDENTIALS' && hasAny(cells, 'LWM2M_'));

/** The members that cells name; those of empty cells stay as they are stored. */
function merged(stored: Json | undefined, cells: Cells, members: Readonly<Record<string, ImportColumnType>>): Json {
  const result: Json = { ...stored };
  for (const [member, type] of Object.entries(members)) if (cells[type] !== undefined) result[member] = cells[type];
  return result;
}

/** @throws ApiError 400 / 31 */
function withMode(server: Json, member: string): Json {
  const mode = String(server[member] ?? 'NO_SEC').toUpperCase();
  if (!SECURITY_MODES.includes(mode)) {
    throw badRequest(
      `Unknown LwM2M security mode: ${mode.slice(0, 100)}, (the mode should be: ${SECURITY_MODES.join(', ')})!`,
    );
  }
  return { ...server, [member]: mode };
}

function lwm2mValue(cells: Cells, stored: Json | undefined): Json {
  const bootstrap = stored?.bootstrap as Json | undefined;
  return {
    ...stored,
    client: withMode(
      merged(stored?.client as Json | undefined, cells, {
        securityConfigClientMode: 'LWM2M_CLIENT_SECURITY_CONFIG_MODE',
        endpoint: 'LWM2M_CLIENT_ENDPOINT',
        identity: 'LWM2M_CLIENT_IDENTITY',
        key: 'LWM2M_CLIENT_KEY',
        cert: 'LWM2M_CLIENT_CERT',
      }),
      'securityConfigClientMode',
    ),
    bootstrap: {
      ...bootstrap,
      bootstrapServer: withMode(
        merged(bootstrap?.bootstrapServer as Json | undefined, cells, {
          securityMode: 'LWM2M_BOOTSTRAP_SERVER_SECURITY_MODE',
          clientPublicKeyOrId: 'LWM2M_BOOTSTRAP_SERVER_PUBLIC_KEY_OR_ID',
          clientSecretKey: 'LWM2M_BOOTSTRAP_SERVER_SECRET_KEY',
        }),
        'securityMode',
      ),
      lwm2mServer: withMode(
        merged(bootstrap?.lwm2mServer as Json | undefined, cells, {
          securityMode: 'LWM2M_SERVER_SECURITY_MODE',
          clientPublicKeyOrId: 'LWM2M_SERVER_CLIENT_PUBLIC_KEY_OR_ID',
          clientSecretKey: 'LWM2M_SERVER_CLIENT_SECRET_KEY',
        }),
        'securityMode',
      ),
    },
  };
}

function credentialsInput(cells: Cells, stored: DeviceCredentials | undefined): DeviceCredentialsInput | undefined {
  const storedValue = (type: DeviceCredentials['credentialsType']): Json | undefined =>
    stored?.credentialsType === type ? (JSON.parse(stored.credentialsValue ?? 'null') as Json) : undefined;
  if (isLwm2m(cells, stored)) {
    const value = lwm2mValue(cells, storedValue('LWM2M_CREDENTIALS'));
    return { credentialsType: 'LWM2M_CREDENTIALS', credentialsValue: JSON.stringify(value) };
  }
  if (cells.X509 !== undefined) return { credentialsType: 'X509_CERTIFICATE', credentialsValue: cells.X509 };
  if (hasAny(cells, 'MQTT_')) {
    const value = merged(storedValue('MQTT_BASIC'), cells, {
      clientId: 'MQTT_CLIENT_ID',
      userName: 'MQTT_USER_NAME',
      password: 'MQTT_PASSWORD',
    });
    return { credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify(value) };
  }
  if (cells.ACCESS_TOKEN === undefined) return undefined;
  return { credentialsType: 'ACCESS_TOKEN', credentialsId: cells.ACCESS_TOKEN };
}

/**
 * How the device of a line identifies itself from now on (rest-entities.md §5.9): by the first of LwM2M, certificate,
 * MQTT and access token that its cells name. Members of empty cells stay as they are stored.
 * @returns undefined when it stays as it is; a new device gets a random token then
 * @throws ApiError 400 / 31
 */
export function credentialsOf(
  { cells }: ImportLine,
  stored: DeviceCredentials | undefined,
): CredentialsContent | undefined {
  const input = credentialsInput(cells, stored);
  if (!input) return undefined;
  let content: CredentialsContent;
  try {
    content = completeCredentials(input);
  } catch (error) {
    throw error instanceof ApiError ? badRequest(`Invalid device credentials: ${error.message}`) : error;
  }
  const isSame =
    stored?.credentialsType === content.credentialsType &&
    stored.credentialsId === content.credentialsId &&
    stored.credentialsValue === content.credentialsValue;
  return isSame ? undefined : content;
}
