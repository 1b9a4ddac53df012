import { CONDITIONS, partsOf, USES } from './observed.ts';

type Json = Readonly<Record<string, unknown>>;

/** Why a configuration cannot be used: the member, and what it should be. */
export interface Lwm2mProblem {
  member: string;
  problem: 'object' | 'paths' | 'keys' | 'number' | 'type';
}

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isNone = (value: unknown): boolean => value === undefined || value === null;
const isResource = (path: unknown): boolean => typeof path === 'string' && partsOf(path)?.resource !== undefined;

const OBJECTS = ['observeAttr', 'bootstrap', 'clientLwM2mSettings'] as const;
const SERVERS = ['servers', 'bootstrapServer', 'lwm2mServer'] as const;
const NUMBERS = [
  'servers.shortId',
  'servers.lifetime',
  'servers.defaultMinPeriod',
  'bootstrapServer.port',
  'bootstrapServer.serverId',
  'lwm2mServer.port',
  'lwm2mServer.serverId',
] as const;

/** The first thing in a configuration that no field could show. */
export function lwm2mProblem(given: unknown): Lwm2mProblem | undefined {
  if (!isObject(given)) return { member: '', problem: 'object' };
  if (!isNone(given.type) && given.type !== 'LWM2M') return { member: 'type', problem: 'type' };
  for (const member of OBJECTS) {
    if (!isNone(given[member]) && !isObject(given[member])) return { member, problem: 'object' };
  }
  return observedProblem((given.observeAttr ?? {}) as Json) ?? bootstrapProblem((given.bootstrap ?? {}) as Json);
}

function observedProblem(observed: Json): Lwm2mProblem | undefined {
  for (const use of USES) {
    const paths = observed[use];
    const fits = isNone(paths) || (Array.isArray(paths) && paths.every(isResource));
    if (!fits) return { member: `observeAttr.${use}`, problem: 'paths' };
  }
  const keys = observed.keyName ?? {};
  const named =
    isObject(keys) && Object.entries(keys).every(([path, key]) => isResource(path) && typeof key === 'string');
  if (!named) return { member: 'observeAttr.keyName', problem: 'keys' };
  const conditions = observed.attributeLwm2m ?? {};
  if (!isObject(conditions)) return { member: 'observeAttr.attributeLwm2m', problem: 'object' };
  for (const [path, set] of Object.entries(conditions)) {
    const member = `observeAttr.attributeLwm2m.${path}`;
    if (!partsOf(path) || !isObject(set)) return { member, problem: 'object' };
    const wrong = CONDITIONS.find((name) => !isNone(set[name]) && typeof set[name] !== 'number');
    if (wrong) return { member: `${member}.${wrong}`, problem: 'number' };
  }
  return undefined;
}

function bootstrapProblem(bootstrap: Json): Lwm2mProblem | undefined {
  for (const name of SERVERS) {
    if (!isNone(bootstrap[name]) && !isObject(bootstrap[name])) {
      return { member: `bootstrap.${name}`, problem: 'object' };
    }
  }
  const wrong = NUMBERS.find((path) => {
    const [server = '', member = ''] = path.split('.');
    const value = (bootstrap[server] as Json | undefined)?.[member];
    return !isNone(value) && typeof value !== 'number';
  });
  return wrong && { member: `bootstrap.${wrong}`, problem: 'number' };
}
