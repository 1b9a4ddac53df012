import type { IConnackPacket, IConnectPacket } from 'mqtt-packet';
import { MAX_IN_FLIGHT_MESSAGES } from '../session-limits.ts';
import { MAX_PACKET_BYTES, type ProtocolVersion } from './frames.ts';
import { returnCodeOf } from './reason-codes.ts';
import { TOPIC_ALIAS_MAXIMUM } from './topic-alias.ts';

/**
 * Returns the keep-alive in s: the client's, or the one that MQTT 5 lets the server set instead, so that the session
 * stays alive.
 * @param inactivityTimeout ms without activity after which the session would end
 */
export function negotiateKeepAlive(requested: number, version: ProtocolVersion, inactivityTimeout: number): number {
  const max = Math.min(65_535, Math.max(1, Math.floor((inactivityTimeout / 1000) * 0.8)));
  return version === 5 && (requested === 0 || requested > max) ? max : requested;
}

export interface AgreedSession {
  version: ProtocolVersion;
  sessionId: string;
  /** s */
  keepAlive: number;
}

/** The CONNACK that accepts a client and, in MQTT 5, states its limits. */
export function acceptingConnack(connect: IConnectPacket, { version, sessionId, keepAlive }: AgreedSession) {
  const packet: IConnackPacket = { cmd: 'connack', sessionPresent: false };
  if (version !== 5) return { ...packet, returnCode: 0 };
  return {
    ...packet,
    reasonCode: 0,
    properties: {
      // No session outlives its connection.
      ...((connect.properties?.sessionExpiryInterval ?? 0) > 0 ? { sessionExpiryInterval: 0 } : {}),
      receiveMaximum: MAX_IN_FLIGHT_MESSAGES,
      maximumPacketSize: MAX_PACKET_BYTES,
      topicAliasMaximum: TOPIC_ALIAS_MAXIMUM,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(connect.clientId ? {} : { assignedClientIdentifier: sessionId }),
      ...(keepAlive === connect.keepalive ? {} : { serverKeepAlive: keepAlive }),
    },
  };
}

/**
 * The CONNACK that turns a client away.
 * @param explanation for MQTT 5 clients that want to know
 */
export function refusingConnack(version: ProtocolVersion, reason: number, explanation: string | undefined) {
  const packet: IConnackPacket = { cmd: 'connack', sessionPresent: false };
  if (version !== 5) return { ...packet, returnCode: returnCodeOf(reason) };
  return { ...packet, reasonCode: reason, ...(explanation ? { properties: { reasonString: explanation } } : {}) };
}
