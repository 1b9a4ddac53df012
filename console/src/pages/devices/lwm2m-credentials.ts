/** How a client proves itself. */
export const LWM2M_MODES = ['NO_SEC', 'PSK', 'RPK', 'X509'] as const;
export type Lwm2mMode = (typeof LWM2M_MODES)[number];

export type Lwm2mServerName = 'bootstrapServer' | 'lwm2mServer';

/** What a client shows one of the two servers. */
export interface Lwm2mServerSecurity {
  securityMode: Lwm2mMode;
  clientPublicKeyOrId: string;
  clientSecretKey: string;
}

export const NO_SECURITY: Lwm2mServerSecurity = {
  securityMode: 'NO_SEC',
  clientPublicKeyOrId: '',
  clientSecretKey: '',
};

export const HEX = /^[0-9a-fA-F]+$/;
/** Bytes of a key that is made here. */
const KEY_BYTES = 16;

export const isPsk = (key: string): boolean => HEX.test(key) && [32, 64, 128].includes(key.length);

/** A pre-shared key: 32 random hexadecimal digits. */
export function randomPsk(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Json = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const object = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
const modeOf = (value: unknown): Lwm2mMode => LWM2M_MODES.find((mode) => mode === value) ?? 'NO_SEC';

function serverOf(value: unknown): Lwm2mServerSecurity {
  const { securityMode, clientPublicKeyOrId, clientSecretKey } = object(value);
  return {
    securityMode: modeOf(securityMode),
    clientPublicKeyOrId: text(clientPublicKeyOrId),
    clientSecretKey: text(clientSecretKey),
  };
}

/** What the fields of LwM2M hold. */
export interface Lwm2mDraft {
  endpoint: string;
  mode: Lwm2mMode;
  identity: string;
  key: string;
  clientCertificate: string;
  bootstrapServer: Lwm2mServerSecurity;
  lwm2mServer: Lwm2mServerSecurity;
}

/** What the fields hold for stored credentials. */
export function lwm2mDraft(value: Json): Lwm2mDraft {
  const client = object(value.client);
  const bootstrap = object(value.bootstrap);
  return {
    endpoint: text(client.endpoint),
    mode: modeOf(client.securityConfigClientMode),
    identity: text(client.identity),
    key: text(client.key),
    clientCertificate: text(client.cert),
    bootstrapServer: serverOf(bootstrap.bootstrapServer),
    lwm2mServer: serverOf(bootstrap.lwm2mServer),
  };
}

function written(server: Lwm2mServerSecurity): Lwm2mServerSecurity {
  return {
    securityMode: server.securityMode,
    clientPublicKeyOrId: server.clientPublicKeyOrId.trim(),
    clientSecretKey: server.clientSecretKey.trim(),
  };
}

/**
 * The credentials that the fields say, as they are stored.
 * @param before what is stored, whose further members are kept
 */
export function lwm2mCredentials(draft: Lwm2mDraft, before: string): string {
  const stored = object(JSON.parse(before));
  const { endpoint: _, securityConfigClientMode, identity, key, cert, ...client } = object(stored.client);
  const bootstrap = object(stored.bootstrap);
  return JSON.stringify({
    ...stored,
    client: {
      ...client,
      endpoint: draft.endpoint.trim(),
      securityConfigClientMode: draft.mode,
      ...(draft.mode === 'PSK' ? { identity: draft.identity.trim(), key: draft.key.trim() } : {}),
      ...(draft.mode === 'RPK' ? { key: draft.key.trim() } : {}),
      ...(draft.mode === 'X509' ? { cert: draft.clientCertificate.trim() || null } : {}),
    },
    bootstrap: {
      ...bootstrap,
      bootstrapServer: { ...object(bootstrap.bootstrapServer), ...written(draft.bootstrapServer) },
      lwm2mServer: { ...object(bootstrap.lwm2mServer), ...written(draft.lwm2mServer) },
    },
  });
}

/** What is wrong with what a client shows a server: keys of texts by field. */
export function serverProblems(name: Lwm2mServerName, server: Lwm2mServerSecurity) {
  const { securityMode: mode } = server;
  if (mode === 'NO_SEC') return {};
  const [id, key] = [server.clientPublicKeyOrId.trim(), server.clientSecretKey.trim()];
  const isId = mode === 'PSK' ? id !== '' : HEX.test(id);
  const isKey = mode === 'PSK' ? isPsk(key) : HEX.test(key);
  return {
    ...(isId ? {} : { [`${name}.id`]: id === '' ? 'common.required' : 'credentials.problem.hex' }),
    ...(isKey
      ? {}
      : {
          [`${name}.key`]:
            mode === 'PSK' ? 'credentials.problem.psk' : key === '' ? 'common.required' : 'credentials.problem.hex',
        }),
  };
}
