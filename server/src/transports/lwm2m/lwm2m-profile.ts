import { createHash } from 'node:crypto';
import type { DeviceProfileRecord } from '../../entities/device-directory.ts';
import { powerTimeOf } from '../coap/power-saving.ts';

/** Members of Write-Attributes that are sent (OMA LwM2M Core §5.1.2); `dim` and `ver` are not. */
const NOTIFICATION_ATTRIBUTES = ['pmin', 'pmax', 'gt', 'lt', 'st'] as const;

/** How firmware and software reach a device. */
export type UpdateStrategy = 1 | 2 | 3;

/** What a profile says about LwM2M (rest-content.md §1.4). Paths have the version of their object: `/3_1.0/0/9`. */
export interface Lwm2mProfile {
  /** Differs where anything below does: clients keep it to see that, and a profile may be long. */
  fingerprint: string;
  /** path → key */
  keyNames: ReadonlyMap<string, string>;
  observed: readonly string[];
  attributes: ReadonlySet<string>;
  telemetry: ReadonlySet<string>;
  /** path → query of Write-Attributes */
  notificationAttributes: ReadonlyMap<string, readonly string[]>;
  /** Everything that can be read is read after the registration, not only what is mapped. */
  readsAll: boolean;
  composite: boolean;
  firmware: { strategy: UpdateStrategy; resource: string };
  software: { strategy: UpdateStrategy; resource: string };
  /** ms; a device that listens so rarely answers that late. */
  edrxCycle: number | undefined;
}

type Json = Record<string, unknown>;

/** Paths of one kind that a profile may name. */
export const MAX_PATHS = 2000;
const MAX_TEXT = 255;

const read = new WeakMap<DeviceProfileRecord, Lwm2mProfile>();

function objectIn(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
}

function pathsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((path) => typeof path === 'string'))].slice(0, MAX_PATHS);
}

function textIn(value: unknown): string {
  return typeof value === 'string' && value.length <= MAX_TEXT ? value : '';
}

function strategyIn(value: unknown): UpdateStrategy {
  return value === 2 || value === 3 ? value : 1;
}

/** The query that says some attributes: `pmin=10`. */
export function attributeQuery(given: unknown): string[] {
  const attributes = objectIn(given);
  return NOTIFICATION_ATTRIBUTES.flatMap((name) => {
    const value = attributes[name];
    return typeof value === 'number' && Number.isFinite(value) ? [`${name}=${value}`] : [];
  });
}

/** What a profile says about LwM2M; what it leaves out has its default. */
export function lwm2mProfile(profile: DeviceProfileRecord): Lwm2mProfile {
  const known = read.get(profile);
  if (known) return known;
  const transport = profile.transportType === 'LWM2M' ? profile.transport : {};
  const mapping = objectIn(transport.observeAttr);
  const settings = objectIn(transport.clientLwM2mSettings);
  const keyNames = Object.entries(objectIn(mapping.keyName)).filter(([, key]) => textIn(key) !== '');
  const attributes = Object.entries(objectIn(mapping.attributeLwm2m)).slice(0, MAX_PATHS);
  const own: Lwm2mProfile = {
    fingerprint: createHash('sha256').update(JSON.stringify(profile.transport)).digest('base64'),
    keyNames: new Map(keyNames.slice(0, MAX_PATHS) as [string, string][]),
    observed: pathsIn(mapping.observe),
    attributes: new Set(pathsIn(mapping.attribute)),
    telemetry: new Set(pathsIn(mapping.telemetry)),
    notificationAttributes: new Map(
      attributes.map(([path, given]) => [path, attributeQuery(given)] as const).filter(([, query]) => query.length > 0),
    ),
    readsAll: settings.clientOnlyObserveAfterConnect === 2,
    composite: settings.compositeOperationsSupport === true,
    firmware: { strategy: strategyIn(settings.fwUpdateStrategy), resource: textIn(settings.fwUpdateResource) },
    software: { strategy: strategyIn(settings.swUpdateStrategy), resource: textIn(settings.swUpdateResource) },
    edrxCycle: settings.powerMode === 'E_DRX' ? powerTimeOf(settings.edrxCycle) : undefined,
  };
  read.set(profile, own);
  return own;
}
