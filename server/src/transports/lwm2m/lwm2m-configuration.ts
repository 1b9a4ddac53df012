import type { TransportConfiguration } from '../../entities/device-profile/transport-configuration.ts';
import { badRequest } from '../../http/errors.ts';
import { checkPowerMode, checkPowerTimes } from '../coap/coap-configuration.ts';
import { MAX_PATHS } from './lwm2m-profile.ts';
import { readVersionedPath } from './objects/versioned-path.ts';

type Json = Record<string, unknown>;

const PATH_LISTS = ['observe', 'attribute', 'telemetry'] as const;
const PATH_MAPS = ['keyName', 'attributeLwm2m'] as const;
const MAX_KEY = 255;

/** Settings of clients that say nothing, in the order of the wire. */
const NO_SETTINGS = {
  ...{ clientOnlyObserveAfterConnect: 1, fwUpdateStrategy: 1, swUpdateStrategy: 1 },
  ...{ fwUpdateResource: null, swUpdateResource: null },
  ...{ powerMode: null, psmActivityTimer: null, edrxCycle: null, pagingTransmissionWindow: null },
  compositeOperationsSupport: false,
};

const refused = (field: string, what: string): Error =>
  badRequest(`Device profile transport configuration is not valid: field '${field}' ${what}!`);

function objectAt(given: Json, field: string): Json {
  const value = given[field] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw refused(field, 'must be an object');
  return value as Json;
}

function requirePath(field: string, path: unknown): void {
  if (typeof path === 'string' && readVersionedPath(path)) return;
  throw refused(field, `has ${JSON.stringify(path)?.slice(0, 100)}, and paths are such as /3_1.0/0/9`);
}

function requirePaths(field: string, paths: readonly unknown[]): void {
  if (paths.length > MAX_PATHS) throw refused(field, `has more than ${MAX_PATHS} paths`);
  for (const path of paths) requirePath(field, path);
}

function requirePort(server: Json, field: string): void {
  const port = server[field] ?? 0;
  if (Number.isInteger(port) && (port as number) >= 0 && (port as number) <= 65_535) return;
  throw refused(field, 'must be a number from 0 to 65535');
}

/**
 * What a profile says about LwM2M, with what it leaves out.
 * @throws ApiError 400 / 31 that names the setting that cannot be used
 */
export function completeLwm2mConfiguration(given: TransportConfiguration): TransportConfiguration {
  const mapping = objectAt(given, 'observeAttr');
  for (const field of PATH_LISTS) {
    const paths = mapping[field] ?? [];
    if (!Array.isArray(paths)) throw refused(field, 'must be a list of paths');
    requirePaths(field, paths);
  }
  for (const field of PATH_MAPS) requirePaths(field, Object.keys(objectAt(mapping, field)));
  for (const [path, key] of Object.entries(objectAt(mapping, 'keyName'))) {
    if (typeof key === 'string' && key.trim() !== '' && key.length <= MAX_KEY) continue;
    throw refused('keyName', `must have a key of at most ${MAX_KEY} characters for ${path}`);
  }
  const client = objectAt(given, 'clientLwM2mSettings');
  checkPowerMode(client);
  checkPowerTimes(client);
  const bootstrap = objectAt(given, 'bootstrap');
  objectAt(bootstrap, 'servers');
  for (const name of ['bootstrapServer', 'lwm2mServer']) {
    const server = objectAt(bootstrap, name);
    for (const field of ['port', 'securityPort']) requirePort(server, field);
  }
  const attributes = mapping.attributeLwm2m
    ? { attributeLwm2m: withoutNulls(objectAt(mapping, 'attributeLwm2m')) }
    : undefined;
  const settings = given.clientLwM2mSettings ? objectAt(given, 'clientLwM2mSettings') : undefined;
  return {
    ...given,
    ...(settings ? { clientLwM2mSettings: { ...NO_SETTINGS, ...settings } } : {}),
    ...(attributes ? { observeAttr: { ...mapping, ...attributes } } : {}),
  };
}

/** Attributes of paths, without those that are none. */
const withoutNulls = (paths: Json): Json =>
  Object.fromEntries(
    Object.entries(paths).map(([path, attributes]) => [
      path,
      Object.fromEntries(Object.entries(attributes ?? {}).filter(([, value]) => value !== null)),
    ]),
  );
