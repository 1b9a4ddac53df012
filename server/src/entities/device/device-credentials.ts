import { createHash, randomInt } from 'node:crypto';
import type { CredentialsType, DeviceCredentialsInput } from '@signalbox/contract/device';
import { badRequest } from '../../http/errors.ts';

/** Credentials as stored: how a device identifies itself, and the secret it must present. */
export interface CredentialsContent {
  credentialsType: CredentialsType;
  credentialsId: string;
  credentialsValue: string | null;
}

const TOKEN_LENGTH = 20;
const TOKEN_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new access token: 20 random letters and digits. */
export function randomAccessToken(): string {
  let token = '';
  for (let at = 0; at < TOKEN_LENGTH; at++) token += TOKEN_LETTERS[randomInt(TOKEN_LETTERS.length)];
  return token;
}

/** SHA3-256 as lower-case hex, how long or secret names of devices are looked up. */
function sha3(text: string): string {
  return createHash('sha3-256').update(text).digest('hex');
}

/** The base64 text of a PEM certificate, without its frame and line breaks. */
function stripCertificate(pem: string): string {
  return pem
    .replace(/-----BEGIN CERTIFICATE-----/g, '')
    .replace(/-----END CERTIFICATE-----/g, '')
    .replace(/\s+/g, '');
}

/** Id under which the credentials of an MQTT client are found; the same on saving and on CONNECT. */
function mqttBasicId(clientId: string | null, userName: string | null): string {
  if (clientId && userName) return sha3(`${clientId}|${userName}`);
  return clientId ? sha3(clientId) : (userName as string);
}

type Json = Record<string, unknown>;

function parseObject(text: string | null | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function mqttBasic(input: DeviceCredentialsInput): CredentialsContent {
  const value = parseObject(input.credentialsValue);
  const isText = (member: unknown) => member === undefined || member === null || typeof member === 'string';
  if (!value || ![value.clientId, value.userName, value.password].every(isText)) {
    throw badRequest('Invalid credentials body for simple mqtt credentials!');
  }
  const clientId = textOrNull(value.clientId);
  const userName = textOrNull(value.userName);
  const password = textOrNull(value.password);
  if (!clientId && !userName) throw badRequest('Both mqtt client id and user name are empty!');
  if (clientId && !userName && password) throw badRequest('Password cannot be specified along with client id');
  return {
    credentialsType: 'MQTT_BASIC',
    credentialsId: mqttBasicId(clientId, userName),
    credentialsValue: JSON.stringify({ clientId, userName, password }),
  };
}

function certificate(input: DeviceCredentialsInput): CredentialsContent {
  const body = stripCertificate(input.credentialsValue ?? '');
  if (body === '') throw badRequest('X509 certificate should be specified!');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) throw badRequest('X509 certificate is not valid: it is not base64!');
  return { credentialsType: 'X509_CERTIFICATE', credentialsId: sha3(body), credentialsValue: body };
}

const SECURITY_MODES = ['NO_SEC', 'PSK', 'RPK', 'X509'];
const HEX = /^[0-9a-f]+$/i;
const MAX_PSK_LENGTH = 128;

function checkPskKey(key: string, name: string): void {
  if (!HEX.test(key)) throw badRequest(`${name} PSK key should be random sequence in hex encoding!`);
  if (key.length % 32 !== 0 || key.length > MAX_PSK_LENGTH) {
    throw badRequest(`${name} PSK key must be 32, 64, 128 characters!`);
  }
}

function checkLwm2mServer(server: unknown, name: string): void {
  if (server === undefined || server === null) return;
  const { securityMode, clientPublicKeyOrId, clientSecretKey } = server as Json;
  if (!SECURITY_MODES.includes(securityMode as string)) {
    throw badRequest(`${name} client security mode should be one of ${SECURITY_MODES.join(', ')}!`);
  }
  if (securityMode === 'NO_SEC') return;
  const id = textOrNull(clientPublicKeyOrId);
  const secret = textOrNull(clientSecretKey);
  const [idName, secretName] = { PSK: ['identity', 'key'], RPK: ['public key', 'secret key'] }[
    securityMode as string
  ] ?? ['X509 certificate', 'X509 secret key'];
  const prefix = securityMode === 'X509' ? '' : `${String(securityMode)} `;
  if (!id) throw badRequest(`${name} client ${prefix}${idName} should be specified!`);
  if (!secret) throw badRequest(`${name} client ${prefix}${secretName} should be specified!`);
  if (securityMode === 'PSK') checkPskKey(secret, `${name} client`);
}

