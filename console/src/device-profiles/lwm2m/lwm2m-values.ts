import { type FormValue, type FormValues, sameValues } from '../../entity-page/form.ts';
import { powerSettings, powerValues } from '../power-fields.ts';
import { NOTHING, readObserved } from './observed.ts';

type Json = Record<string, unknown>;

/** A field and the member of the configuration that it says. */
interface Member {
  name: string;
  path: readonly string[];
  /** What it holds where nothing is stored. */
  first: string | boolean;
  write: (value: FormValue, values: FormValues) => unknown;
}

const text = (value: FormValue): string => (typeof value === 'string' ? value.trim() : '');
const number = (value: FormValue): number => Number(text(value));

const member = (
  name: string,
  path: string,
  first: string | boolean,
  write: Member['write'] = typeof first === 'boolean' ? (value) => value === true : text,
): Member => ({ name, path: path.split('.'), first, write });

/** Addresses and keys of a server that devices are told of, by the beginning of the names of its fields. */
export const SERVERS = {
  lwm2mBootstrap: { path: 'bootstrap.bootstrapServer', port: '5687', id: '111', isBootstrap: true },
  lwm2mServer: { path: 'bootstrap.lwm2mServer', port: '5685', id: '123', isBootstrap: false },
} as const;
export type ServerName = keyof typeof SERVERS;
export const SERVER_NAMES = ['lwm2mBootstrap', 'lwm2mServer'] as const satisfies readonly ServerName[];

const DEFAULT_PACKAGE_ADDRESS = 'coap://localhost:5685';

const hasKey = (mode: unknown): boolean => mode === 'RPK' || mode === 'X509';

const ofServer = (name: ServerName): Member[] => {
  const { path, port, id } = SERVERS[name];
  return [
    member(`${name}Mode`, `${path}.securityMode`, 'NO_SEC'),
    member(`${name}Host`, `${path}.host`, 'localhost'),
    member(`${name}Port`, `${path}.port`, port, number),
    member(`${name}Id`, `${path}.serverId`, id, number),
    member(`${name}HoldOff`, `${path}.clientHoldOffTime`, '1', number),
    member(`${name}AccountTimeout`, `${path}.bootstrapServerAccountTimeout`, '0', number),
    member(`${name}PublicKey`, `${path}.serverPublicKey`, '', (value, values) =>
      hasKey(values[`${name}Mode`]) ? text(value) : '',
    ),
  ];
};

const ofDownloads = (strategy: string) => (value: FormValue, values: FormValues) =>
  values[strategy] === '2' ? text(value) : null;

const MEMBERS: readonly Member[] = [
  member('lwm2mShortId', 'bootstrap.servers.shortId', '123', number),
  member('lwm2mLifetime', 'bootstrap.servers.lifetime', '300', number),
  member('lwm2mMinPeriod', 'bootstrap.servers.defaultMinPeriod', '1', number),
  member('lwm2mBinding', 'bootstrap.servers.binding', 'UQ'),
  member('lwm2mStoresNotifications', 'bootstrap.servers.notifIfDisabled', true),
  ...SERVER_NAMES.flatMap(ofServer),
  member('lwm2mConnect', 'clientLwM2mSettings.clientOnlyObserveAfterConnect', '1', number),
  member('lwm2mFirmware', 'clientLwM2mSettings.fwUpdateStrategy', '1', number),
  member(
    'lwm2mFirmwareAddress',
    'clientLwM2mSettings.fwUpdateResource',
    DEFAULT_PACKAGE_ADDRESS,
    ofDownloads('lwm2mFirmware'),
  ),
  member('lwm2mSoftware', 'clientLwM2mSettings.swUpdateStrategy', '1', number),
  member(
    'lwm2mSoftwareAddress',
    'clientLwM2mSettings.swUpdateResource',
    DEFAULT_PACKAGE_ADDRESS,
    ofDownloads('lwm2mSoftware'),
  ),
  member('lwm2mComposite', 'clientLwM2mSettings.compositeOperationsSupport', false),
];

const OBSERVED = Object.keys(NOTHING);
const POWER = ['powerMode', 'psmActivityTimer', 'edrxCycle', 'pagingTransmissionWindow'];

/** Path of the member that a field says. */
export const memberPath = (name: string): string => MEMBERS.find((one) => one.name === name)?.path.join('.') ?? '';

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const at = (json: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), json);

/** `json` with a member set, or without it. */
function withMember(json: Json, [name = '', ...further]: readonly string[], value: unknown): Json {
  if (further.length > 0) {
    const inner = isObject(json[name]) ? json[name] : {};
    return value === undefined && !isObject(json[name]) ? json : { ...json, [name]: withMember(inner, further, value) };
  }
  const { [name]: _, ...others } = json;
  return value === undefined ? others : { ...others, [name]: value };
}

const PATHS: readonly (readonly string[])[] = [
  ['type'],
  ...MEMBERS.map(({ path }) => path),
  ...OBSERVED.map((name) => ['observeAttr', name]),
  ...POWER.map((name) => ['clientLwM2mSettings', name]),
];

/** The members that no field says. */
const restOf = (stored: Json): Json => PATHS.reduce((rest, path) => withMember(rest, path, undefined), stored);

function readMember({ path, first }: Member, stored: Json): FormValue {
  const value = at(stored, path);
  if (typeof first === 'boolean') return typeof value === 'boolean' ? value : first;
  return value === undefined || value === null ? first : String(value);
}

/**
 * What the fields hold for a stored configuration, or for a new one. The addresses of a new one are empty: the form
 * asks the server for them.
 */
export function lwm2mValues(stored?: Json): FormValues {
  const known = stored ?? {};
  return {
    lwm2mObserved: JSON.stringify(readObserved(known.observeAttr)),
    ...Object.fromEntries(MEMBERS.map((one) => [one.name, readMember(one, known)])),
    ...(stored ? {} : { lwm2mBootstrapHost: '', lwm2mServerHost: '' }),
    lwm2mRest: JSON.stringify(restOf(known)),
    ...powerValues('profile', known.clientLwM2mSettings as Json | undefined),
  };
}

/** The configuration that the fields say; what is stored, where nothing was changed. */
export function lwm2mConfiguration(values: FormValues, stored?: Json): Json {
  const before = lwm2mValues(stored);
  const now = Object.fromEntries(Object.keys(before).map((name) => [name, values[name] ?? null]));
  if (stored && sameValues(before, now)) return stored;
  const observed = JSON.parse(String(values.lwm2mObserved)) as Json;
  let next = JSON.parse(String(values.lwm2mRest)) as Json;
  for (const [name, value] of Object.entries(observed)) next = withMember(next, ['observeAttr', name], value);
  for (const { name, path, write } of MEMBERS) next = withMember(next, path, write(values[name] ?? null, values));
  for (const [name, value] of Object.entries(powerSettings('profile', values))) {
    next = withMember(next, ['clientLwM2mSettings', name], value);
  }
  return { ...next, type: 'LWM2M' };
}
