import type { DeviceProfileRecord } from '../../../entities/device-directory.ts';
import { type Entry, isId, type Leaf, type TypeOf, type ValueType } from '../codecs/content.ts';
import type { Link } from '../codecs/link-format.ts';
import { keyBytes, type Lwm2mCredentials } from '../credentials-lookup.ts';

type Json = Record<string, unknown>;

/** The configuration of a client cannot be made of what its credentials and its profile say. */
class BootstrapRefusedError extends Error {
  override readonly name = 'BootstrapRefusedError';
}

/** What a client is to have: instances of the objects Security (0) and Server (1), in the order they are written. */
export interface BootstrapConfig {
  instances: { path: readonly [object: number, instance: number]; entries: Entry[] }[];
}

/** Numbers of the security modes (OMA object 0, resource 2). */
const MODES: Readonly<Record<string, number>> = { PSK: 0, RPK: 1, X509: 2, NO_SEC: 3 };
const DEFAULTS = { shortId: 123, lifetime: 300, defaultMinPeriod: 1, binding: 'UQ' };

/** Types of the resources that are written. */
const TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['0/0', 'STRING'],
  ['0/1', 'BOOLEAN'],
  ['0/2', 'INTEGER'],
  ['0/3', 'OPAQUE'],
  ['0/4', 'OPAQUE'],
  ['0/5', 'OPAQUE'],
  ['0/10', 'INTEGER'],
  ['0/11', 'INTEGER'],
  ['0/12', 'INTEGER'],
  ['1/0', 'INTEGER'],
  ['1/1', 'INTEGER'],
  ['1/2', 'INTEGER'],
  ['1/6', 'BOOLEAN'],
  ['1/7', 'STRING'],
]);
export const bootstrapTypeOf: TypeOf = ([object, , resource]) => TYPES.get(`${object}/${resource}`);

function objectIn(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
}

function countIn(value: unknown, absent: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : absent;
}

function textIn(value: unknown, absent: string): string {
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : absent;
}

/** Address of a server. A host that is every address of the server is this machine to whoever is on it. */
function addressOf(server: Json, isSecure: boolean): string {
  const given = isSecure ? textIn(server.securityHost, textIn(server.host, '')) : textIn(server.host, '');
  const host = given === '' || given === '0.0.0.0' ? 'localhost' : given;
  const port = isSecure ? countIn(server.securityPort, countIn(server.port, 0)) : countIn(server.port, 0);
  return `${isSecure ? 'coaps' : 'coap'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function entriesOf(object: number, instance: number, resources: readonly [number, Leaf][]): Entry[] {
  return resources.map(([id, value]) => ({ path: [object, instance, id], value }));
}

/** An instance of Security. @throws BootstrapRefusedError when credentials and profile differ */
function security(instance: number, credentials: Json, server: Json, name: string, isBootstrap: boolean): Entry[] {
  const mode = textIn(server.securityMode, 'NO_SEC');
  if (credentials.securityMode !== mode) {
    const own = textIn(credentials.securityMode, 'none');
    throw new BootstrapRefusedError(
      `The security mode of ${name} is ${own} in the credentials, ${mode} in the profile`,
    );
  }
  const number = MODES[mode];
  if (number === undefined) throw new BootstrapRefusedError(`${name} has no security mode`);
  const isSecure = mode !== 'NO_SEC';
  const identity = textIn(credentials.clientPublicKeyOrId, '');
  const none = Buffer.alloc(0);
  // Every instance has them: where nothing is shown, they are empty.
  const keys: [number, Leaf][] = [
    [3, mode === 'PSK' ? Buffer.from(identity) : isSecure ? keyBytes(credentials.clientPublicKeyOrId) : none],
    [4, isSecure && mode !== 'PSK' ? keyBytes(server.serverPublicKey) : none],
    [5, isSecure ? keyBytes(credentials.clientSecretKey) : none],
  ];
  return entriesOf(0, instance, [
    [0, addressOf(server, isSecure)],
    [1, isBootstrap],
    [2, number],
    ...keys,
    [10, countIn(server.serverId, isBootstrap ? 111 : DEFAULTS.shortId)],
    [11, countIn(server.clientHoldOffTime, 1)],
    [12, countIn(server.bootstrapServerAccountTimeout, 0)],
  ]);
}

/** Where the client already keeps what it knows of the bootstrap server; the one of the LwM2M server is beside it. */
export function keptInstance(links: readonly Link[]): number {
  const instances = links.flatMap(({ target, attributes }) => {
    const [, instance] = /^\/0\/(\d{1,5})$/.exec(target) ?? [];
    // Only servers that clients register with have a short id.
    return instance === undefined || attributes.has('ssid') ? [] : [Number(instance)];
  });
  return instances.find(isId) ?? 0;
}

/**
 * What a client gets (device-protocols.md §8.8).
 * @param kept the instance of Security that is of the bootstrap server
 * @throws BootstrapRefusedError
 */
export function bootstrapConfig(
  profile: DeviceProfileRecord,
  { bootstrap }: Lwm2mCredentials,
  kept = 0,
): BootstrapConfig {
  const own = objectIn(profile.transport.bootstrap);
  const servers = objectIn(own.servers);
  const lwm2mServer = objectIn(own.lwm2mServer);
  const shortId = countIn(lwm2mServer.serverId, countIn(servers.shortId, DEFAULTS.shortId));
  if (!isId(shortId)) throw new BootstrapRefusedError('The short id of the server is beyond 65535');
  const server = entriesOf(1, 0, [
    [0, shortId],
    [1, countIn(servers.lifetime, DEFAULTS.lifetime)],
    [2, countIn(servers.defaultMinPeriod, DEFAULTS.defaultMinPeriod)],
    [6, servers.notifIfDisabled !== false],
    [7, textIn(servers.binding, DEFAULTS.binding)],
  ]);
  const other = kept === 1 ? 0 : 1;
  const credentials = {
    bootstrapServer: objectIn(bootstrap.bootstrapServer),
    lwm2mServer: objectIn(bootstrap.lwm2mServer),
  };
  return {
    instances: [
      { path: [1, 0], entries: server },
      {
        path: [0, kept],
        entries: security(
          kept,
          credentials.bootstrapServer,
          objectIn(own.bootstrapServer),
          'the bootstrap server',
          true,
        ),
      },
      { path: [0, other], entries: security(other, credentials.lwm2mServer, lwm2mServer, 'the LwM2M server', false) },
    ],
  };
}
