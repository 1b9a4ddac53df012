import type { CredentialsType, DeviceCredentials } from '@signalbox/contract/device';
import type { CertificateFacts, CertificateProblem } from './certificate.ts';
import {
  HEX,
  isPsk,
  type Lwm2mDraft,
  type Lwm2mServerName,
  lwm2mCredentials,
  lwm2mDraft,
  NO_SECURITY,
  serverProblems,
} from './lwm2m-credentials.ts';

export type { CertificateFacts };

/** What the dialog edits: the members of all types, of which the chosen one's count. */
export interface CredentialsDraft extends Lwm2mDraft {
  type: CredentialsType;
  accessToken: string;
  certificate: string;
  clientId: string;
  userName: string;
  password: string;
  /** LwM2M: the stored value, whose further members are kept. */
  storedLwm2m: string;
  /** LwM2M: all of them as a text that is edited in place of the fields; absent: the fields are. */
  json?: string | undefined;
}

export function emptyDraft(type: CredentialsType): CredentialsDraft {
  return {
    type,
    accessToken: '',
    certificate: '',
    clientId: '',
    userName: '',
    password: '',
    endpoint: '',
    mode: 'NO_SEC',
    identity: '',
    key: '',
    clientCertificate: '',
    bootstrapServer: NO_SECURITY,
    lwm2mServer: NO_SECURITY,
    storedLwm2m: '{}',
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const string = (value: unknown) => (typeof value === 'string' ? value : '');

export function draftOf(
  credentials: Pick<DeviceCredentials, 'credentialsType' | 'credentialsId' | 'credentialsValue'>,
): CredentialsDraft {
  const draft = emptyDraft(credentials.credentialsType);
  const value = parse(credentials.credentialsValue);
  switch (credentials.credentialsType) {
    case 'ACCESS_TOKEN':
      return { ...draft, accessToken: credentials.credentialsId ?? '' };
    case 'X509_CERTIFICATE':
      return { ...draft, certificate: credentials.credentialsValue ?? '' };
    case 'MQTT_BASIC':
      return {
        ...draft,
        clientId: string(value.clientId),
        userName: string(value.userName),
        password: string(value.password),
      };
    case 'LWM2M_CREDENTIALS':
      return { ...draft, ...lwm2mDraft(value), storedLwm2m: credentials.credentialsValue ?? '{}' };
  }
}

/** Credentials of LwM2M that are edited as text, as the fields would hold them; undefined: the text is no JSON. */
export function ofJson(draft: CredentialsDraft): CredentialsDraft | undefined {
  if (draft.json === undefined) return draft;
  try {
    const value: unknown = JSON.parse(draft.json);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    return { ...draft, ...lwm2mDraft(value as Record<string, unknown>), storedLwm2m: draft.json, json: undefined };
  } catch {
    return undefined;
  }
}

const ofFields = (draft: CredentialsDraft): string => lwm2mCredentials(draft, draft.storedLwm2m);

/** The members on the wire. An empty access token lets the server make one when it is new. */
export function credentialsOf(draft: CredentialsDraft): {
  credentialsType: CredentialsType;
  credentialsId: string | null;
  credentialsValue: string | null;
} {
  switch (draft.type) {
    case 'ACCESS_TOKEN':
      return { credentialsType: draft.type, credentialsId: draft.accessToken.trim(), credentialsValue: null };
    case 'X509_CERTIFICATE':
      return { credentialsType: draft.type, credentialsId: null, credentialsValue: draft.certificate.trim() };
    case 'MQTT_BASIC':
      return {
        credentialsType: draft.type,
        credentialsId: null,
        credentialsValue: JSON.stringify({
          clientId: draft.clientId.trim() || null,
          userName: draft.userName.trim() || null,
          password: draft.password || null,
        }),
      };
    case 'LWM2M_CREDENTIALS':
      return {
        credentialsType: draft.type,
        credentialsId: null,
        credentialsValue: ofFields(ofJson(draft) ?? draft),
      };
  }
}

/** A field of credentials, also one of a server of LwM2M. */
export type CredentialsField = keyof CredentialsDraft | `${Lwm2mServerName}.${'id' | 'key'}`;
/** Changes members of a draft. */
export type ChangeCredentials = (change: Partial<CredentialsDraft>) => void;
export type CredentialsProblems = Partial<Record<CredentialsField, string>>;

/** What a certificate says, or why it cannot be read. What reads it is fetched for the first one. */
export async function certificateOf(
  text: string,
): Promise<{ facts: CertificateFacts; problem?: undefined } | { facts?: undefined; problem: CertificateProblem }> {
  const { NotACertificate, readCertificate } = await import('./certificate.ts');
  try {
    return { facts: readCertificate(text) };
  } catch (error) {
    if (error instanceof NotACertificate) return { problem: error.problem };
    throw error;
  }
}

/** What is wrong with a draft: keys of texts by field. */
export async function credentialsProblems(draft: CredentialsDraft): Promise<CredentialsProblems> {
  const problems: CredentialsProblems = {};
  switch (draft.type) {
    case 'ACCESS_TOKEN':
      if (!draft.accessToken.trim()) problems.accessToken = 'common.required';
      else if (draft.accessToken.trim().length > 32) problems.accessToken = 'credentials.problem.tokenLength';
      break;
    case 'X509_CERTIFICATE':
      if (!draft.certificate.trim()) problems.certificate = 'common.required';
      else {
        const { problem } = await certificateOf(draft.certificate);
        if (problem) problems.certificate = problem;
      }
      break;
    case 'MQTT_BASIC':
      if (!draft.clientId.trim() && !draft.userName.trim()) problems.clientId = 'credentials.problem.clientOrUser';
      if (draft.password && !draft.userName.trim()) problems.userName = 'credentials.problem.userForPassword';
      break;
    case 'LWM2M_CREDENTIALS': {
      if (draft.json !== undefined) {
        const read = ofJson(draft);
        if (!read) return { json: 'credentials.problem.json' };
        const [first] = Object.values(await credentialsProblems(read));
        return first ? { json: first === 'common.required' ? 'credentials.problem.jsonMissing' : first } : {};
      }
      if (!draft.endpoint.trim()) problems.endpoint = 'common.required';
      if (draft.mode === 'PSK' && !draft.identity.trim()) problems.identity = 'common.required';
      if (draft.mode === 'PSK' && !isPsk(draft.key.trim())) problems.key = 'credentials.problem.psk';
      if (draft.mode === 'RPK' && !HEX.test(draft.key.trim())) problems.key = 'credentials.problem.hex';
      if (draft.mode === 'X509' && draft.clientCertificate.trim()) {
        const { problem } = await certificateOf(draft.clientCertificate);
        if (problem) problems.clientCertificate = problem;
      }
      Object.assign(
        problems,
        serverProblems('bootstrapServer', draft.bootstrapServer),
        serverProblems('lwm2mServer', draft.lwm2mServer),
      );
      break;
    }
  }
  return problems;
}

/** What "copy credentials" copies: the token, or the MQTT members as they are written; undefined for the others. */
export function copyableCredentials(credentials: DeviceCredentials): string | undefined {
  if (credentials.credentialsType === 'ACCESS_TOKEN') return credentials.credentialsId ?? undefined;
  if (credentials.credentialsType !== 'MQTT_BASIC') return undefined;
  const members = Object.entries(parse(credentials.credentialsValue)).filter(([, value]) => value);
  return `{${members.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')}}`;
}
