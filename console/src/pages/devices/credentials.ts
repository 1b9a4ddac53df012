import type { CredentialsType, DeviceCredentials, DeviceTransportType } from '@signalbox/contract/device';
import type { CertificateFacts, CertificateProblem } from './certificate.ts';

export type { CertificateFacts };

/** Types a transport can work with; the first is what it starts with. */
export const TYPES_OF_TRANSPORT: Readonly<Record<DeviceTransportType, readonly CredentialsType[]>> = {
  DEFAULT: ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC'],
  MQTT: ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC'],
  COAP: ['ACCESS_TOKEN', 'X509_CERTIFICATE'],
  LWM2M: ['LWM2M_CREDENTIALS'],
  SNMP: ['ACCESS_TOKEN'],
};

export const LWM2M_MODES = ['NO_SEC', 'PSK', 'RPK', 'X509'] as const;
export type Lwm2mMode = (typeof LWM2M_MODES)[number];

export interface Lwm2mServerSecurity {
  securityMode: Lwm2mMode;
  clientPublicKeyOrId: string;
  clientSecretKey: string;
}

/** What the dialog edits: the members of all types, of which the chosen one's count. */
export interface CredentialsDraft {
  type: CredentialsType;
  accessToken: string;
  certificate: string;
  clientId: string;
  userName: string;
  password: string;
  endpoint: string;
  mode: Lwm2mMode;
  identity: string;
  key: string;
  clientCertificate: string;
  bootstrapServer: Lwm2mServerSecurity;
  lwm2mServer: Lwm2mServerSecurity;
}

const NO_SECURITY: Lwm2mServerSecurity = { securityMode: 'NO_SEC', clientPublicKeyOrId: '', clientSecretKey: '' };

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

function serverOf(value: unknown): Lwm2mServerSecurity {
  const server = (value ?? {}) as Partial<Lwm2mServerSecurity>;
  return {
    securityMode: server.securityMode ?? 'NO_SEC',
    clientPublicKeyOrId: string(server.clientPublicKeyOrId),
    clientSecretKey: string(server.clientSecretKey),
  };
}

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
    case 'LWM2M_CREDENTIALS': {
      const client = (value.client ?? {}) as Record<string, unknown>;
      const bootstrap = (value.bootstrap ?? {}) as Record<string, unknown>;
      return {
        ...draft,
        endpoint: string(client.endpoint),
        mode: (LWM2M_MODES as readonly unknown[]).includes(client.securityConfigClientMode)
          ? (client.securityConfigClientMode as Lwm2mMode)
          : 'NO_SEC',
        identity: string(client.identity),
        key: string(client.key),
        clientCertificate: string(client.cert),
        bootstrapServer: serverOf(bootstrap.bootstrapServer),
        lwm2mServer: serverOf(bootstrap.lwm2mServer),
      };
    }
  }
}

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
        credentialsValue: JSON.stringify({
          client: {
            endpoint: draft.endpoint.trim(),
            securityConfigClientMode: draft.mode,
            ...(draft.mode === 'PSK' ? { identity: draft.identity.trim(), key: draft.key.trim() } : {}),
            ...(draft.mode === 'RPK' ? { key: draft.key.trim() } : {}),
            ...(draft.mode === 'X509' ? { cert: draft.clientCertificate.trim() || null } : {}),
          },
          bootstrap: { bootstrapServer: draft.bootstrapServer, lwm2mServer: draft.lwm2mServer },
        }),
      };
  }
}

export type CredentialsProblems = Partial<Record<keyof CredentialsDraft, string>>;

const HEX = /^[0-9a-fA-F]+$/;
const isPsk = (key: string) => HEX.test(key) && [32, 64, 128].includes(key.length);

function serverProblem(server: Lwm2mServerSecurity): string | undefined {
  if (server.securityMode === 'NO_SEC') return undefined;
  if (!server.clientPublicKeyOrId.trim()) return 'credentials.problem.serverId';
  const secret = server.clientSecretKey.trim();
  if (server.securityMode === 'PSK' ? !isPsk(secret) : !HEX.test(secret)) return 'credentials.problem.serverKey';
  return undefined;
}

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
      if (!draft.endpoint.trim()) problems.endpoint = 'common.required';
      if (draft.mode === 'PSK' && !draft.identity.trim()) problems.identity = 'common.required';
      if (draft.mode === 'PSK' && !isPsk(draft.key.trim())) problems.key = 'credentials.problem.psk';
      if (draft.mode === 'RPK' && !HEX.test(draft.key.trim())) problems.key = 'credentials.problem.hex';
      if (draft.mode === 'X509' && draft.clientCertificate.trim()) {
        const { problem } = await certificateOf(draft.clientCertificate);
        if (problem) problems.clientCertificate = problem;
      }
      const bootstrap = serverProblem(draft.bootstrapServer);
      const lwm2m = serverProblem(draft.lwm2mServer);
      if (bootstrap) problems.bootstrapServer = bootstrap;
      if (lwm2m) problems.lwm2mServer = lwm2m;
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