function lwm2m(input: DeviceCredentialsInput): CredentialsContent {
  const value = parseObject(input.credentialsValue);
  if (!value) throw badRequest('Invalid credentials body for LwM2M credentials!');
  const client = value.client as Json | null | undefined;
  if (!client || typeof client !== 'object') throw badRequest('LwM2M client credentials should be specified!');
  const mode = client.securityConfigClientMode;
  if (!SECURITY_MODES.includes(mode as string)) {
    throw badRequest(`LwM2M client security mode should be one of ${SECURITY_MODES.join(', ')}!`);
  }
  const endpoint = textOrNull(client.endpoint);
  if (!endpoint) throw badRequest('LwM2M client endpoint should be specified!');
  let credentialsId = endpoint;
  if (mode === 'PSK') {
    const identity = textOrNull(client.identity);
    const key = textOrNull(client.key);
    if (!identity) throw badRequest('LwM2M client PSK identity should be specified!');
    if (!key) throw badRequest('LwM2M client PSK key should be specified!');
    checkPskKey(key, 'LwM2M client');
    credentialsId = identity;
  } else if (mode === 'RPK') {
    const key = textOrNull(client.key);
    if (!key) throw badRequest('LwM2M client RPK key should be specified!');
    if (!/^[A-Za-z0-9+/=\s]+$/.test(key)) {
      throw badRequest('LwM2M client RPK key must be in standard [RFC7250] and then encoded to Base64 format!');
    }
  } else if (mode === 'X509') {
    const cert = textOrNull(client.cert);
    if (cert) {
      const stripped = stripCertificate(cert);
      client.cert = stripped;
      credentialsId = sha3(stripped);
    }
  }
  const bootstrap = value.bootstrap as Json | null | undefined;
  if (!bootstrap || typeof bootstrap !== 'object') {
    throw badRequest('LwM2M bootstrap credentials should be specified!');
  }
  checkLwm2mServer(bootstrap.bootstrapServer, 'Bootstrap server');
  checkLwm2mServer(bootstrap.lwm2mServer, 'LwM2M server');
  return { credentialsType: 'LWM2M_CREDENTIALS', credentialsId, credentialsValue: JSON.stringify(value) };
}

/** Of credentialsId, in UTF-8: devices are found by an index, which holds up to 2,700. */
const MAX_ID_BYTES = 2048;
const MAX_VALUE_LENGTH = 65_536;

function ofType(input: DeviceCredentialsInput): CredentialsContent {
  switch (input.credentialsType) {
    case 'ACCESS_TOKEN':
      if (!input.credentialsId) throw badRequest('Device credentials id should be specified!');
      return { credentialsType: 'ACCESS_TOKEN', credentialsId: input.credentialsId, credentialsValue: null };
    case 'X509_CERTIFICATE':
      return certificate(input);
    case 'MQTT_BASIC':
      return mqttBasic(input);
    case 'LWM2M_CREDENTIALS':
      return lwm2m(input);
    default:
      throw badRequest('Device credentials type should be specified');
  }
}

/**
 * Credentials in the form they are stored in (rest-entities.md §4.6).
 * @throws ApiError 400 / 31 naming what is missing or wrong
 */
export function completeCredentials(input: DeviceCredentialsInput): CredentialsContent {
  const content = ofType(input);
  if (Buffer.byteLength(content.credentialsId) > MAX_ID_BYTES) {
    throw badRequest(`Device credentials id must have at most ${MAX_ID_BYTES} bytes!`);
  }
  if ((content.credentialsValue?.length ?? 0) > MAX_VALUE_LENGTH) {
    throw badRequest(`Device credentials value must have at most ${MAX_VALUE_LENGTH} characters!`);
  }
  return content;
}
