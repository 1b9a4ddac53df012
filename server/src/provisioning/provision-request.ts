import type { CredentialsType } from '@signalbox/contract/device';
import { lenientJson, PayloadError } from '../values/json-scanner.ts';

/** What a device shows that wants to provision itself. */
export interface ProvisionRequest {
  /** undefined: the platform chooses a name. */
  deviceName: string | undefined;
  provisionDeviceKey: string;
  provisionDeviceSecret: string;
  credentialsType: ProvisionedCredentialsType;
  /** Credentials that it brings along, by their names; those that belong to its type count. */
  credentials: Readonly<Partial<Record<CredentialPart, string>>>;
}

/** Kinds of credentials that a device can bring along. */
export const PROVISIONED_TYPES = ['ACCESS_TOKEN', 'MQTT_BASIC', 'X509_CERTIFICATE'] as const;
export type ProvisionedCredentialsType = (typeof PROVISIONED_TYPES)[number] & CredentialsType;

/** `hash` is the certificate itself. */
const PARTS = ['token', 'clientId', 'username', 'password', 'hash'] as const;
type CredentialPart = (typeof PARTS)[number];

interface Refusal {
  status: 'NOT_FOUND' | 'FAILURE';
  errorMsg: string;
}
/** What it is answered, as it travels in JSON: small devices read members by their places. */
export type ProvisionReply =
  | { credentialsValue: unknown; credentialsType: CredentialsType; status: 'SUCCESS' }
  | Refusal;

/** Says as little as possible: to whom it may not be told whether there is such a key. */
export const NOT_FOUND: Refusal = { errorMsg: 'Provision data was not found!', status: 'NOT_FOUND' };
export const FAILURE: Refusal = { errorMsg: 'Failed to provision device!', status: 'FAILURE' };

/**
 * Reads a request in JSON (device-protocols.md §9).
 * @throws PayloadError that names the field which is missing or wrong
 */
export function readProvisionRequest(text: string): ProvisionRequest {
  let body: unknown;
  try {
    body = readJson(text);
  } catch {
    throw new PayloadError('A provision request must be a JSON object');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PayloadError('A provision request must be a JSON object');
  }
  const members = body as Record<string, unknown>;
  const optional = (name: string): string | undefined => {
    const value = members[name] ?? undefined;
    if (value !== undefined && typeof value !== 'string') throw new PayloadError(`"${name}" must be a text`);
    return value;
  };
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw new PayloadError(`Failed to find the field ${name} in JSON body ${text}!`);
    return value;
  };
  const credentials: Partial<Record<CredentialPart, string>> = {};
  for (const part of PARTS) {
    const value = optional(part);
    if (value !== undefined) credentials[part] = value;
  }
  return {
    deviceName: optional('deviceName'),
    provisionDeviceKey: required('provisionDeviceKey'),
    provisionDeviceSecret: required('provisionDeviceSecret'),
    credentialsType: requireType(optional('credentialsType')),
    credentials,
  };
}

/** @throws PayloadError when devices cannot bring along credentials of that type */
export function requireType(type: string | undefined): ProvisionedCredentialsType {
  if (!type) return 'ACCESS_TOKEN';
  const known = PROVISIONED_TYPES.find((one) => one === type);
  if (!known) throw new PayloadError(`"credentialsType" must be one of ${PROVISIONED_TYPES.join(', ')}`);
  return known;
}

/** Requests of devices are often JSON in all but the quotes. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(lenientJson(text));
  }
}
