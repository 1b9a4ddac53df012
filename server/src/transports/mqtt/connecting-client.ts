import type { IConnectPacket, Packet } from 'mqtt-packet';
import type { DeviceContext } from '../../entities/device-directory.ts';
import type { ShownCertificates } from '../certificates/certificate-checks.ts';
import type { DeviceAuthenticator, MqttLogin } from '../device-credentials.ts';
import { refusingConnack } from './connack.ts';
import type { ProtocolVersion } from './frames.ts';
import { Reason } from './reason-codes.ts';

/** Longest explanation of why a connection ends, in characters, and room for the packet that carries it, in bytes. */
const EXPLANATION_LENGTH = 200;
const EXPLAINED_PACKET_BYTES = 1024;

/** What a client takes. */
export interface ClientLimits {
  /** Publishes with QoS 1 that it has not acknowledged. */
  receiveMaximum: number;
  /** bytes */
  maximumPacketSize: number;
  /** It wants to know why something fails, and has room for that. */
  explains: boolean;
}

/** Of clients that say nothing. */
export const NO_LIMITS: ClientLimits = { receiveMaximum: 65_535, maximumPacketSize: 268_435_455, explains: true };

/** What a client says that it takes. */
function limitsOf({ properties }: IConnectPacket): ClientLimits {
  if (!properties) return NO_LIMITS;
  const receiveMaximum = properties.receiveMaximum ?? NO_LIMITS.receiveMaximum;
  const maximumPacketSize = properties.maximumPacketSize ?? NO_LIMITS.maximumPacketSize;
  // An explanation must not make a packet longer than the client accepts.
  const explains = properties.requestProblemInformation !== false && maximumPacketSize >= EXPLAINED_PACKET_BYTES;
  return { receiveMaximum, maximumPacketSize, explains };
}

/** What a client shows of itself. */
function loginOf({ clientId, username, password }: IConnectPacket): MqttLogin {
  return { clientId: clientId ?? '', username: username || undefined, password: password?.toString('utf8') };
}

/** Why a CONNECT cannot be taken, whoever the client is; undefined: it can. */
function refusalOf(
  { properties }: IConnectPacket,
  { receiveMaximum, maximumPacketSize }: ClientLimits,
): [reason: number, explanation: string] | undefined {
  if (receiveMaximum === 0 || maximumPacketSize === 0) {
    return [Reason.protocolError, 'The receive maximum and the maximum packet size cannot be 0'];
  }
  if (properties?.authenticationMethod !== undefined) {
    return [Reason.badAuthenticationMethod, 'No authentication method is supported'];
  }
  return undefined;
}

/** The device that a client is; undefined: it is none. */
export function findDevice(
  authenticator: DeviceAuthenticator,
  packet: IConnectPacket,
  shown: ShownCertificates | undefined,
  address: string,
): Promise<DeviceContext | undefined> | DeviceContext | undefined {
  return shown
    ? authenticator.byCertificates(shown, 'MQTT', address)
    : authenticator.byMqttLogin(loginOf(packet), address);
}

/** Why a client is turned away that is no device. */
export function refusalOfStranger(
  { username, clientId }: IConnectPacket,
  shown: ShownCertificates | undefined,
): [reason: number, explanation: string] {
  const isShown = shown || username !== undefined || (clientId ?? '') !== '';
  const reason = isShown ? Reason.badCredentials : Reason.notAuthorized;
  return [reason, shown?.refusal?.reason ?? 'No device has these credentials'];
}

/** Why a device may not come in by MQTT; undefined: it may. */
export function refusalByProfile({ transportType }: DeviceContext['profile']): string | undefined {
  if (transportType === 'DEFAULT' || transportType === 'MQTT') return undefined;
  return `The profile of the device is for ${transportType}, not for MQTT`;
}

/** An explanation as far as the client wants it. */
function explanationFor({ explains }: ClientLimits, explanation: string | undefined): string | undefined {
  return explains && explanation ? explanation.slice(0, EXPLANATION_LENGTH) : undefined;
}

/** Reads what a CONNECT says of the client, and why it cannot be taken, if it cannot. */
export function readConnect(packet: IConnectPacket) {
  const limits = limitsOf(packet);
  return { limits, refusal: refusalOf(packet, limits) };
}

/** The CONNACK that turns a client away. */
export function refusalPacket(
  limits: ClientLimits,
  version: ProtocolVersion,
  reason: number,
  explanation: string,
): Packet {
  return refusingConnack(version, reason, explanationFor(limits, explanation));
}

/** The DISCONNECT of MQTT 5 that says why. */
export function disconnectPacket(limits: ClientLimits, reasonCode: number, explanation: string | undefined): Packet {
  const reasonString = explanationFor(limits, explanation);
  return { cmd: 'disconnect', reasonCode, ...(reasonString ? { properties: { reasonString } } : {}) };
}
