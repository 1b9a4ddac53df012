import * as z from 'zod/mini';
import { uuidSchema } from './id.ts';
import { route } from './route.ts';

/** Exchanges of a device that are kept while somebody looks at them. */
export const MAX_EXCHANGES = 100;
/** Bytes of a payload that are shown. */
export const MAX_SHOWN_PAYLOAD = 2048;

export const EXCHANGE_PROTOCOLS = ['MQTT', 'HTTP', 'COAP', 'LWM2M', 'SNMP', 'GATEWAY'] as const;
export type ExchangeProtocol = (typeof EXCHANGE_PROTOCOLS)[number];

/**
 * What became of an exchange. What came is PENDING until it is ACCEPTED (stored, answered), REFUSED, or IGNORED because
 * nothing is behind its address. What was sent is SENT, and PENDING where an answer is waited for, until it is
 * ACKNOWLEDGED or has FAILED.
 */
export const EXCHANGE_OUTCOMES = [
  'PENDING',
  'ACCEPTED',
  'REFUSED',
  'IGNORED',
  'SENT',
  'ACKNOWLEDGED',
  'FAILED',
] as const;
export type ExchangeOutcome = (typeof EXCHANGE_OUTCOMES)[number];

/** Something that a device sent to the platform, or the platform to a device. */
export const deviceExchangeSchema = z.object({
  /** In the order in which they began. */
  id: z.int(),
  /** epoch ms */
  time: z.int(),
  direction: z.enum(['IN', 'OUT']),
  protocol: z.enum(EXCHANGE_PROTOCOLS),
  /** Type of the packet, method or operation: "PUBLISH", "POST", "GET". */
  kind: z.string(),
  /** Topic, path or objects; access tokens are replaced by ***. */
  address: z.string(),
  /** What else its protocol says of it: QoS, message id, type. */
  detail: z.string(),
  /** Of the payload, bytes. */
  size: z.int(),
  format: z.enum(['NONE', 'JSON', 'TEXT', 'HEX']),
  /** The beginning of the payload; values that look like secrets are replaced by ***. */
  payload: z.string(),
  isCut: z.boolean(),
  outcome: z.enum(EXCHANGE_OUTCOMES),
  /** Why, or with what. */
  reason: z.string(),
  /** Until its outcome was known, ms; null: it is not yet, or there is nothing to wait for. */
  duration: z.nullable(z.number()),
});
export type DeviceExchange = z.infer<typeof deviceExchangeSchema>;

export const deviceExchangesSchema = z.object({
  /** Those that began or changed since, the oldest first. */
  exchanges: z.array(deviceExchangeSchema),
  /** What the next call passes as `after`. */
  cursor: z.string(),
  /** The log started over: what the caller has is of an earlier one. */
  isNew: z.boolean(),
  /** When the log began, epoch ms. */
  since: z.int(),
});
export type DeviceExchanges = z.infer<typeof deviceExchangesSchema>;

export const deviceExchangeRoutes = {
  getDeviceExchanges: route({
    method: 'GET',
    path: '/api/device/:deviceId/exchanges',
    tag: 'Devices',
    summary:
      'Read what a device and the platform send each other. The first call begins the log, which is kept in memory until nobody has asked for a minute',
    access: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    params: { deviceId: uuidSchema },
    query: { after: z.optional(z.string().check(z.maxLength(60))) },
    reply: deviceExchangesSchema,
  }),
};
